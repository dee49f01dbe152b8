/// What a finger or a pen draws from touching to lifting: at least one sample, finite, in the order of time.
///
/// That is checked once, when the stroke is made; whatever takes a stroke relies on it.
public struct Stroke: Hashable, Sendable {
  /// In what x and y are measured.
  public enum Unit: String, Hashable, Codable, Sendable, CaseIterable {
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
    try requireGesture(samples) { [("x", $0.x), ("y", $0.y), ("t", $0.t)] }
    (self.samples, self.unit) = (samples, unit)
  }

  /// Beyond this, differences and squares of coordinates could overflow.
  static let largest = 1e100

  /// Samples that are known to be a stroke: computed from one, point by point.
  init(unchecked samples: [Sample2D], unit: Unit) { (self.samples, self.unit) = (samples, unit) }

  /// From the first touch to the lift, in seconds; 0 for a dot.
  public var duration: Double { samples[samples.count - 1].t - samples[0].t }

  /// The length of the path, in the unit of x and y. Complexity: O(n).
  public var length: Double {
    zip(samples, samples.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}

extension Stroke: Codable {
  private enum Key: String, CodingKey { case samples, unit }

  /// Reads what `encode` writes, and checks it as the initializer from samples does.
  public init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: Key.self) else {
      try self.init([Sample2D](from: decoder))
      return
    }
    try self.init(
      container.decode([Sample2D].self, forKey: .samples), unit: container.decode(Unit.self, forKey: .unit))
  }

  /// Writes the array of samples; of a stroke that is not in points, `samples` and `unit`.
  public func encode(to encoder: any Encoder) throws {
    guard unit != .points else { return try samples.encode(to: encoder) }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(samples, forKey: .samples)
    try container.encode(unit, forKey: .unit)
  }
}
