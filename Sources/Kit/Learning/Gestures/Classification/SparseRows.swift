/// The examples' features without their zeros: a letter does not visit every zone.
struct SparseRows: Sendable {
  /// The index of each example's first entry, and the end of the last one's.
  let starts: [Int]
  /// The entries' features, and their values.
  let features: [Int]
  let values: [Double]

  init(_ set: TrainingSet) {
    var (starts, features, values) = ([0], [Int](), [Double]())
    for example in 0..<set.count {
      for feature in 0..<set.width {
        let value = set.rows[example * set.width + feature]
        guard value != 0 else { continue }
        features.append(feature)
        values.append(value)
      }
      starts.append(features.count)
    }
    (self.starts, self.features, self.values) = (starts, features, values)
  }
}
