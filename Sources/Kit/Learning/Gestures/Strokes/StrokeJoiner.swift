/// Joins strokes to gestures: a stroke that begins soon after the last one ended belongs to the same letter.
///
/// The pen's flight from one stroke to the next becomes a segment like any other: it takes time and moves, so that the
/// features' statements (shares of time sum to 1, movements to end minus start) hold for a joined gesture too.
///
/// Source: task 1F of the course, which suggests to wait "a few hundred milliseconds".
public struct StrokeJoiner: Sendable {
  /// The longest pause within a gesture, in seconds; 0.4 by default, the course's “few hundred milliseconds”. Longer: slow writers may lift their pen; but the
  /// answer comes later, and hasty letters run together. 0 joins nothing but strokes that begin when the last one
  /// ends.
  public let pause: Double
  private var pending: [Sample2D] = []
  private var unit = Stroke.Unit.points

  /// A joiner with nothing pending.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a pause that is negative or not finite.
  public init(pause: Double = 0.4) throws(GestureError) {
    try require("pause", pause, in: .nonnegative, "0 or more seconds")
    self.pause = pause
  }

  /// Takes the next stroke; returns the gesture before it, when the stroke begins too late to belong to that.
  /// - Throws: ``GestureError/timeRunsBackwards(index:time:previous:)`` for a stroke that begins before the last one
  ///   ends, ``GestureError/mixedUnits(_:_:)`` for one of the same gesture in another unit; it is not taken.
  public mutating func add(_ stroke: Stroke) throws(GestureError) -> Stroke? {
    guard let last = pending.last else {
      (pending, unit) = (stroke.samples, stroke.unit)
      return nil
    }
    let start = stroke.samples[0].t
    guard start >= last.t else { throw .timeRunsBackwards(index: 0, time: start, previous: last.t) }
    guard start - last.t > pause else {
      guard stroke.unit == unit else { throw .mixedUnits(unit, stroke.unit) }
      pending += stroke.samples
      return nil
    }
    defer { (pending, unit) = (stroke.samples, stroke.unit) }
    return Stroke(unchecked: pending, unit: unit)
  }

  /// The gesture that is complete at time `now` because nothing has begun since; nil while a stroke may still follow.
  public mutating func finish(at now: Double = .infinity) -> Stroke? {
    guard let last = pending.last, now - last.t > pause else { return nil }
    defer { pending = [] }
    return Stroke(unchecked: pending, unit: unit)
  }

  /// The gestures that `strokes`, in the order of time, make up. Complexity: O(samples).
  /// - Throws: as ``add(_:)`` does.
  public static func join(_ strokes: [Stroke], pause: Double = 0.4) throws(GestureError) -> [Stroke] {
    var joiner = try StrokeJoiner(pause: pause)
    var gestures: [Stroke] = []
    for stroke in strokes {
      if let gesture = try joiner.add(stroke) { gestures.append(gesture) }
    }
    if let gesture = joiner.finish() { gestures.append(gesture) }
    return gestures
  }
}
