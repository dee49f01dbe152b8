import Foundation
import Inertial
import Rotations
import Testing

@Suite("Consistency of a filter")
struct ConsistencyTests {
  static let sensors = ErrorStateFilterTests.sensors

  static func recordings(_ count: Int, _ path: Path = .square(pause: 1, rounds: 1)) throws -> [Trace] {
    try (1...count).map { try .simulated(path, sensors: sensors, seed: UInt64($0)) }
  }

  static func filter(_ factor: Double = 1, isSmoothed: Bool = true) -> ErrorStateFilter {
    // A reading that turns the attitude and measures the bias as well counts twice, and makes the attitude a little too timid.
    ErrorStateFilter(
      gyroscopeDetector: nil, sensors: SensorErrors(sensors).scaled(by: factor), restSpeed: 0.0002, margin: 0.05,
      isSmoothed: isSmoothed)
  }

  @Test("The 95 % regions of simulated recordings hold 93 to 97 % of the truths", arguments: [true, false])
  func regionsHold(isSmoothed: Bool) throws {
    let consistency = try Consistency(of: Self.filter(isSmoothed: isSmoothed), on: Self.recordings(800))
    for test in [
      consistency.positionAtEnd, consistency.velocityWhenFastest, consistency.attitudeAtEnd, consistency.innovations,
    ] {
      let test = try #require(test)
      #expect((0.93...0.97).contains(test.coverage), "\(test.quantity): \(test.coverage), mean \(test.mean)")
    }
    #expect(consistency.verdict != .unknown)
  }

  @Test(
    "They hold on feet, which strike the ground and swing faster than a true velocity can be fitted to",
    arguments: [true, false])
  func regionsHoldOnFeet(isSmoothed: Bool) throws {
    var sensors = Self.sensors
    sensors.rate = 200
    let filter = ErrorStateFilter(
      detector: .likelihoodRatio(
        threshold: 3, duration: 0.06, accelerationDeviation: 0.2, rotationDeviation: 0.1, hysteresis: 1),
      gyroscopeDetector: nil, sensors: SensorErrors(sensors), restSpeed: 0.003, restInterval: 0.01,
      isSmoothed: isSmoothed)
    let feet = try (1...400).map {
      try Trace.simulated(
        .walk(carrying: .foot, strides: 3, strideDuration: 1.1037), sensors: sensors, seed: UInt64($0))
    }
    // A heel strikes alike in each stride: what the filter did not see coming is bounded, not normal, and in the region more often.
    let consistency = try Consistency(of: filter, on: feet)
    #expect(consistency.innovations.coverage > 0.93 && consistency.innovations.mean > 1)
    for test in consistency.tests.dropFirst() {
      #expect((0.93...0.97).contains(test.coverage), "\(test.quantity): \(test.coverage), mean \(test.mean)")
    }
  }

  @Test("They hold on walks so long that the heading is lost: no rest finds it again", arguments: [true, false])
  func regionsHoldOnLongWalks(isSmoothed: Bool) throws {
    // A walk begins and ends more slowly than the square.
    let filter = ErrorStateFilter(
      gyroscopeDetector: nil, sensors: SensorErrors(Self.sensors), restSpeed: 0.0002, margin: 0.2,
      isSmoothed: isSmoothed)
    let consistency = try Consistency(of: filter, on: Self.recordings(500, .walk(carrying: .pocket, strides: 10)))
    for test in consistency.tests {
      #expect((0.93...0.98).contains(test.coverage), "\(test.quantity): \(test.coverage), mean \(test.mean)")
    }
  }

  @Test(
    "They hold as many where the noise is fitted to the few rests of the recording itself")
  func regionsHoldByFittedNoise() throws {
    var (inside, narrow) = (0, 0)
    let traces = try Self.recordings(400)
    for trace in traces {
      let fitted = try #require(try Self.filter(3).fitted(to: [trace]))
      #expect(
        fitted.noiseFreedom == 12 && fitted.fresh.noiseFreedom == 12 && fitted.with(fitted.detector).noiseFreedom == 12)
      let end = try #require(try Consistency(of: fitted, on: [trace]).positionAtEnd)
      #expect(abs(end.limit - 3 * 3.490295) < 1e-5)
      inside += end.coverage == 1 ? 1 : 0
      narrow += end.values[0] <= NormalizedErrors.quantile(0.95) ? 1 : 0
    }
    let shares = [inside, narrow].map { Double($0) / Double(traces.count) }
    #expect((0.93...0.97).contains(shares[0]) && shares[1] < shares[0], "\(shares)")
    #expect(Self.filter().noiseFreedom == nil)
  }

  @Test("A filter that is too sure and one that is too timid are distinguished without a truth, and a fit repairs both")
  func tooSureAndTooTimid() throws {
    let traces = try Self.recordings(10).map {
      try Trace(
        timestamps: $0.timestamps, attitude: $0.attitude, userAcceleration: $0.userAcceleration,
        rotationRate: $0.rotationRate)
    }
    for (factor, verdict, words) in [(0.2, Consistency.Verdict.tooSure, "too sure"), (5, .tooTimid, "too timid")] {
      let filter = Self.filter(factor)
      let consistency = try Consistency(of: filter, on: traces)
      #expect(consistency.verdict == verdict)
      #expect(consistency.advice.contains(words) && consistency.advice.contains("scaled(by:"))
      #expect(consistency.positionAtEnd == nil)
      let fitted = try #require(try filter.fitted(to: traces))
      #expect(try Consistency(of: fitted, on: traces).verdict == .consistent)
    }
    let still = try Trace.simulated(.still(), sensors: .ideal, seed: 1)
    let table = try Consistency(
      of: Self.filter(),
      on: [
        Trace(
          timestamps: still.timestamps, attitude: still.attitude, userAcceleration: still.userAcceleration,
          rotationRate: still.rotationRate)
      ])
    #expect(table.verdict == .unknown && table.advice.contains("Nothing shows"))
    #expect(throws: TraceError.self) { try Consistency(of: Self.filter(), on: []) }
  }

  @Test(
    "A difference has to be significant and more than a quarter, so that many rests condemn no filter that is nearly right"
  )
  func verdicts() {
    func verdict(_ mean: Double, _ count: Int) -> Consistency.Verdict {
      NormalizedErrors("x", values: Array(repeating: mean, count: count)).verdict
    }
    #expect(verdict(2.4, 80) == .consistent && verdict(2.7, 4000) == .consistent && verdict(4, 4000) == .consistent)
    #expect(verdict(1.5, 80) == .tooTimid && verdict(6, 80) == .tooSure && verdict(6, 1) == .consistent)
    #expect(verdict(.nan, 80) == .unknown)
  }

  @Test("Quantiles of χ² are those of the tables, and bounds of means shrink with the count")
  func chiSquared() {
    // Abramowitz and Stegun, table 26.8.
    for (share, degrees, value) in [(0.95, 1, 3.84146), (0.95, 3, 7.81473), (0.975, 10, 20.4832), (0.025, 10, 3.24697)]
    {
      #expect(abs(ChiSquared.quantile(share, degrees: degrees) - value) < 1e-4)
    }
    let (few, many) = (ChiSquared.meanBounds(degrees: 3, count: 4), ChiSquared.meanBounds(degrees: 3, count: 400))
    #expect(few.contains(3) && many.contains(3) && many.upperBound < few.upperBound)
    #expect(ChiSquared.quantile(0, degrees: 3) == 0 && ChiSquared.quantile(1, degrees: 3) == .infinity)
  }

  @Test("Errors of simulated sensors become the filter's; an Allan plot's noises replace them")
  func sensorErrors() throws {
    let errors = SensorErrors(SensorModel.currentPhone)
    #expect(errors.rotationNoise == SensorModel.currentPhone.rotationNoise)
    #expect(errors.accelerationNoise > SensorModel.currentPhone.accelerationNoise)
    #expect(errors.accelerationBias == 0.02 && errors.heading == errors.tilt)
    #expect(errors.rotationScale == 0 && SensorErrors(SensorModel(scaleError: 0.01)).rotationScale == 0.01)
    var random = SeededRandom(seed: 1)
    let density = NoiseDensity(oneSided: 0.02)
    let plot = try AllanDeviation(
      of: (0..<20_000).map { _ in random.normal() * density.deviation(at: 100) }, step: 0.01)
    let fitted = errors.fitted(accelerometer: [plot])
    #expect(abs(fitted.accelerationNoise.oneSided / 0.02 - 1) < 0.05)
    #expect(fitted.rotationNoise == errors.rotationNoise)
  }

  @Test("Thresholds are ranked by the position error on other recordings, next to how often the detector is right")
  func thresholds() throws {
    let detectors = [0.05, 0.35, 1, 20].map { RestDetector.fluctuation(threshold: $0) }
    let study = try RestThresholds(of: detectors, on: Self.recordings(3)) {
      ErrorStateFilter(detector: $0, sensors: SensorErrors(Self.sensors), isSmoothed: false)
    }
    #expect(study.points.map(\.threshold) == [0.05, 0.35, 1, 20])
    // A higher threshold finds more rests, true and false.
    let (hits, alarms) = (study.points.map { $0.truePositives ?? .nan }, study.points.map { $0.falsePositives ?? .nan })
    #expect(
      zip(hits, hits.dropFirst()).allSatisfy { $0 <= $1 } && zip(alarms, alarms.dropFirst()).allSatisfy { $0 <= $1 })
    // With noise below the first threshold nothing rests, and above the last everything does.
    #expect(hits[0] < 0.1 && alarms[3] > 0.9 && hits[1] > 0.9 && alarms[1] < 0.3)
    #expect(study.tuning.heldOut.count == 3)
    #expect(study.tuning.best.candidate.threshold == 0.35 || study.tuning.best.candidate.threshold == 1)
    #expect(study.measure.title == "RMS drift")
  }

  @Test("A comparison prints the deviation of a scheme that has one, and leaves the others blank")
  func comparison() throws {
    let trace = try Self.recordings(1)[0]
    let comparison = try Comparison(of: trace, schemes: [.none, Self.filter()])
    let column = try #require(comparison.columns.firstIndex { $0.title == "deviation at the end" })
    #expect(comparison.rows[0].values[column] == nil)
    let deviation = try #require(comparison.rows[1].values[column])
    #expect(deviation > 0 && deviation < 1)
    #expect(comparison.rows.allSatisfy { $0.values.count == comparison.columns.count })
    #expect(comparison.baselines.truth?.values.count == comparison.columns.count)
  }
}
