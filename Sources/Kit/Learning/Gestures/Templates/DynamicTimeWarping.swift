/// Dynamic time warping: how far two sequences are apart when one may run faster here and slower there.
///
/// The cheapest way to go through both from beginning to end, forward in one or the other or both at each step; the
/// cost is the sum of the Euclidean distances on the way. A reference to compare with: it needs one example of each
/// label, and a comparison with each of them takes time.
///
/// Source: Sakoe & Chiba, Dynamic programming algorithm optimization for spoken word recognition, IEEE Trans. ASSP
/// 26, 1978: the band of section II, here with the symmetric steps of weight 1.
public struct DynamicTimeWarping: Hashable, Codable, Sendable {
  /// How far the two may be apart in time, as a share of the longer one's length, 0…1; 0.15 by default, a round number
  /// that was searched nowhere. Larger: more forgiving, slower.
  public let band: Double

  /// Warping within this band.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)``.
  public init(band: Double = 0.15) throws(GestureError) {
    try require("band", band, in: 0...1, "a share from 0 to 1")
    self.band = band
  }

  /// The cost of the cheapest way, in the unit of the vectors' distances.
  ///
  /// `left` and `right` are vectors of `width` numbers, one after another; they may differ in length. Complexity:
  /// O(length² × band × width) time, O(length) memory.
  /// - Throws: ``GestureError/emptyStroke`` for an empty sequence,
  ///   ``GestureError/countMismatch(quantity:found:expected:)`` when the numbers do not make vectors of `width`, and what
  ///   ``Classifier/scores(for:)`` throws for numbers.
  public func distance(_ left: [Double], _ right: [Double], width: Int) throws(GestureError) -> Double {
    guard !left.isEmpty, !right.isEmpty else { throw .emptyStroke }
    for numbers in [left, right] where width < 1 || !numbers.count.isMultiple(of: width) {
      throw .countMismatch(quantity: "numbers in a sequence", found: numbers.count, expected: width)
    }
    for numbers in [left, right] { try requireMeasurable(numbers, "number in a sequence") }
    let (rows, columns) = (left.count / width, right.count / width)
    let slope = Double(columns) / Double(rows)
    // Wide enough for the path to get from one row's part of the band to the next one's.
    let reach = max(Int((band * Double(max(rows, columns))).rounded(.up)), Int(slope.rounded(.up)))
    var previous = [Double](repeating: .infinity, count: columns + 1)
    var current = previous
    previous[0] = 0
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        for row in 0..<rows {
          for column in current.indices { current[column] = .infinity }
          let middle = Int((Double(row) * slope).rounded())
          let range = max(0, middle - reach)...max(0, min(columns - 1, middle + reach))
          for column in range {
            var square = 0.0
            for index in 0..<width {
              let difference = left[row * width + index] - right[column * width + index]
              square += difference * difference
            }
            current[column + 1] =
              square.squareRoot() + min(previous[column], previous[column + 1], current[column])
          }
          swap(&previous, &current)
        }
      }
    }
    return previous[columns]
  }
}

extension DynamicTimeWarping {
  /// Reads the band, and checks it as ``init(band:)`` does.
  public init(from decoder: any Decoder) throws {
    try self.init(band: decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .band))
  }
}

/// The label of the nearest example by dynamic time warping.
public struct WarpedNeighbor: Classifier {
  /// The labels, sorted.
  public let labels: [String]
  /// The numbers of a sequence.
  public let featureCount: Int
  private let width: Int
  private let warping: DynamicTimeWarping
  private let examples: [(target: Int, sequence: [Double])]

  /// Compares with `examples`, whose features are sequences of vectors of `width` numbers: those of one
  /// ``MotionChannel`` or of ``Stroke/resampled(count:by:)``.
  /// - Throws: ``GestureError/tooFewExamples(labels:examples:)``, ``GestureError/featureCount(found:expected:)``,
  ///   ``GestureError/countMismatch(quantity:found:expected:)``.
  public init(_ examples: [Example], width: Int, warping: DynamicTimeWarping) throws(GestureError) {
    let set = try TrainingSet(examples)
    guard width > 0, set.width.isMultiple(of: width) else {
      throw .countMismatch(quantity: "numbers in a sequence", found: set.width, expected: width)
    }
    (labels, featureCount, self.width, self.warping) = (set.labels, set.width, width, warping)
    self.examples = zip(set.targets, examples).map { ($0, $1.features) }
  }

  /// Minus the distance to the nearest example of each label. Complexity: examples × one comparison.
  public func uncheckedScores(for features: [Double]) -> [Double] {
    var scores = [Double](repeating: -.greatestFiniteMagnitude, count: labels.count)
    for example in examples {
      // The sequences' shapes have been checked.
      let distance = (try? warping.distance(features, example.sequence, width: width)) ?? .infinity
      scores[example.target] = max(scores[example.target], -distance)
    }
    return scores
  }
}
