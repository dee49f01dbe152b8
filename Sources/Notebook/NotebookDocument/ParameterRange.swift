import Foundation
import Yams

/// What `notebook: ranges:` says of a parameter: how far a control goes, or between what it chooses.
package enum ParameterRange: Hashable, Sendable {
  /// From, to, and in which steps; nil for steps that suit the range.
  case interval(Double, Double, step: Double?)
  case choices([String])

  /// What a value that is not a range would have to be, in words.
  static func expectation(_ node: Node) -> String {
    let numbers = node.sequence?.compactMap(\.float) ?? []
    if numbers.count > 1, numbers.count == node.sequence?.count {
      if numbers.count > 3 { return "[least, greatest] or [least, greatest, step], not a list of numbers" }
      if !(numbers[0] < numbers[1]) { return "[least, greatest], the smaller number first" }
      if numbers.count == 3 { return "[least, greatest, step], with a step above 0" }
    }
    return "[least, greatest], [least, greatest, step] or a list of two texts or more"
  }

  /// Reads `[least, greatest]`, `[least, greatest, step]` or a list of texts.
  init?(_ node: Node) {
    guard let items = node.sequence.map({ Array($0) }), items.count > 1 else { return nil }
    let numbers = items.compactMap(\.float)
    if numbers.count == items.count, numbers.count <= 3, numbers.allSatisfy(\.isFinite) {
      guard numbers[0] < numbers[1], numbers.count == 2 || numbers[2] > 0 else { return nil }
      self = .interval(numbers[0], numbers[1], step: numbers.count == 3 ? numbers[2] : nil)
    } else {
      let texts = items.compactMap { $0.scalar?.string }
      guard texts.count == items.count, numbers.isEmpty else { return nil }
      self = .choices(texts)
    }
  }
}
