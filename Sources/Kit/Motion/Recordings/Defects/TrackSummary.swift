import Rotations
import Traces

/// What one wants to know of a track of poses.
public struct TrackSummary: Hashable, Sendable {
  /// What the track is called.
  public let name: String
  /// Poses.
  public let count: Int
  /// Seconds.
  public let duration: Double
  /// Hz, from the median step.
  public let rate: Double
  /// Metres along the track.
  public let length: Double
  /// Metres in x, y and z between the smallest and the greatest.
  public let extent: Vector3
  /// Whether it says how the device was turned.
  public let hasAttitudes: Bool
  /// What reading did to the rows, in words.
  public let notes: [String]

  init(_ table: PoseTable) {
    name = table.place.file
    count = table.times.count
    duration = table.times[count - 1] - table.times[0]
    let step = TimeSteps(table.times).median
    rate = step > 0 ? 1 / step : 0
    length = zip(table.positions.dropFirst(), table.positions).reduce(0) { $0 + ($1.0 - $1.1).length }
    let first = table.positions[0]
    let (low, high) = table.positions.reduce((first, first)) { bounds, p in
      (pointwiseMin(bounds.0, p), pointwiseMax(bounds.1, p))
    }
    extent = high - low
    hasAttitudes = !table.attitudes.isEmpty
    notes = table.notes
  }
}

extension TrackSummary: CustomStringConvertible {
  /// A line per fact, as `gimbal trace info` prints it.
  public var description: String {
    """
    \(name): a track of poses, not a recording: \(count) \(hasAttitudes ? "positions with attitudes" : "positions") in \
    \(shortSeconds(duration)) at \(shortNumber(rate)) Hz
    length: \(shortNumber(length)) m
    extent: \(shortNumber(extent.x)) m × \(shortNumber(extent.y)) m × \(shortNumber(extent.z)) m
    """ + notes.map { "\nnote: \($0)" }.joined()
  }
}
