internal import Basics

/// The texts of the course's own app and training program: a training log as the app prints it, and weights as they are
/// in its source.
///
///     ('A', [+0.12000, +0.19500, -0.52100, …, 1.0]),
///
///     let labels = ["A", "B"]
///     let weights: [[Double]] = [[-2.2159, 0.7312], [1.0421, -0.3377]]
///
/// Source: tasks 1C and 1D of the course.
struct CourseText {
  private let characters: [Character]
  private var index = 0
  private var line = 1
  private let file: String

  init(_ text: some StringProtocol, file: String) {
    characters = Array(text)
    self.file = file
  }

  // MARK: Training log

  /// The examples in the text, and what is wrong with others; everything between them is passed over.
  ///
  /// - Parameter count: how many features each must have; as many as the first when nil. O(characters).
  mutating func examples(count: Int?) -> (examples: [Example], problems: [GestureError]) {
    var (examples, problems): ([Example], [GestureError]) = ([], [])
    var count = count
    while peek != nil {
      guard take("("), let label = quoted(), take(","), take("[") else {
        advance()
        continue
      }
      let start = line
      do throws(GestureError) {
        guard !label.isEmpty else {
          throw broken(start, "the label is empty; write what was drawn between the quotation marks")
        }
        let features = try numbers()
        if let count, features.count != count {
          throw broken(start, "\(Counting.words(features.count, "number")) where there should be \(count)")
        }
        count = features.count
        examples.append(Example(label: label, features: features))
      } catch {
        problems.append(error)
      }
    }
    return (examples, problems)
  }

  // MARK: Weights

  /// Labels and weights in Swift source: the arrays behind the names `labels` and `weights`. O(characters).
  mutating func weights() throws(GestureError) -> (labels: [String], weights: [[Double]]) {
    guard seekArray("labels") else { throw missing("labels") }
    var labels: [String] = []
    while let label = quoted() {
      labels.append(label)
      if !take(",") { break }
    }
    guard take("]") else { throw broken(line, "expected a text in quotation marks, or the ] that ends “labels”") }
    (index, line) = (0, 1)
    guard seekArray("weights") else { throw missing("weights") }
    var rows: [[Double]] = []
    while take("[") {
      rows.append(try numbers())
      if !take(",") { break }
    }
    guard take("]") else { throw broken(line, "expected [ and numbers, or the ] that ends “weights”") }
    return (labels, rows)
  }

  private func missing(_ name: String) -> GestureError {
    .unreadable(file: file, reason: "there is no array “\(name)”; write “let \(name) = [ … ]”")
  }

  /// Goes behind the bracket of the array that a name is set to.
  private mutating func seekArray(_ name: String) -> Bool {
    while peek != nil {
      if let word = word(), word == name {
        // A type may be between the name and the value.
        if take(":") { while let next = peek, next != "=" { advance() } }
        if take("="), take("[") { return true }
      }
      if !(peek?.isLetter ?? false) { advance() }
    }
    return false
  }

  // MARK: Tokens

  private var peek: Character? { index < characters.count ? characters[index] : nil }

  private mutating func advance() {
    guard index < characters.count else { return }
    if characters[index].isNewline { line += 1 }
    index += 1
  }

  /// Goes over white space, and comments of both languages.
  private mutating func skipSpace() {
    while let next = peek {
      let isComment =
        next == "#" || next == "/" && index + 1 < characters.count && characters[index + 1] == "/"
      guard isComment || next.isWhitespace else { return }
      advance()
      if isComment { while let next = peek, !next.isNewline { advance() } }
    }
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard peek == character else { return false }
    advance()
    return true
  }

  private mutating func word() -> String? {
    skipSpace()
    var word = ""
    while let next = peek, next.isLetter || next.isNumber || next == "_" {
      word.append(next)
      advance()
    }
    return word.isEmpty ? nil : word
  }

  /// A text in quotation marks of either kind on one line.
  private mutating func quoted() -> String? {
    skipSpace()
    guard let mark = peek, mark == "'" || mark == "\"" else { return nil }
    var text = ""
    var end = index + 1
    while end < characters.count, characters[end] != mark {
      if characters[end].isNewline { return nil }
      if characters[end] == "\\", end + 1 < characters.count { end += 1 }
      text.append(characters[end])
      end += 1
    }
    guard end < characters.count else { return nil }
    index = end + 1
    return text
  }

  /// Numbers up to the closing bracket, with a comma after each but the last.
  private mutating func numbers() throws(GestureError) -> [Double] {
    let start = line
    var numbers: [Double] = []
    while !take("]") {
      skipSpace()
      var text = ""
      while let next = peek, !next.isWhitespace, next != ",", next != "]", next != "(", next != "[" {
        text.append(next)
        advance()
      }
      guard let number = Double(text.hasPrefix("+") ? String(text.dropFirst()) : text), number.isFinite else {
        throw broken(start, "“\(text)” in place \(numbers.count + 1) is not a finite number")
      }
      numbers.append(number)
      if take(",") { continue }
      guard take("]") else { throw broken(start, "the list of numbers is not closed; end it with ]") }
      return numbers
    }
    return numbers
  }

  private func broken(_ line: Int, _ reason: String) -> GestureError {
    .brokenRow(file: file, line: line, reason: reason)
  }
}

extension TrainingLog {
  /// Reads a log in either form: a CSV with names of columns, or the lines that the course's app prints and its training
  /// program holds, `('A', [+0.12000, …, 1.0]),`.
  ///
  /// - Parameters:
  ///   - text: the text of the file. In the course's form, text between examples is skipped.
  ///   - file: what to call it in messages.
  ///   - expected: the names of the features, such as ``ZoneFeatures/names``; nil takes what is there.
  /// - Throws: as ``init(csv:file:expecting:)``. A broken example is reported in ``problems``, with its line.
  ///   Complexity: O(characters).
  public init(text: some StringProtocol, file: String = "training log", expecting expected: [String]? = nil)
    throws(GestureError)
  {
    guard Self.isCourseText(text) else {
      self = try TrainingLog(csv: text, file: file, expecting: expected)
      return
    }
    var course = CourseText(text, file: file)
    let (examples, problems) = course.examples(count: expected?.count)
    self.init(
      names: expected ?? (0..<(examples.first?.features.count ?? 0)).map { "feature_\($0)" }, examples: examples)
    self.problems = problems
  }

  /// Whether a text is a log as the course's app prints it, and not a CSV.
  public static func isCourseText(_ text: some StringProtocol) -> Bool {
    String(text).firstMatch(of: compiled(/\(\s*['"][^'"\n]*['"]\s*,\s*\[/)) != nil
  }

  /// The log as the course's app prints it, a line for each example, to be pasted into its training program. Numbers have
  /// five digits behind the point, as there. Complexity: O(numbers).
  public var courseText: String { examples.map { Self.courseRow($0) + "\n" }.joined() }

  /// One line of the log as the course's app prints it, without its line break.
  public static func courseRow(_ example: Example) -> String {
    let last = example.features.count - 1
    let numbers = example.features.enumerated().map { index, value in
      // The app writes the constant at the end as 1.0.
      index == last && value == 1 ? "1.0" : signed(value)
    }
    let label = example.label.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "'", with: "\\'")
    return "('\(label)', [\(numbers.joined(separator: ", "))]),"
  }

  /// “+0.12000”: a sign, and five digits behind the point.
  private static func signed(_ value: Double) -> String {
    let units = (value.magnitude * 1e5).rounded()
    guard units < 1e15 else { return (value < 0 ? "" : "+") + "\(value)" }
    let (whole, part) = Int(units).quotientAndRemainder(dividingBy: 100_000)
    let digits = String(part)
    return (value.sign == .minus ? "-" : "+") + "\(whole)." + String(repeating: "0", count: 5 - digits.count) + digits
  }
}

extension LinearClassifier {
  /// Reads weights from Swift source, as the course's training program prints it: the arrays `labels` and `weights`.
  ///
  /// - Throws: ``GestureError/unreadable(file:reason:)`` where one of them is missing,
  ///   ``GestureError/brokenRow(file:line:reason:)`` for what is not a number, and as ``init(labels:weights:)``.
  public init(swiftSource: some StringProtocol, file: String = "weights") throws(GestureError) {
    var course = CourseText(swiftSource, file: file)
    let (labels, weights) = try course.weights()
    try self.init(labels: labels, weights: weights)
  }

  /// The weights as Swift source, to take the place of the definitions at the top of the course's app.
  public var swiftSource: String {
    func literal(_ label: String) -> String {
      "\"" + label.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"") + "\""
    }
    let rows = zip(labels, weights).map { label, row in
      "  // \(label.onOneLine)\n  [\(row.map(\.description).joined(separator: ", "))],\n"
    }
    return """
      let labels: [String] = [\(labels.map(literal).joined(separator: ", "))]

      let weights: [[Double]] = [
      \(rows.joined())]

      """
  }
}
