internal import Basics
import Calibration
import Foundation
import Rotations
import Stabilization
import Traces

extension Trace {
  /// What does not look like the units, signs and axes of a trace, judged by what gravity, hands and phones do: gravity is
  /// 9.81 m/s² at rest, attitude and gravity agree, gravity turns as the gyroscope says, rate and range are a phone's.
  ///
  /// At most 20 000 samples from the start are looked at. O(*n*).
  public var doubts: [Doubt] {
    let part = count > Proof.mostSamples ? self[0..<Proof.mostSamples] : self
    return Proof(part).doubts
  }
}

/// The order of proof.
private struct Proof {
  static let mostSamples = 20_000
  private(set) var doubts: [Trace.Doubt] = []
  private let trace: Trace

  init(_ trace: Trace) {
    self.trace = trace
    judgeTime()
    judgeGravity()
    judgeRest()
    judgeForce()
    judgeRange()
    judgeRate()
    judgeRotation()
    judgeTruth()
  }

  private mutating func doubt(
    _ kind: Trace.Doubt.Kind, _ finding: String, _ remedy: OptionNaming.Choice? = nil, _ value: String = ""
  ) { doubts.append(.init(kind, finding, remedy, value)) }

  // MARK: - Time

  private mutating func judgeTime() {
    let step = trace.medianStep
    guard trace.count > 2, step > 0 else { return }
    if let (name, scale) = trace.finerTimeUnit {
      doubt(
        .timeUnit, "one sample every \(shortSeconds(step)): this looks like \(name), not seconds", .scaleTime,
        "\(scale)")
      return
    }
    if step > 1 {
      doubt(.timeUnit, "one sample every \(shortSeconds(step)): too few to integrate a motion")
    } else if step < 1e-4 {
      doubt(
        .timeUnit,
        "\(shortNumber(1 / step)) samples a second: this looks like seconds that were read as milliseconds",
        .scaleTime, "1000")
    }
  }

  // MARK: - Truth

  /// A truth turns when the device does; ``ClockOffset`` tells how much later or earlier. One without attitudes does not say.
  private mutating func judgeTruth() {
    guard let truth = trace.trueAttitude else { return }
    let known = truth.indices.filter { trace.isTruthKnown?[$0] ?? true }
    let own =
      trace.rotationRate.map { AngularRates(rates: $0, at: trace.timestamps) }
      ?? AngularRates(attitudes: trace.attitude, at: trace.timestamps)
    let other = AngularRates(attitudes: known.map { truth[$0] }, at: known.map { trace.timestamps[$0] })
    guard let clock = try? ClockOffset(of: own, to: other) else { return }
    guard abs(clock.offset) > max(0.1, 3 * clock.offsetMargin) else { return }
    doubt(
      .truthClock,
      "the truth turns \(shortSeconds(abs(clock.offset))) \(clock.offset > 0 ? "before" : "after") the device does, so their clocks "
        + "differ",
      .foundTruthClock)
  }

  // MARK: - Gravity

  private mutating func judgeGravity() {
    guard let gravity = trace.gravity else { return }
    let median = median(of: gravity.map(\.length))
    if abs(median - 1) < 0.1 {
      doubt(
        .gravityUnit, "gravity has the length \(shortNumber(median)): this looks like g, not m/s²",
        .scaleAcceleration, "9.80665")
    } else if abs(median - standardGravity) > 0.05 * standardGravity {
      doubt(
        .gravityUnit, "gravity has the length \(shortNumber(median)) m/s² and not 9.8: its unit is unknown",
        .scaleAcceleration, shortNumber(standardGravity / max(median, 1e-9)))
    }
    judgeAttitude(gravity)
  }

  private mutating func judgeAttitude(_ gravity: [Vector3]) {
    func agreement(_ axes: Trace.ReadingOptions.Axes, isInverse: Bool = false) -> Double {
      let step = max(1, trace.count / 2000)
      var (sum, count) = (0.0, 0.0)
      for index in stride(from: 0, to: trace.count, by: step) {
        let q = isInverse ? trace.attitude[index] : trace.attitude[index].inverse
        let g = axes.applied(to: gravity[index])
        sum += q.act(on: Vector3(0, 0, -1)).dot(g / max(g.length, 1e-9))
        count += 1
      }
      return sum / count
    }
    let own = agreement(.standard)
    guard own < 0.95 else { return }
    if own < -0.8 {
      doubt(
        .accelerationSign,
        "gravity points up where the attitude says down: the accelerations look like Android's sign",
        .scaleAcceleration, "-1")
      return
    }
    let words = "gravity and attitude do not agree (mean cosine \(shortNumber(own)))"
    if agreement(.standard, isInverse: true) > 0.98 {
      doubt(
        .attitude,
        "\(words), and would if the attitude were inverted: it seems to turn reference-frame vectors into "
          + "device-frame vectors", .mapping)
      return
    }
    let best = Trace.ReadingOptions.Axes.all.map { (axes: $0, agreement: agreement($0)) }
      .max { $0.agreement < $1.agreement }!
    if best.agreement > 0.98 {
      let what = best.axes.handedness < 0 ? "the axes look left-handed" : "the axes look exchanged"
      doubt(.axes, "\(words), and would with the axes \(best.axes): \(what)", .axes, "\(best.axes)")
    } else {
      doubt(.attitude, words)
    }
  }

  /// Whether gravity was taken off here: then its length has shown the unit.
  private var isSeparated: Bool { trace.notes.contains(TraceTable.estimated) }

  // MARK: - Rest

  private mutating func judgeRest() {
    // The length of what the accelerometer reads shows units and gravity while the device turns, too: only its pushes matter here.
    guard let bias = trace.restBias(where: RestDetector.fluctuation().judgementInHindsight(of: trace)) else { return }
    let length = bias.length
    let down = trace.gravity ?? trace.attitude.map(\.gravity)
    // If gravity was taken off here, a wrong attitude leaves a part of it, of any length.
    if !isSeparated, abs(length - standardGravity) < 1.5 {
      doubt(
        .gravityIncluded, "at rest the acceleration is \(shortNumber(length)) m/s²: gravity has not been taken off",
        .mapping)
    } else if !isSeparated, abs(length - 1) < 0.05, trace.userAcceleration.allSatisfy({ $0.length < 8 }) {
      doubt(
        .gravityIncluded,
        "at rest the acceleration is \(shortNumber(length)): this looks like g with gravity, not m/s²", .mapping)
    } else if let force = restForce(down), abs(force - standardGravity) > 0.05 * standardGravity {
      let share = standardGravity / max(force, 1e-9)
      doubt(
        .gravityAtRest,
        "at rest the accelerometer reads \(shortNumber(force)) m/s² and not 9.8: "
          + (abs(force - 1) < 0.1
            ? "this looks like g, not m/s²" : "its scale is off, or the device was accelerated"),
        abs(force - 1) < 0.1 ? .scaleAcceleration : nil, shortNumber(share))
    }
  }

  /// The mean length of acceleration and gravity together while the device rests, m/s².
  private func restForce(_ gravity: [Vector3]) -> Double? {
    let resting = RestDetector.fluctuation().judgementInHindsight(of: trace)
    var (sum, count) = (0.0, 0.0)
    for index in trace.timestamps.indices where resting[index] {
      sum += (trace.userAcceleration[index] + gravity[index]).length
      count += 1
    }
    return count > 20 ? sum / count : nil
  }

  // MARK: - Force

  /// A hand pushes now this way and now that, so that gravity is in the middle of what the accelerometer reads, at rest or not.
  private mutating func judgeForce() {
    guard trace.count > 2, !doubts.contains(where: { Self.forceKinds.contains($0.kind) }) else { return }
    let down = trace.gravity ?? trace.attitude.map(\.gravity)
    let force = median(of: zip(trace.userAcceleration, down).map { ($0 + $1).length })
    guard abs(force - standardGravity) > 0.3 * standardGravity else { return }
    let words = "acceleration and gravity together are \(shortNumber(force)) m/s² in the median, and not 9.8"
    if abs(force - 1) < 0.2 {
      doubt(.accelerationUnit, "\(words): this looks like g, not m/s²", .scaleAcceleration, "9.80665")
    } else if abs(force - standardGravity * standardGravity) < 0.2 * standardGravity * standardGravity {
      doubt(.accelerationUnit, "\(words): this looks like m/s² read as g", .scaleAcceleration, "0.101972")
    } else {
      doubt(
        .accelerationUnit,
        "\(words): a unit, a sign or an axis is wrong, or the device was shaken or fell most of the time")
    }
  }

  private static let forceKinds: [Trace.Doubt.Kind] = [
    .gravityUnit, .gravityAtRest, .gravityIncluded, .accelerationSign,
  ]

  // MARK: - Range

  private mutating func judgeRange() {
    let largest = trace.userAcceleration.reduce(0) { max($0, $1.length) }
    let moved = zip(trace.attitude, trace.attitude.dropFirst()).contains { $0.angle(to: $1) > 0.01 }
    if moved, !isSeparated, largest > 0, largest < 0.5, !doubts.contains(where: { $0.kind == .gravityUnit }) {
      doubt(
        .accelerationUnit,
        "the device turns, but its acceleration stays below \(shortNumber(largest)) m/s²: this looks like g, not m/s²",
        .scaleAcceleration, "9.80665")
    } else if let count = wild(trace.userAcceleration, above: 400) {
      doubt(
        .range,
        "the acceleration reaches \(shortNumber(largest)) m/s² in \(Counting.words(count, "sample")), more than any phone measures: "
          + "correct or delete these rows")
    } else if largest > 400 {
      doubt(
        .range,
        "the acceleration reaches \(shortNumber(largest)) m/s², more than any phone measures: its unit is doubtful",
        .scaleAcceleration, "…")
    }
    let rate = trace.rotationRate?.reduce(0) { max($0, $1.length) } ?? 0
    if let count = wild(trace.rotationRate ?? [], above: 70) {
      doubt(
        .range,
        "the rotation rate reaches \(shortNumber(rate)) rad/s in \(Counting.words(count, "sample")), more than any phone measures: "
          + "correct or delete these rows")
    } else if rate > 70 {
      doubt(
        .rotationUnit,
        "the rotation rate reaches \(shortNumber(rate)) rad/s, more than any phone measures: this looks like deg/s, not rad/s",
        .scaleRotation, "0.0174533")
    }
  }

  /// How many readings are longer than any phone's, where these are one of 200 at most, and all others less than half as long: cells
  /// are damaged, and the unit is right.
  private func wild(_ vectors: [Vector3], above limit: Double) -> Int? {
    let count = vectors.count { $0.length > limit }
    guard count > 0, count * 200 <= vectors.count else { return nil }
    return vectors.contains { (limit / 2...limit).contains($0.length) } ? nil : count
  }

  // MARK: - Rate

  /// A hand's motion has frequencies up to some 5 Hz, and a gyroscope's readings are treated as constant between
  /// samples.
  private mutating func judgeRate() {
    let step = trace.medianStep
    guard trace.count > 10, step > 0, step <= 1 else { return }
    if step > 0.055 {
      doubt(
        .rate,
        "\(shortNumber(1 / step)) samples a second: too few for the motion of a hand. Choose 100 Hz in the app")
    }
    guard let rates = trace.rotationRate, !doubts.contains(where: { $0.kind == .rotationUnit }) else { return }
    let turn = quantile(0.99, of: rates.map { $0.length * step })
    if turn > 0.35 {
      doubt(
        .rate,
        "the device turns by \(shortNumber(turn * 180 / .pi))° from one sample to the next: an attitude from the gyroscope "
          + "is not reliable. Choose 100 Hz in the app")
    }
  }

  // MARK: - Rotation

  private mutating func judgeRotation() {
    guard let rate = trace.rotationRate, trace.count > 2 else { return }
    judgeAttitudeRate(rate)
    guard !doubts.contains(where: { [.rotationUnit, .rotationSign, .axes].contains($0.kind) }) else { return }
    let down = trace.gravity ?? trace.attitude.map(\.gravity)
    // An attitude that the gyroscope made agrees with it; then the accelerometer has to say what it saw.
    let forces = isSeparated ? zip(trace.userAcceleration, down).map { $0 + $1 } : down
    if let lag = GravityTurning.lag(trace.timestamps, forces, rate) {
      doubt(
        .sensorClock,
        "gravity turns as the gyroscope says \(shortSeconds(abs(lag))) \(lag > 0 ? "later" : "earlier"), so the clocks of the two "
          + "sensors differ: \(lag > 0 ? "subtract" : "add") that \(lag > 0 ? "from" : "to") the gyroscope's times, or record both "
          + "with one clock")
      return
    }
    guard let turning = GravityTurning(trace.timestamps, forces, rate) else {
      // A rate that was read in deg/s is not doubted again: cheap gyroscopes at rest read tens of degrees a second.
      if !trace.notes.contains(TraceTable.convertedRate),
        let rest = GravityTurning.Stillness(trace.timestamps, forces, rate), rest.refutesRadians
      {
        doubt(
          .rotationUnit, "by the gyroscope \(rest.words): this looks like deg/s, not rad/s", .scaleRotation, "0.0174533"
        )
      }
      return
    }
    let degrees = Double.pi / 180
    if let better = turning.betterAxes {
      let what = better.axes.handedness < 0 ? "left-handed" : "exchanged"
      doubt(
        .axes,
        "gravity turns as the gyroscope would with the axes \(better.axes) and not with its own: one of the two sensors "
          + "has \(what) axes")
    } else if (0.4...1.6).contains(turning.factor) {
      return
    } else if (0.4 * degrees...1.6 * degrees).contains(turning.factor) {
      doubt(
        .rotationUnit, "gravity turns by a 57th of what the gyroscope says: this looks like deg/s, not rad/s",
        .scaleRotation, "0.0174533")
    } else if (0.4 / degrees...1.6 / degrees).contains(turning.factor) {
      doubt(
        .rotationUnit, "gravity turns 57 times as fast as the gyroscope says: it looks like rad/s read as deg/s",
        .scaleRotation, "57.2958")
    } else if (-1.6 ... -0.4).contains(turning.factor), turning.explained > 0.6 {
      doubt(
        .rotationSign, "gravity turns against the gyroscope: the signs of one of the two sensors are reversed",
        .scaleRotation, "-1")
    }
  }

  /// The attitude's own rate, against the gyroscope's.
  private mutating func judgeAttitudeRate(_ rate: [Vector3]) {
    var (own, measured, product) = (0.0, 0.0, 0.0)
    for index in 1..<trace.count {
      let dt = trace.timestamps[index] - trace.timestamps[index - 1]
      let turn = (trace.attitude[index - 1].inverse * trace.attitude[index]).rotationVector / dt
      let mean = (rate[index] + rate[index - 1]) / 2
      own += turn.squaredLength
      measured += mean.squaredLength
      product += turn.dot(mean)
    }
    let ratio = (measured / max(own, 1e-12)).squareRoot()
    guard own / Double(trace.count) > 0.01 else { return }
    if ratio > 30, ratio < 110 {
      if !doubts.contains(where: { $0.kind == .rotationUnit }) {
        doubt(
          .rotationUnit,
          "the rotation rate is \(shortNumber(ratio)) times the attitude's: this looks like deg/s, not rad/s",
          .scaleRotation, "0.0174533")
      }
    } else if product < -0.5 * (own * measured).squareRoot() {
      doubt(
        .rotationSign, "the rotation rate turns against the attitude: the attitude may be inverted", .mapping)
    }
  }
}
