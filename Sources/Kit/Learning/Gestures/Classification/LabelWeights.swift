/// Weights stored feature by feature, eight labels side by side: scoring an example is then one multiplication and
/// addition of vectors for each of its features that is not 0, with no sum across a vector at the end.
struct LabelWeights {
  typealias Eight = SIMD8<Double>

  let labels: Int
  let width: Int
  /// Vectors for one feature.
  let blocks: Int
  private(set) var storage: [Eight]

  init(labels: Int, width: Int) {
    (self.labels, self.width, blocks) = (labels, width, (labels + 7) / 8)
    storage = Array(repeating: .zero, count: width * blocks)
  }

  /// Draws every weight, label by label.
  mutating func fill(_ next: () -> Double) {
    for label in 0..<labels {
      for feature in 0..<width { storage[feature * blocks + label / 8][label % 8] = next() }
    }
  }

  /// The weights label by label: `labels × width`.
  var flat: [Double] {
    (0..<labels).flatMap { label in (0..<width).map { storage[$0 * blocks + label / 8][label % 8] } }
  }

  /// The scores of all labels for the example with these entries, written to `scores`, which has room for whole blocks.
  @inline(__always)
  func score(
    _ features: UnsafePointer<Int>, _ values: UnsafePointer<Double>, _ count: Int,
    into scores: UnsafeMutablePointer<Eight>
  ) {
    storage.withUnsafeBufferPointer { storage in
      for block in 0..<blocks {
        var sum = Eight.zero
        let column = storage.baseAddress! + block
        for entry in 0..<count { sum += values[entry] * column[features[entry] * blocks] }
        scores[block] = sum
      }
    }
  }

  /// One label's weights, plus `factor` times an example.
  @inline(__always)
  mutating func add(
    _ factor: Double, _ features: UnsafePointer<Int>, _ values: UnsafePointer<Double>, _ count: Int, to label: Int
  ) {
    storage.withUnsafeMutableBufferPointer { storage in
      for entry in 0..<count {
        storage[features[entry] * blocks + label / 8][label % 8] += factor * values[entry]
      }
    }
  }
}
