import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Rest detectors")
struct RestDetectorTests {
  @Test("Each rest detector finds the rests of a recording and no others; hysteresis keeps a rest")
  func detectors() throws {
    let recording = try trace(count: 900, step: 0.01, rotationRate: Vector3(0.001, 0, 0)) { t in
      t > 3 && t < 6 ? Vector3(2 * sin(9 * t), 0, 2 * cos(7 * t)) : Vector3(0.01 * sin(50 * t), 0, 0)
    }
    let moving = try Trace(
      timestamps: recording.timestamps, attitude: recording.attitude, userAcceleration: recording.userAcceleration,
      rotationRate: recording.timestamps.map { $0 > 3 && $0 < 6 ? Vector3(1, 0.5, 0) : .zero })
    let detectors: [RestDetector] = [
      .fluctuation(), .accelerationVariance(), .accelerationMagnitude(), .angularRateEnergy(), .likelihoodRatio(),
      .linearAcceleration(),
    ]
    for detector in detectors {
      let resting = try detector.restingSamplesInHindsight(of: moving)
      let truth = moving.timestamps.map { $0 <= 3 || $0 >= 6 }
      let wrong = zip(resting, truth).count { $0 != $1 }
      #expect(wrong < 20, "\(detector.statistic)")
      #expect(resting[100] && resting[800] && !resting[450])
      let rests = try detector.rests(of: moving)
      #expect(rests.count == 2 && rests.first?.lowerBound == 0 && rests.last?.upperBound == moving.count)
      #expect(resting.indices.allSatisfy { index in resting[index] == rests.contains { $0.contains(index) } })
      // Live it is late by the window.
      #expect(try !detector.restingSamples(of: moving)[10])
    }
    let tremor = try trace(count: 600, step: 0.01) { t in
      Vector3(t > 3 ? 0.11 * (2 * t).truncatingRemainder(dividingBy: 2).rounded(.down) : 0, 0, 0)
    }
    let strict = try RestDetector.fluctuation(threshold: 0.1, duration: 0.3, hysteresis: 1).restingSamples(of: tremor)
    let lenient = try RestDetector.fluctuation(threshold: 0.1, duration: 0.3, hysteresis: 1.5)
      .restingSamples(of: tremor)
    #expect(strict[300...].contains(false))
    #expect(!lenient[300...].contains(false))
  }

  @Test("The published statistics are those of the sensor's own axes")
  func restInTheDeviceFrame() throws {
    // A device that turns slowly about x at rest: gravity moves through its axes, and the reference frame sees nothing.
    let times = (0..<200).map { Double($0) * 0.01 }
    let attitude = times.map { Quaternion(.x, 0.8 * $0) }
    let recording = try Trace(
      timestamps: times, attitude: attitude, userAcceleration: times.map { _ in .zero },
      rotationRate: times.map { _ in .zero })
    func value(_ detector: RestDetector) -> Double {
      var detector = detector
      _ = recording.timestamps.indices.map { index in
        detector.update(
          Step(
            time: times[index], duration: 0.01, acceleration: .zero, attitude: attitude[index], rotationRate: .zero))
      }
      return detector.value!
    }
    // By the definition, over the 31 samples of the last window.
    let forces = attitude.suffix(31).map { $0.inverse.act(on: Vector3(0, 0, standardGravity)) }
    let mean = forces.reduce(.zero, +) / 31
    let variance = forces.reduce(0) { $0 + ($1 - mean).squaredLength } / 31
    let misfit = forces.reduce(0) { $0 + ($1 - mean * (standardGravity / mean.length)).squaredLength } / 31
    #expect(abs(value(.accelerationVariance(duration: 0.3)) - variance) < 1e-9 && variance > 0.1)
    #expect(abs(value(.likelihoodRatio(duration: 0.3, accelerationDeviation: 0.5)) - misfit / 0.25) < 1e-9)
    #expect(try !RestDetector.accelerationVariance().restingSamples(of: recording)[150])
  }

  @Test("What a detector saw before does not matter to a whole trace")
  func detectorsBeginAnew() throws {
    let recording = try randomTrace(seed: 5)
    var detector = RestDetector.fluctuation()
    let fresh = try detector.restingSamples(of: recording)
    for index in 0..<100 {
      _ = detector.update(Step(time: Double(index), duration: 1, acceleration: Vector3(1e3, 0, 0)))
    }
    #expect(try detector.restingSamples(of: recording) == fresh)
  }

  @Test("A detector has no answer for the time after a pause until its window is full again")
  func pauses() throws {
    for detector in [
      RestDetector.fluctuation(), .accelerationVariance(), .accelerationMagnitude(), .angularRateEnergy(),
      .likelihoodRatio(), .linearAcceleration(),
    ] {
      var detector = detector
      for time in stride(from: 0.0, to: 1, by: 0.01) {
        _ = detector.update(Step(time: time, duration: 0.01, acceleration: .zero, rotationRate: .zero))
      }
      #expect(detector.isAtRest)
      // Whatever happened in a pause that is longer than the window, one sample tells no rest.
      for index in 0..<60 {
        let step = Step(
          time: 10 + Double(index) * 0.01, duration: index == 0 ? 9 : 0.01, acceleration: .zero, rotationRate: .zero)
        let isResting = detector.update(step)
        let isFull = index >= Int((100 * detector.duration).rounded())
        #expect(isResting == isFull, "\(detector.statistic) \(index)")
        #expect((detector.value == nil) == !isFull, "\(detector.statistic) \(index)")
      }
      // Sampled less often than the window is long, no window is ever full: it never says rest.
      var seldom = detector.fresh
      for index in 0..<20 {
        let step = Step(
          time: Double(index), duration: 1, acceleration: Vector3(Double(index), 0, 0), rotationRate: .zero)
        let isResting = seldom.update(step)
        #expect(!isResting, "\(detector.statistic)")
      }
    }
  }

  @Test("Finite numbers whose sum is infinite do not empty a detector's window, and one that is infinite does")
  func largeNumbers() {
    var detector = RestDetector.fluctuation()
    let large = Vector3(1e308, 0, 0)
    for index in 0..<60 {
      _ = detector.update(
        Step(time: Double(index) * 0.01, duration: 0.01, acceleration: large, rotationRate: large))
    }
    #expect(detector.isAtRest && detector.value == 0)
    _ = detector.update(Step(time: 0.6, duration: 0.01, acceleration: large * 10, rotationRate: large))
    #expect(!detector.isAtRest && detector.value == nil)
  }

  @Test("A detector that is refused never says that a live device rests")
  func live() {
    let still = (0..<200).map {
      Step(time: Double($0) * 0.01, duration: 0.01, acceleration: .zero, rotationRate: .zero)
    }
    for detector in [
      RestDetector.fluctuation(threshold: .nan), .fluctuation(threshold: Double.infinity), .fluctuation(duration: -1),
      .accelerationVariance(hysteresis: .infinity), .likelihoodRatio(accelerationDeviation: .infinity),
    ] {
      var detector = detector
      #expect(!still.map { detector.update($0) }.contains(true), "\(detector.statistic)")
    }
    var good = RestDetector.fluctuation()
    #expect(still.map { good.update($0) }.contains(true))
  }

  @Test("A quantity that a detector needs and a recording lacks is reported as missing, not read as 0")
  func missing() throws {
    let square = try SimulatedTrace.square.trace()
    let blind = try Trace(
      timestamps: square.timestamps, attitude: square.attitude, userAcceleration: square.userAcceleration)
    for detector in [RestDetector.angularRateEnergy(), .likelihoodRatio()] {
      #expect(throws: TraceError.self) { try detector.restingSamples(of: blind) }
      #expect(throws: TraceError.self) { try detector.restingSamplesInHindsight(of: blind) }
      #expect(throws: TraceError.self) { try blind.restBias(detector) }
    }
  }
}
