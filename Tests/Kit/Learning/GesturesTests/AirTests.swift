import Basics
import Foundation
import Inertial
import Rotations
import Testing

@testable import Gestures

/// A letter drawn by a device that is held as `attitude` says and wobbles a little, 100 samples a second: what its
/// sensors report.
func airTrace(
  _ letter: String, index: Int = 0, attitude: Quaternion = .identity, bias: Vector3 = .zero,
  variation: LetterVariation = LetterVariation()
) throws -> Trace {
  let drawn = try LetterGenerator(variation: variation, seed: 11).stroke(letter, index: index)
  // A smooth path: the letter's points, each passed at rest at the ends, by twice averaging over the neighbours in
  // time.
  let even = try drawn.resampled(count: 120, by: .time).samples
  var path = even.map { Vector3($0.x / 1000, -$0.y / 1000, 0) }
  path = Array(repeating: path[0], count: 12) + path + Array(repeating: path[119], count: 12)
  for _ in 0..<3 {
    path = path.indices.map { place in
      let reach = min(4, place, path.count - 1 - place)
      return path[place - reach...place + reach].reduce(.zero, +) / Double(2 * reach + 1)
    }
  }
  let step = 0.01
  let acceleration = path.indices.map { place in
    (0 < place && place < path.count - 1)
      ? (path[place + 1] - 2 * path[place] + path[place - 1]) / (step * step) : Vector3.zero
  }
  let attitudes = path.indices.map { place in
    let sway = 0.05 * sin(2 * .pi * Double(place) / Double(path.count))
    return attitude * Quaternion(RollPitchYaw(roll: sway, pitch: -sway, yaw: 0.5 * sway))
  }
  return try Trace(
    timestamps: path.indices.map { 3 + step * Double($0) }, attitude: attitudes,
    userAcceleration: path.indices.map {
      -(attitudes[$0].inverse.act(on: attitude.act(on: acceleration[$0])) + bias)
    }, rotationRate: path.map { _ in .zero })
}

struct AirTests {
  private let somehow = Quaternion(RollPitchYaw(roll: 0.4, pitch: 1.1, yaw: -2))

  @Test func refusesWhatIsNoGesture() {
    let sample = Sample3D(location: .zero, attitude: .identity, t: 0)
    #expect(throws: GestureError.emptyStroke) { try AirGesture([]) }
    #expect(throws: GestureError.self) {
      try AirGesture([sample, Sample3D(location: .zero, attitude: .identity, t: -1)])
    }
    #expect(throws: GestureError.self) {
      try AirGesture([Sample3D(location: Vector3(.nan, 0, 0), attitude: .identity, t: 0)])
    }
  }

  @Test func projectsAsTheWriterSawIt() throws {
    // In the frame of the device, the path goes 3 to the right, then 2 up, then 1 towards the viewer.
    let path = [Vector3(0, 0, 0), Vector3(3, 0, 0), Vector3(3, 2, 0), Vector3(3, 2, 1)]
    let sway = [-0.2, 0.2, 0.2, -0.2].map { Quaternion(rotationVector: Vector3(0, 0, $0)) }
    let gesture = try AirGesture(
      path.indices.map {
        Sample3D(location: somehow.act(on: path[$0]), attitude: somehow * sway[$0], t: Double($0))
      })
    #expect(try gesture.meanAttitude().angle(to: somehow) < 1e-9)
    let seen = try gesture.projected().samples
    for (sample, (x, y)) in zip(seen, [(0.0, 0.0), (3, 0), (3, -2), (3, -2)]) {
      #expect(abs(sample.x - x) < 1e-9 && abs(sample.y - y) < 1e-9)
    }
    #expect(seen.map(\.t) == [0, 1, 2, 3])
  }

  @Test func aDeviceThatTurnsOverHasNoMean() throws {
    let turns = (0..<4).map { Quaternion(rotationVector: Vector3(0, 0, Double($0) * .pi / 2)) }
    let gesture = try AirGesture(turns.enumerated().map { Sample3D(location: .zero, attitude: $1, t: Double($0)) })
    #expect(throws: RotationError.self) { try gesture.projected() }
  }

  @Test func zeroEndVelocityTakesAConstantBiasOut() throws {
    // Held still in one attitude, a constant error of acceleration is exactly what is corrected.
    let count = 101
    let times = (0..<count).map { 0.01 * Double($0) }
    let move = times.map { Vector3(6 - 12 * $0, 0, 0) * ($0 > 0 ? 1 : 0) }
    let clean = try Trace(
      timestamps: times, attitude: Array(repeating: .identity, count: count), userAcceleration: move.map { -$0 })
    let biased = try Trace(
      timestamps: times, attitude: Array(repeating: .identity, count: count),
      userAcceleration: move.map { -($0 + Vector3(0.3, -0.2, 0.1)) })
    let plain = try Unstabilized().integrate(biased)
    let corrected = try ZeroEndVelocity(over: Unstabilized()).integrate(biased)
    let truth = try ZeroEndVelocity(over: Unstabilized()).integrate(clean)
    #expect((plain.positions[100] - truth.positions[100]).length > 0.1)
    #expect((corrected.positions[100] - truth.positions[100]).length < 1e-9)
    #expect(corrected.velocities[100].length < 1e-12)
  }

  @Test func everyTouchIsCorrectedWhenItEnds() throws {
    let count = 60
    let touching = (0..<count).map { (10..<30).contains($0) || $0 >= 40 }
    let trace = try Trace(
      timestamps: (0..<count).map { 0.02 * Double($0) }, attitude: Array(repeating: .identity, count: count),
      userAcceleration: (0..<count).map { Vector3(sin(Double($0)), 0.5, 0) }, isTouching: touching)
    let scheme = ZeroEndVelocity(over: Unstabilized())
    let whole = try scheme.integrate(trace)
    #expect(whole.velocities[30].length < 1e-12 && whole.velocities[59].length < 1e-12)
    #expect(whole.velocities[35].length > 1e-3)
    // Live, the same until the last touch, which has not ended.
    var live = try Integrator(scheme)
    for index in 0..<count { try live.accumulate(trace[index]) }
    for index in 0..<40 { #expect(live.trajectory.positions[index] == whole.positions[index]) }
    // The step from the corrected past into the lift is no jump.
    #expect((whole.positions[30] - whole.positions[29]).length < 0.01)
  }

  @Test func aLetterInTheAirIsRecognisedHoweverTheDeviceIsHeld() throws {
    for letter in ["L", "Z", "S", "V", "M"] {
      let upright = try airTrace(letter, variation: .none)
      let held = try airTrace(letter, attitude: somehow, bias: Vector3(0.05, -0.03, 0.02), variation: .none)
      for trace in [upright, held] {
        let stroke = try AirGesture(trace, scheme: .zeroEndVelocity).projected()
        #expect(try StrokeRecognizer.courseInAir.recognize(stroke).label == letter)
      }
    }
  }

  @Test func featuresDoNotDependOnHowTheDeviceIsHeldNorOnSize() throws {
    let all = try MotionFeatures(channels: MotionChannel.allCases)
    let reference = try all.features(of: airTrace("R"))
    #expect(reference.count == all.count && reference.allSatisfy(\.isFinite))
    let held = try all.features(of: airTrace("R", attitude: somehow))
    for (left, right) in zip(reference, held) { #expect(abs(left - right) < 1e-6) }
    let trace = try airTrace("R")
    let large = try Trace(
      timestamps: trace.timestamps, attitude: trace.attitude, userAcceleration: trace.userAcceleration.map { 3 * $0 },
      rotationRate: trace.rotationRate)
    for (left, right) in zip(reference, try all.features(of: large)) { #expect(abs(left - right) < 1e-9) }
  }

  @Test(arguments: MotionChannel.allCases) func everyChannelHasItsNumbers(_ channel: MotionChannel) throws {
    let features = try MotionFeatures(channels: [channel], samples: 10)
    let (r, s) = (try airTrace("R"), try airTrace("S"))
    #expect(try features.features(of: r).count == features.count)
    let spinning = try Trace(
      timestamps: r.timestamps, attitude: r.attitude, userAcceleration: r.userAcceleration,
      rotationRate: r.timestamps.map { Vector3($0, 1, 0) })
    let other = channel == .rotationRate ? spinning : channel == .pointing ? try airTrace("S", attitude: somehow) : s
    if channel != .pointing { #expect(try features.features(of: r) != features.features(of: other)) }
    let squares = try features.features(of: other).reduce(0) { $0 + $1 * $1 }
    #expect(squares <= 1 + 1e-9)
  }

  @Test func directionsAndTurningsByHand() throws {
    // A square drawn counter-clockwise at constant speed: four directions, three quarter turns.
    let corners = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0), Vector3(0, 0, 0)]
    let still = try Trace(
      timestamps: [0, 1, 2, 3, 4], attitude: Array(repeating: .identity, count: 5),
      userAcceleration: Array(repeating: .zero, count: 5))
    let view = try MotionView(still, positions: corners)
    let directions = view.directions(count: 4)
    for (direction, expected) in zip(directions, [SIMD2(1.0, 0), SIMD2(0, 1), SIMD2(-1, 0), SIMD2(0, -1)]) {
      #expect((direction - expected).x.magnitude < 1e-12 && (direction - expected).y.magnitude < 1e-12)
    }
    for turning in try MotionView(still, positions: corners).turnings(count: 3) { #expect(abs(turning - 0.5) < 1e-12) }
    let histogram = view.directionHistogram()
    for (index, share) in histogram.enumerated() { #expect(abs(share - (index.isMultiple(of: 2) ? 0.5 : 0)) < 1e-9) }
  }

  @Test func warpingKeepsTheEndsAndTheReadings() throws {
    let trace = try airTrace("B")
    var generator = SeededRandom(seed: 1)
    let warped = try TimeWarp(strength: 1)(trace, using: &generator)
    #expect(warped.timestamps[0] == trace.timestamps[0])
    #expect(abs(warped.duration - trace.duration) < 1e-9)
    #expect(warped.userAcceleration == trace.userAcceleration && warped.timestamps != trace.timestamps)
    let plain = try TimeWarp(strength: 0)(trace, using: &generator)
    for (left, right) in zip(plain.timestamps, trace.timestamps) { #expect(abs(left - right) < 1e-9) }
    #expect(throws: GestureError.self) { try TimeWarp(strength: -1) }
  }

  @Test func learnsLettersInTheAir() throws {
    let letters = ["O", "S", "V", "Z"]
    let gestures = try letters.flatMap { letter in
      try (0..<6).map { LabelledTrace(label: letter, trace: try airTrace(letter, index: $0)) }
    }
    let short = LabelledTrace(label: "O", trace: try airTrace("O")[0..<2])
    let (recognizer, omitted) = try AirRecognizer.train(on: gestures + [short])
    #expect(omitted.map(\.name) == [short.trace.name])
    #expect(omitted[0].reason.contains("samples"))
    var right = 0
    for letter in letters {
      for index in 20..<24 {
        if try recognizer.recognize(airTrace(letter, index: index, attitude: somehow)).label == letter { right += 1 }
      }
    }
    #expect(right >= 15)
    #expect(throws: GestureError.tooFewSamples(found: 2, needed: 4)) { try recognizer.recognize(short.trace) }
    let copy = try JSONDecoder().decode(AirRecognizer.self, from: JSONEncoder().encode(recognizer))
    #expect(try copy.recognize(gestures[0].trace) == recognizer.recognize(gestures[0].trace))
    var other = AirRecognizer.Training()
    other.seed = 2
    #expect(try AirRecognizer.train(on: gestures, other).recognizer != recognizer)
    other.copies = 0
    #expect(try AirRecognizer.train(on: gestures, other).recognizer.classifier.centers.count == 24)
    other.copies = -1
    #expect(throws: GestureError.self) { try AirRecognizer.train(on: gestures, other) }
  }

  @Test func generatedRecordingsReturnToTheirPath() throws {
    let letters = try LetterGenerator(seed: 5)
    let trace = try AirLetterGenerator(letters: letters, sensors: .ideal).trace("G", index: 2, attitude: somehow)
    let trajectory = try Unstabilized().integrate(trace)
    let truth = try #require(trace.truePosition)
    for (here, there) in zip(trajectory.positions, truth) { #expect((here - there).length < 0.01) }
    let flawed = try AirLetterGenerator(letters: letters).trace("G", index: 2, attitude: somehow)
    #expect(flawed.truePosition == truth && flawed.userAcceleration != trace.userAcceleration)
    #expect(try (Unstabilized().integrate(flawed).positions.last! - truth.last!).length > 0.02)
    // The rotation rate is that of the attitude.
    let rates = try #require(trace.rotationRate)
    for index in 10..<trace.count - 10 {
      let turned = trace.attitude[index] * Quaternion(rotationVector: 0.01 * rates[index])
      #expect(turned.angle(to: trace.attitude[index + 1]) < 0.003)
    }
    // What any sensor may suffer from, and how often it reads, holds for letters in the air, too.
    let slow = try AirLetterGenerator(letters: letters, sensors: SensorModel(rate: 50, dropProbability: 0.1))
      .trace("G", index: 2, attitude: somehow)
    #expect((0.4...0.5).contains(Double(slow.count) / Double(trace.count)))
    #expect((slow.truePosition!.last! - truth.last!).length < 0.01)
    let level = try AirLetterGenerator(letters: letters, sway: 0).trace("G", index: 2, attitude: somehow)
    #expect(level.attitude.allSatisfy { $0.angle(to: somehow) < 1e-6 } && trace.attitude[50].angle(to: somehow) > 1e-4)
    for sway in [-1, .nan, Double.infinity] {
      #expect(throws: GestureError.self) { try AirLetterGenerator(letters: letters, sway: sway) }
    }
    #expect(throws: GestureError.self) { try AirLetterGenerator(letters: letters, sensors: SensorModel(rate: .nan)) }
    #expect(throws: TraceError.self) {
      try AirLetterGenerator(letters: letters, sensors: SensorModel(accelerationNoise: -1)).trace("G", index: 2)
    }
  }

  @Test func refusesBadFeatures() throws {
    #expect(throws: GestureError.self) { try MotionFeatures(channels: []) }
    #expect(throws: GestureError.self) { try MotionFeatures(channels: [.path, .path]) }
    #expect(throws: GestureError.self) { try MotionFeatures(samples: 2) }
    let trace = try airTrace("O")
    let bare = try Trace(
      timestamps: trace.timestamps, attitude: trace.attitude, userAcceleration: trace.userAcceleration)
    #expect(throws: TraceError.self) { try MotionFeatures(channels: [.rotationRate]).features(of: bare) }
  }
}
