import Basics
import CellCompiler
import Display
import Foundation
import Processes
import Toolchains

/// What a run means: its outcome, and the state after it where there is one.
struct UnitEvaluation {
  private(set) var outcome: UnitOutcome
  private(set) var process: StateProcess?

  init(_ run: UnitRun, _ unit: CodeUnit, toolchain: Toolchain, memoryLimit: Int? = nil) {
    var collector = run.collector
    var outputs = collector.finish()
    let places = Symbolizer(toolchain: toolchain)
    let status: UnitOutcome.Status
    switch run.end {
    case .done(let after):
      process = after
      status = .done
    case .threw(let frames):
      let error = collector.error ?? CellError(type: "Error", message: "an error without a description")
      status = .failed(.threw(error, trace: places.trace(frames)))
    case .crashed(let signal, let frames):
      let places = places.places(frames)
      let message = LastWords.take(from: &outputs) ?? places.reason.map { "Fatal error: \($0)" }
      status = .failed(
        .crashed(signal: signal, message: message.map { Self.indexed($0, places.trace, unit) }, trace: places.trace))
    case .exited(let code): status = .failed(.exited(status: code))
    case .timedOut(let frames):
      status = .failed(.timedOut(seconds: unit.options.timeout, trace: places.trace(frames)))
    case .interrupted(let frames): status = .failed(.interrupted(trace: places.trace(frames)))
    case .outOfMemory(let frames): status = .failed(.outOfMemory(limit: memoryLimit ?? 0, trace: places.trace(frames)))
    case .notLoaded(let why): status = .failed(.notLoaded(why))
    case .lost(let signal): status = .failed(.lost(signal: signal))
    }
    outcome = UnitOutcome(status)
    outcome.outputs = outputs
    outcome.value = collector.values.last
    outcome.runSeconds = run.seconds
    if unit.role == .expression, status == .done, collector.values.isEmpty {
      outcome.status = .failed(.notLoaded("the expression gave no value"))
    }
  }
}

extension UnitEvaluation {
  /// The runtime's words with what was asked for, where they say only that there is no such index.
  fileprivate static func indexed(_ words: String, _ trace: [UnitPosition], _ unit: CodeUnit) -> String {
    let speechless = [
      "ndex out of range", "ndex is out of range", "out of bounds", "requires lowerBound <= upperBound",
    ]
    guard speechless.contains(where: words.hasSuffix), let place = trace.first, place.file == unit.fileName,
      let (expression, base) = unit.indexing(line: place.line, column: place.column)
    else { return words }
    return "\(words) in “\(expression)”: “print(\(base).count)” says how many there are"
  }
}

/// The runtime's last words in standard error: “… Fatal error: why”.
enum LastWords {
  static func take(from outputs: inout [Output]) -> String? {
    for index in outputs.indices.reversed() {
      guard case .errorText(let text) = outputs[index] else { continue }
      guard let (words, start) = find(in: text) else { continue }
      let rest = String(text[..<start])
      if rest.isEmpty { outputs.remove(at: index) } else { outputs[index] = .errorText(rest) }
      return words
    }
    return nil
  }

  private static func find(in text: String) -> (String, String.Index)? {
    if let match = text.firstMatch(
      of: compiled(/(?m)^(?:.*?: )?(Fatal error|Precondition failed|Assertion failed)(?:: (.*))?$/))
    {
      return (match.output.2.map { "\(match.output.1): \($0)" } ?? String(match.output.1), match.range.lowerBound)
    }
    // With the addresses of the types, which do not help a reader.
    guard
      let match = text.firstMatch(
        of: compiled(/(?m)^Could not cast value of type '(.*?)' \(0x[0-9a-f]+\) to '(.*?)' \(0x[0-9a-f]+\)\.?$/))
    else { return nil }
    let (from, to) = (match.output.1.replacing("Swift.", with: ""), match.output.2.replacing("Swift.", with: ""))
    return ("Could not cast value of type “\(from)” to “\(to)”", match.range.lowerBound)
  }
}

/// Finds the lines of units at which frames are.
struct Symbolizer {
  let toolchain: Toolchain

  /// The places, innermost first; those of earlier segments in which the process merely waits are left out. Costs a process
  /// of about 10 ms.
  func trace(_ frames: [RawFrame]) -> [UnitPosition] { places(frames).trace }

  /// The places, and why the innermost frame trapped, where the compiler has noted it.
  func places(_ frames: [RawFrame]) -> (trace: [UnitPosition], reason: String?) {
    guard let symbolizer = toolchain.symbolizer, let first = frames.first else { return ([], nil) }
    // Instructions of no line belong to the line that follows them.
    let following = (0..<16).map { first.query(further: 2 * $0) }
    let queries = following + frames.dropFirst().map { $0.query() }
    let arguments = ["--output-style=JSON", "--relative-address", "--skip-line-zero"]
    guard let (_, output) = try? Subprocess.run(symbolizer, arguments, input: queries.joined()) else {
      return ([], nil)
    }
    let answers = output.split(separator: "\n").map { line in
      (try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)))?.symbols ?? []
    }
    let innermost = answers.prefix(following.count)
    let exact = innermost.first { $0.first { !$0.isTrap }?.approximate != true } ?? innermost.first ?? []
    let reason = innermost.first?.first { $0.isTrap }?.functionName.map { String($0.dropFirst(Self.trapMark.count)) }
    var places: [UnitPosition] = []
    for symbol in ([exact] + answers.dropFirst(following.count)).joined() where !symbol.isTrap {
      let file = symbol.fileName.split(separator: "/").last.map(String.init) ?? ""
      if file == SegmentDraft.boundaryFile { break }
      guard file.hasPrefix(CodeUnit.prefix) else { continue }
      let place = UnitPosition(file: file, line: symbol.line - CodeUnit.lineShift, column: symbol.column)
      if places.last?.file != file || places.last?.line != place.line { places.append(place) }
    }
    return (places, reason)
  }

  /// What the names of functions begin with that stand for a check that failed.
  private static let trapMark = "Swift runtime failure: "

  private struct Answer: Decodable {
    struct Symbol: Decodable {
      var fileName: String
      var functionName: String?
      var line: Int
      var column: Int
      var approximate: Bool?
      /// Whether this is not a function: its line is another's.
      var isTrap: Bool { functionName?.hasPrefix(Symbolizer.trapMark) == true }
      enum CodingKeys: String, CodingKey {
        case fileName = "FileName"
        case functionName = "FunctionName"
        case line = "Line"
        case column = "Column"
        case approximate = "Approximate"
      }
    }
    var symbols: [Symbol]?
    enum CodingKeys: String, CodingKey { case symbols = "Symbol" }
  }
}

extension RawFrame {
  /// The symbolizer's query for the frame, or for an address some bytes behind it.
  fileprivate func query(further bytes: Int = 0) -> String {
    guard bytes > 0, let address = Int(offset.dropFirst(2), radix: 16) else { return "\"\(library)\" \(offset)\n" }
    return "\"\(library)\" 0x\(String(address + bytes, radix: 16))\n"
  }
}
