import Foundation
import NotebookDocument

/// How a person may change a parameter in the page: what is sent of it.
package struct ParameterControl: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// A slider from `least` to `greatest` in steps of `step`.
    case number
    /// A box to tick.
    case boolean
    /// One of `choices`.
    case choice
    /// Anything that can be typed.
    case text
  }

  package var name: String
  package var kind: Kind
  /// As `-P name=value` takes it.
  package var value: String
  /// What the notebook itself says.
  package var declared: String
  package var least: Double?
  package var greatest: Double?
  package var step: Double?
  package var choices: [String]?

  /// The control of a parameter: the range is that of the front matter, else one around the declared value.
  package init(_ parameter: Parameter, declared: ParameterValue, range: ParameterRange?, folder: String) {
    (name, value, self.declared) = (parameter.name, parameter.value.description, declared.description)
    kind = .text
    switch declared {
    case .boolean: kind = .boolean
    case .number(let number): if number.isFinite { slide(around: number, range, isWhole: false) }
    case .integer(let number): slide(around: Double(number), range, isWhole: true)
    case .text(let text):
      if case .choices(let given)? = range {
        offer(given)
      } else {
        offer(Self.recordings(beside: text, in: folder))
      }
    case .list: break
    }
  }

  private mutating func slide(around number: Double, _ range: ParameterRange?, isWhole: Bool) {
    if case .choices(let given)? = range { return offer(given) }
    kind = .number
    let present = Double(value) ?? number
    if case .interval(let least, let greatest, let given)? = range {
      (self.least, self.greatest) = (min(least, present), max(greatest, present))
      step = given ?? (isWhole ? 1 : Self.round((greatest - least) / 200))
      return
    }
    let size = abs(number)
    let far = isWhole ? max(4 * size, 10) : size > 0 ? Self.round(4 * size) : 1
    (least, greatest) = (number < 0 ? -far : 0, number < 0 ? 0 : far)
    if number == 0 { least = -far }
    (least, greatest) = (min(least ?? 0, present), max(greatest ?? 0, present))
    step = isWhole ? 1 : Self.round(far / 200)
  }

  /// A number near this one with one digit: 1, 2 or 5 times a power of ten.
  private static func round(_ value: Double) -> Double {
    let power = pow(10, floor(log10(value)))
    let digit = value / power
    return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power
  }

  private mutating func offer(_ choices: [String]) {
    guard choices.count > 1 else { return }
    kind = .choice
    self.choices = choices.contains(value) ? choices : [value] + choices
  }

  /// The other recordings in the folder of the one that a text names.
  private static func recordings(beside text: String, in folder: String) -> [String] {
    let kinds = [".csv", ".csv.gz", ".zip"]
    guard kinds.contains(where: { text.hasSuffix($0) }) else { return [] }
    let parent = (text as NSString).deletingLastPathComponent
    let place = parent.hasPrefix("/") ? parent : parent.isEmpty ? folder : "\(folder)/\(parent)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.filter { name in !name.hasPrefix(".") && kinds.contains { name.hasSuffix($0) } }.sorted().prefix(500)
      .map { parent.isEmpty ? $0 : "\(parent)/\($0)" }
  }
}
