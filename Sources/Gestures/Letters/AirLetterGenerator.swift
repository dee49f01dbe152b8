internal import Basics
import Foundation
import Inertial
import Rotations

/// Draws capitals in the air, and reports what the sensors of the device would: recordings to experiment with.
///
/// The letters are those of a ``LetterGenerator``, 1 point for 1 mm, drawn in the plane in which the device is held,
/// from rest to rest. The wrist turns a little with the movement. The accelerometer has a bias that is constant
/// during a gesture, and noise. The recording brings the true positions along, and ``LabelledTrace/person`` is empty.
public struct AirLetterGenerator: Sendable {
  /// What is wrong with the sensors and the hand.
  public struct Imperfection: Hashable, Codable, Sendable {
    /// The standard deviation of each axis' bias, in m/s²; 0.15 by default. It moves the end of a plain double
    /// integration by half of itself times the square of the duration.
    public var bias = 0.15
    /// The standard deviation of each reading's noise, in m/s²; 0.05 by default.
    public var noise = 0.05
    /// By how much the wrist turns, in radians per metre of movement; 0.6 by default. 0: the device never turns.
    public var sway = 0.6

    /// The defaults; set what should differ.
    public init() {}
  }

  /// What draws the letters.
  public let letters: LetterGenerator
  /// What is wrong with the sensors and the hand.
  public let imperfection: Imperfection

  /// A device that is moved along the letters of `letters`.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a negative imperfection.
  public init(letters: LetterGenerator, imperfection: Imperfection = Imperfection()) throws(GestureError) {
    for (name, value) in [
      ("bias", imperfection.bias), ("noise", imperfection.noise), ("sway", imperfection.sway),
    ] where !(value >= 0 && value <= 100) {
      throw .outOfRange(quantity: name, value: value, expected: "0 to 100")
    }
    (self.letters, self.imperfection) = (letters, imperfection)
  }

  /// The recording of the `index`-th drawing of `letter`, 100 samples a second, by a device that is held as
  /// `attitude` says (device to reference frame).
  /// - Throws: ``GestureError/unknownLetter(_:)``. Complexity: O(samples).
  public func trace(
    _ letter: String, index: Int, attitude: Quaternion = Quaternion(RollPitchYaw(roll: 0, pitch: 1, yaw: 0))
  ) throws -> Trace {
    let path = try smoothPath(of: letters.stroke(letter, index: index))
    let step = 0.01
    var generator = SeededRandom(seed: letters.seed &+ 0x51AB, stream: UInt64(bitPattern: Int64(index)) &+ 1)
    func vector(_ deviation: Double) -> Vector3 {
      deviation * Vector3(generator.normal(), generator.normal(), generator.normal())
    }
    let bias = vector(imperfection.bias)
    let turn = imperfection.sway * Vector3(generator.normal(), generator.normal(), generator.normal())
    let centre = path.reduce(.zero, +) / Double(path.count)
    let attitudes = path.map { place in
      let moved = place - centre
      return attitude * Quaternion(rotationVector: Vector3(turn.x * moved.y, turn.y * moved.x, turn.z * moved.x))
    }
    let readings = path.indices.map { place in
      let isEnd = place == 0 || place == path.count - 1
      let bend = isEnd ? .zero : path[place + 1] - 2 * path[place] + path[place - 1]
      let acceleration = attitudes[place].inverse.act(on: attitude.act(on: bend / (step * step)))
      // The device reports minus the acceleration.
      return -(acceleration + bias + vector(imperfection.noise))
    }
    let rates = path.indices.map { place in
      let (before, after) = (attitudes[max(place - 1, 0)], attitudes[min(place + 1, path.count - 1)])
      return (before.inverse * after).rotationVector
        / (step * Double(min(place + 1, path.count - 1) - max(place - 1, 0)))
    }
    return try Trace(
      name: "\(letter) \(index)", timestamps: path.indices.map { step * Double($0) }, attitude: attitudes,
      userAcceleration: readings, rotationRate: rates,
      truePosition: path.map { attitude.act(on: $0 - path[0]) })
  }

  /// The stroke at 100 samples a second in metres, y upwards, with 0.15 s of rest at both ends, its corners rounded
  /// as far as an arm's acceleration asks for: three running means over 0.09 s.
  private func smoothPath(of stroke: Stroke) throws -> [Vector3] {
    let count = max(8, Int(stroke.duration * 100))
    let samples = try stroke.resampled(count: count, by: .time).samples
    let drawn = samples.map { Vector3($0.x / 1000, -$0.y / 1000, 0) }
    var path = Array(repeating: drawn[0], count: 15) + drawn + Array(repeating: drawn[count - 1], count: 15)
    for _ in 0..<3 {
      path = path.indices.map { place in
        let reach = min(4, place, path.count - 1 - place)
        return path[place - reach...place + reach].reduce(.zero, +) / Double(2 * reach + 1)
      }
    }
    return path
  }
}
