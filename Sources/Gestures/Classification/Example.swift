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
      if let bad = example.features.first(where: { !$0.isFinite }) {
        throw .notFinite(quantity: "a feature", index: index, value: bad)
      }
    }
    let numbers = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($1, $0) })
    targets = examples.map { numbers[$0.label] ?? 0 }
    rows = examples.flatMap(\.features)
  }
}
