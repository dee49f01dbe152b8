import Foundation
import Inertial
import MotionBench
import Rotations
import Synchronization
import Testing

@testable import Stabilization

@Suite("The error-state filter")
struct ErrorStateFilterTests {
  /// Sensors with every error that the filter estimates.
  static let sensors = SensorModel(
    rate: 50, accelerationNoise: 0.01, rotationNoise: 0.002, accelerationBias: 0.05, rotationBias: 0.005,
    accelerationBiasWalk: 0.002, tiltError: 0.01, rotationBiasWalk: 0.0002)

  static func filter(
    isSmoothed: Bool = true, integration: ErrorStateFilter.Integration = .trapezoidal,
    knownPositions: [ErrorStateFilter.KnownPosition] = []
  ) -> ErrorStateFilter {
    ErrorStateFilter(
      sensors: SensorErrors(sensors), restSpeed: 0.001, restRotation: 0.001, knownPositions: knownPositions,
      integration: integration, isSmoothed: isSmoothed)
  }

  static func recording(seed: UInt64 = 1) throws -> Trace {
    try .simulated(.walk(carrying: .pocket), sensors: sensors, seed: seed)
  }

  private func vector(_ random: inout SeededRandom) -> Vector3 {
    Vector3(random.normal(), random.normal(), random.normal())
  }

  @Test("A step of the covariance, and one of the information, are F·P·Fᵀ + Q and Fᵀ·Λ·F of the whole matrices")
  func blocksAgainstWholeMatrices() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<20 {
      let covariance = Dense.random(&random)
      let step = ErrorTransition(
        duration: 0.02, rotation: RotationMatrix(Quaternion(rotationVector: vector(&random))).matrix,
        force: vector(&random) * 10)
      let f = Dense(transition: step)
      var blocks = covariance.blocks
      let noise = ProcessNoise(velocity: 0.3, attitude: 0.2, gyroscope: 0.1, accelerometer: 0.4)
      blocks.propagate(step, noise)
      var expected = f * covariance * f.transpose
      let h = step.duration
      let between: Double = 0.3 * h * h / 2
      for axis in 0..<3 {
        expected[axis, axis] += between * h * 2 / 3
        expected[axis, 3 + axis] += between
        expected[3 + axis, axis] += between
        for (row, variance) in [(3, 0.3), (6, 0.2), (9, 0.1), (12, 0.4)] {
          expected[row + axis, row + axis] += variance * h
        }
      }
      #expect(Dense(blocks).distance(to: expected) < 1e-12)
      blocks = covariance.blocks
      blocks.retreat(step)
      #expect(Dense(blocks).distance(to: f.transpose * covariance * f) < 1e-10)
    }
  }

  @Test("Errors follow from knot to knot as the covariances at each sample say: −P·λ is F·x − Q·λ")
  func errorsBetweenKnots() {
    var random = SeededRandom(seed: 7)
    func error() -> StateError {
      StateError(p: vector(&random), v: vector(&random), t: vector(&random), g: vector(&random), a: vector(&random))
    }
    let noise = ProcessNoise(velocity: 0.3, attitude: 0.2, gyroscope: 0.1, accelerometer: 0.4)
    for _ in 0..<20 {
      let step = ErrorTransition(
        duration: 0.02, rotation: RotationMatrix(Quaternion(rotationVector: vector(&random))).matrix,
        force: vector(&random) * 10)
      let before = Dense.random(&random).blocks
      let (later, force, rate) = (error(), vector(&random), vector(&random))
      var after = before
      after.propagate(step, noise)
      after.addUnresolved(force: force, rate: rate, over: step.duration)
      var retreated = later
      retreated.retreat(step)
      func errors(_ covariance: ErrorCovariance, _ x: StateError) -> StateError {
        withUnsafePointer(to: covariance) { StateError.zero - ErrorCovariance.product($0, x) }
      }
      var found = errors(before, retreated)
      found.advance(step, StepNoise(white: noise, force: force, rate: rate), later)
      let left = found - errors(after, later)
      #expect(max(left.p.length, left.v.length, left.t.length, left.g.length, left.a.length) < 1e-10)
    }
  }

  @Test("Errors counted otherwise have the covariance M·P·Mᵀ, and the information Mᵀ·Λ·M, of the whole matrices")
  func shearsAgainstWholeMatrices() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<20 {
      let (covariance, shear) = (
        Dense.random(&random), ErrorShear(position: vector(&random), velocity: vector(&random))
      )
      let whole = Dense(shear: shear)
      var (there, back) = (covariance.blocks, covariance.blocks)
      there.shear(by: shear)
      back.retreat(shear)
      #expect(Dense(there).distance(to: whole * covariance * whole.transpose) < 1e-10)
      #expect(Dense(back).distance(to: whole.transpose * covariance * whole) < 1e-10)
    }
  }

  @Test("A measurement is the Kalman update of the whole matrix, with errors of velocity that turn with the attitude's")
  func updateAgainstWholeMatrices() {
    var random = SeededRandom(seed: 2)
    for (error, row) in [(MeasuredError.position, 0), (.velocity, 3), (.attitude, 6), (.gyroscope, 9)] {
      let covariance = Dense.random(&random)
      let motion = Motion(velocity: vector(&random), position: vector(&random))
      var belief = Belief(state: NominalState(motion: motion, attitude: .identity), covariance: covariance.blocks)
      let difference = error == .velocity ? -motion.velocity : vector(&random) * (error == .position ? 1 : 0.01)
      let update = belief.measure(error, difference, variance: Vector3(repeating: 0.5))
      let zero = Vector3(repeating: 0)
      #expect(
        update.before
          == ErrorShear(
            position: error == .position ? difference : zero, velocity: error == .gyroscope ? zero : -motion.velocity))
      // P − P·Hᵀ·S⁻¹·H·P with S = H·P·Hᵀ + R, of errors that are counted so.
      let (before, after) = (Dense(shear: update.before), Dense(shear: update.after))
      let counted = before * covariance * before.transpose
      var expected = counted
      var found = [Double](repeating: 0, count: 15)
      for i in 0..<15 {
        for a in 0..<3 {
          for b in 0..<3 {
            let gain: Double = counted[i, row + a] * update.inverse[a, b]
            found[i] += gain * difference[b]
            for j in 0..<15 { expected[i, j] -= gain * counted[row + b, j] }
          }
        }
      }
      #expect(Dense(belief.covariance).distance(to: after * expected * after.transpose) < 1e-11)
      let turn = Quaternion(rotationVector: Vector3(found[6], found[7], found[8]))
      let (fall, rise) = (Vector3(found[0], found[1], found[2]), Vector3(found[3], found[4], found[5]))
      let (p, v) = (update.before.position, update.before.velocity)
      let place = motion.position + p - turn.act(on: p - fall)
      let speed = motion.velocity + v - turn.act(on: v - rise)
      #expect((belief.state.motion.position - place).length < 1e-11)
      #expect((belief.state.motion.velocity - speed).length < 1e-11)
      // Both together count the errors about the corrected state; parts below three thousandths of a deviation are left out.
      #expect((update.before.velocity + update.after.velocity - (speed - motion.velocity)).length < 0.05)
    }
  }

  @Test("No rest makes the heading surer, however far the velocity had drifted, and no return to the start does")
  func restsKnowNoHeading() throws {
    var errors = SensorErrors(Self.sensors)
    errors.heading = 0.3
    for seed: UInt64 in 1...6 {
      let walk = try Trace.simulated(.walk(carrying: .pocket, strides: 10), sensors: Self.sensors, seed: seed)
      for closure in [nil, 0.01] {
        let filter = ErrorStateFilter(
          gyroscopeDetector: nil, sensors: errors, restSpeed: 0.0002, margin: 0.2,
          closureDeviation: closure)
        let path = try filter.integrate(walk)
        let headings = try #require(path.covariances).map { $0.attitude[2, 2].squareRoot() }
        #expect(headings.allSatisfy { $0 > 0.295 }, "\(seed), \(closure ?? 0): \(headings.min() ?? 0)")
        // And the device stands still at its rests.
        let last = try #require(path.velocities.last)
        #expect(last.length < 0.002, "\(seed), closed by \(closure ?? 0)")
      }
    }
  }

  @Test("A pass over a whole trace and a live integrator give the same numbers, bit for bit", arguments: [true, false])
  func liveIsWhole(isSmoothed: Bool) throws {
    let trace = try Self.recording()
    for filter in [
      Self.filter(isSmoothed: isSmoothed),
      ErrorStateFilter(
        margin: 0.1, endsAtRest: true, knownPositions: [.init(.zero, at: 3)], closureDeviation: 0.01,
        knownDirections: [.init(Vector3(0, 1, 0), azimuth: 1, at: 2)],
        isSmoothed: isSmoothed),
      ErrorStateFilter(
        sensors: SensorErrors(rotationScale: 0.01), restRadius: 0.1, margin: 0.1, floorDeviation: 0.02,
        isSmoothed: isSmoothed),
    ] {
      let whole = try filter.integrate(trace)
      var live = try Integrator(filter)
      for index in 0..<trace.count { try live.accumulate(trace[index]) }
      live.finish()
      #expect(live.trajectory == whole)
      #expect(whole.covariances?.count == trace.count && whole.attitudes?.count == trace.count)
    }
  }

  @Test("The memory of an earlier pass leaves nothing behind: not one that was longer, shorter, or another scheme's")
  func reusedMemory() throws {
    let (long, short) = (try Self.recording(), try Trace.simulated(.square(), sensors: Self.sensors, seed: 2))
    let schemes: [any Scheme] = [
      Self.filter(), Self.filter(isSmoothed: false), Unstabilized(), RestRecognition(over: Unstabilized()),
    ]
    var (memory, random) = (Trajectory(), SeededRandom(seed: 5))
    for _ in 0..<30 {
      let (scheme, trace) = (schemes[Int(random.uniform() * 4)], random.uniform() < 0.5 ? long : short)
      try scheme.integrate(trace, into: &memory)
      let isSame = memory == (try scheme.integrate(trace))
      #expect(isSame, "\(scheme.name), \(trace.count) samples")
    }
  }

  @Test("Smoothing leaves the last sample as it is, and makes no sample less certain")
  func smoothingHelps() throws {
    let trace = try Self.recording()
    let filtered = try Self.filter(isSmoothed: false).integrate(trace)
    let smoothed = try Self.filter().integrate(trace)
    let last = trace.count - 1
    #expect((filtered.positions[last] - smoothed.positions[last]).length < 1e-9)
    let (before, after) = (try #require(filtered.covariances), try #require(smoothed.covariances))
    // Between the samples whose covariance is computed it is taken to change evenly.
    for index in trace.timestamps.indices {
      #expect(after[index].positionDeviation <= before[index].positionDeviation * 1.02)
      #expect(after[index].attitudeDeviation <= before[index].attitudeDeviation * 1.02)
    }
    let truth = try #require(trace.truePosition)
    func error(_ trajectory: Trajectory) -> Double {
      var sum = 0.0
      for index in truth.indices {
        let place: Vector3 = truth[index] - truth[0]
        sum += (trajectory.positions[index] - place).squaredLength
      }
      return sum
    }
    #expect(error(smoothed) < error(filtered))
  }

  @Test("Deviations between knots are those of a smoother that has a knot at each sample")
  func betweenKnots() throws {
    func deviations(_ trajectory: Trajectory) throws -> [[Double]] {
      let covariances = try #require(trajectory.covariances)
      return [\MotionCovariance.position, \.velocity, \.attitude].map { part in
        covariances.map { covariance in
          let columns = covariance[keyPath: part].columns
          return (columns.x.x + columns.y.y + columns.z.z).squareRoot()
        }
      }
    }
    for seed in 1...3 as ClosedRange<UInt64> {
      let (walk, square) = try (
        Self.recording(seed: seed), Trace.simulated(.square(rounds: 2), sensors: .currentPhone, seed: seed)
      )
      // A measurement that tells nothing makes a knot.
      func everywhere(_ trace: Trace) -> [ErrorStateFilter.KnownPosition] {
        trace.timestamps.map { .init(.zero, at: $0 - trace.timestamps[0], deviation: 1e9) }
      }
      let cases = [
        (walk, Self.filter(), Self.filter(knownPositions: everywhere(walk))),
        (square, ErrorStateFilter(), ErrorStateFilter(knownPositions: everywhere(square))),
      ]
      for (trace, filter, exactFilter) in cases {
        let (found, exact) = try (deviations(filter.integrate(trace)), deviations(exactFilter.integrate(trace)))
        for (part, tolerance) in zip(0..<3, [0.02, 0.08, 0.001]) {
          let least = 0.02 * exact[part].max()!
          let worst = zip(found[part], exact[part]).map { $1 > least ? abs($0 / $1 - 1) : 0 }.max()!
          #expect(worst < tolerance, "seed \(seed), part \(part)")
        }
      }
    }
  }

  @Test("Passes side by side, which take and leave the memory of earlier ones, give what each gives alone")
  func sharedMemory() throws {
    let traces = try (1...6).map {
      try Trace.simulated(.square(rounds: 1 + $0 % 3), sensors: Self.sensors, seed: UInt64($0))
    }
    let alone = try traces.map { try Self.filter().integrate($0) }
    let found = Mutex([Int: Trajectory]())
    DispatchQueue.concurrentPerform(iterations: 48) { turn in
      let result = try? Self.filter().integrate(traces[turn % 6])
      found.withLock { $0[turn] = result }
    }
    for (turn, result) in found.withLock({ $0 }) { #expect(result == alone[turn % 6]) }
    #expect(found.withLock { $0.count } == 48)
    for (room, isKept) in [(5000, true), (300_000, false)] {
      var stretch = FilteredStretch()
      stretch.samples.reserveCapacity(room)
      stretch.keepMemory()
      #expect((stretch.samples.capacity == 0) == isKept)
    }
  }

  @Test("A rest corrects the attitude: a tilt at the start is found from the drift of the velocity")
  func restsLevel() throws {
    var sensors = SensorModel(rate: 50)
    sensors.tiltError = 0.02
    let trace = try Trace.simulated(.square(), sensors: sensors, seed: 3)
    let errors = SensorErrors(
      accelerationNoise: 0.001, rotationNoise: 0.00001, accelerationBias: 0, rotationBias: 0, accelerationBiasWalk: 0,
      rotationBiasWalk: 0, tilt: 0.02)
    let result = try ErrorStateFilter(sensors: errors, restSpeed: 0.001).integrate(trace)
    let last = trace.count - 1
    let up = { (q: Quaternion) in q.inverse.act(on: Vector3(0, 0, 1)) }
    let actual = up(try #require(trace.trueAttitude)[last])
    let first = (up(trace.attitude[0]) - up(try #require(trace.trueAttitude)[0])).length
    let left = (up(try #require(result.attitudes)[last]) - actual).length
    #expect(left < first / 10)
  }

  @Test("Trapezoids take out the half step by which held readings are late")
  func trapezoidsAreNotLate() throws {
    let exact = try trace(count: 101, step: 0.02) { Vector3(0, 0, sin(3 * $0)) }
    let (split, trapezoid) = (try Unstabilized().integrate(exact), try TrapezoidalIntegration().integrate(exact))
    // x = t/3 − sin(3t)/9 from rest.
    let truth = exact.timestamps.map { (time: Double) -> Double in time / 3 - sin(3 * time) / 9 }
    func largest(_ result: Trajectory) -> Double {
      zip(result.positions, truth).map { abs($0.z - $1) }.max() ?? .nan
    }
    #expect(largest(trapezoid) < 5e-4)
    #expect(largest(split) > 10 * largest(trapezoid))
  }

  @Test("A filter's trapezoids err with the square of the step, its held readings with the step")
  func orderOfIntegration() throws {
    // No rest is found, so that nothing but the integration errs: by the attitude as well, which a finer step improves alike.
    for (rule, ratios) in [(ErrorStateFilter.Integration.splitStep, 1.6...2.5), (.trapezoidal, 3.2...5)] {
      let errors = try [50.0, 100].map { rate -> Double in
        let recording = try Trace.simulated(.walk(carrying: .pocket), sensors: SensorModel(rate: rate), seed: 1)
        let path = try ErrorStateFilter(
          detector: .fluctuation(threshold: 1e-12), gyroscopeDetector: nil, integration: rule, isSmoothed: false
        ).integrate(recording).positions
        let truth = try #require(recording.truePosition)
        return truth.indices.map { (path[$0] - (truth[$0] - truth[0])).length }.max() ?? .nan
      }
      #expect(ratios.contains(errors[0] / errors[1]), "\(rule): \(errors)")
    }
  }

  @Test("A compass holds the heading that the gyroscope loses, and says how well it is known")
  func compass() throws {
    var sensors = SensorModel(rate: 50)
    sensors.rotationBias = 0.02
    let walk = try Trace.simulated(.walk(carrying: .pocket, strides: 12), sensors: sensors, seed: 4)
    var random = SeededRandom(seed: 5)
    let trace = try Trace(
      timestamps: walk.timestamps, attitude: walk.attitude, userAcceleration: walk.userAcceleration,
      rotationRate: walk.rotationRate,
      magneticField: walk.trueAttitude?.map { $0.inverse.act(on: Vector3(15, 15, -45)) + vector(&random) * 0.5 },
      truePosition: walk.truePosition, trueAttitude: walk.trueAttitude)
    let directions = try trace.magneticDirections(every: 0.5, deviation: 0.05)
    #expect(directions.count > 10)
    let errors = SensorErrors(rotationBias: 0.02)
    let paths = try [[], directions].map {
      try ErrorStateFilter(
        gyroscopeDetector: nil, sensors: errors, knownDirections: $0, isSmoothed: false
      ).integrate(trace)
    }
    let truth = try #require(trace.trueAttitude)
    let last = trace.count - 1
    let turned = try paths.map { path -> (error: Double, deviation: Double) in
      let attitude = try #require(path.attitudes)[last]
      let covariance = try #require(path.covariances)[last].attitude
      return (abs((truth[last] * attitude.inverse).rotationVector.z), covariance[2, 2].squareRoot())
    }
    #expect(turned[1].error < 0.5 * turned[0].error && turned[1].error < 4 * turned[1].deviation, "\(turned)")
    #expect(turned[1].deviation < 0.5 * turned[0].deviation)
    // Each is the mean of 25 readings, which alone err by 0.02 rad.
    let squares = directions.compactMap { direction in
      trace.timestamps.firstIndex { $0 - trace.timestamps[0] >= direction.time }.map { index in
        let pointed = truth[index].act(on: direction.direction)
        return pow(remainder(atan2(pointed.y, pointed.x) - .pi / 4, 2 * .pi), 2)
      }
    }
    let mean = squares.reduce(0, +) / Double(squares.count)
    #expect(mean.squareRoot() < 0.01)
    // A disturbed field counts for less, if at all.
    let isDisturbed = trace.timestamps.map { $0 - trace.timestamps[0] > 5 }
    let doubted = try trace.magneticDirections(every: 0.5, deviation: 0.05, isDisturbed: isDisturbed)
    #expect(doubted.map(\.deviation) == directions.map { $0.time > 5 ? 0.5 : 0.05 })
    #expect(throws: TraceError.self) { try trace.magneticDirections(isDisturbed: [true]) }
    // A field of another strength does not count, nor does one that nobody has recorded.
    #expect(try trace.magneticDirections(tolerance: 1e-9).count < directions.count / 4)
    #expect(throws: TraceError.self) {
      try Trace(
        timestamps: trace.timestamps, attitude: trace.attitude, userAcceleration: trace.userAcceleration
      ).magneticDirections()
    }
    #expect(throws: TraceError.self) { try trace.magneticDirections(every: 0) }
  }

  @Test("Errors of scale make what a turn says less certain, by about as much as it errs")
  func turns() throws {
    let sensors = SensorModel(rate: 50, rotationNoise: 0.0005, rotationBias: 0.001, scaleError: 0.01)
    let traces = try (1...60).map {
      try Trace.simulated(.walk(carrying: .pocket, strides: 4), sensors: sensors, seed: UInt64($0))
    }
    // The accelerometer's scale is as wrong, and looks like a bias that changes with the attitude.
    var errors = SensorErrors(sensors)
    (errors.accelerationBias, errors.accelerationBiasWalk, errors.accelerationNoise) = (0.1, 0.02, 0.1)
    let headings = try [errors.rotationScale, 0].map { scale in
      errors.rotationScale = scale
      let filter = ErrorStateFilter(sensors: errors, isSmoothed: false)
      return try traces.map { trace -> Double in
        let path = try filter.integrate(trace)
        let (attitude, covariance) = try (#require(path.attitudes?.last), #require(path.covariances?.last))
        let error = try (#require(trace.trueAttitude?.last) * attitude.inverse).rotationVector
        return error.z * error.z / covariance.attitude[2, 2]
      }
    }
    // χ² with one degree of freedom.
    let means = headings.map { $0.reduce(0, +) / Double($0.count) }
    #expect((0.3...1.7).contains(means[0]) && means[1] > 4, "\(means)")
  }

  @Test("A device that turns while it rests is still only at the point about which it turns")
  func rollingRests() throws {
    let times = (0..<200).map { Double($0) / 100 }
    let trace = try Trace(
      timestamps: times, attitude: times.map { Quaternion(.z, 0.5 * $0) },
      userAcceleration: times.map { _ in .zero }, rotationRate: times.map { _ in Vector3(0, 0, 0.5) })
    let deviations = try [0, 0.2].map { radius in
      try #require(
        ErrorStateFilter(gyroscopeDetector: nil, restRadius: radius, isSmoothed: false).integrate(trace).covariances?
          .last
      ).velocityDeviation
    }
    #expect(deviations[1] > 2 * deviations[0], "\(deviations)")
  }

  @Test("A level floor keeps the height of a foot, once in each rest, and leaves the plane alone")
  func levelFloor() throws {
    var sensors = SensorModel.currentPhone
    sensors.rate = 200
    sensors.scaleError = 0.02
    let walk = try Trace.simulated(.walk(carrying: .foot, strides: 6), sensors: sensors, seed: 3)
    func end(_ floor: Double?) throws -> (position: Vector3, deviation: Double) {
      let path = try ErrorStateFilter(
        detector: .likelihoodRatio(
          threshold: 3, duration: 0.06, accelerationDeviation: 0.2, rotationDeviation: 0.1, hysteresis: 1),
        restInterval: 0.01, floorDeviation: floor, isSmoothed: false
      ).integrate(walk)
      let covariance = try #require(path.covariances?.last)
      return (try #require(path.positions.last), covariance.position[2, 2].squareRoot())
    }
    let (free, level) = (try end(nil), try end(0.02))
    #expect(abs(level.position.z) < 0.5 * abs(free.position.z), "\(free) \(level)")
    // A rest of 3 s at the end, measured at each of its 300 samples, would be known to a millimetre.
    #expect((0.005...0.02).contains(level.deviation), "\(level.deviation)")
    #expect(level.deviation < free.deviation)
  }

  @Test("A margin longer than the detector's window is kept in full: no rest is measured before it is over")
  func longMargins() throws {
    let trace = try Trace.simulated(.square(pause: 1.5, rounds: 1), sensors: Self.sensors, seed: 2)
    let begins = [0, 0.6].map { margin -> [Double] in
      let filter = ErrorStateFilter(margin: margin)
      return (try? filter.integrated(trace).scheme.innovations.map(\.time)) ?? []
    }
    #expect(begins[0].count >= 3 && begins[0].count == begins[1].count)
    #expect(zip(begins[0], begins[1]).allSatisfy { abs($1 - $0 - 0.6) < 0.021 }, "\(begins)")
  }

  @Test("A heel that strikes between two samples makes the filter less sure, by about as much as it errs")
  func impacts() throws {
    var sensors = SensorModel.currentPhone
    sensors.rate = 100
    let trace = try Trace.simulated(
      .walk(carrying: .foot, strides: 9, strideDuration: 1.1037), sensors: sensors, seed: 1)
    func normalized(_ share: Double) throws -> Double {
      let filter = ErrorStateFilter(
        detector: .likelihoodRatio(
          threshold: 3, duration: 0.06, accelerationDeviation: 0.2, rotationDeviation: 0.1, hysteresis: 1),
        sensors: SensorErrors(sensors), samplingError: share)
      let innovations = try filter.integrated(trace).scheme.innovations.map(\.normalized)
      return innovations.reduce(0, +) / Double(innovations.count)
    }
    let (sure, honest) = (try normalized(0), try normalized(1))
    #expect((0.5...6).contains(honest) && sure > 5 * honest, "\(sure), \(honest)")
  }

  @Test("Without a rotation rate the recorded attitudes say how the device turned")
  func attitudesInsteadOfRates() throws {
    let full = try Trace.simulated(.walk(carrying: .pocket), sensors: SensorModel(rate: 100), seed: 1)
    let bare = try Trace(
      timestamps: full.timestamps, attitude: full.attitude, userAcceleration: full.userAcceleration)
    let (one, two) = (try ErrorStateFilter().integrate(full), try ErrorStateFilter().integrate(bare))
    #expect(zip(one.positions, two.positions).allSatisfy { ($0 - $1).length < 0.1 })
    #expect(one != two)
  }

  @Test("Every option changes the result")
  func everyOption() throws {
    let trace = try Self.recording()
    let standard = try ErrorStateFilter().integrate(trace)
    var options: [(String, ErrorStateFilter)] = [
      ("detector", ErrorStateFilter(detector: .fluctuation(threshold: 1))),
      ("gyroscopeDetector", ErrorStateFilter(gyroscopeDetector: nil)), ("restSpeed", ErrorStateFilter(restSpeed: 0.1)),
      ("restRotation", ErrorStateFilter(restRotation: 0.1)), ("restInterval", ErrorStateFilter(restInterval: 0.2)),
      ("restRadius", ErrorStateFilter(restRadius: 1)), ("floorDeviation", ErrorStateFilter(floorDeviation: 0.01)),
      ("margin", ErrorStateFilter(margin: 0.1)), ("samplingError", ErrorStateFilter(samplingError: 0)),
      ("knownPositions", ErrorStateFilter(knownPositions: [.init(Vector3(1, 0, 0), at: 2)])),
      ("closureDeviation", ErrorStateFilter(closureDeviation: 0.001)),
      ("knownDirections", ErrorStateFilter(knownDirections: [.init(Vector3(1, 0, 0), azimuth: 1, at: 2)])),
      ("integration", ErrorStateFilter(integration: .splitStep)),
      ("attitudeSource", ErrorStateFilter(attitudeSource: .recordedAttitude)),
      ("isSmoothed", ErrorStateFilter(isSmoothed: false)),
    ]
    let errors: [(String, WritableKeyPath<SensorErrors, Double>)] = [
      ("accelerationBias", \.accelerationBias), ("rotationBias", \.rotationBias),
      ("accelerationBiasWalk", \.accelerationBiasWalk), ("rotationBiasWalk", \.rotationBiasWalk), ("tilt", \.tilt),
      ("heading", \.heading), ("rotationScale", \.rotationScale),
    ]
    for (name, path) in errors {
      var sensors = SensorErrors()
      sensors[keyPath: path] += 0.05
      options.append((name, ErrorStateFilter(sensors: sensors)))
    }
    options.append(("accelerationNoise", ErrorStateFilter(sensors: SensorErrors(accelerationNoise: 0.1))))
    options.append(("rotationNoise", ErrorStateFilter(sensors: SensorErrors(rotationNoise: 0.1))))
    let restless = RestDetector.fluctuation(threshold: 0.001)
    #expect(
      try ErrorStateFilter(detector: restless, endsAtRest: true).integrate(trace)
        != ErrorStateFilter(detector: restless).integrate(trace))
    for (name, filter) in options { #expect(try filter.integrate(trace) != standard, "\(name)") }
  }

  @Test("A known position and the return to the start pull the path there")
  func knownPlaces() throws {
    let trace = try Self.recording()
    let place = Vector3(0.3, -0.2, 0.1)
    let known = try ErrorStateFilter(
      knownPositions: [.init(place, at: trace.duration, deviation: 0.001)]
    ).integrate(trace)
    #expect((try #require(known.positions.last) - place).length < 0.01)
    let closed = try ErrorStateFilter(closureDeviation: 0.001).integrate(trace)
    #expect(try #require(closed.positions.last).length < 0.01)
    #expect(try #require(closed.covariances?.last).positionDeviation < 0.002)
  }

  @Test("Parameters that make no sense are refused, and the other schemes have no covariances")
  func refusals() throws {
    let trace = try Self.recording()
    for filter in [
      ErrorStateFilter(samplingError: -1), ErrorStateFilter(restSpeed: 0), ErrorStateFilter(restInterval: -1),
      ErrorStateFilter(margin: .nan), ErrorStateFilter(restRadius: -1), ErrorStateFilter(floorDeviation: 0),
      ErrorStateFilter(sensors: SensorErrors(rotationScale: -0.01)),
      ErrorStateFilter(knownDirections: [.init(Vector3(1, 0, 0), azimuth: .nan, at: 1)]),
      ErrorStateFilter(knownDirections: [.init(Vector3(1, 0, 0), azimuth: 0, at: 1, deviation: 0)]),
      ErrorStateFilter(closureDeviation: 0), ErrorStateFilter(sensors: SensorErrors(accelerationNoise: 0)),
      ErrorStateFilter(knownPositions: [.init(.zero, at: 1, deviation: 0)]),
      ErrorStateFilter(knownPositions: [.init(Vector3(.nan, 0, 0), at: 1)]),
    ] {
      #expect(throws: TraceError.self) { try filter.integrate(trace) }
    }
    #expect(try Unstabilized().integrate(trace).covariances == nil)
    #expect(try ZeroVelocitySmoother().integrate(trace).covariances == nil)
    #expect(throws: SchemeError.self) { try ErrorStateFilter().recognizingRest().integrate(trace) }
  }

  @Test(
    "A reset begins anew where it puts the body, with what was known of attitude and biases, live as over a whole trace"
  )
  func resets() throws {
    let trace = try Trace.simulated(.waving(), sensors: Self.sensors, seed: 1)
    let scheme = Self.filter().resettingOnRelease()
    let whole = try scheme.integrate(trace)
    var live = try Integrator(scheme)
    for index in 0..<trace.count { try live.accumulate(trace[index]) }
    live.finish()
    #expect(live.trajectory == whole)
    #expect(whole != (try Self.filter().integrate(trace)))
  }
}

/// A matrix of 15 rows and columns, written the long way.
private struct Dense {
  var entries = [Double](repeating: 0, count: 225)

  subscript(row: Int, column: Int) -> Double {
    get { entries[15 * row + column] }
    set { entries[15 * row + column] = newValue }
  }

  init() {}

  /// A covariance.
  static func random(_ random: inout SeededRandom) -> Dense {
    var root = Dense()
    for index in root.entries.indices { root.entries[index] = random.normal() }
    return root * root.transpose
  }

  /// F, from the equations of the errors' change over a step.
  init(transition: ErrorTransition) {
    let (h, r, f) = (transition.duration, transition.rotation, transition.force)
    let leaning = [[0, f.z, -f.y], [-f.z, 0, f.x], [f.y, -f.x, 0]]
    for i in 0..<15 { self[i, i] = 1 }
    for i in 0..<3 {
      self[i, 3 + i] = h
      for j in 0..<3 {
        self[i, 6 + j] = 0.5 * h * h * leaning[i][j]
        self[3 + i, 6 + j] = h * leaning[i][j]
        self[i, 12 + j] = -0.5 * h * h * r[i, j]
        self[3 + i, 12 + j] = -h * r[i, j]
        self[6 + i, 9 + j] = -h * r[i, j]
      }
    }
  }

  /// M, with p ← p − a × θ and v ← v − b × θ.
  init(shear: ErrorShear) {
    for i in 0..<15 { self[i, i] = 1 }
    for (row, part) in [(0, shear.position), (3, shear.velocity)] {
      let cross = [[0, -part.z, part.y], [part.z, 0, -part.x], [-part.y, part.x, 0]]
      for i in 0..<3 { for j in 0..<3 { self[row + i, 6 + j] = -cross[i][j] } }
    }
  }

  init(_ p: ErrorCovariance) {
    let rows = [
      [p.pp, p.pv, p.pt, p.pg, p.pa], [p.pv.transpose, p.vv, p.vt, p.vg, p.va],
      [p.pt.transpose, p.vt.transpose, p.tt, p.tg, p.ta],
      [p.pg.transpose, p.vg.transpose, p.tg.transpose, p.gg, p.ga],
      [p.pa.transpose, p.va.transpose, p.ta.transpose, p.ga.transpose, p.aa],
    ]
    for i in 0..<15 { for j in 0..<15 { self[i, j] = rows[i / 3][j / 3][i % 3, j % 3] } }
  }

  var blocks: ErrorCovariance {
    func block(_ i: Int, _ j: Int) -> Matrix3 {
      func column(_ c: Int) -> Vector3 {
        Vector3(self[3 * i, 3 * j + c], self[3 * i + 1, 3 * j + c], self[3 * i + 2, 3 * j + c])
      }
      return Matrix3(columns: column(0), column(1), column(2))
    }
    var p = ErrorCovariance.zero
    (p.pp, p.pv, p.pt, p.pg, p.pa) = (block(0, 0), block(0, 1), block(0, 2), block(0, 3), block(0, 4))
    (p.vv, p.vt, p.vg, p.va) = (block(1, 1), block(1, 2), block(1, 3), block(1, 4))
    (p.tt, p.tg, p.ta) = (block(2, 2), block(2, 3), block(2, 4))
    (p.gg, p.ga, p.aa) = (block(3, 3), block(3, 4), block(4, 4))
    return p
  }

  var transpose: Dense {
    var result = Dense()
    for i in 0..<15 { for j in 0..<15 { result[i, j] = self[j, i] } }
    return result
  }

  static func * (left: Dense, right: Dense) -> Dense {
    var result = Dense()
    for i in 0..<15 { for j in 0..<15 { for k in 0..<15 { result[i, j] += left[i, k] * right[k, j] } } }
    return result
  }

  func distance(to other: Dense) -> Double { zip(entries, other.entries).map { abs($0 - $1) }.max() ?? .nan }
}
