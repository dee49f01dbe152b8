import Basics
import Calibration
import Foundation
import Inertial
import Rotations
import Simulation
import Testing

/// The guide through a calibration, as simulated people and phones use it.
@Suite struct CalibrationGuideTests {
  /// Twelve positions as the guide asks for them, each a little off, for no table is level and no hand exact.
  private static func positions(seed: UInt64, tilt: Double = 6) -> [Quaternion] {
    var random = SeededRandom(seed: seed)
    let ups = [
      Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 1), Vector3(0, -1, 0), Vector3(1, 1, 0), Vector3(0, 0, -1),
      Vector3(-1, 0, 1), Vector3(0, 1, 0), Vector3(0, -1, 1), Vector3(-1, 0, 0), Vector3(1, 0, 1), Vector3(-1, 1, 0),
    ]
    return ups.map { up in
      let shift = (0..<3).map { _ in Double.random(in: -1...1, using: &random) * tan(tilt * .pi / 180) }
      return CalibrationSession.facing(up / up.length + Vector3(shift[0], shift[1], shift[2]))
    }
  }

  @Test func `twelve positions on a table that is not level suffice, and the truth is within the intervals`() throws {
    var (held, asked, better) = (0, 0, 0)
    for seed in 1...60 as ClosedRange<UInt64> {
      let session = try CalibrationSession(seed: seed, attitudes: Self.positions(seed: seed))
      let guide = try CalibrationGuide([session.samples], hasGyroscope: true)
      #expect(guide.next == nil, "seed \(seed): \(guide.targets.filter { !$0.isDone }.map(\.name))")
      let accelerometer = try #require(guide.found.accelerometer).fit
      let gyroscope = try #require(guide.found.gyroscope).fit
      for (fit, truth) in [(accelerometer, session.errors.accelerometer), (gyroscope, session.errors.gyroscope)] {
        let inverse = truth.matrix.inverted
        for row in 0..<3 {
          asked += 1
          held += abs(fit.triad.bias[row] - truth.bias[row]) <= fit.biasMargin[row] ? 1 : 0
          for column in 0..<3 where fit.matrixMargin[row, column] > 0 {
            asked += 1
            held += abs(fit.triad.matrix[row, column] - inverse[row, column]) <= fit.matrixMargin[row, column] ? 1 : 0
          }
        }
        if fit.benefit.isShown, fit.benefit.estimate.value < 0 { better += 1 }
      }
    }
    #expect(better >= 114, "\(better) of 120")
    #expect((0.92...0.98).contains(Double(held) / Double(asked)), "\(held) of \(asked)")
  }

  @Test func `at every moment what is missing is what the fit refuses, and a hold counts once it has lasted`() throws {
    let session = try CalibrationSession(seed: 3, attitudes: Self.positions(seed: 3))
    var counts = [Int]()
    for second in stride(from: 0.5, through: 35, by: 0.5) {
      let samples = session.samples.filter { $0.time <= second }
      let guide = try CalibrationGuide([samples], hasGyroscope: true)
      counts.append(guide.targets.reduce(0) { $0 + $1.count })
      if guide.targets[..<6].contains(where: { !$0.isDone }) { #expect(guide.found.accelerometer == nil) }
      #expect(guide.found.accelerometer != nil || guide.found.omissions[.accelerometer] is CalibrationError)
      // Two seconds of rest, then a second of turning.
      let phase = (second + 1e-6).truncatingRemainder(dividingBy: 3)
      if phase > 2.4 { #expect(guide.hold == nil, "at \(second) s") }
      if (1.4...1.6).contains(phase) {
        let hold = try #require(guide.hold)
        #expect(!hold.isKnown && !hold.trembles)
        #expect(hold.seconds > 0.5 && hold.seconds < 1.6)
      }
    }
    #expect(counts == counts.sorted() && counts.last == 12, "\(counts)")
  }

  @Test func `a phone that lies there, or is waved, has no positions that suffice`() throws {
    var random = SeededRandom(seed: 1)
    let lying = try SensorModel.flawed.record(
      duration: 30, attitude: { _ in .identity }, earthField: nil, using: &random)
    let idle = try CalibrationGuide([lying], hasGyroscope: true)
    #expect(idle.targets.map(\.count) == [1, 0, 0, 0, 0, 0, 0, 0, 0] && idle.next == 1)
    let hold = try #require(idle.hold)
    #expect(hold.target == 0 && hold.seconds > 20 && !hold.isKnown)
    guard case .tooFewPositions(1, 10, _)? = idle.found.omissions[.accelerometer] as? CalibrationError else {
      Issue.record("\(String(describing: idle.found.omissions))")
      return
    }
    let waved = try SensorModel.flawed.record(
      duration: 60,
      attitude: { time in
        RollPitchYaw(roll: 1.5 * sin(1.1 * time), pitch: 1.2 * sin(1.7 * time), yaw: sin(0.9 * time)).quaternion
      },
      acceleration: { time in Vector3(3 * sin(5 * time), 2 * cos(4 * time), 2 * sin(6 * time)) }, earthField: nil,
      using: &random)
    let waving = try CalibrationGuide([waved], hasGyroscope: true)
    #expect(waving.targets.allSatisfy { $0.count == 0 } && waving.hold == nil)
    #expect(waving.found.calibration == SensorCalibration())
  }

  @Test func `a phone that is held in the hand trembles`() throws {
    for (noise, trembles) in [(0.00015, false), (0.003, true)] {
      var random = SeededRandom(seed: 9)
      let held = try SensorModel(rate: 50, rotationNoise: NoiseDensity(oneSided: noise)).record(
        duration: 5, attitude: { _ in .identity }, earthField: nil, using: &random)
      #expect(try #require(CalibrationGuide([held], hasGyroscope: true).hold).trembles == trembles)
    }
  }

  @Test func `the same side twice is known, sides alone do not suffice`() throws {
    let attitudes = CalibrationSession.sides + [CalibrationSession.sides[0]]
    let session = try CalibrationSession(seed: 2, attitudes: attitudes)
    let guide = try CalibrationGuide([session.samples], hasGyroscope: true)
    #expect(guide.targets.map(\.count) == [1, 1, 1, 1, 1, 1, 0, 0, 0] && guide.next == 6)
    #expect(guide.hold?.isKnown == true && guide.hold?.target == 4)
    #expect(guide.found.accelerometer == nil)
  }

  @Test func `what a pause hides is no turn: the phone was turned while its page was hidden`() throws {
    let session = try CalibrationSession(seed: 5, attitudes: Self.positions(seed: 5))
    let whole = try CalibrationGuide([session.samples], hasGyroscope: true)
    // Two of the turns are missing.
    let rest = session.samples.filter { !(8.2...8.8).contains($0.time) && !(17.2...17.8).contains($0.time) }
    let guide = try CalibrationGuide([rest], hasGyroscope: true)
    #expect(guide.found.turns == whole.found.turns - 2 && guide.found.positions == whole.found.positions)
    let gyroscope = try #require(guide.found.gyroscope)
    #expect(gyroscope.triad.matrix.distance(to: session.errors.gyroscope.matrix.inverted) < 0.01)
    #expect(gyroscope.fit.rmsResidual < 2 * gyroscope.expectedResidual)
    // A session in two parts, as after the studio was started again.
    let parts = [session.samples.filter { $0.time < 16.9 }, session.samples.filter { $0.time >= 16.9 }]
    #expect(try CalibrationGuide(parts, hasGyroscope: true).next == nil)
  }

  @Test func `the sphere of the magnetic field is covered as far as it was seen`() throws {
    let field = Vector3(0, 20, -45)
    var random = SeededRandom(seed: 4)
    let still = try SensorModel.flawed.record(
      duration: 10, attitude: { _ in .identity }, earthField: field, using: &random)
    #expect(try #require(CalibrationGuide([still], hasGyroscope: true).coverage) == 0)
    #expect(try CalibrationGuide([try CalibrationSession(seed: 1).samples], hasGyroscope: true).coverage == nil)
    let turned = try CalibrationSession(seed: 1, field: field)
    let guide = try CalibrationGuide([turned.samples], hasGyroscope: true)
    #expect(try #require(guide.coverage) > 0.6)
    #expect(try #require(guide.found.magnetometer).fit.benefit.estimate.value < 0)
  }

  @Test func `a sensor without errors is not said to gain by a calibration, and each direction has its target`() throws
  {
    var shown = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      let session = try CalibrationSession(
        SensorModel(rate: 50, accelerationNoise: 0.0015, rotationNoise: 0.00015), seed: seed,
        attitudes: Self.positions(seed: seed))
      let fit = try #require(CalibrationGuide([session.samples], hasGyroscope: true).found.accelerometer).fit
      if fit.benefit.isShown, fit.benefit.estimate.value < 0 { shown += 1 }
    }
    #expect(shown <= 3, "\(shown) of 40")
    for (index, target) in try CalibrationGuide([[]], hasGyroscope: false).targets.enumerated() {
      let attitude = CalibrationSession.facing(Vector3(target.up[0], target.up[1], target.up[2]))
      let guide = try CalibrationGuide([CalibrationSession(seed: 1, attitudes: [attitude]).samples], hasGyroscope: true)
      #expect(guide.hold?.target == index && guide.targets.firstIndex { $0.count == 1 } == index, "\(target.name)")
    }
  }

  @Test func `what a position would be without its part in the fit is near to what leaving it out gives`() throws {
    let session = try CalibrationSession(seed: 7)
    let found = try DeviceCalibration([session.samples])
    let positions = found.pieces[0].positions.map(\.specificForce)
    let fit = try #require(found.accelerometer).fit
    var compared = 0
    for left in positions.indices {
      var others = positions
      others.remove(at: left)
      // Without one of the sides the others do not suffice.
      guard let calibration = try? AccelerometerCalibration(positions: others) else { continue }
      compared += 1
      let error = calibration.triad.applied(to: positions[left]).length - standardGravity
      #expect(abs(error - fit.heldOut[left]) < 0.02 * abs(error) + 1e-6)
    }
    #expect(compared >= 20)
  }
}
