/// What a finger or a pen draws from touching to lifting: at least one sample, finite, in the order of time.
///
/// That is checked once, when the stroke is made; whatever takes a stroke relies on it.
public struct Stroke: Hashable, Sendable {
  /// In what x and y are measured.
  public enum Unit: String, Hashable, Codable, Sendable {
    /// Points of a screen, about 0.15 mm each.
    case points
    /// Metres, as of a gesture in the air.
    case metres
  }

  /// The samples, never empty; times never decrease.
  public let samples: [Sample2D]
  /// In what x and y are measured: it decides what counts as a small stroke.
  public let unit: Unit

  /// The stroke through `samples`.
  ///
  /// - Parameters:
  ///   - samples: x to the right, y down, t in seconds.
  ///   - unit: in what x and y are measured; points of a screen unless said.
  ///
  /// One sample is a dot. Equal times are allowed (screens report two touches at one time); a time before its
  /// predecessor is not. Complexity: O(n).
  /// - Throws: ``GestureError/emptyStroke``, ``GestureError/notFinite(quantity:index:value:)``,
  ///   ``GestureError/outOfRange(quantity:value:expected:)`` for values beyond 10¹⁰⁰,
  ///   ``GestureError/timeRunsBackwards(index:time:previous:)``.
  public init(_ samples: [Sample2D], unit: Unit = .points) throws(GestureError) {
    guard !samples.isEmpty else { throw .emptyStroke }
    var previous = -Double.infinity
    for (index, sample) in samples.enumerated() {
      guard sample.x.isFinite else { throw .notFinite(quantity: "x", index: index, value: sample.x) }
      guard sample.y.isFinite else { throw .notFinite(quantity: "y", index: index, value: sample.y) }
      guard sample.t.isFinite else { throw .notFinite(quantity: "t", index: index, value: sample.t) }
      guard max(abs(sample.x), abs(sample.y), abs(sample.t)) <= Self.largest else {
        throw .outOfRange(
          quantity: "sample \(index)", value: max(abs(sample.x), abs(sample.y), abs(sample.t)),
          expected: "coordinates and times of at most \(Self.largest)")
      }
      guard sample.t >= previous else { throw .timeRunsBackwards(index: index, time: sample.t, previous: previous) }
      previous = sample.t
    }
    (self.samples, self.unit) = (samples, unit)
  }

  /// Beyond this, differences and squares of coordinates could overflow.
  static let largest = 1e100

  /// Samples that are known to be a stroke: computed from one, point by point.
  init(unchecked samples: [Sample2D], unit: Unit = .points) { (self.samples, self.unit) = (samples, unit) }

  /// From the first touch to the lift, in seconds; 0 for a dot.
  public var duration: Double { samples[samples.count - 1].t - samples[0].t }

  /// The length of the path, in the unit of x and y. Complexity: O(n).
  public var length: Double {
    zip(samples, samples.dropFirst()).reduce(0) { sum, segment in
      let (dx, dy) = (segment.1.x - segment.0.x, segment.1.y - segment.0.y)
      return sum + (dx * dx + dy * dy).squareRoot()
    }
  }
}

extension Stroke: Codable {
  /// Reads the array of samples, and checks it as the initializer from samples does.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode([Sample2D].self))
  }

  /// Writes the array of samples.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(samples)
  }
}
