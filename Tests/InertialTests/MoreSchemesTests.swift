import Foundation
import Inertial
import Rotations
import Testing

@Suite("Schemes beyond the course")
struct MoreSchemesTests {
  private let schemes: [any Scheme] = [
    .zeroVelocitySmoother(), .zeroEndVelocity, .highPass(cutoff: 0.2),
    .exponential(rate: 0.5).recognizingRest().resettingOnRelease(), .nonlinearStep().zeroingEndVelocity(),
    .restRecognition(.accelerationVariance()), .restRecognition(.likelihoodRatio()),
    .exponential(rate: 1).highPassed(cutoff: 0.1), .restRecognition(endsAtRest: true),
    .zeroVelocitySmoother().resettingOnRelease(),
    .restRecognition(endsAtRest: true).resettingOnRelease(at: [2]),
  ]

  @Test("Live accumulation equals the pass over the whole trace, bit for bit", arguments: 1...3)
  func liveEqualsWhole(seed: UInt64) throws {
    // The last stroke of the one has ended, in the other the recording ends it.
    for (trace, scheme) in try [400, 450].map({ try randomTrace(seed: seed)[0..<$0] }).flatMap({ trace in
      schemes.map { (trace, $0) }
    }) {
      var integrator = try Integrator(scheme)
      for index in 0..<trace.count { try integrator.accumulate(trace[index]) }
      integrator.finish()
      #expect(integrator.motion == integrator.trajectory[trace.count - 1])
      #expect(try integrator.trajectory == scheme.integrate(trace), "\(scheme.label)")
    }
  }

  @Test(
    "Rests of every kind and length: a pass over the whole trace equals live accumulation, bit for bit",
    arguments: 1...8)
  func restsLiveAndWhole(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }
    func uniform(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func bits(_ trajectory: Trajectory) -> [UInt64] {
      (trajectory.velocities + trajectory.positions).flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
    }
    func someDetector() -> RestDetector {
      let statistics: [RestDetector.Statistic] = [
        .fluctuation, .fluctuation, .fluctuation, .linearAcceleration, .accelerationVariance, .accelerationMagnitude,
        .angularRateEnergy, .likelihoodRatio(accelerationNoise: 0.1, rotationNoise: 0.1),
      ]
      return RestDetector(
        statistics.randomElement(using: &random)!, threshold: uniform(0.05...1), duration: uniform(0.01...0.4),
        hysteresis: chance(0.5) ? 1 : uniform(1...3))
    }
    func someTrace() throws -> Trace {
      var (time, left, size) = (uniform(-5...5), 0, 0.0)
      let isHuge = chance(0.1)
      var times = [Double]()
      var accelerations = [Vector3]()
      var rates = [Vector3]()
      func noise() -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) }
      for _ in 0..<Int(uniform(1...400)) {
        if left == 0 { (left, size) = (Int(uniform(1...60)), chance(0.5) ? uniform(0...0.05) : uniform(0.2...3)) }
        left -= 1
        time += chance(0.01) ? uniform(0.2...0.9) : uniform(0.005...0.015)
        times.append(time)
        accelerations.append(noise() * (isHuge && chance(0.02) ? 1e308 : size))
        rates.append(noise() * size)
      }
      accelerations = accelerations.map { $0.sum().isFinite ? $0 : Vector3(1e308, 5e307, -1e308) }
      let attitude = try Quaternion(axis: Vector3(1, 2, 3), angle: uniform(0...3))
      return try Trace(
        timestamps: times, attitude: times.map { _ in attitude }, userAcceleration: accelerations, rotationRate: rates)
    }
    func check(_ base: some Scheme) throws -> Int {
      let scheme = RestRecognition(
        over: base, detector: someDetector(), correction: chance(0.8) ? .linear : .none,
        margin: chance(0.5) ? 0 : uniform(0.001...0.2), endsAtRest: chance(0.3))
      let (trace, start) = (try someTrace(), Motion(velocity: Vector3(1, 0, -1), position: Vector3(0, 2, 0)))
      var live = try Integrator(scheme, from: chance(0.5) ? .zero : start)
      let begin = live.motion
      for index in 0..<trace.count { try live.accumulate(trace[index]) }
      live.finish()
      let whole = try scheme.integrate(trace, from: begin)
      #expect(whole.times == live.trajectory.times)
      #expect(bits(whole) == bits(live.trajectory), "\(scheme) from \(begin): \(trace)")
      return try scheme.detector.restingSamples(of: trace).count { $0 }
    }
    var rests = 0
    for _ in 0..<40 {
      rests += try check(Unstabilized())
      rests += try check(ExponentialDamping.exponential(rate: uniform(0...3)))
      rests += try check(HighPass(over: NonlinearStep.nonlinearStep(), cutoff: 0.5))
    }
    #expect(rests > 500)
  }

  /// Rest, a metre along x within a second with a constant bias, rest.
  private func biasedMove() throws -> Trace {
    let bias = Vector3(0.2, -0.1, 0.05)
    return try trace(count: 401, step: 0.01) { t in
      guard t > 1, t <= 2 else { return .zero }
      return Vector3(2 * .pi * sin(2 * .pi * (t - 1)), 0, 0) + bias
    }
  }

  @Test("Zero end velocity removes the drift of a constant bias at the lift")
  func zeroEndVelocity() throws {
    let recording = try biasedMove()
    let touched = try Trace(
      timestamps: recording.timestamps, attitude: recording.attitude, userAcceleration: recording.userAcceleration,
      isTouching: recording.timestamps.map { $0 >= 1 && $0 < 2 })
    let result = try ZeroEndVelocity(over: Unstabilized()).integrate(touched)
    #expect(distance(result.positions[400], Vector3(1, 0, 0)) < 0.02)
    #expect(distance(result.positions[150], Vector3(0.5, 0, 0)) < 0.02)
    #expect(result.velocities[200].length < 1e-9)
  }

  @Test("The smoother agrees with solving the whole least-squares problem at once")
  func smootherAgainstBatch() throws {
    // A short trace with two rests: minimise all squared residuals over all states, axis x, by normal equations.
    let step = 0.1
    let n = 60
    let acceleration = { (t: Double) in t > 1 && t < 4 ? sin(2 * .pi * (t - 1) / 3) + 0.1 : 0.0 }
    let recording = try trace(count: n, step: step) { Vector3(acceleration($0), 0, 0) }
    let fresh = ZeroVelocitySmoother(
      detector: .fluctuation(threshold: 0.02, duration: 0.5, hysteresis: 1), accelerationNoise: 0.1, biasDeviation: 0.3,
      biasWalk: 0.05, restSpeed: 0.01)
    var scheme = fresh
    var motion = Motion.zero
    var past = [Motion]()
    var resting = [Bool]()
    var detector = fresh.detector
    for index in 0..<n {
      let s = Step(
        time: recording.timestamps[index], duration: index == 0 ? 0 : step, acceleration: recording[index].acceleration)
      scheme.advance(&motion, by: s)
      past.append(motion)
      resting.append(detector.update(s))
    }
    let result = try fresh.integrate(recording)
    // The last rest is recognised when its window is full: the batch sees the data up to that sample.
    let recognised = (1..<n).last { resting[$0] && !resting[$0 - 1] }!
    var measured = Set<Int>()
    for index in 0...recognised where resting[index] {
      measured.insert(index)
      if index == 0 || !resting[index - 1] {
        for back in 0..<index where recording.timestamps[back] >= recording.timestamps[index] - 0.5 * (1 + 1e-9) {
          measured.insert(back)
        }
      }
    }
    let batch = batchSolution(
      acceleration: (0...recognised).map { recording[$0].acceleration.x }, step: step, measured: measured,
      noise: 0.1, prior: 0.3, walk: 0.05, rest: 0.01)
    for index in 0..<recognised {
      #expect(abs(result.velocities[index].x - batch[index].v) < 1e-6)
      #expect(abs(result.positions[index].x - batch[index].x) < 1e-6)
    }
    #expect(abs(result.velocities[25].x - past[25].velocity.x) > 1e-3)
  }

  @Test("The smoother takes the drift of a biased sensor out, before and after a rest")
  func smootherDrift() throws {
    let recording = try SimulatedTrace.square.trace()
    let comparison = try Comparison(of: recording, schemes: [.none, .restRecognition(), .zeroVelocitySmoother()])
    let plain = comparison["none"]!.score.rmsDrift!
    let smoothed = comparison["zero-velocity smoother"]!.score.rmsDrift!
    #expect(smoothed < plain / 5)
    #expect(smoothed < 0.15)
    for bad in [ZeroVelocitySmoother(accelerationNoise: 0), ZeroVelocitySmoother(biasWalk: -1)] {
      #expect(throws: TraceError.self) { try Comparison(of: recording, schemes: [bad]) }
    }
  }

  @Test("With a margin of half its window the linear acceleration moves from a margin before a push to one after it")
  func linearAcceleration() throws {
    let recording = try trace(count: 300, step: 0.01) { t in
      Vector3(0, abs(t - 1) < 0.005 || abs(t - 2) < 0.005 ? 4 : 0.1, 0)
    }
    let detector = RestDetector.linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1)
    let result = try RestRecognition(over: Unstabilized(), detector: detector, margin: 0.1).integrate(recording)
    let moving = recording.timestamps.indices.filter { result.velocities[$0] != .zero }
      .map { recording.timestamps[$0] }
    #expect(abs(moving.first { $0 > 0.5 }! - 0.9) < 0.015)
    #expect(abs(moving.first { $0 > 1.5 }! - 1.9) < 0.015)
    #expect(abs(moving.last { $0 < 1.5 }! - 1.1) < 0.015)
    #expect(abs(moving.last! - 2.1) < 0.015)
    #expect(try !detector.restingSamples(of: recording)[110])
    let lenient = RestDetector.linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1.5)
    #expect(try lenient.restingSamples(of: recording)[100])
  }

  @Test("A margin gives the begin of a movement back to it also before a gap longer than margin and window")
  func marginBeforeAGap() throws {
    let times = (0..<200).map { Double($0) * 0.01 + ($0 < 100 ? 0 : 0.5) }
    let recording = try Trace(
      timestamps: times, attitude: [Quaternion](repeating: .identity, count: 200),
      userAcceleration: [Vector3](repeating: Vector3(-0.1, 0, 0), count: 200))
    let scheme = RestRecognition(
      over: Unstabilized(), detector: .fluctuation(duration: 0.05), correction: .none, margin: 0.1)
    let velocities = try scheme.integrate(recording).velocities
    let moving = (50..<100).filter { velocities[$0] != .zero }
    // Whether 0.89 s is a margin before 0.99 s is up to rounding.
    #expect(moving.suffix(10) == Array(90..<100) && moving.count <= 11)
  }

  @Test("A margin gives the slow begin of a movement back to it")
  func margin() throws {
    // The device moves from 2 s to 4 s, and turns, by which the detector knows it, only in the middle of that.
    let moving = try trace(count: 601, step: 0.01) { t in
      guard t > 2, t < 4 else { return .zero }
      let s = (t - 2) / 2
      return Vector3(60 * s * (1 + s * (-3 + s * 2)) / 4, 0, 0)
    }
    let recording = try Trace(
      timestamps: moving.timestamps, attitude: moving.attitude, userAcceleration: moving.userAcceleration,
      rotationRate: moving.timestamps.map { $0 > 2.15 && $0 < 3.85 ? Vector3(1, 0, 0) : .zero })
    let detector = RestDetector.angularRateEnergy(threshold: 0.01, duration: 0.1, hysteresis: 1)
    func end(_ margin: Double) throws -> Double {
      let scheme = RestRecognition(over: Unstabilized(), detector: detector, margin: margin)
      var live = try Integrator(scheme)
      for index in 0..<recording.count { try live.accumulate(recording[index]) }
      let whole = try scheme.integrate(recording)
      #expect(live.trajectory == whole)
      #expect(whole.velocities[600] == .zero)
      return whole.positions[600].x
    }
    let (without, with) = (try end(0), try end(0.25))
    #expect(abs(with - 1) < 0.01)
    #expect(abs(without - 1) > 2 * abs(with - 1))
    let bad = RestRecognition(over: Unstabilized(), detector: detector, margin: -1)
    #expect(throws: TraceError.self) { try Comparison(of: recording, schemes: [bad]) }
  }

  @Test("A recording that is cut off just after a movement is corrected when it is said to end at rest")
  func endsAtRest() throws {
    let recording = try biasedMove()[0..<205]
    let detector = RestDetector.fluctuation(threshold: 0.1, duration: 0.3, hysteresis: 1)
    func end(_ endsAtRest: Bool) throws -> Motion {
      let result = try RestRecognition(over: Unstabilized(), detector: detector, endsAtRest: endsAtRest).integrate(
        recording)
      return result[204]
    }
    #expect(try distance(end(false).position, Vector3(1, 0, 0)) > 0.1)
    #expect(try distance(end(true).position, Vector3(1, 0, 0)) < 0.02)
    #expect(try end(true).velocity.length < 1e-12)
    #expect(try end(false).velocity.length > 0.1)
    // A recording that rests at its end is the same either way, and a chain passes the end on.
    let whole = try biasedMove()
    let scheme = RestRecognition(over: Unstabilized(), detector: detector, endsAtRest: true)
    #expect(try scheme.integrate(whole) == RestRecognition(over: Unstabilized(), detector: detector).integrate(whole))
    #expect(try scheme.resettingOnRelease(at: [1e9]).integrate(recording) == scheme.integrate(recording))
  }

  private func squareWithoutTouches() throws -> Trace {
    let square = try SimulatedTrace.square.trace()
    return try Trace(
      timestamps: square.timestamps, attitude: square.attitude, userAcceleration: square.userAcceleration,
      truePosition: square.truePosition)
  }

  @Test("The smoother works as the base of a chain: a reset holds, and what came before it stays")
  func smootherInChain() throws {
    let square = try squareWithoutTouches()
    let smoother = ZeroVelocitySmoother()
    let alone = try smoother.integrate(square)
    #expect(try (smoother.resettingOnRelease(at: [1e9]).integrate(square) == alone) as Bool)
    let reset = try smoother.resettingOnRelease(at: [3.3]).integrate(square)
    let index = square.timestamps.firstIndex { $0 >= 3.3 }!
    #expect(reset[index] == .zero)
    // The phone rests there: it stays in the new origin until it moves, and moves from there as before.
    #expect(reset.positions[index + 5].length < 0.01)
    let later = square.timestamps.firstIndex { $0 >= 6.5 }!
    let moved = alone.positions[later] - alone.positions[index]
    #expect(distance(reset.positions[later], moved) < 0.03)
    #expect(moved.length > 0.2)
    // Before the reset, the rests that had been seen until then have smoothed the past; those after it have not.
    let before = try smoother.integrate(square[0..<(index + 1)])
    #expect(reset.positions[index - 100] == before.positions[index - 100])
  }

  @Test("Chains that make no sense are refused in words")
  func impossibleChains() throws {
    let square = try SimulatedTrace.square.trace()
    for chain in [
      ZeroVelocitySmoother().recognizingRest() as any Scheme, ZeroVelocitySmoother().highPassed(cutoff: 0.1),
      RestRecognition(over: Unstabilized()).highPassed(cutoff: 0.1),
      // At any distance, and whichever of them it is that rewrites the past.
      ZeroVelocitySmoother().resettingOnRelease(at: [1]).recognizingRest(),
      ZeroVelocitySmoother().resettingOnRelease(at: [1]).resettingOnRelease(at: [2]).highPassed(cutoff: 0.1),
      ZeroVelocitySmoother().zeroingEndVelocity(), RestRecognition(over: Unstabilized()).recognizingRest(),
      ZeroEndVelocity(over: Unstabilized()).recognizingRest(),
      RestRecognition(over: Unstabilized()).resettingOnRelease(at: [1]).zeroingEndVelocity(),
    ] {
      #expect(throws: SchemeError.self) { try Integrator(chain) }
      let error = #expect(throws: SchemeError.self) { try Comparison(of: square, schemes: [chain]) }
      #expect(error.map { "\($0)" }?.contains("cannot stand over") == true)
    }
    #expect(throws: Never.self) {
      try Comparison(of: square, schemes: [HighPass(over: Unstabilized(), cutoff: 0.1).recognizingRest()])
    }
  }

  @Test("A high-pass filter turns a steady velocity into a constant position")
  func highPass() throws {
    let recording = try trace(count: 4001, step: 0.01) { _ in .zero }
    let result = try HighPass(over: Unstabilized(), cutoff: 0.2).integrate(
      recording, from: Motion(velocity: Vector3(1, 0, 0)))
    #expect(abs(result.positions[4000].x - 1 / (2 * .pi * 0.2)) < 0.01)
    #expect(throws: TraceError.self) { try Comparison(of: recording, schemes: [.highPass(cutoff: -1)]) }
    let off = try HighPass(over: Unstabilized(), cutoff: 0).integrate(
      recording, from: Motion(velocity: Vector3(1, 0, 0)))
    #expect(abs(off.positions[4000].x - 40) < 1e-9)
  }

  @Test("A high-pass filter inside a chain begins anew at a rest, and a chain's label names its links")
  func highPassInChain() throws {
    let square = try squareWithoutTouches()
    let truth = try SimulatedTrace.square.trace().truePosition!
    func error(_ scheme: any Scheme) throws -> Double {
      ErrorStatistics(zip(try scheme.integrate(square).positions, truth).map(distance)).rmse
    }
    let chain = HighPass(over: Unstabilized(), cutoff: 0.002).recognizingRest()
    // A filter that hardly filters leaves rest recognition what it is.
    #expect(try error(chain) < 0.05)
    #expect(try error(HighPass(over: Unstabilized(), cutoff: 0.002)) > 1)
    #expect(chain.label == "rest recognition over high-pass (0.002 Hz)")
    #expect(
      ExponentialDamping.exponential(rate: 2).zeroingEndVelocity().label
        == "zero end velocity over exponential (2.0 /s)")
    #expect(chain.resettingOnRelease().label.hasPrefix("reset on release over rest recognition"))
    #expect(RestRecognition(over: Unstabilized()).label == "rest recognition")
  }

  @Test("A chain does what each link does")
  func chain() throws {
    let recording = try trace(
      count: 301, step: 0.01, isTouching: { $0 < 1 }, kinematic: { _ in Vector3(1, 0, 0) })
    let chained = try ExponentialDamping.exponential(rate: 1).resettingOnRelease().integrate(recording)
    let damped = try ExponentialDamping.exponential(rate: 1).integrate(recording)
    #expect(chained.positions[99] == damped.positions[99])
    #expect(chained[100] == .zero)
    // A link that rewrites the past does so inside a chain as well, and a reset at rest is not undone.
    let square = try squareWithoutTouches()
    let resting = RestRecognition(over: Unstabilized())
    let both = try resting.resettingOnRelease(at: [1000]).integrate(square)
    #expect(try both == resting.integrate(square))
    let reset = try resting.resettingOnRelease(at: [3.3]).integrate(square)
    let index = square.timestamps.firstIndex { $0 >= 3.3 }!
    #expect(reset[index] == .zero)
    #expect(reset.positions[index + 5].length < 0.01)
    #expect(square.count == reset.count)
    // Nor is one just before the rest is recognised, whose window reaches back before it.
    let stroke = square.timestamps.firstIndex { $0 >= 2.9 }!
    let early = try resting.resettingOnRelease(at: [2.9]).integrate(square)
    #expect(try !resting.detector.restingSamples(of: square)[stroke])
    #expect(early[stroke] == .zero)
    #expect(early.positions[stroke + 40].length < 0.01)
    #expect(try resting.integrate(square).positions[stroke + 40].length > 0.25)
  }

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
}

/// All states at once: minimises the weighted squares of process, prior and rest residuals; x and v start at 0.
private func batchSolution(
  acceleration: [Double], step t: Double, measured: Set<Int>, noise: Double, prior: Double, walk: Double, rest: Double
) -> [(x: Double, v: Double)] {
  let n = acceleration.count
  let size = 3 * n
  var a = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size)
  func add(_ terms: [(Int, Double)], _ target: Double, _ weight: Double) {
    for (i, ci) in terms {
      for (j, cj) in terms { a[i][j] += weight * ci * cj }
      a[i][size] += weight * ci * target
    }
  }
  add([(0, 1)], 0, 1e12)
  add([(1, 1)], 0, 1e12)
  add([(2, 1)], 0, 1 / (prior * prior))
  let (q, w) = (noise * noise, walk * walk)
  let covariance = [
    [q * t * t * t / 3 + w * pow(t, 5) / 20 + 1e-14, q * t * t / 2 + w * pow(t, 4) / 8, -w * t * t * t / 6],
    [q * t * t / 2 + w * pow(t, 4) / 8, q * t + w * t * t * t / 3 + 1e-14, -w * t * t / 2],
    [-w * t * t * t / 6, -w * t * t / 2, w * t + 1e-16],
  ]
  let information = inverse3(covariance)
  for k in 1..<n {
    // Residuals of x, v and b; each a list of coefficients and a target.
    let residuals: [([(Int, Double)], Double)] = [
      ([(3 * k, 1), (3 * k - 3, -1), (3 * k - 2, -t), (3 * k - 1, t * t / 2)], acceleration[k] * t * t / 2),
      ([(3 * k + 1, 1), (3 * k - 2, -1), (3 * k - 1, t)], acceleration[k] * t),
      ([(3 * k + 2, 1), (3 * k - 1, -1)], 0),
    ]
    for (i, ri) in residuals.enumerated() {
      for (j, rj) in residuals.enumerated() {
        for (p, cp) in ri.0 {
          for (s, cs) in rj.0 { a[p][s] += information[i][j] * cp * cs }
          a[p][size] += information[i][j] * cp * rj.1
        }
      }
    }
  }
  for k in measured { add([(3 * k + 1, 1)], 0, 1 / (rest * rest)) }
  for column in 0..<size {
    let pivot = (column..<size).max { abs(a[$0][column]) < abs(a[$1][column]) }!
    a.swapAt(column, pivot)
    for row in (column + 1)..<size where a[row][column] != 0 {
      let factor = a[row][column] / a[column][column]
      for k in column...size { a[row][k] -= factor * a[column][k] }
    }
  }
  var solution = [Double](repeating: 0, count: size)
  for row in stride(from: size - 1, through: 0, by: -1) {
    var sum = a[row][size]
    for k in (row + 1)..<max(size, row + 1) { sum -= a[row][k] * solution[k] }
    solution[row] = sum / a[row][row]
  }
  return (0..<n).map { (solution[3 * $0], solution[3 * $0 + 1]) }
}

private func inverse3(_ m: [[Double]]) -> [[Double]] {
  func minor(_ i: Int, _ j: Int) -> Double {
    let r = (0..<3).filter { $0 != i }
    let c = (0..<3).filter { $0 != j }
    return (m[r[0]][c[0]] * m[r[1]][c[1]] - m[r[0]][c[1]] * m[r[1]][c[0]]) * ((i + j) % 2 == 0 ? 1 : -1)
  }
  let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
  return (0..<3).map { i in (0..<3).map { j in minor(j, i) / determinant } }
}
