import Evaluation
import Networks
import Rotations
import Stabilization
import Traces

/// A walk's velocity as a network estimates it from the last second of acceleration and rotation rate.
///
/// In the spirit of IONet (Chen, Lu, Markham, Trigoni, AAAI 2018) and RoNIN (Herath, Yan, Furukawa, ICRA 2020), small enough to be
/// trained in a notebook. The network answers ten times a second, along and across the direction of walking; that direction is the
/// start's, turned as the phone turns about the vertical; the starting speed holds until a second is known.
///
/// It goes wrong where a walk is like none that it was trained on: another person, another pocket, a trolley.
public struct LearnedVelocity: Scheme {
  /// What was learned: 72 numbers in, velocity along and to the left of the direction of walking in m/s out.
  public let network: Network

  private var tracker: WalkTracker
  private var features = WalkFeatures()
  private var velocity = SIMD2<Double>.zero
  private var isWalking = false

  /// - Parameters:
  ///   - network: As ``train(on:options:hidden:)`` makes it.
  ///   - rest: Tells when the walker stands still.
  /// - Throws: `TraceError.invalidParameter` for a network with another number of inputs than 72 or of outputs than 2.
  public init(_ network: Network, rest: RestDetector = .fluctuation(threshold: 0.35, duration: 0.5)) throws(TraceError)
  {
    (self.network, tracker) = (network, WalkTracker(rest: rest))
    try check()
  }

  public var name: String { "learned velocity" }
  public var parameters: [SchemeParameter] { [.init("layers", network.sizes)] + tracker.rest.parameters }

  /// The scheme as it was before any sample: what it has seen and remembers is gone.
  public var fresh: Self {
    var scheme = self
    (scheme.tracker, scheme.features) = (WalkTracker(rest: tracker.rest), WalkFeatures())
    (scheme.velocity, scheme.isWalking) = (.zero, false)
    return scheme
  }

  public mutating func advance(_ motion: inout Motion, by step: Step) {
    let before = tracker.sinceStart
    guard tracker.update(&motion, by: step) == .walking else {
      isWalking = false
      return
    }
    if !isWalking || tracker.sinceStart < before {
      (isWalking, features, velocity) = (true, WalkFeatures(), SIMD2(tracker.startSpeed, 0))
    }
    if features.update(step, heading: tracker.heading) { velocity = answer(features.values) ?? velocity }
    tracker.walk(&motion, forward: velocity.x, left: velocity.y, for: step.duration)
  }

  /// Nil for features that are not finite, which no checked sample gives.
  private func answer(_ features: [Double]) -> SIMD2<Double>? {
    guard let row = try? Rows(width: features.count, values: features), let out = try? network.outputs(for: row) else {
      return nil
    }
    return SIMD2(out[0, 0], out[0, 1])
  }

  public func check() throws(TraceError) {
    try tracker.check()
    for (name, found, expected) in [
      ("network's inputs", network.inputs, WalkFeatures.count), ("network's outputs", network.outputs, 2),
    ]
    where found != expected {
      throw .invalidParameter(name, value: Double(found), expected: "\(expected)")
    }
  }

  public func check(_ trace: Trace) throws(TraceError) {
    try check()
    try tracker.check(trace)
    if trace.rotationRate == nil {
      throw .missingQuantity(
        "rotationRate", neededBy: name, remedy: "record the gyroscope, or use `.pedestrianDeadReckoning()`")
    }
  }
}
