internal import Basics

/// The course's features: a board is laid over a stroke, and each of its zones says what happens there.
///
/// For each zone, row by row from the top left: the share of the stroke's time, the net movement right, the net
/// movement down; at the end the constant 1 that makes a classifier's planes affine. With the default 3 × 3 board
/// that is 28 numbers. A segment belongs to the zone that its **midpoint** lies in; a zone includes its left and top
/// edge.
///
/// Two statements hold for every stroke: the shares of time sum to 1, and the movements sum to end minus start of the
/// rescaled stroke. A stroke without duration shares its time evenly over its segments; a single point is in the
/// first zone all the time.
///
/// Source: tasks 1A and 1B of the course; larger boards and separate scaling, task 1F.
public struct ZoneFeatures: Hashable, Codable, Sendable {
  /// The zones side by side, and one below the other: 3 × 3 by default. More zones see finer detail and need more
  /// examples.
  public let columns, rows: Int
  /// How the stroke is brought to the unit square; ``Scaling/uniform`` by default.
  public let scaling: Scaling
  /// The smallest size of a stroke, in the unit of its samples. See ``Stroke/rescaled(minSize:scaling:)``. Nil, the default, is
  /// ``fingertipMinSize`` for a stroke in points and ``airMinSize`` for one in metres.
  public let minSize: Double?

  /// The smallest letter that a fingertip would draw on a screen: 100 points, about 1.5 cm.
  public static let fingertipMinSize = 100.0
  /// The smallest letter that a hand would draw in the air: 0.01 m.
  public static let airMinSize = 0.01

  /// Features over a board of `columns` × `rows` zones.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a board without zones or with more than 64
  ///   on a side, for a negative `minSize`, and for a `flattest` outside 0…1.
  public init(
    columns: Int = 3, rows: Int = 3, scaling: Scaling = .uniform, minSize: Double? = nil
  ) throws(GestureError) {
    try requireZones(columns: columns, rows: rows)
    (self.columns, self.rows, self.scaling, self.minSize) = (columns, rows, scaling, minSize)
    _ = try StrokeExtent(minX: 0, minY: 0, width: 1, height: 1).divisors(minSize: minSize ?? 0, scaling: scaling)
  }

  /// The course's 28 features, for strokes on a screen and in the air.
  public static let course = unfailing { try ZoneFeatures() }
  /// The course's 28 features for strokes in the air, in metres.
  public static let courseInAir = unfailing { try ZoneFeatures(minSize: airMinSize) }

  /// The number of features: three for each zone and the constant 1.
  public var count: Int { 3 * columns * rows + 1 }

  /// What each feature is called, in order: `t_0_0, dx_0_0, dy_0_0, t_0_1, …, one`, with row and column of the zone.
  public var names: [String] {
    (0..<rows).flatMap { row in
      (0..<columns).flatMap { column in ["t", "dx", "dy"].map { "\($0)_\(row)_\(column)" } }
    } + ["one"]
  }

  /// The smallest size of this stroke, in its unit.
  public func minSize(for stroke: Stroke) -> Double {
    minSize ?? (stroke.unit == .metres ? Self.airMinSize : Self.fingertipMinSize)
  }

  /// What is wrong with a stroke that has a size, and one so small that all of it lies in the first zone: its features are
  /// those of any other. Nil for strokes that can be distinguished, and for dots.
  public func doubt(about stroke: Stroke) -> GestureError? {
    let (size, smallest) = (stroke.extent.size, minSize(for: stroke))
    guard size > 0, size < smallest / Double(max(columns, rows)) else { return nil }
    return .strokeTooSmall(size: size, minSize: smallest, unit: stroke.unit)
  }

  /// The features of `stroke`: shares of time and movements in units of the rescaled stroke, all dimensionless.
  ///
  /// A stroke that is too small to be told from others (``doubt(about:)``) is reported next to a notebook's
  /// cell. Complexity: O(samples), one allocation.
  public func features(of stroke: Stroke) -> [Double] {
    var features = [Double](repeating: 0, count: count)
    features[count - 1] = 1
    let samples = stroke.samples
    guard samples.count > 1 else {
      features[0] = 1
      return features
    }
    let extent = stroke.extent
    if let doubt = doubt(about: stroke) { Warnings.say("\(doubt)") }
    // `init` has checked both parameters; there is nothing left to throw.
    guard let scale = try? extent.divisors(minSize: minSize(for: stroke), scaling: scaling) else { return features }
    let duration = stroke.duration
    // Divided by, not multiplied with the reciprocal, which overflows for a tiny duration or size.
    let timeUnit = duration > 0 ? duration : 1
    let perSegment = duration > 0 ? 0 : 1 / Double(samples.count - 1)
    features.withUnsafeMutableBufferPointer { features in
      samples.withUnsafeBufferPointer { samples in
        var (x, y, t) = ((samples[0].x - extent.minX) / scale.x, (samples[0].y - extent.minY) / scale.y, samples[0].t)
        for index in 1..<samples.count {
          let sample = samples[index]
          let (nextX, nextY) = ((sample.x - extent.minX) / scale.x, (sample.y - extent.minY) / scale.y)
          let column = min(Int((x + nextX) * 0.5 * Double(columns)), columns - 1)
          let row = min(Int((y + nextY) * 0.5 * Double(rows)), rows - 1)
          let first = 3 * (row * columns + column)
          features[first] += (sample.t - t) / timeUnit + perSegment
          features[first + 1] += nextX - x
          features[first + 2] += nextY - y
          (x, y, t) = (nextX, nextY, sample.t)
        }
      }
    }
    return features
  }
}

extension ZoneFeatures {
  /// Reads the four parameters, and checks them as ``init(columns:rows:scaling:minSize:)`` does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      columns: container.decode(Int.self, forKey: .columns), rows: container.decode(Int.self, forKey: .rows),
      scaling: container.decode(Scaling.self, forKey: .scaling),
      minSize: container.decodeIfPresent(Double.self, forKey: .minSize))
  }
}
