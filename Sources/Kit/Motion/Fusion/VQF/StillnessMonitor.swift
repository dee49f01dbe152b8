import Rotations

/// Recognises that the device rests: neither sensor strays from its own low-pass, and the rate is no larger than a bias
/// could be (VQF §3.4).
struct StillnessMonitor: Hashable, Sendable {
  private let interval, needed, rotationSquare, forceSquare, largestBias: Double
  private var rates: ButterworthLowPass
  private var forces: ButterworthLowPass
  private var calm = 0.0

  /// The rotation rate's low-pass, rad/s: at rest, the bias.
  private(set) var meanRate = Vector3.zero
  private(set) var atRest = false

  init(_ parameters: VersatileFilter.Parameters, interval: Double) {
    self.interval = interval
    needed = parameters.restTime
    rotationSquare = parameters.restRotation * parameters.restRotation
    forceSquare = parameters.restForce * parameters.restForce
    largestBias = parameters.largestBias
    rates = ButterworthLowPass(time: parameters.restFilterTime, interval: interval)
    forces = ButterworthLowPass(time: parameters.restFilterTime, interval: interval)
  }

  @inline(__always)
  mutating func update(rotationRate: Vector3, specificForce: Vector3) {
    meanRate = rates(rotationRate)
    let turn = rotationRate - meanRate
    let push = specificForce - forces(specificForce)
    if turn.dot(turn) >= rotationSquare || push.dot(push) >= forceSquare
      || max(abs(meanRate.x), abs(meanRate.y), abs(meanRate.z)) > largestBias
    {
      calm = 0
      atRest = false
    } else {
      calm += interval
      atRest = calm >= needed
    }
  }
}
