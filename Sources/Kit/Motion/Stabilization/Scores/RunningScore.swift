import Rotations
import Traces

/// A trajectory's error, summed up sample by sample in constant memory: the one definition of drift.
///
/// Drift is the distance from the truth in m, of positions that start where the truth starts. One position that is not a number
/// makes every number NaN that it has a part in.
public struct RunningScore: Hashable, Sendable {
  /// What was aligned before; nil without truth.
  public let alignment: TruthAlignment?
  private let start: Vector3
  private var offset: Vector3?
  private var last: Vector3
  private var lastDrift: Double?
  private var squares = 0.0
  private var largest = 0.0
  /// How many positions were compared with a truth.
  private var count = 0
  /// Root mean square of the speed over the samples at rest, m/s; nil where they are not known, or none. It cannot show how the
  /// movement was followed: it is 0 for standing still, and for a scheme that sets the velocity to 0 where the same detector finds rest.
  public private(set) var residualSpeed: Double?

  init(from motion: Motion, aligned alignment: TruthAlignment?) {
    self.alignment = alignment
    start = motion.position
    last = motion.position
  }

  package init(
    of trajectory: Trajectory, from start: Motion, truth: [Vector3]?, aligned alignment: TruthAlignment?,
    isTruthKnown: [Bool]? = nil, isResting: [Bool]
  ) {
    self.init(from: start, aligned: alignment)
    for (index, position) in trajectory.positions.enumerated() {
      add(position, truth: truth?[index], isKnown: isTruthKnown?[index] ?? true)
    }
    let resting = zip(trajectory.velocities, isResting).filter(\.1).map(\.0.length)
    residualSpeed = resting.isEmpty ? nil : rootMeanSquare(resting)
  }

  @inline(__always)
  mutating func add(_ position: Vector3, truth: Vector3?, isKnown: Bool) {
    last = position
    let excursion = (position - start).squaredLength
    // A maximum would pass over what is not a number.
    if excursion > largest || excursion.isNaN { largest = largest.isNaN ? largest : excursion }
    guard let truth else { return }
    if offset == nil { offset = start - truth }
    guard isKnown else { return }
    count += 1
    let drift = (position - (truth + offset!)).squaredLength
    squares += drift
    lastDrift = drift
  }

  /// Distance from the truth at the end, or where it was last known, m; nil without truth.
  public var finalDrift: Double? { lastDrift.map { $0.squareRoot() } }
  /// Root mean square of the distance from the truth over the samples at which that is known, m; nil without truth.
  public var rmsDrift: Double? { lastDrift == nil ? nil : (squares / Double(count)).squareRoot() }
  /// Greatest distance from the start, m.
  public var largestExcursion: Double { largest.squareRoot() }
  /// Distance between end and start, m: 0 for a perfect result when the device returned, and for whatever never moved. It cannot
  /// show whether the path between was followed.
  public var closingError: Double { (last - start).length }

  /// The values in the order of ``measures(aligned:)``.
  public var values: [Double?] { [finalDrift, rmsDrift, largestExcursion, closingError, residualSpeed] }

  /// What ``values`` stand for.
  public static func measures(aligned alignment: TruthAlignment?) -> [ErrorMeasure] {
    [
      ErrorMeasure("final drift", unit: "m", aligned: alignment),
      ErrorMeasure("RMS drift", unit: "m", aligned: alignment), ErrorMeasure("largest excursion", unit: "m"),
      ErrorMeasure("closing error", unit: "m"), ErrorMeasure("residual speed at rest", unit: "m/s"),
    ]
  }
}
