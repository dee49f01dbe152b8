import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Simulated paths")
struct SimulatedPathTests {
  /// Poses at 1 kHz.
  private func poses(_ path: Path) -> [(time: Double, pose: Path.Pose)] {
    stride(from: 0, through: path.duration, by: 0.001).map { ($0, path.pose(.time($0))) }
  }

  @Test("A line goes there and back, a polygon has its corners and pauses there")
  func polygons() throws {
    let line = poses(.line(length: 0.5, rounds: 2))
    #expect(abs(line.map(\.pose.position.x).max()! - 0.5) < 1e-9)
    #expect(line.last!.pose.position.length < 1e-12)
    #expect(line.allSatisfy { $0.pose.position.y == 0 && $0.pose.position.z == 0 })
    for sides in 3...6 {
      let path = Path.polygon(sides: sides, side: 0.2, sideDuration: 0.5, pause: 0.4, rounds: 2)
      let trace = poses(path)
      #expect(trace.last!.pose.position.length < 1e-9)
      let firstRound = trace.filter { $0.time >= 2 && $0.time < 2 + Double(sides) * 0.9 }
      let fit = try PolygonFit(of: firstRound.map(\.pose.position), sides: sides)
      #expect(abs(fit.side - 0.2) < 0.005)
      #expect(fit.misfit < 0.02)
      // Still during the pauses, and the finger is off.
      for corner in 0..<sides {
        let pose = path.pose(.time(2 + Double(corner) * 0.9 + 0.7))
        #expect(pose.velocity == .zero && pose.acceleration == .zero && !pose.isTouching)
        #expect(path.pose(.time(2 + Double(corner) * 0.9 + 0.25)).isTouching)
      }
    }
    // Without pauses the sides follow each other, and the square of the course is the polygon's.
    #expect(abs(Path.polygon(sides: 4, sideDuration: 0.5, pause: 0).duration - 6) < 1e-12)
    let (square, polygon) = (Path.square(), Path.polygon(sides: 4, rounds: 2))
    #expect(abs(square.duration - polygon.duration) < 1e-9)
    for t in stride(from: 0, to: square.duration, by: 0.05) {
      #expect(distance(square.pose(.time(t)).position, polygon.pose(.time(t)).position) < 1e-9)
    }
  }

  @Test("An ellipse keeps its equation and comes back to rest where it began")
  func ellipse() {
    for (_, pose) in poses(.ellipse(width: 0.4, height: 0.2, loops: 2)) {
      let (u, v) = (pose.position.x / 0.2, pose.position.z / 0.1 - 1)
      #expect(abs(u * u + v * v - 1) < 1e-9)
    }
    let path = Path.ellipse(loops: 2)
    let end = path.pose(.time(path.duration))
    #expect(end.position.length < 1e-9 && end.velocity.length < 1e-9)
    // The figure of eight crosses itself once a loop: it passes through the middle going left and going right.
    let eight = poses(.figureEight(width: 0.5, period: 2.5, loops: 5))
    let crossings = zip(eight, eight.dropFirst()).count { $0.pose.position.x * $1.pose.position.x < 0 }
    #expect(crossings >= 9)
    #expect(abs(eight.map(\.pose.position.x).max()! - 0.25) < 1e-3)
    #expect(abs(eight.map(\.pose.position.z).max()! - 0.125) < 1e-3)
  }

  @Test("Every capital letter has its strokes, its height, and no jump", arguments: Path.letters)
  func letters(letter: Character) throws {
    let path = try Path.letter(letter, height: 0.3, speed: 0.5)
    let trace = poses(path)
    let height = trace.map(\.pose.position.z)
    #expect(abs(height.max()! - height.min()! - 0.3) < 0.005, "\(letter)")
    let steps = zip(trace.dropFirst(), trace).map { ($0.pose.position - $1.pose.position).length }
    #expect(steps.max()! < 0.0025, "\(letter)")
    let strokes = zip(trace.dropFirst(), trace).count { $0.pose.isTouching && !$1.pose.isTouching }
    let expected: [Character: Int] = [
      "A": 2, "B": 2, "D": 2, "E": 2, "F": 2, "H": 3, "K": 2, "Q": 2, "T": 2, "X": 2, "Y": 2,
    ]
    #expect(strokes == expected[letter] ?? 1, "\(letter)")
    #expect(trace.first!.pose.velocity == .zero && trace.last!.pose.velocity == .zero)
    #expect(trace.allSatisfy { $0.pose.position.y == 0 })
    // Twice as large, twice as far; twice as fast, half as long, except for the rests.
    let large = try Path.letter(letter, height: 0.6, speed: 1)
    #expect(abs(large.duration - path.duration) < 1e-9)
    let middle = path.duration / 2
    #expect(
      distance(large.pose(.time(middle)).position, path.pose(.time(middle)).position * 2) < 1e-9)
  }

  @Test("Letters differ from each other")
  func lettersDiffer() throws {
    let inks = try Path.letters.map { letter -> Set<Int> in
      Set(
        poses(try Path.letter(letter)).filter(\.pose.isTouching).map { pose in
          let p = pose.pose.position
          return Int(((p.x + 1) * 20).rounded()) * 1000 + Int(((p.z + 1) * 20).rounded())
        })
    }
    #expect(inks.count == 26 && Set(inks).count == 26)
  }

  @Test("A foot is truly at rest in every stance, strides as far as it says, strikes, and comes back")
  func foot() {
    let path = Path.walk(carrying: .foot, strides: 5, strideLength: 1.3, strideDuration: 1)
    let trace = poses(path)
    #expect(trace.last!.pose.position.length < 1e-9)
    #expect(abs(trace.map(\.pose.position.y).max()! - 6.5) < 1e-9)
    for stride in 0..<5 {
      let stance = trace.filter { $0.time > 3 + Double(stride) + 0.53 && $0.time < 3 + Double(stride) + 0.99 }
      #expect(stance.allSatisfy { $0.pose.velocity == .zero && $0.pose.rotationRate == .zero })
      #expect(stance.allSatisfy { abs($0.pose.position.y - 1.3 * Double(stride + 1)) < 1e-9 })
      let strike = trace.filter { $0.time > 3 + Double(stride) + 0.4 && $0.time < 3 + Double(stride) + 0.5 }
      #expect(strike.map(\.pose.acceleration.length).max()! > 2 * standardGravity)
    }
    #expect(trace.map(\.pose.position.z).max()! > 0.08)
    #expect(trace.map(\.pose.rotationRate.length).max()! > 4)
    let end = path.pose(.time(path.duration)).attitude
    #expect(abs(end.angle(to: path.pose(.time(0)).attitude) - .pi) < 1e-6)
  }

  @Test("A pocket never rests while the person walks, and bobs twice a stride")
  func pocket() {
    let path = Path.walk(carrying: .pocket, strides: 6, strideLength: 1.4, strideDuration: 1.1)
    let trace = poses(path)
    #expect(trace.last!.pose.position.length < 1e-6)
    #expect(abs(trace.map(\.pose.position.y).max()! - 8.4) < 1e-6)
    let steady = trace.filter { $0.time > 3 + 1.5 && $0.time < 3 + 5 }
    #expect(steady.allSatisfy { $0.pose.velocity.length > 0.5 })
    let tops = (1..<(steady.count - 1)).count {
      steady[$0].pose.position.z > steady[$0 - 1].pose.position.z
        && steady[$0].pose.position.z >= steady[$0 + 1].pose.position.z
    }
    #expect(abs(tops - Int((2 * 3.5 / 1.1).rounded())) <= 1)
  }

  @Test("A path with a measure that makes no sense is refused by name, and its formula does not trap")
  func paths() throws {
    var faults: [(String, Path)] = []
    for value in [Double.nan, .infinity, -.infinity, -1, 0] {
      faults += [
        ("side", .square(side: value)), ("sideDuration", .square(sideDuration: value)),
        ("width", .figureEight(width: value)), ("period", .figureEight(period: value)),
        ("amplitude", .waving(amplitude: value)), ("frequency", .waving(frequency: value)),
        ("length", .line(length: value)), ("duration", .line(duration: value)),
        ("side", .polygon(sides: 5, side: value)), ("height", .ellipse(height: value)),
        ("strideLength", .walk(strideLength: value)), ("strideDuration", .walk(strideDuration: value)),
      ]
      #expect(throws: TraceError.self) { try Path.letter("A", height: value) }
      #expect(throws: TraceError.self) { try Path.letter("A", speed: value) }
      if value != 0 {
        #expect(throws: TraceError.self) { try Path.letter("A", pause: value) }
        faults += [("pause", .square(pause: value)), ("pause", .polygon(sides: 3, pause: value))]
      }
    }
    for count in [0, -1, Int.max, Int.min] {
      faults += [
        ("rounds", .square(rounds: count)), ("loops", .figureEight(loops: count)), ("rounds", .line(rounds: count)),
        ("sides", .polygon(sides: count)), ("rounds", .polygon(sides: 3, rounds: count)),
        ("loops", .ellipse(loops: count)), ("strides", .walk(strides: count)),
      ]
    }
    for (name, path) in faults {
      let error = #expect(throws: TraceError.self, "\(path.name), \(name)") { try Trace.simulated(path) }
      guard case .invalidParameter(let found, _, _) = error else {
        Issue.record("\(path.name), \(name): \(String(describing: error))")
        continue
      }
      #expect(found == name)
      _ = path.pose(.time(1))
    }
  }
}
