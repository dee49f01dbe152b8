/// How often each label was answered for which: rows are what was drawn, columns what was answered.
public struct ConfusionMatrix: Hashable, Codable, Sendable {
  /// The labels, in the order of rows and columns; the column after the last is “none”.
  public let labels: [String]
  /// `counts[drawn][answered]`, `labels.count` rows of `labels.count + 1` columns.
  public private(set) var counts: [[Int]]
  /// How many gestures had a label that is not among ``labels``: always wrong, but in no row.
  public private(set) var foreign = 0

  /// An empty matrix for `labels`.
  /// - Throws: ``GestureError/badLabels(reason:)`` for labels that are empty or not distinct.
  public init(labels: [String]) throws(GestureError) {
    guard !labels.isEmpty, Set(labels).count == labels.count else {
      throw .badLabels(reason: "a confusion matrix needs at least one, no two equal")
    }
    self.labels = labels
    counts = Array(repeating: Array(repeating: 0, count: labels.count + 1), count: labels.count)
  }

  /// Counts one answer; nil is “none”.
  public mutating func record(drawn: String, answered: String?) {
    if let row = labels.firstIndex(of: drawn) {
      counts[row][answered.flatMap(labels.firstIndex(of:)) ?? labels.count] += 1
    } else {
      foreign += 1
    }
  }

  /// Adds the counts of another matrix with the same labels.
  /// - Throws: ``GestureError/badLabels(reason:)`` when the labels differ.
  public mutating func add(_ other: ConfusionMatrix) throws(GestureError) {
    guard other.labels == labels else { throw .badLabels(reason: "the matrices to add have different ones") }
    for row in counts.indices {
      for column in counts[row].indices { counts[row][column] += other.counts[row][column] }
    }
    foreign += other.foreign
  }

  /// All answers counted.
  public var total: Int { counts.reduce(foreign) { $0 + $1.reduce(0, +) } }
  /// The right answers.
  public var correct: Int { labels.indices.reduce(0) { $0 + counts[$1][$1] } }

  /// The share of right answers.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for an empty matrix.
  public func accuracy() throws(GestureError) -> Proportion {
    try Proportion(successes: correct, trials: total)
  }

  /// A label that was mistaken for another.
  public struct Confusion: Hashable, Codable, Sendable {
    /// What was drawn.
    public let drawn: String
    /// What was answered; nil is “none”.
    public let answered: String?
    /// How often.
    public let count: Int
  }

  /// The confusions that happened, most frequent first, at most `limit`. Complexity: O(labels²).
  public func mostConfused(_ limit: Int = .max) -> [Confusion] {
    var found: [Confusion] = []
    for (row, drawn) in labels.enumerated() {
      for (column, count) in counts[row].enumerated() where column != row && count > 0 {
        found.append(Confusion(drawn: drawn, answered: column < labels.count ? labels[column] : nil, count: count))
      }
    }
    let sorted = found.sorted {
      ($1.count, $0.drawn, $0.answered ?? "~") < ($0.count, $1.drawn, $1.answered ?? "~")
    }
    return Array(sorted.prefix(max(0, limit)))
  }
}

extension ConfusionMatrix {
  /// Reads labels and counts: a row for each label, a column for each and one for “none”.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(labels: container.decode([String].self, forKey: .labels))
    counts = try container.decode([[Int]].self, forKey: .counts)
    foreign = try container.decode(Int.self, forKey: .foreign)
    let all = counts.joined() + [foreign]
    guard counts.count == labels.count, counts.allSatisfy({ $0.count == labels.count + 1 }),
      all.allSatisfy({ (0...(1 << 40)).contains($0) })
    else { throw GestureError.badLabels(reason: "the counts do not fit the \(labels.count) labels") }
  }
}
