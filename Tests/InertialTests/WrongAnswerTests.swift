import Foundation
import Inertial
import Rotations
import Testing

@Suite("Answers that were wrong once")
struct WrongAnswerTests {
  @Test("Points that leave the rotation open are refused, however they lie")
  func openAlignments() throws {
    var random = SeededRandom(seed: 1)
    func points(_ count: Int, _ place: (Double) -> Vector3) -> [Vector3] { (0..<count).map { place(Double($0)) } }
    let line = points(3) { Vector3($0, 0, 0) }
    let open: [([Vector3], [Vector3])] = [
      (line, points(3) { Vector3(0, $0, 0) }), (line, line), ([.zero], [.zero]),
      ([Vector3](repeating: .zero, count: 4), points(4) { Vector3($0, $0 * $0, 1) }),
      // On a slanted line far from the origin, where rounding makes a hair of width.
      (
        points(50) { Vector3(4e6, -5e6, 1e6) + $0 * Vector3(0.3, 0.7, 0.11) },
        points(50) { Vector3(sin($0), cos($0), $0) }
      ),
    ]
    for (a, b) in open {
      for kind in [Alignment.Kind.rigid, .similarity] {
        #expect(throws: EvaluationError.openAlignment(kind: "\(kind)")) { try Alignment(kind, of: a, to: b) }
      }
    }
    let vertical = points(5) { Vector3(1, 2, $0) }
    #expect(throws: EvaluationError.openAlignment(kind: "yaw")) {
      try Alignment(.yaw, of: vertical, to: points(5) { Vector3($0, 0, 0) })
    }
    #expect(throws: TraceError.self) { try Alignment(.rigid, of: [Vector3(.nan, 0, 0)], to: [.zero]) }
    // A plane is enough, and so is a line for a yaw.
    let turn = random.uniform(-3...3)
    let plane = points(6) { Vector3($0, $0 * $0, 0) }
    let turned = plane.map { Quaternion(.z, turn).act(on: $0) + Vector3(1, 2, 3) }
    for kind in [Alignment.Kind.yaw, .rigid, .similarity] {
      let found = try Alignment(kind, of: plane, to: turned)
      #expect(found.rotation.angle(to: Quaternion(.z, turn)) < 1e-7 && abs(found.scale - 1) < 1e-12)
    }
    #expect(
      try Alignment(.yaw, of: line, to: line.map { Quaternion(.z, turn).act(on: $0) }).rotation.angle(
        to: Quaternion(.z, turn)) < 1e-12)
    // Asked for any of the best, it gives one: the distances do not depend on which.
    let any = try Alignment(.rigid, of: line, to: points(3) { Vector3(0, $0, 0) }, tolerance: 0)
    #expect(distance(any.apply(to: line[2]), Vector3(0, 2, 0)) < 1e-12)
    // A window in which the device stands still has scores all the same.
    let still = try SimulatedTrace.still.trace()
    #expect(try Comparison(of: still, schemes: [.none]).trajectoryScores(aligning: .rigid, windows: 2).count > 5)
  }

  /// A steady movement with truth: 60 s at 100 Hz.
  private func steady(_ keep: (Double) -> Bool = { _ in true }, moved: (Int) -> Double = { _ in 0 }) throws -> Trace {
    let times = (0...6000).map { Double($0) * 0.01 }.filter(keep)
    func place(_ t: Double) -> Vector3 { Vector3(sin(t), cos(0.7 * t), 0.1 * sin(2 * t)) }
    func acceleration(_ t: Double) -> Vector3 { Vector3(-sin(t), -0.49 * cos(0.7 * t), -0.4 * sin(2 * t)) }
    return try Trace(
      timestamps: times.enumerated().map { $1 + moved($0) }, attitude: times.map { _ in .identity },
      userAcceleration: times.map { -acceleration($0) }, truePosition: times.map(place))
  }

  @Test("Windows that touch a gap are left out, those before and after it are not; jitter ends nothing")
  func windowsAndGaps() throws {
    func errors(_ trace: Trace, spacing: Double = 1) throws -> [Double] {
      try WindowedDrift(of: trace, under: .none, duration: 5, spacing: spacing).errors
    }
    let whole = try errors(steady())
    #expect((54...56).contains(whole.count))
    let gap = try errors(steady { $0 < 10 || $0 > 10.5 })
    #expect((48...51).contains(gap.count), "\(gap.count)")
    #expect(gap.allSatisfy { $0 < 0.1 })
    let two = try errors(steady { ($0 < 10 || $0 > 11) && ($0 < 40 || $0 > 43) })
    #expect((38...44).contains(two.count) && two.allSatisfy { $0 < 0.1 })
    for late in [0.001, 0.004] {
      for place in [5, 400, 1005, 5990] {
        #expect(try errors(steady(moved: { $0 == place ? late : 0 })).count >= whole.count - 1)
      }
    }
    #expect(try errors(steady { $0 < 3 }).isEmpty)
    for bad in [0, -1, .nan, Double.infinity] {
      #expect(throws: TraceError.self) { try WindowedDrift(of: steady(), under: .none, duration: bad) }
      #expect(throws: TraceError.self) { try WindowedDrift(of: steady(), under: .none, duration: 5, spacing: bad) }
    }
  }

  @Test("A live sample with a number that is none, in any channel, is refused and changes nothing")
  func liveNumbers() throws {
    func sample(_ time: Double, _ spoil: (inout MotionSample) -> Void = { _ in }) -> MotionSample {
      var sample = MotionSample(timestamp: time, attitude: .identity, userAcceleration: .zero, rotationRate: .zero)
      spoil(&sample)
      return sample
    }
    let scheme = RestRecognition(over: Unstabilized(), detector: .likelihoodRatio())
    var (spoilt, clean) = (try Integrator(scheme), try Integrator(scheme))
    for index in 0..<100 {
      if index == 50 {
        for bad in [Double.nan, .infinity, -.infinity] {
          #expect(throws: TraceError.self) {
            try spoilt.accumulate(sample(0.5) { $0.rotationRate = Vector3(0, bad, 0) })
          }
          #expect(throws: TraceError.self) { try spoilt.accumulate(sample(0.5) { $0.userAcceleration.z = bad }) }
          #expect(throws: TraceError.self) { try spoilt.accumulate(sample(0.5) { $0.attitude.x = bad }) }
          #expect(throws: TraceError.self) { try spoilt.accumulate(sample(bad)) }
        }
        #expect(throws: TraceError.self) { try spoilt.accumulate(sample(0.5) { $0.attitude.w = 1.02 }) }
      }
      try spoilt.accumulate(sample(Double(index) * 0.01))
      try clean.accumulate(sample(Double(index) * 0.01))
    }
    #expect(spoilt.trajectory == clean.trajectory)
    // A detector that is asked directly is not poisoned either: it forgets the window.
    var detector = RestDetector.likelihoodRatio(duration: 0.1)
    for index in 0..<100 {
      let rate = index == 30 ? Vector3(.nan, 0, 0) : .zero
      let resting = detector.update(
        Step(time: Double(index) * 0.01, duration: 0.01, acceleration: .zero, rotationRate: rate))
      #expect(resting == ((index >= 10 && index < 30) || index >= 41), "\(index)")
    }
    // And one huge reading leaves nothing behind when its window is over.
    for detector in [
      RestDetector.likelihoodRatio(duration: 0.1), .accelerationVariance(duration: 0.1),
      .angularRateEnergy(duration: 0.1),
    ] {
      var detector = detector
      for index in 0..<60 {
        let step = Step(
          time: Double(index) * 0.01, duration: 0.01, acceleration: index == 20 ? Vector3(1e9, 0, 0) : .zero,
          rotationRate: index == 20 ? Vector3(1e9, 0, 0) : .zero)
        let resting = detector.update(step)
        #expect(resting || index <= 40, "\(detector.statistic)")
      }
    }
  }

  @Test("Parameters are checked where they enter, with or without a trace")
  func parameters() throws {
    let recording = try randomTrace(seed: 3)
    let bad: [any Scheme] =
      [Double.nan, .infinity, -1].flatMap { value -> [any Scheme] in
        [
          .exponential(rate: value), .nonlinearStep(velocityRate: value), .nonlinearStep(positionRate: value),
          .highPass(cutoff: value), .restRecognition(threshold: value, duration: 1),
          .restRecognition(threshold: 1, duration: value), .restRecognition(margin: value),
          .restRecognition(.fluctuation(hysteresis: value)),
          .restRecognition(.likelihoodRatio(accelerationNoise: value)),
          .restRecognition(.likelihoodRatio(rotationNoise: value)),
          ZeroVelocitySmoother(accelerationNoise: value), ZeroVelocitySmoother(biasDeviation: value),
          ZeroVelocitySmoother(biasWalk: value), ZeroVelocitySmoother(restSpeed: value),
        ]
      } + [.resetOnRelease(at: [1, .nan])]
    for scheme in bad + bad.map({ ResetOnRelease(over: Unstabilized(), releases: [1]).wrapping($0) }) {
      #expect(throws: (any Error).self, "\(scheme.label)") { try scheme.validate() }
      #expect(throws: (any Error).self, "\(scheme.label)") { try scheme.validate(on: recording) }
      #expect(throws: (any Error).self, "\(scheme.label)") { try Integrator(scheme) }
    }
    #expect(throws: TraceError.self) { try Integrator(.none, from: Motion(velocity: Vector3(.nan, 0, 0))) }
    #expect(throws: TraceError.self) { try Integrator(.none, longestStep: .nan) }
    #expect(throws: TraceError.self) {
      try Comparison(of: recording, schemes: [.none], from: Motion(position: Vector3(0, .infinity, 0)))
    }
    #expect(throws: TraceError.self) { try AllanDeviation(of: [1, 2, 3], step: 0.01, perDecade: 0) }
    #expect(throws: TraceError.self) { try FrequencyResponse(of: .none, at: [1], amplitude: .nan) }
  }

  @Test("Attitudes that are a little off unit length are settled, and those that are far off refused")
  func settledAttitudes() throws {
    let q = Quaternion(w: 1.009, x: 0, y: 0, z: 0)
    let recording = try Trace(
      timestamps: [0, 1], attitude: [q, q], userAcceleration: [.zero, .zero], rotationRate: [.zero, .zero],
      trueAttitude: [q, q])
    #expect(recording.attitude == [.identity, .identity] && recording.trueAttitude == [.identity, .identity])
    #expect(try recording.rawSamples().allSatisfy { abs($0.specificForce.length - standardGravity) < 1e-12 })
    let track = try PoseTrack(times: [0, 1], positions: [.zero, .zero], attitudes: [q, q])
    #expect(track.attitudes == [.identity, .identity])
    try withFile("0 0 0 0 0 0 0 1.009\n1 0 0 0 0.3 0.1 0.2 0.93\n", named: "a.tum") { path in
      for attitude in try PoseTrack(tum: path).attitudes { #expect(abs(attitude.dot(attitude) - 1) < 1e-12) }
    }
    let far = Quaternion(w: 1.02, x: 0, y: 0, z: 0)
    #expect(throws: TraceError.self) { try Trace(timestamps: [0], attitude: [far], userAcceleration: [.zero]) }
    #expect(throws: TraceError.self) { try PoseTrack(times: [0], positions: [.zero], attitudes: [far]) }
    // What was written and read again stays what it was, bit for bit.
    #expect(
      try Trace(timestamps: recording.timestamps, attitude: recording.attitude, userAcceleration: [.zero, .zero])
        .attitude == recording.attitude)
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
    #expect(abs(value(.likelihoodRatio(duration: 0.3, accelerationNoise: 0.5)) - misfit / 0.25) < 1e-9)
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

  @Test("One broken recording among many is named, with its line, and left out")
  func brokenRecordings() throws {
    let good = try SimulatedTrace.square.trace()[0..<50]
    let table = good.table
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    let broken = (lines[..<20] + ["0.17,x,0"] + lines[21...]).joined(separator: "\n")
    try withFile(table, named: "good.csv") { good in
      try withFile(broken, named: "broken.csv") { broken in
        let set = RecordingSet(contentsOf: [broken, good, good + ".none"])
        #expect(set.traces.count == 1 && set.omitted.count == 2)
        #expect(set.omitted[0].description.contains("broken.csv:21"))
        #expect(set.omitted[1].description.contains("no such file"))
      }
    }
  }
}

extension ResetOnRelease where Base == Unstabilized {
  /// The same around another base.
  fileprivate func wrapping(_ base: some Scheme) -> any Scheme {
    ResetOnRelease<AnyBase>(over: AnyBase(base), releases: releases)
  }
}

/// A scheme that stands for another, as a chain's link does.
private struct AnyBase: Scheme {
  var base: any Scheme
  init(_ base: any Scheme) { self.base = base }
  mutating func advance(_ motion: inout Motion, by step: Step) { base.advance(&motion, by: step) }
  var underlying: (any Scheme)? { base }
}
