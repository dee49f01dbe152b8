import Foundation
import Fusion
import Gestures
import Recordings
import Rotations
import Stabilization
import Traces

/// The paths that several schemes make of the same live samples, by the integrator that notebooks use.
struct WaveBench {
  /// Schemes side by side.
  static let most = 4
  /// Samples of a letter in the air: a minute at 100 Hz.
  static let longestLetter = 6000

  private(set) var schemes: [WaveScheme] = []
  private var integrators: [Integrator] = []
  private var detector = RestDetector.fluctuation()
  private var lastTime: Double?
  private var letter: [MotionSample] = []
  private var isDrawing = false

  init(_ schemes: [WaveScheme]) throws { try choose(schemes) }

  /// Takes other schemes, or other parameters: a scheme of a kind that is there goes on from where it is.
  mutating func choose(_ chosen: [WaveScheme]) throws {
    guard (1...Self.most).contains(chosen.count) else {
      throw StudioError.malformed("1 to \(Self.most) schemes")
    }
    var taken = Set<Int>()
    let next = try chosen.map { scheme -> Integrator in
      let old = schemes.indices.first { schemes[$0].kind == scheme.kind && !taken.contains($0) }
      if let old { taken.insert(old) }
      if let old, schemes[old] == scheme { return integrators[old] }
      // Nothing is recorded: what a scheme says of the past is not drawn again, and memory stays as it is.
      return try Integrator(
        scheme.scheme(), from: old.map { integrators[$0].motion } ?? .zero, isRecording: false, longestStep: 1)
    }
    (schemes, integrators) = (chosen, next)
    if let rest = try chosen.lazy.compactMap({ try $0.restDetector() }).first { detector = rest }
  }

  /// All paths begin again, at rest in the origin.
  mutating func clear() {
    integrators = schemes.compactMap { scheme in
      (try? scheme.scheme()).flatMap { try? Integrator($0, isRecording: false, longestStep: 1) }
    }
  }

  /// What one sample leads to.
  struct Row {
    var sample: MotionSample
    var isAtRest: Bool
    var positions: [Vector3]
  }

  /// Takes a sample in. After a pause that is too long to be integrated the paths go on from where they were, at rest.
  mutating func take(_ sample: MotionSample) -> Row {
    if let lastTime, sample.timestamp - lastTime > 1 || sample.timestamp <= lastTime {
      for index in integrators.indices {
        let place = Motion(velocity: .zero, position: integrators[index].motion.position)
        if let scheme = try? schemes[index].scheme(),
          let fresh = try? Integrator(scheme, from: place, isRecording: false, longestStep: 1)
        {
          integrators[index] = fresh
        }
      }
    }
    let step = Step(
      time: sample.timestamp, duration: lastTime.map { sample.timestamp - $0 } ?? 0, acceleration: sample.acceleration,
      attitude: sample.attitude, rotationRate: sample.rotationRate)
    lastTime = sample.timestamp
    for index in integrators.indices { _ = try? integrators[index].accumulate(sample) }
    return Row(
      sample: sample, isAtRest: detector.update(step), positions: integrators.map(\.motion.position))
  }

  // MARK: Letters in the air

  /// What became of a letter that was drawn in the air.
  struct Letter: Encodable {
    var kind = "letter"
    var candidates: [Match.Candidate] = []
    /// The stroke as the writer saw it, m, y downwards.
    var stroke: [[Double]] = []
    var problem: String?
  }

  /// Notes whether the finger is down at a sample; when it has left, the letter.
  mutating func follow(_ sample: MotionSample) -> Letter? {
    if sample.isTouching == true {
      if !isDrawing { letter = [] }
      isDrawing = true
      if letter.count < Self.longestLetter { letter.append(sample) }
      return nil
    }
    guard isDrawing else { return nil }
    isDrawing = false
    defer { letter = [] }
    return Self.recognise(letter)
  }

  static func recognise(_ samples: [MotionSample]) -> Letter {
    guard samples.count >= 8 else { return Letter(problem: "Too short for a letter: hold the button while you draw.") }
    do {
      let rates = samples.compactMap(\.rotationRate)
      let trace = try Trace(
        timestamps: samples.map(\.timestamp), attitude: samples.map(\.attitude),
        userAcceleration: samples.map(\.userAcceleration),
        rotationRate: rates.count == samples.count ? rates : nil)
      let stroke = try AirGesture(trace, scheme: .zeroEndVelocity).projected()
      let match = try StrokeRecognizer.recommendedInAir.recognize(stroke)
      return Letter(
        candidates: Array(match.candidates.prefix(5)), stroke: stroke.samples.map { [$0.x, $0.y] })
    } catch {
      return Letter(problem: "\(error)")
    }
  }
}
