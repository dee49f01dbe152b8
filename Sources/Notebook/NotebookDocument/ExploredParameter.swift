import Basics
import Foundation
import Yams

import enum Basics.Spelling

/// What readers call a parameter, and the unit of its values.
package struct ParameterLabel: Hashable, Sendable {
  package var label: String?
  package var unit: String?

  static let keys = ["label", "unit"]

  init(label: String? = nil, unit: String? = nil) { (self.label, self.unit) = (label, unit) }

  /// Reads `{label: rate, unit: s⁻¹}`; what is not there is taken from `other`.
  ///
  /// - Throws: `NotebookError` with the line.
  init(_ words: Node.Mapping, of name: String, in option: String, or other: Self, _ reader: YAMLReader) throws {
    self = other
    for (key, value) in words {
      let text = try FrontMatter.text(value, key.scalar?.string ?? "", reader)
      switch key.scalar?.string {
      case "label": label = text
      case "unit": unit = text
      default: throw reader.unknownKey(key, "under “\(name)” in “\(option)”", known: Self.keys)
      }
    }
  }
}

/// A parameter that the reader of a page can move: what its control is called, and the values through which it goes.
package struct ExploredParameter: Hashable, Sendable {
  package enum Control: String, Hashable, Sendable, Codable {
    /// A slider over numbers.
    case number
    /// A menu of texts.
    case choice
    /// A box to tick.
    case boolean
  }

  package var name: String
  /// What a reader calls it.
  package var label: String
  package var unit: String?
  package var control: Control
  /// In the control's order.
  package var values: [ParameterValue]

  /// More values than this make a slider that nobody can tell from a smooth one, and a page that nobody waits for.
  package static let mostValues = 500

  /// The values with this one among them: the page begins at it.
  package func values(with start: ParameterValue) -> [ParameterValue] {
    if values.contains(start) { return values }
    guard let place = start.magnitude else { return [start] + values }
    return (values + [start]).sorted { ($0.magnitude ?? place) < ($1.magnitude ?? place) }
  }

  /// Reads an item of `explore:`, the name of a parameter or `{alpha: {label: rate, unit: s⁻¹}}`, for a notebook with these
  /// parameters, ranges and labels.
  ///
  /// - Throws: `NotebookError` with the line and what to write.
  init(
    _ node: Node, _ parameters: [Parameter], _ ranges: [String: ParameterRange], _ labels: [String: ParameterLabel],
    _ reader: YAMLReader
  ) throws {
    var (nameNode, words) = (node, Node.Mapping?.none)
    if let pair = node.mapping?.first, node.mapping?.count == 1 {
      (nameNode, words) = (pair.key, pair.value.mapping ?? [:])
    }
    guard let name = nameNode.scalar?.string else {
      throw reader.wrongType(
        "explore", "a list of parameters, such as [alpha], or of {alpha: {label: rate, unit: s⁻¹}}", node)
    }
    guard let parameter = parameters.first(where: { $0.name == name }) else {
      throw reader.error(.unknownParameter(name, known: parameters.map(\.name)), at: nameNode)
    }
    let shown = try ParameterLabel(
      words ?? [:], of: name, in: "explore", or: labels[name] ?? ParameterLabel(), reader)
    (self.name, label, unit) = (name, shown.label ?? name, shown.unit)
    func error(_ why: String) -> NotebookError { reader.error(.unexplorable(name, why), at: nameNode) }
    switch (parameter.value, ranges[name]) {
    case (.boolean, _): (control, values) = (.boolean, [.boolean(false), .boolean(true)])
    case (.text, .choices(let texts)?): (control, values) = (.choice, texts.map(ParameterValue.text))
    case (.text, _):
      throw error(
        "it is a text, and nothing says which texts there are; write “ranges: {\(name): [one, another]}” under “notebook”"
      )
    case (.list, _): throw error("it is a list; explore numbers, texts with a menu, or true and false")
    case (.number(let value), .interval(let least, let greatest, let step)?):
      guard let step else { throw error(Self.stepless(name, least, greatest, value)) }
      (control, values) = (.number, Self.numbers(from: least, to: greatest, step).map(ParameterValue.number))
    case (.integer, .interval(let least, let greatest, let step)?):
      let step = step ?? 1
      guard [least, greatest, step].allSatisfy({ Int(exactly: $0) != nil }) else {
        throw error(
          "it is an integer, and its range is not one of integers; write “ranges: {\(name): [0, 10, 1]}” under “notebook”"
        )
      }
      (control, values) = (.number, Self.numbers(from: least, to: greatest, step).map { .integer(Int($0)) })
    case (.number(let value), _): throw error(Self.rangeless(name, "\(value)", far: value == 0 ? 1 : 2 * abs(value)))
    case (.integer(let value), _):
      throw error(Self.rangeless(name, "\(value)", far: Double(value == 0 ? 10 : 2 * abs(value))))
    }
    guard values.count <= Self.mostValues else {
      throw error(
        "its range has \(values.count) values, and a control has \(Self.mostValues) at most; take a larger step")
    }
    if Set(values).count != values.count { throw error("its range names a value twice; remove one of them") }
  }

  private static func rangeless(_ name: String, _ value: String, far: Double) -> String {
    let (low, high) = value.hasPrefix("-") ? (-far, 0) : (0, far)
    return
      "nothing says from where to where it goes; write “ranges: {\(name): [\(plain(low)), \(plain(high)), \(plain(far / 20))]}” under “notebook”: least, greatest, step"
  }

  private static func stepless(_ name: String, _ least: Double, _ greatest: Double, _ value: Double) -> String {
    "its range has no step; write for example “ranges: {\(name): [\(plain(least)), \(plain(greatest)), \(plain((greatest - least) / 20))]}” under “notebook”"
  }

  private static func plain(_ value: Double) -> String { String(format: "%g", value) }

  /// The numbers from one to another in steps, with as many decimals as these are written with, so that 0.3 is 0.3. O(count).
  private static func numbers(from least: Double, to greatest: Double, _ step: Double) -> [Double] {
    let count = ((greatest - least) / step + 1e-9).rounded(.down)
    guard count < Double(mostValues) else { return (0...mostValues).map(Double.init) }
    let digits = [least, step].map { "\($0)".firstMatch(of: compiled(/\.(\d+)$/))?.output.1.count ?? 0 }.max() ?? 0
    let isPlain = [least, step].allSatisfy { !"\($0)".contains("e") }
    return (0...Int(count)).map { index in
      let value = least + Double(index) * step
      return isPlain ? Double(String(format: "%.*f", digits, value)) ?? value : value
    }
  }
}

extension ParameterValue {
  /// The number, where it is one.
  fileprivate var magnitude: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

/// A number of bytes as people write it: `3 MB`, `500 kB`, `1.5MB`, or a bare number of bytes.
package enum ByteCount {
  package static func parse(_ text: String) -> Int? {
    guard let match = text.wholeMatch(of: compiled(/\s*(\d+(?:\.\d+)?)\s*(B|kB|KB|MB|GB)?\s*/)),
      let number = Double(match.output.1)
    else {
      return nil
    }
    let factors: [String: Double] = ["kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9]
    let bytes = number * (match.output.2.flatMap { factors[String($0)] } ?? 1)
    return bytes >= 1 && bytes < 1e12 ? Int(bytes) : nil
  }
}
