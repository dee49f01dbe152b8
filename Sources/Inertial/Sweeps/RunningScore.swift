import Rotations

/// The drift of a trajectory, summed up sample by sample in constant memory.
public struct RunningScore: Hashable, Sendable {
  private let start: Vector3
  private var firstTruth: Vector3?
  private var last: Vector3
  private var lastDrift: Double?
  private var squares = 0.0
  private var largest = 0.0
  private var count = 0

  init(from motion: Motion) {
    start = motion.position
    last = motion.position
  }

  @inline(__always)
  mutating func add(_ position: Vector3, truth: Vector3?) {
    last = position
    largest = max(largest, (position - start).squaredLength)
    count += 1
    guard let truth else { return }
    if firstTruth == nil { firstTruth = truth }
    let drift = (position - start - (truth - firstTruth!)).squaredLength
    squares += drift
    lastDrift = drift
  }

  /// Distance from the truth at the end, m; nil without truth.
  public var finalDrift: Double? { lastDrift.map { $0.squareRoot() } }
  /// Root mean square over the samples of the distance from the truth, m; nil without truth.
  public var rmsDrift: Double? { lastDrift == nil ? nil : (squares / Double(count)).squareRoot() }
  /// Greatest distance from the start, m.
  public var largestExcursion: Double { largest.squareRoot() }
  /// Distance between end and start, m.
  public var closingError: Double { (last - start).length }
}
