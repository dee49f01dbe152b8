internal import Basics

/// Which fold each example is tested in: 0..<k. Trained is on the examples of all other folds.
public struct Folds: Hashable, Codable, Sendable {
  /// The fold of each example.
  public let assignment: [Int]
  /// The number of folds.
  public let count: Int

  /// Folds in which each label is as evenly spread as its number allows, in an order drawn from `seed`. For examples
  /// that do not depend on each other.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` unless 2 ≤ count ≤ examples.
  public static func stratified(labels: [String], count: Int = 10, seed: UInt64 = 1) throws(GestureError) -> Folds {
    try check(count, labels.count)
    var generator = SeededRandom(seed: seed)
    var byLabel: [String: [Int]] = [:]
    for (index, label) in labels.enumerated() { byLabel[label, default: []].append(index) }
    var assignment = [Int](repeating: 0, count: labels.count)
    var next = 0
    for label in byLabel.keys.sorted() {
      var indices = byLabel[label] ?? []
      generator.shuffle(&indices)
      for index in indices {
        assignment[index] = next % count
        next += 1
      }
    }
    return Folds(checked: assignment, count: count)
  }

  /// One fold for each group: leave one person out. Folds are in the order of the groups' names.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for fewer than two groups.
  public static func byGroup(_ groups: [String]) throws(GestureError) -> Folds {
    let names = Set(groups).sorted()
    try check(names.count, groups.count)
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    return Folds(checked: groups.map { numbers[$0] ?? 0 }, count: names.count)
  }

  /// `count` contiguous blocks of nearly equal size: for recordings in which neighbours are nearly the same.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` unless 2 ≤ count ≤ examples.
  public static func blocks(examples: Int, count: Int = 10) throws(GestureError) -> Folds {
    try check(count, examples)
    return Folds(checked: (0..<examples).map { $0 * count / examples }, count: count)
  }

  /// The examples to train on, and those to test, in `fold`.
  public func split(_ fold: Int) -> (training: [Int], testing: [Int]) {
    (assignment.indices.filter { assignment[$0] != fold }, assignment.indices.filter { assignment[$0] == fold })
  }

  private static func check(_ count: Int, _ examples: Int) throws(GestureError) {
    guard count >= 2, count <= examples else {
      throw .outOfRange(quantity: "the number of folds", value: Double(count), expected: "2 to \(examples)")
    }
  }
}

extension Folds {
  private init(checked assignment: [Int], count: Int) { (self.assignment, self.count) = (assignment, count) }

  /// Reads fold numbers, each from 0 to below their count.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      checked: try container.decode([Int].self, forKey: .assignment),
      count: try container.decode(Int.self, forKey: .count))
    try Self.check(count, assignment.count)
    if let stray = assignment.first(where: { !(0..<count).contains($0) }) {
      throw GestureError.outOfRange(quantity: "a fold", value: Double(stray), expected: "0 to \(count - 1)")
    }
  }
}
