import Foundation
import Rotations
import Traces

/// A hand that holds a device: it never holds it quite still, and no movement of it stops where it should.
///
/// Four things distinguish a hand from a tripod:
///
/// - *Physiological tremor*, at 8 to 12 Hz in every healthy hand (Elble and Koller, Tremor, 1990; McAuley and Marsden, Brain 123
///   (2000), 1545–1567).
/// - *Sway*: slower unsteadiness of the whole arm, here from 2 to 8 Hz. Below that a still hand accelerates less than a phone's sensor is noisy.
/// - *Imperfect stops*: a movement ends off its target by about 4 % of its length, and a second movement corrects that (Schmidt and others,
///   Psychological Review 86 (1979), 415–451: 0.03 s times the mean speed; Meyer and others, Psychological Review 95 (1988), 340–370).
/// - *An upset attitude*: a phone that is lifted and turned reports its attitude less well than one that lies still.
///
/// The truth moves along: the true position of a simulated trace is where the trembling hand is.
public struct Hand: Hashable, Sendable {
  /// m/s² per axis, root mean square: the acceleration of the physiological tremor. Grows: rests look like movement. 0: none.
  public var tremor: Double
  /// m/s² per axis, root mean square: the acceleration of the slower sway. 0: none.
  public var sway: Double
  /// rad/s per axis, root mean square: how fast tremor and sway turn the device, in equal parts. 0: not at all.
  public var turning: Double
  /// Share of a movement's length by which it misses its target, standard deviation per axis, before it is corrected. 0: none.
  public var stopError: Double
  /// Seconds: the mean duration of the movement that corrects a stop; each takes between half and one and a half of it. Grows: pauses begin
  /// later, and more gently.
  public var correctionDuration: Double
  /// rad per axis, standard deviation: how wrong the attitude is that a phone in this hand reports, in addition to the sensor model's own
  /// ``SensorModel/tiltError``, with whose time constant it changes. Grows: gravity leaks into every movement. 0: the hand upsets no attitude.
  public var tiltError: Double

  /// A hand; see the properties.
  public init(
    tremor: Double = 0, sway: Double = 0, turning: Double = 0, stopError: Double = 0, correctionDuration: Double = 0.4,
    tiltError: Double = 0
  ) {
    self.tremor = tremor
    self.sway = sway
    self.turning = turning
    self.stopError = stopError
    self.correctionDuration = correctionDuration
    self.tiltError = tiltError
  }

  /// A healthy hand that holds a phone in front of its owner.
  ///
  /// Tremor, sway and turning are the means of what two recordings of a phone held still show (SensorLog, MIT licence), rounded. Hands differ: one
  /// of the two has 0.021 m/s² of tremor and the other 0.060, 0.049 and 0.071 m/s² of sway, 0.009 and 0.034 rad/s of turning. The stops
  /// are the literature's, as above, and were not fitted.
  ///
  /// The attitude's errors, 0.01 rad here and 0.005 rad for each m/s² in ``SensorModel/course``, are round numbers, chosen among about ten pairs
  /// by how far squares in the air close, and so not tested by them. They are below those of phones next to cameras (OxIOD): 0.02 to 0.05 rad
  /// in all, the cameras' part included, of which movement adds from nothing to 0.024 rad for each m/s². With them simulated squares close as
  /// real ones do: by rest recognition to about a metre if their pauses are short; if they have
  /// none, to half a metre without a scheme and to a third of that if they are known to end at rest.
  /// `gimbal-evaluate hand` measures all of this again, each recording next to a hand fitted to the other.
  public static let typical = Hand(
    tremor: 0.04, sway: 0.06, turning: 0.02, stopError: 0.04, correctionDuration: 0.4, tiltError: 0.01)

  /// - Throws: `TraceError.invalidParameter` for the first setting that no hand has.
  func check() throws(TraceError) {
    for (name, value) in [
      ("tremor", tremor), ("sway", sway), ("turning", turning), ("stopError", stopError),
      ("tiltError", tiltError),
    ] { try requireNonnegative("hand.\(name)", value) }
    try requirePositive("hand.correctionDuration", correctionDuration, unit: "s")
  }
}

extension Path {
  /// This path as a hand draws it: with tremor, sway and stops that miss and are corrected. The same seed gives the same hand. The error of the
  /// reported attitude is the recording's, and not the path's: `Trace.simulated(_:sensors:seed:)` adds it for a sensor model's ``SensorModel/hand``.
  ///
  /// Everything is smooth: position and its first two derivatives have no jumps, and rotation follows.
  /// - Complexity: O(stops) here, and O(stops + 100) for each pose.
  public func held(by hand: Hand, seed: UInt64) -> Path {
    var random = SeededRandom(seed: seed &+ 0x9e37_79b9_7f4a_7c15)
    let trembling = Trembling(hand, using: &random)
    let corrected = misses(of: hand, using: &random)
    let ideal = pose
    var path = Path(name: name, duration: duration, stops: stops) { time in
      var pose = ideal(time)
      trembling.move(&pose, at: time)
      for miss in corrected { miss.move(&pose, at: time) }
      return pose
    }
    path.fault = fault
    return path.checked { () throws(TraceError) in
      if let fault { throw fault }
      try hand.check()
    }
  }

  /// One miss for each stop after a movement.
  private func misses(of hand: Hand, using random: inout SeededRandom) -> [Miss] {
    guard fault == nil, hand.stopError > 0, let stops else { return [] }
    var misses: [Miss] = []
    for (departure, arrival) in stops.movements {
      let way = pose(.time(arrival)).position - pose(.time(departure)).position
      let error = random.normalVector() * (hand.stopError * way.length)
      let correction = hand.correctionDuration * (0.5 + random.uniform())
      guard arrival > departure else { continue }
      misses.append(Miss(departure: departure, arrival: arrival, correction: correction, error: error))
    }
    return misses
  }
}

extension Path {
  /// When a device in a hand moves from one stop to the next.
  struct Stops: Sendable {
    /// Seconds: when each movement begins, and when it arrives.
    var movements: [(departure: Double, arrival: Double)] = []
  }
}

/// A movement that arrives off its target, and what brings it there.
private struct Miss: Sendable {
  var departure, arrival, correction: Double
  /// m.
  var error: Vector3

  func move(_ pose: inout Path.Pose, at time: Jet) {
    guard time.value > departure, time.value < arrival + correction else { return }
    let off =
      ((time - departure) * (1 / (arrival - departure))).minimumJerk - ((time - arrival) * (1 / correction)).minimumJerk
    pose.x = pose.x + off * error.x
    pose.y = pose.y + off * error.y
    pose.z = pose.z + off * error.z
  }
}

/// Tremor and sway as sums of sines with random frequencies and phases, which are as good as normal noise of that band (Shinozuka and Deodatis,
/// Applied Mechanics Reviews 44 (1991), 191–204), and have exact derivatives.
private struct Trembling: Sendable {
  private struct Wave {
    /// rad/s and rad.
    var frequency, phase: Double
    /// The displacement's amplitude, m or rad.
    var amplitude: Double
  }

  /// x, y, z, and roll, pitch, yaw.
  private var axes: [[Wave]] = Array(repeating: [], count: 6)

  init(_ hand: Hand, using random: inout SeededRandom) {
    let waves = 8
    let bands = [(8.0...12.0, hand.tremor), (2.0...8.0, hand.sway)]
    for axis in 0..<6 {
      for (band, acceleration) in bands {
        for index in 0..<waves {
          // One frequency in each equal part of the band, so that every hand has the whole of it.
          let share = (Double(index) + random.uniform()) / Double(waves)
          let frequency = 2 * Double.pi * (band.lowerBound + share * (band.upperBound - band.lowerBound))
          let phase = 2 * Double.pi * random.uniform()
          let one = (2 / Double(waves)).squareRoot()
          let amplitude =
            axis < 3
            ? acceleration * one / (frequency * frequency) : hand.turning * one / 2.squareRoot() / frequency
          if amplitude > 0 { axes[axis].append(Wave(frequency: frequency, phase: phase, amplitude: amplitude)) }
        }
      }
    }
  }

  func move(_ pose: inout Path.Pose, at time: Jet) {
    func sum(_ axis: Int) -> Jet {
      axes[axis].reduce(Jet(0)) { $0 + (time * $1.frequency + $1.phase).sine * $1.amplitude }
    }
    pose.x = pose.x + sum(0)
    pose.y = pose.y + sum(1)
    pose.z = pose.z + sum(2)
    pose.roll = pose.roll + sum(3)
    pose.pitch = pose.pitch + sum(4)
    pose.yaw = pose.yaw + sum(5)
  }
}
