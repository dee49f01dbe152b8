import Basics
import Calibration
import Foundation
import Inertial
import Rotations
import Simulation
import Testing

/// How often intervals hold what they are about.
private struct Coverage {
  private(set) var held = 0
  private(set) var asked = 0

  var share: Double { Double(held) / Double(asked) }

  mutating func ask(_ found: Vector3, _ truth: Vector3, _ margin: Vector3) {
    for axis in 0..<3 where margin[axis] > 0 {
      asked += 1
      if abs(found[axis] - truth[axis]) <= margin[axis] { held += 1 }
    }
  }

  mutating func ask(_ found: Matrix3, _ truth: Matrix3, _ margin: Matrix3) {
    ask(found.columns.x, truth.columns.x, margin.columns.x)
    ask(found.columns.y, truth.columns.y, margin.columns.y)
    ask(found.columns.z, truth.columns.z, margin.columns.z)
  }
}

@Suite struct CalibrationTests {
  @Test func `without noise a calibration is the inverse of the sensor's errors`() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let session = try CalibrationSession(.flawedAndQuiet, seed: seed, field: Vector3(0, 20, -45))
      let found = try DeviceCalibration([session.samples])
      let accelerometer = try #require(found.accelerometer)
      #expect((accelerometer.triad.bias - session.errors.accelerometer.bias).length < 1e-9)
      #expect(accelerometer.triad.matrix.distance(to: session.errors.accelerometer.matrix.inverted) < 1e-10)
      let gyroscope = try #require(found.gyroscope)
      #expect((gyroscope.triad.bias - session.errors.gyroscope.bias).length < 1e-9)
      // The simulation averages rates over a step, and the integral is exact to the fourth order of it.
      #expect(gyroscope.triad.matrix.distance(to: session.errors.gyroscope.matrix.inverted) < 2e-5)
      let magnetometer = try #require(found.magnetometer)
      #expect((magnetometer.triad.bias - session.errors.magnetometer.bias).length < 1e-8)
      #expect(
        magnetometer.triad.matrix.distance(to: session.errors.magnetometer.matrix.inverted.unitVolume) < 1e-9)
    }
  }

  @Test func `intervals of the inertial sensors hold 95 % on 200 simulated sensors`() throws {
    var (bias, matrix, rateBias, rateMatrix) = (Coverage(), Coverage(), Coverage(), Coverage())
    for seed in 1...200 as ClosedRange<UInt64> {
      let session = try CalibrationSession(seed: seed)
      let found = try DeviceCalibration([session.samples])
      let (accelerometer, gyroscope) = (try #require(found.accelerometer), try #require(found.gyroscope))
      let errors = session.errors
      bias.ask(accelerometer.triad.bias, errors.accelerometer.bias, accelerometer.fit.biasMargin)
      matrix.ask(
        accelerometer.triad.matrix, errors.accelerometer.matrix.inverted, accelerometer.fit.matrixMargin)
      rateBias.ask(gyroscope.triad.bias, errors.gyroscope.bias, gyroscope.fit.biasMargin)
      rateMatrix.ask(gyroscope.triad.matrix, errors.gyroscope.matrix.inverted, gyroscope.fit.matrixMargin)
    }
    for coverage in [bias, matrix, rateBias, rateMatrix] {
      #expect((0.93...0.975).contains(coverage.share), "\(coverage.held) of \(coverage.asked)")
    }
  }

  @Test func `intervals of the magnetometer hold 95 % on 200 simulated sensors`() throws {
    var (bias, matrix, field) = (Coverage(), Coverage(), Coverage())
    for seed in 1...200 as ClosedRange<UInt64> {
      let (readings, soft, hard) = Self.field(seed: seed, count: 400, noise: 0.3)
      let found = try MagnetometerCalibration(readings: readings)
      bias.ask(found.triad.bias, hard, found.fit.biasMargin)
      matrix.ask(found.triad.matrix, soft.inverted.unitVolume, found.fit.matrixMargin)
      // The sphere with the ellipsoid's volume.
      let radius = 50 * cbrt(soft.determinant)
      field.ask(Vector3(found.field, 0, 0), Vector3(radius, 0, 0), Vector3(found.fieldMargin, 0, 0))
    }
    for coverage in [bias, matrix, field] {
      #expect((0.92...0.98).contains(coverage.share), "\(coverage.held) of \(coverage.asked)")
    }
  }

  /// Readings of a field of 50 µT in random directions.
  static func field(seed: UInt64, count: Int, noise: Double) -> (readings: [Vector3], soft: Matrix3, hard: Vector3) {
    var random = SeededRandom(seed: seed)
    let (a, b) = (random.normalVector() * 0.05, random.normalVector() * 0.05)
    let soft = Matrix3(
      rows: Vector3(1 + a.x, b.x, b.y), Vector3(b.x, 1 + a.y, b.z), Vector3(b.y, b.z, 1 + a.z))
    let hard = random.normalVector() * 20
    let readings = (0..<count).map { _ in
      let direction = random.normalVector()
      return soft * (direction * (50 / direction.length)) + hard + random.normalVector() * noise
    }
    return (readings, soft, hard)
  }

  @Test func `a given field sets the magnetometer's scale`() throws {
    let (readings, soft, _) = Self.field(seed: 3, count: 400, noise: 0)
    let found = try MagnetometerCalibration(readings: readings, field: 50)
    #expect(found.triad.matrix.distance(to: soft.inverted) < 1e-10)
    #expect(found.fieldMargin == 0)
    let doubled = try MagnetometerCalibration(readings: readings, field: 100)
    #expect(doubled.triad.matrix.distance(to: 2 * soft.inverted) < 1e-10)
  }

  @Test func `six sides are too few for cross-axis terms, and enough with an edge for bias and scale`() throws {
    let attitudes = CalibrationSession.sides + [CalibrationSession.facing(Vector3(1, 1, 0))]
    let session = try CalibrationSession(.flawedAndQuiet, seed: 1, attitudes: attitudes)
    let positions = try PositionsAndTurns(session.samples).positions.map(\.specificForce)
    #expect(positions.count == 7)
    #expect(throws: CalibrationError.tooFewPositions(found: 7, wanted: 10, fitsCrossAxis: true)) {
      try AccelerometerCalibration(positions: positions)
    }
    let simple = try AccelerometerCalibration(positions: positions, model: .biasAndScale)
    #expect(simple.triad.matrix[1, 0] == 0 && simple.fit.matrixMargin[1, 0] == 0)
    #expect(throws: CalibrationError.tooFewPositions(found: 6, wanted: 7, fitsCrossAxis: false)) {
      try AccelerometerCalibration(positions: Array(positions.prefix(6)), model: .biasAndScale)
    }
  }

  @Test func `what is missing of the positions is named`() throws {
    let session = try CalibrationSession(.flawedAndQuiet, seed: 1)
    let positions = try PositionsAndTurns(session.samples).positions.map(\.specificForce)
    #expect(throws: CalibrationError.sidesMissing(["−z (its back)"])) {
      try AccelerometerCalibration(positions: positions.filter { $0.z > -4 })
    }
    let far = positions.map { $0 / 9.80665 }
    #expect(throws: CalibrationError.self) { try AccelerometerCalibration(positions: far) }
    // Leaning about one axis alone does not determine the angles between it and the others.
    let ring = (0..<12).map { Vector3(sin(Double($0) * .pi / 6), 0, cos(Double($0) * .pi / 6)) * 9.80665 }
    let oneAxis = ring + [Vector3(0, 9.80665, 0), Vector3(0, -9.80665, 0)]
    #expect(throws: CalibrationError.notTilted) { try AccelerometerCalibration(positions: oneAxis) }
  }

  @Test func `turns on a level table and about one axis are refused`() throws {
    let session = try CalibrationSession(.flawed, seed: 2)
    let cut = try PositionsAndTurns(session.samples)
    let accelerometer = try AccelerometerCalibration(positions: cut.positions.map(\.specificForce))
    let level = (0..<12).map { Quaternion(.z, Double($0)) }
    let table = try PositionsAndTurns(CalibrationSession(.flawed, seed: 2, attitudes: level).samples)
    #expect(table.positions.count == 12)
    #expect(throws: CalibrationError.tooFewTurns(found: 0, wanted: 6)) {
      try GyroscopeCalibration([table], accelerometer: accelerometer)
    }
    let rolling = (0..<12).map { Quaternion(.x, Double($0)) }
    let oneAxis = try PositionsAndTurns(CalibrationSession(.flawed, seed: 2, attitudes: rolling).samples)
    #expect {
      try GyroscopeCalibration([oneAxis], accelerometer: accelerometer)
    } throws: { error in
      guard case .axisNotTurned(let axis) = error as? CalibrationError else { return false }
      return axis != "x"
    }
  }

  @Test func `fields that do not surround the centre, or change, are refused`() throws {
    let (readings, _, hard) = Self.field(seed: 4, count: 600, noise: 0.1)
    #expect(throws: CalibrationError.tooFewReadings(found: 29, wanted: 30)) {
      try MagnetometerCalibration(readings: Array(readings.prefix(29)))
    }
    #expect {
      try MagnetometerCalibration(readings: readings.filter { $0.z > hard.z + 5 })
    } throws: { error in
      guard case .directionsMissing(let names) = error as? CalibrationError else { return false }
      return names.contains("−z")
    }
    let changing = readings.enumerated().map { $1 * ($0 % 2 == 0 ? 1 : 1.6) }
    #expect(throws: CalibrationError.self) { try MagnetometerCalibration(readings: changing) }
    let flat = readings.map { Vector3($0.x, $0.y, 7) }
    #expect(throws: CalibrationError.self) { try MagnetometerCalibration(readings: flat) }
  }

  @Test func `a slipping device widens the gyroscope's intervals`() throws {
    let session = try CalibrationSession(seed: 6)
    var cut = try PositionsAndTurns(session.samples)
    let accelerometer = try AccelerometerCalibration(positions: cut.positions.map(\.specificForce))
    let before = try GyroscopeCalibration([cut], accelerometer: accelerometer)
    var samples = session.samples
    // One degree that the gyroscope does not see, in every fourth second.
    for index in samples.indices where samples[index].time > 20 {
      samples[index].rotationRate += Vector3(
        0, samples[index].time.truncatingRemainder(dividingBy: 3) > 2.9 ? 0.2 : 0, 0)
    }
    cut = try PositionsAndTurns(samples)
    let after = try GyroscopeCalibration([cut], accelerometer: accelerometer)
    #expect(after.fit.rmsResidual > 3 * after.expectedResidual)
    #expect(after.fit.matrixMargin[0, 0] > 3 * before.fit.matrixMargin[0, 0])
  }

  @Test func `positions and turns are found where the device lay still`() throws {
    let session = try CalibrationSession(seed: 7)
    let cut = try PositionsAndTurns(session.samples)
    #expect(cut.positions.count == 26 && cut.turns.count == 25)
    for (index, position) in cut.positions.enumerated() {
      #expect(position.time.lowerBound >= 3 * Double(index) && position.time.upperBound <= 3 * Double(index) + 2)
      #expect(position.time.upperBound - position.time.lowerBound > 1)
    }
    for (turn, position) in zip(cut.turns, cut.positions) { #expect(turn[0].time == position.time.upperBound) }
    #expect(try PositionsAndTurns(session.samples, shortest: 2).positions.isEmpty)
  }

  @Test func `every message says what to do`() {
    let errors: [CalibrationError] = [
      .tooFewPositions(found: 1, wanted: 10, fitsCrossAxis: true), .sidesMissing(["+z (its screen)"]), .notTilted,
      .tooFewTurns(found: 2, wanted: 6), .axisNotTurned("z"), .tooFewReadings(found: 1, wanted: 30),
      .directionsMissing(["−z"]), .notEllipsoid, .notGravity(length: 1), .noMinimum, .tooLittleTurning,
      .clocksDisagree(correlation: 0.4, other: 0.39, agreeing: 1, asked: 12),
    ]
    for error in errors {
      #expect(
        error.description.contains(/lay|lean|turn|record|Turn|Record|Leave out|Check|may be wrong/),
        "\(error.description)")
    }
    #expect(errors[0].description.contains("1 still position with"))
    #expect(errors[0].message(naming: .commandLine).contains("--no-cross-axis"))
    #expect(errors[8].message(naming: .commandLine).contains("--scale-acceleration 9.80665"))
  }
}
