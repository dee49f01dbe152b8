/// A feature vector with its label: one row of a training log.
public struct Example: Hashable, Codable, Sendable {
  /// What was drawn.
  public var label: String
  /// Its features.
  public var features: [Double]

  /// `features`, labelled.
  public init(label: String, features: [Double]) {
    (self.label, self.features) = (label, features)
  }
}

/// Examples that can be trained on: numbered labels, vectors of one length, all finite.
///
/// That is checked once, here; every training relies on it.
struct TrainingSet {
  /// Every label once, sorted.
  let labels: [String]
  /// The label of each example, as an index into `labels`.
  let targets: [Int]
  /// The examples' features, one after another: `count × width`.
  let rows: [Double]
  /// The number of features of an example.
  let width: Int
  var count: Int { targets.count }

  init(_ examples: [Example]) throws(GestureError) {
    labels = Set(examples.map(\.label)).sorted()
    guard labels.count > 1 else { throw .tooFewExamples(labels: labels.count, examples: examples.count) }
    guard !labels.contains("") else { throw .badLabels(reason: "an example has the empty label") }
    width = examples[0].features.count
    guard width > 0 else { throw .featureCount(found: 0, expected: 1) }
    for (index, example) in examples.enumerated() {
      guard example.features.count == width else {
        throw .featureCount(found: example.features.count, expected: width)
      }
      guard let bad = example.features.first(where: { !(abs($0) <= Stroke.largest) }) else { continue }
      guard bad.isFinite else { throw .notFinite(quantity: "a feature", index: index, value: bad) }
      throw .outOfRange(quantity: "a feature of example \(index)", value: bad, expected: "at most \(Stroke.largest)")
    }
    let largest = examples.reduce(0) { $1.features.reduce($0) { max($0, abs($1)) } }
    guard largest == 0 || largest >= 1 / Stroke.largest else {
      throw .outOfRange(
        quantity: "the largest feature", value: largest, expected: "at least \(1 / Stroke.largest): use another unit")
    }
    let numbers = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    targets = examples.map { numbers[$0.label] ?? 0 }
    rows = examples.flatMap(\.features)
  }
}
