import Foundation
import Rotations
import Traces

extension Path {
  /// The capital letters that can be simulated.
  public static let letters: [Character] = LetterShape.shapes.keys.sorted()

  /// A capital letter drawn in the air with straight lines and arcs of circles, in a vertical plane: x to the right, z up.
  ///
  /// The finger is on the screen during each stroke and off between them; each line and each arc goes from rest to rest with
  /// the least jerk. 1.5 s at rest before and after; it ends where the last stroke ends.
  ///
  /// - Parameters:
  ///   - letter: A to Z; case does not matter.
  ///   - height: m.
  ///   - speed: m/s on average.
  ///   - pause: Seconds of rest before and after each way through the air between two strokes.
  /// - Throws: `SimulationError.unknownSimulation` for anything else than a letter of the Latin alphabet; `.invalidParameter`.
  public static func letter(
    _ letter: Character, height: Double = 0.3, speed: Double = 0.5, pause: Double = 0.3
  ) throws -> Path {
    guard let name = letter.uppercased().first, let shape = LetterShape.shapes[name] else {
      throw SimulationError.unknownSimulation("letter-\(letter)", suggestion: "letter-A")
    }
    try requirePositive("height", height, unit: "m")
    try requirePositive("speed", speed, unit: "m/s")
    try requireNonnegative("pause", pause, unit: "s")
    let drawing = LetterDrawing(shape, height: height, speed: speed, pause: pause)
    return Path(name: "letter-\(name)", duration: drawing.duration, stops: Stops(), pose: drawing.pose)
  }
}

/// A letter as its strokes, in a box of the width and height 1, from the lower left.
private struct LetterShape: Sendable {
  enum Piece: Sendable {
    case line(Double, Double)
    /// Around a centre, from an angle to another in degrees, counterclockwise when it grows; 0 is to the right.
    case arc(Double, Double, radius: Double, Double, Double)
  }

  struct Stroke: Sendable {
    var start: (Double, Double)
    var pieces: [Piece]
  }

  var strokes: [Stroke]

  private static func stroke(_ x: Double, _ y: Double, _ pieces: Piece...) -> Stroke {
    Stroke(start: (x, y), pieces: pieces)
  }

  private static func letter(_ strokes: Stroke...) -> LetterShape { LetterShape(strokes: strokes) }

  static let shapes: [Character: LetterShape] = [
    "A": letter(stroke(0, 0, .line(0.4, 1), .line(0.8, 0)), stroke(0.16, 0.4, .line(0.64, 0.4))),
    "B": letter(
      stroke(0, 0, .line(0, 1)),
      stroke(
        0, 1, .line(0.3, 1), .arc(0.3, 0.75, radius: 0.25, 90, -90), .line(0, 0.5), .line(0.35, 0.5),
        .arc(0.35, 0.25, radius: 0.25, 90, -90), .line(0, 0))),
    "C": letter(stroke(0.854, 0.854, .arc(0.5, 0.5, radius: 0.5, 45, 315))),
    "D": letter(
      stroke(0, 0, .line(0, 1)), stroke(0, 1, .line(0.2, 1), .arc(0.2, 0.5, radius: 0.5, 90, -90), .line(0, 0))),
    "E": letter(stroke(0.6, 1, .line(0, 1), .line(0, 0), .line(0.6, 0)), stroke(0, 0.5, .line(0.5, 0.5))),
    "F": letter(stroke(0.6, 1, .line(0, 1), .line(0, 0)), stroke(0, 0.5, .line(0.5, 0.5))),
    "G": letter(stroke(0.854, 0.854, .arc(0.5, 0.5, radius: 0.5, 45, 360), .line(0.6, 0.5))),
    "H": letter(stroke(0, 1, .line(0, 0)), stroke(0.7, 1, .line(0.7, 0)), stroke(0, 0.5, .line(0.7, 0.5))),
    "I": letter(stroke(0.3, 1, .line(0.3, 0))),
    "J": letter(stroke(0.6, 1, .line(0.6, 0.3), .arc(0.3, 0.3, radius: 0.3, 0, -180))),
    "K": letter(stroke(0, 1, .line(0, 0)), stroke(0.6, 1, .line(0, 0.45), .line(0.65, 0))),
    "L": letter(stroke(0, 1, .line(0, 0), .line(0.6, 0))),
    "M": letter(stroke(0, 0, .line(0, 1), .line(0.45, 0.3), .line(0.9, 1), .line(0.9, 0))),
    "N": letter(stroke(0, 0, .line(0, 1), .line(0.7, 0), .line(0.7, 1))),
    "O": letter(stroke(0.5, 1, .arc(0.5, 0.5, radius: 0.5, 90, 450))),
    "P": letter(stroke(0, 0, .line(0, 1), .line(0.35, 1), .arc(0.35, 0.74, radius: 0.26, 90, -90), .line(0, 0.48))),
    "Q": letter(stroke(0.5, 1, .arc(0.5, 0.5, radius: 0.5, 90, 450)), stroke(0.6, 0.3, .line(0.95, 0))),
    "R": letter(
      stroke(
        0, 0, .line(0, 1), .line(0.35, 1), .arc(0.35, 0.74, radius: 0.26, 90, -90), .line(0, 0.48), .line(0.6, 0))),
    "S": letter(
      stroke(
        0.527, 0.84, .arc(0.3, 0.75, radius: 0.245, 22, 270), .arc(0.3, 0.255, radius: 0.25, 90, -158))),
    "T": letter(stroke(0, 1, .line(0.8, 1)), stroke(0.4, 1, .line(0.4, 0))),
    "U": letter(stroke(0, 1, .line(0, 0.35), .arc(0.35, 0.35, radius: 0.35, 180, 360), .line(0.7, 1))),
    "V": letter(stroke(0, 1, .line(0.4, 0), .line(0.8, 1))),
    "W": letter(stroke(0, 1, .line(0.25, 0), .line(0.5, 0.7), .line(0.75, 0), .line(1, 1))),
    "X": letter(stroke(0, 1, .line(0.7, 0)), stroke(0.7, 1, .line(0, 0))),
    "Y": letter(stroke(0, 1, .line(0.4, 0.5), .line(0.8, 1)), stroke(0.4, 0.5, .line(0.4, 0))),
    "Z": letter(stroke(0, 1, .line(0.7, 1), .line(0, 0), .line(0.7, 0))),
  ]
}

/// When each piece of a letter is drawn.
private struct LetterDrawing: Sendable {
  private struct Move: Sendable {
    var begin, duration: Double
    var isTouching: Bool
    /// Where the pen is when the share of the piece is done.
    var place: @Sendable (Jet) -> (Jet, Jet)
  }

  private var moves: [Move] = []
  private var origin = (0.0, 0.0)
  private(set) var duration = 1.5

  init(_ shape: LetterShape, height: Double, speed: Double, pause: Double) {
    var pen = shape.strokes[0].start
    origin = (pen.0 * height, pen.1 * height)
    var clock = duration
    func add(_ length: Double, touching: Bool, _ place: @escaping @Sendable (Jet) -> (Jet, Jet)) {
      let duration = max(length * height / speed, 0.15)
      moves.append(
        Move(begin: clock, duration: duration, isTouching: touching) { share in
          let (x, z) = place(share)
          return (x * height, z * height)
        })
      clock += duration
    }
    func line(to x: Double, _ z: Double, touching: Bool) {
      let from = pen
      add(hypot(x - from.0, z - from.1), touching: touching) { share in
        ((x - from.0) * share + from.0, (z - from.1) * share + from.1)
      }
      pen = (x, z)
    }
    for (index, stroke) in shape.strokes.enumerated() {
      if index > 0 {
        clock += pause
        line(to: stroke.start.0, stroke.start.1, touching: false)
        clock += pause
      }
      for piece in stroke.pieces {
        switch piece {
        case .line(let x, let z): line(to: x, z, touching: true)
        case .arc(let x, let z, let radius, let first, let last):
          let (a, b) = (first * .pi / 180, last * .pi / 180)
          // A stroke's start is written to two decimals: begin exactly where the pen is.
          let (dx, dz) = (pen.0 - (x + radius * cos(a)), pen.1 - (z + radius * sin(a)))
          add(radius * abs(b - a), touching: true) { share in
            let angle = (b - a) * share + a
            return (radius * angle.cosine + (x + dx), radius * angle.sine + (z + dz))
          }
          pen = (x + dx + radius * cos(b), z + dz + radius * sin(b))
        }
      }
    }
    duration = clock + 1.5
  }

  @Sendable func pose(_ time: Jet) -> Path.Pose {
    var place = (Jet(origin.0), Jet(origin.1))
    var isTouching = false
    if let move = moves.last(where: { $0.begin <= time.value }) {
      place = move.place(((time - move.begin) * (1 / move.duration)).minimumJerk)
      isTouching = move.isTouching && time.value < move.begin + move.duration
    }
    let (x, z) = (place.0 - origin.0, place.1 - origin.1)
    // A hand turns a little while it moves.
    return Path.Pose(x: x, z: z, roll: 0.4 * x, pitch: Jet(0.6) + 0.3 * z, yaw: -0.2 * x, isTouching: isTouching)
  }
}
