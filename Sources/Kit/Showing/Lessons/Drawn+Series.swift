internal import Basics
import Foundation
import Rotations

// Series that are drawn: samples one behind the other, and what is classically done wrong with them.

extension Drawn where Value == [Double] {
  /// This many times, s, which increase by a random step each. The first is not 0, which exposes a function that
  /// counts from its own beginning.
  public static func times(
    _ name: String = "times", count: Int = 8, step: ClosedRange<Double> = 0.005...0.05
  ) -> Drawn {
    func steps(_ times: [Double], _ change: (Double) -> Double) -> [Double] {
      zip(times.dropFirst(), times).reduce(into: Array(times.prefix(1))) { result, pair in
        result.append(result[result.count - 1] + change(pair.0 - pair.1))
      }
    }
    return Drawn(
      name, \.checkedWords,
      [
        Mistake("the factor Δt is missing") { steps($0) { _ in 1 } },
        Mistake("Δt is squared") { steps($0) { $0 * $0 } },
        Mistake("it is divided by Δt, and must be multiplied by it") { steps($0) { 1 / $0 } },
        Mistake("the sign of Δt is the wrong way round: later minus earlier") { $0.map { -$0 } },
        Mistake("the time itself is taken where Δt belongs: subtract the time of the sample before") { times in
          times.dropFirst().reduce(into: Array(times.prefix(1))) { $0.append($0[$0.count - 1] + $1) }
        },
        Mistake("the first Δt is used for all steps: each has its own") { times in
          guard times.count > 1 else { return nil }
          return times.indices.map { times[0] + Double($0) * (times[1] - times[0]) }
        },
        Mistake("twice Δt is taken: a factor ½ is missing") { steps($0) { 2 * $0 } },
        Mistake("half of Δt is taken: a factor ½ is too much") { steps($0) { $0 / 2 } },
      ]
    ) { random in
      var time = random.short(in: 1...2)
      return (0..<max(count, 1)).map { index in
        if index > 0 { time += random.short(in: step) }
        // Sums with as few digits as a sentence can bear.
        time = (time * 1e6).rounded() / 1e6
        return time
      }
    }
  }
}

extension Drawn where Value == [Vector3] {
  /// A series of this many vectors whose components are in this range.
  public static func vectors(_ name: String, count: Int = 8, in range: ClosedRange<Double> = -2...2) -> Drawn {
    func each(_ words: String, _ change: @escaping (Vector3) -> Vector3) -> Mistake<[Vector3]> {
      Mistake(words) { $0.map(change) }
    }
    return Drawn(
      name, \.checkedWords,
      [
        each("the sign of “\(name)” is the wrong way round") { -$0 },
        Mistake("“\(name)” is taken one sample too late: at each step, the sample before") { values in
          values.isEmpty ? nil : [values[0]] + values.dropLast()
        },
        Mistake("“\(name)” is taken one sample too early: at each step, the sample after") { values in
          values.last.map { Array(values.dropFirst()) + [$0] }
        },
        Mistake("“\(name)” is read from its end") { $0.reversed() },
        each("x and y of “\(name)” are swapped") { Vector3($0.y, $0.x, $0.z) },
        each("y and z of “\(name)” are swapped") { Vector3($0.x, $0.z, $0.y) },
        each("x and z of “\(name)” are swapped") { Vector3($0.z, $0.y, $0.x) },
        each("the sign of “\(name)”'s x is the wrong way round") { Vector3(-$0.x, $0.y, $0.z) },
        each("the sign of “\(name)”'s y is the wrong way round") { Vector3($0.x, -$0.y, $0.z) },
        each("the sign of “\(name)”'s z is the wrong way round") { Vector3($0.x, $0.y, -$0.z) },
        each("twice “\(name)” is taken: a factor ½ is missing") { 2 * $0 },
        each("half of “\(name)” is taken: a factor ½ is too much") { $0 / 2 },
        each("gravity, 9.81 m/s² along z, is not subtracted from “\(name)”") { $0 + Vector3(0, 0, gravity) },
      ]
    ) { random in
      (0..<max(count, 1)).map { _ in
        Vector3(random.short(in: range), random.short(in: range), random.short(in: range))
      }
    }
  }
}

extension Drawn where Value == [Quaternion] {
  /// This many attitudes around a random one, each turned from it by up to `spread` rad; with signs at random, as `q`
  /// and `−q` are the same.
  public static func rotations(_ name: String = "attitudes", count: Int = 8, spread: Double = 1) -> Drawn {
    Drawn(
      name, \.checkedWords,
      [
        Mistake("the rotations of “\(name)” go the wrong way round: take their inverses, or do not") {
          $0.map(\.inverse)
        },
        Mistake("only the first of “\(name)” is used") { values in values.map { _ in values[0] } },
        Mistake("only the last of “\(name)” is used") { values in values.map { _ in values[values.count - 1] } },
        Mistake("the first of “\(name)” is left out") { Array($0.dropFirst()) },
        Mistake("the last of “\(name)” is left out") { Array($0.dropLast()) },
      ]
    ) { random in
      let middle = Quaternion.random(using: &random)
      return (0..<max(count, 1)).map { _ in
        let axis = Quaternion.random(using: &random).act(on: Vector3(1, 0, 0))
        let turned = middle * Quaternion.exp(axis * (spread * random.uniform()))
        return random.uniform() < 0.5 ? turned : -turned
      }
    }
  }
}

extension Drawn where Value == [Bool] {
  /// This many truth values, which change every few samples, as a finger on a screen does.
  public static func flags(_ name: String, count: Int = 8) -> Drawn {
    Drawn(
      name, \.checkedWords,
      [
        Mistake("the condition “\(name)” is the wrong way round") { $0.map { !$0 } },
        Mistake("“\(name)” is taken one sample too late: at each step, the sample before") { values in
          values.isEmpty ? nil : [values[0]] + values.dropLast()
        },
        Mistake("“\(name)” is taken one sample too early: at each step, the sample after") { values in
          values.last.map { Array(values.dropFirst()) + [$0] }
        },
        Mistake("“\(name)” is not used") { $0.map { _ in true } },
      ]
    ) { random in
      var isOn = random.uniform() < 0.5
      return (0..<max(count, 1)).map { _ in
        if random.uniform() < 0.3 { isOn.toggle() }
        return isOn
      }
    }
  }
}
