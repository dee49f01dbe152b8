/// What a reader may write in the blanks of an exercise, and what its checks must say of it.
struct WrongAnswer: Sendable {
  /// What is in place of each blank, in order.
  var blanks: [String]
  /// A part of the sentence that names the mistake.
  var names: String

  init(_ blanks: String..., names: String) { (self.blanks, self.names) = (blanks, names) }
}

extension WrongAnswer {
  /// Typical wrong answers to each exercise of the chapters, three at least, by “notebook/exercise”. An exercise that is not in
  /// the table fails `ChapterExerciseTests`.
  static let all: [String: [WrongAnswer]] = [
    "accelerometer/split": [
      .init("-force + gravity", names: "gravity is added where it must be taken away"),
      .init("-force", names: "gravity is left out"),
      .init("force - gravity", names: "the sign of “force” is the wrong way round"),
      .init("force + gravity", names: "the sign is the wrong way round"),
      .init(
        "-force - attitude.act(on: Vector3(0, 0, -standardGravity))",
        names: "the rotation “attitude” goes the wrong way round"),
    ],
    "conventions/reading": [
      .init("Quaternion(w: w, x: numbers[0], y: numbers[1], z: numbers[2])", names: "goes the wrong way round"),
      .init(
        "Quaternion(w: numbers[0], x: numbers[1], y: numbers[2], z: w).inverse",
        names: "are read as w, x, y, z, and they are x, y, z, w"),
      .init("Quaternion(w: w, x: numbers[1], y: numbers[0], z: numbers[2]).inverse", names: "x and y"),
    ],
    "fusion/lean": [
      .init("share * z.cross(up)", names: "it leans away from z"),
      .init("up.cross(z)", names: "it goes all the way"),
      .init("share * up", names: "it does not lean at all"),
      .init("(1 - share) * up.cross(z)", names: "the share of the way that is left"),
      .init("share / 2 * up.cross(z)", names: "the share is halved"),
    ],
    "growth/law": [
      .init("σ * Δt.squareRoot() * t * t / 3.0.squareRoot()", names: "the power of “t” is too large by ½"),
      .init("σ * Δt.squareRoot() * t / 3.0.squareRoot()", names: "the power of “t” is too small by ½"),
      .init("σ * Δt * pow(t, 1.5) / 3.0.squareRoot()", names: "the power of “Δt” is too large by ½"),
      .init("σ * Δt.squareRoot() * pow(t, 1.5)", names: "always √3 times what is asked for"),
      .init("σ * pow(t, 1.5) / 3.0.squareRoot()", names: "the power of “Δt” is too small by ½"),
      .init("σ * σ * Δt.squareRoot() * pow(t, 1.5) / 3.0.squareRoot()", names: "“σ” is squared"),
    ],
    "gyroscope/gyroscope": [
      .init(
        "attitude * Quaternion(w: cos(angle), x: sin(angle) * axis.x, y: sin(angle) * axis.y, z: sin(angle) * axis.z)",
        names: "half angle was forgotten"),
      .init(
        "Quaternion.exp(angle * axis) * attitude", names: "the turn is on the right of the attitude"),
      .init("attitude * Quaternion.exp(-angle * axis)", names: "goes the wrong way round"),
      .init("Quaternion.exp(angle * axis)", names: "“attitude” is not used"),
      .init("attitude * Quaternion.exp(angle * 180 / Double.pi * axis)", names: "turned into degrees"),
    ],
    "integration/gain": [
      .init("f", "ω * ω / (ω * ω + α * α)", names: "2π is missing"),
      .init("2 * .pi * f", "α * α / (ω * ω + α * α)", names: "that is the lost share"),
      .init("2 * .pi * f", "ω / (ω + α)", names: "the squares are missing"),
      .init("2 * .pi * f", "ω / (ω * ω + α * α).squareRoot()", names: "a root too much"),
    ],
    "rest/drift": [
      .init("v - left", names: "at the first rest there was none yet"),
      .init("v + share * left", names: "the drift is added once more"),
      .init("v - (1 - share) * left", names: "the drift that is still to come is taken"),
      .init("v - share * share * left", names: "that is how the position's grows"),
      .init("(1 - share) * v", names: "the whole velocity is scaled down"),
    ],
    "rotations/rodrigues": [
      .init("cos(angle) * inPlane + sin(angle) * aQuarterFurther", names: "the part along the axis is missing"),
      .init("along + cos(angle) * inPlane - sin(angle) * aQuarterFurther", names: "goes the wrong way round"),
      .init("along + sin(angle) * inPlane + cos(angle) * aQuarterFurther", names: "sine and cosine of “angle”"),
      .init("along + cos(angle / 2) * inPlane + sin(angle / 2) * aQuarterFurther", names: "halved once too often"),
      .init(
        "along + cos(57.29577951308232 * angle) * inPlane + sin(57.29577951308232 * angle) * aQuarterFurther",
        names: "degrees"),
    ],
    "schemes/cord": [
      .init("motion.position", names: "pulled by the whole position"),
      .init("motion.position / motion.position.length", names: "the pull is 1 m long"),
      .init("-motion.position * (excess / motion.position.length)", names: "the sign of “position”"),
      .init("motion.position * excess", names: "the position has a length, too"),
      .init("motion.position * (reach / motion.position.length)", names: "as long as the reach"),
    ],
    "sensors/allan": [
      .init("(squares.reduce(0, +) / Double(squares.count)).squareRoot()", names: "the half is missing"),
      .init("squares.reduce(0, +) / Double(squares.count) / 2", names: "this is the Allan variance"),
      .init("(squares.reduce(0, +) / 2).squareRoot()", names: "the sum of the squares instead of their mean"),
      .init("(squares.reduce(0, +) / Double(means.count) / 2).squareRoot()", names: "there is one change fewer"),
    ],
    "which-bug/repair": [
      .init("rate.length * Δt", "q * dq", "gravity - q.act(on: reading)", names: "a factor ½ is missing"),
      .init("rate.length / 2", "q * dq", "gravity - q.act(on: reading)", names: "the factor “Δt” is missing"),
      .init(
        "rate.length * 180 / .pi * Δt / 2", "q * dq", "gravity - q.act(on: reading)", names: "turned into degrees"),
      .init("rate.length * Δt / 2", "dq * q", "gravity - q.act(on: reading)", names: "their order matters"),
      .init(
        "rate.length * Δt / 2", "q * dq", "-gravity - q.act(on: reading)",
        names: "the sign of “gravity” is the wrong way round"),
      .init(
        "rate.length * Δt / 2", "q * dq", "gravity - q.inverse.act(on: reading)",
        names: "the rotation “q” goes the wrong way round"),
      .init(
        "rate.length * Δt / 2", "q * dq", "q.act(on: reading) - gravity", names: "the sign is the wrong way round"),
    ],
  ]
}
