import Foundation
import Rotations
import Simulation
import Stabilization
import Traces

/// Draws capitals in the air, and reports what the sensors of the device would: recordings to experiment with.
///
/// The letters are those of a ``LetterGenerator``, 1 point for 1 mm, drawn in the plane in which the device is held,
/// from rest to rest. The wrist turns a little with the movement. The recording brings the true positions along, and
/// ``LabelledTrace/person`` is empty.
public struct AirLetterGenerator: Sendable {
  /// What draws the letters.
  public let letters: LetterGenerator
  /// What is wrong with the sensors, and how often they read.
  public let sensors: SensorModel
  /// By how much the wrist turns, in radians per metre of movement. 0: the device never turns.
  public let sway: Double

  /// Sensors whose accelerometer is the trouble of a letter in the air: a bias of 0.15 m/s² a recording, which moves the end of a
  /// plain double integration by half of itself times the square of the duration, and noise of 0.05 m/s² a sample. Round
  /// numbers, looked up nowhere.
  public static let sensors = SensorModel(
    accelerationNoise: NoiseDensity(deviation: 0.05, at: 100), accelerationBias: 0.15)

  /// A device that is moved along the letters of `letters`.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a negative sway, or sensors that read less often than 20
  ///   times a second or more often than 10 000 times.
  public init(
    letters: LetterGenerator, sensors: SensorModel = sensors, sway: Double = 0.6
  ) throws(GestureError) {
    try require("sway", sway, in: 0...100, "0 to 100")
    try require("rate", sensors.rate, in: 20...10_000, "20 to 10000 samples per second")
    (self.letters, self.sensors, self.sway) = (letters, sensors, sway)
  }

  /// The recording of the `index`-th drawing of `letter` by a device that is held as `attitude` says (device to reference frame).
  /// - Throws: ``GestureError/unknownLetter(_:)``, and `TraceError` for a setting that no sensor has. Complexity: O(samples).
  public func trace(
    _ letter: String, index: Int, attitude: Quaternion = Quaternion(RollPitchYaw(roll: 0, pitch: 1, yaw: 0))
  ) throws -> Trace {
    let path = try smoothPath(of: letters.stroke(letter, index: index))
    let step = 1 / sensors.rate
    var generator = SeededRandom(seed: letters.seed &+ 0x51AB, stream: UInt64(bitPattern: Int64(index)) &+ 1)
    let turn = sway * Vector3(generator.normal(), generator.normal(), generator.normal())
    let centre = path.reduce(.zero, +) / Double(path.count)
    let attitudes = path.map { place in
      let moved = place - centre
      return attitude * Quaternion(rotationVector: Vector3(turn.x * moved.y, turn.y * moved.x, turn.z * moved.x))
    }
    let last = path.count - 1
    return try Trace.simulated(
      "\(letter) \(index)", for: (Double(last) + 0.5) * step, sensors: sensors, seed: generator.next()
    ) { time in
      let place = min(Int((time / step).rounded()), last)
      let (before, after) = (max(place - 1, 0), min(place + 1, last))
      let bend = after - before == 2 ? path[after] - 2 * path[place] + path[before] : .zero
      let rate = (attitudes[before].inverse * attitudes[after]).rotationVector / (step * Double(after - before))
      return (
        attitude.act(on: path[place] - path[0]), attitudes[place], attitude.act(on: bend / (step * step)), rate, nil
      )
    }
  }

  /// The stroke at the sensors' rate in metres, y upwards, with 0.15 s of rest at both ends, its corners rounded as far as an arm's
  /// acceleration asks for: three running means over 0.09 s.
  private func smoothPath(of stroke: Stroke) throws -> [Vector3] {
    let count = max(8, Int(stroke.duration * sensors.rate))
    let samples = try stroke.resampled(count: count, by: .time).samples
    let drawn = samples.map { Vector3($0.x / 1000, -$0.y / 1000, 0) }
    let (rest, width) = (Int((0.15 * sensors.rate).rounded()), max(1, Int((0.04 * sensors.rate).rounded())))
    var path = Array(repeating: drawn[0], count: rest) + drawn + Array(repeating: drawn[count - 1], count: rest)
    for _ in 0..<3 { path = path.runningMean(reach: width) }
    return path
  }
}
