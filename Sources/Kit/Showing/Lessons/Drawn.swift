import Display
import Foundation
import Rotations

public import struct Basics.SeededRandom

/// An input of a function that a check draws at random, always the same ones for the same seed; and what is classically done
/// wrong with such an input.
public struct Drawn<Value> {
  /// What sentences call it.
  public var name: String
  var draw: (inout SeededRandom) -> Value
  var words: (Value) -> String
  /// What a wrong function takes instead of the input.
  public var mistakes: [Mistake<Value>]
  /// Inputs that are always among those that are tried, behind the drawn ones: the ends of a range, zero, no rotation and half turns.
  public var edges: [Value] = []

  init(
    _ name: String, _ words: @escaping (Value) -> String, _ mistakes: [Mistake<Value>], edges: [Value] = [],
    _ draw: @escaping (inout SeededRandom) -> Value
  ) {
    (self.name, self.words, self.mistakes, self.draw, self.edges) = (name, words, mistakes, draw, edges)
  }

  /// Your own input kind.
  ///
  /// ```swift
  /// let days = Drawn("day", words: { "day \($0)" }) { random in 1 + Int(7 * random.uniform()) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What sentences call it.
  ///   - words: The input in a sentence.
  ///   - mistakes: What a wrong function takes instead of the input.
  ///   - draw: An input, by random numbers.
  public init(
    _ name: String, words: @escaping (Value) -> String, mistakes: [Mistake<Value>] = [],
    draw: @escaping (inout SeededRandom) -> Value
  ) {
    self.init(name, words, mistakes, draw)
  }

  /// The same with more mistakes, which are tried first.
  public func mistaken(_ more: Mistake<Value>...) -> Drawn {
    var result = self
    result.mistakes = more + mistakes
    return result
  }
}

extension Drawn where Value == Int {
  /// A whole number of this range.
  public static func integer(_ name: String, in range: ClosedRange<Int>) -> Drawn {
    Drawn(
      name, \.checkedWords,
      [
        Mistake("“\(name)” is taken one too high") { $0.addingReportingOverflow(1).partialValue },
        Mistake("“\(name)” is taken one too low") { $0.subtractingReportingOverflow(1).partialValue },
        Mistake("“\(name)” is not used") { _ in range.lowerBound },
      ], edges: [range.lowerBound, range.upperBound]
    ) { $0.integer(range) }
  }
}

extension Drawn where Value == Double {
  /// The ends of a range, and zero where it lies between them.
  private static func ends(of range: ClosedRange<Double>) -> [Double] {
    [range.lowerBound, range.upperBound] + (range.contains(0) ? [0] : [])
  }

  private static func uniform(_ range: ClosedRange<Double>) -> (inout SeededRandom) -> Double {
    { $0.short(in: range) }
  }

  /// A number of this range.
  public static func number(_ name: String, in range: ClosedRange<Double> = -2...2) -> Drawn {
    Drawn(
      name, \.checkedWords,
      [
        Mistake("the sign of “\(name)” is the wrong way round") { -$0 },
        Mistake("“\(name)” is not used") { _ in 0 },
        Mistake("“\(name)” is squared") { $0 * $0 },
        Mistake("twice “\(name)” is taken: a factor ½ is missing") { 2 * $0 },
        Mistake("half of “\(name)” is taken: a factor ½ is too much") { $0 / 2 },
      ], edges: ends(of: range), uniform(range))
  }

  /// A time step, s.
  public static func timeStep(_ name: String = "dt", in range: ClosedRange<Double> = 0.005...0.5) -> Drawn {
    Drawn(
      name, \.checkedWords,
      [
        Mistake("the factor “\(name)” is missing") { _ in 1 },
        Mistake("“\(name)” is squared") { $0 * $0 },
        Mistake("it is divided by “\(name)”, and must be multiplied by it") { 1 / $0 },
        Mistake("the sign of “\(name)” is the wrong way round") { -$0 },
        Mistake("twice “\(name)” is taken: a factor ½ is missing") { 2 * $0 },
        Mistake("half of “\(name)” is taken: a factor ½ is too much") { $0 / 2 },
      ], edges: ends(of: range), uniform(range))
  }

  /// An angle, rad.
  public static func angle(_ name: String = "angle", in range: ClosedRange<Double> = -3...3) -> Drawn {
    Drawn(
      name, \.checkedWords,
      [
        Mistake("the angle “\(name)” goes the wrong way round") { -$0 },
        Mistake("the half angle is forgotten: “\(name)” is taken whole where half of it belongs") { 2 * $0 },
        Mistake("“\(name)” is halved once too often") { $0 / 2 },
        Mistake("“\(name)” is in radians, and is read as degrees") { $0 * .pi / 180 },
        Mistake("“\(name)” is turned into degrees, and sine and cosine take radians") { $0 * 180 / .pi },
        Mistake("sine and cosine of “\(name)” stand in each other's place") { .pi / 2 - $0 },
      ], edges: ends(of: range), uniform(range))
  }
}

extension Drawn where Value == Vector3 {
  /// A vector whose components are of this range.
  public static func vector(_ name: String, in range: ClosedRange<Double> = -2...2) -> Drawn {
    func mistake(_ words: String, _ change: @escaping (Vector3) -> Vector3) -> Mistake<Vector3> {
      Mistake(words, change)
    }
    return Drawn(
      name, \.checkedWords,
      [
        mistake("the sign of “\(name)” is the wrong way round") { -$0 },
        mistake("x and y of “\(name)” are swapped") { Vector3($0.y, $0.x, $0.z) },
        mistake("y and z of “\(name)” are swapped") { Vector3($0.x, $0.z, $0.y) },
        mistake("x and z of “\(name)” are swapped") { Vector3($0.z, $0.y, $0.x) },
        mistake("the sign of “\(name)”'s x is the wrong way round") { Vector3(-$0.x, $0.y, $0.z) },
        mistake("the sign of “\(name)”'s y is the wrong way round") { Vector3($0.x, -$0.y, $0.z) },
        mistake("the sign of “\(name)”'s z is the wrong way round") { Vector3($0.x, $0.y, -$0.z) },
        mistake("twice “\(name)” is taken: a factor ½ is missing") { 2 * $0 },
        mistake("half of “\(name)” is taken: a factor ½ is too much") { $0 / 2 },
        mistake("“\(name)” is in radians, and is read as degrees") { $0 * (.pi / 180) },
        mistake("“\(name)” is turned into degrees, and radians are asked for") { $0 * (180 / .pi) },
        mistake("gravity, 9.81 m/s² along z, is not subtracted from “\(name)”") { $0 + Vector3(0, 0, gravity) },
        mistake("gravity, 9.81 m/s² along z, is not added to “\(name)”") { $0 - Vector3(0, 0, gravity) },
      ], edges: Self.edges(in: range)
    ) { random in
      Vector3(random.short(in: range), random.short(in: range), random.short(in: range))
    }
  }
}

extension Drawn where Value == Vector3 {
  /// No length, where the range has zero, and one along each axis.
  private static func edges(in range: ClosedRange<Double>) -> [Vector3] {
    let low = range.contains(0) ? 0 : range.lowerBound
    let axes = (0..<3).map { axis in
      var edge = Vector3(low, low, low)
      edge[axis] = range.upperBound
      return edge
    }
    return [Vector3(low, low, low)] + axes
  }
}

extension Drawn where Value == Quaternion {
  /// A rotation, all attitudes alike.
  public static func rotation(_ name: String = "q") -> Drawn {
    Drawn(
      name, \.checkedWords,
      [
        Mistake("the rotation “\(name)” goes the wrong way round: take its inverse, or do not") { $0.inverse },
        Mistake("“\(name)” turns twice") { $0 * $0 },
        Mistake("the numbers of “\(name)” are read as w, x, y, z, and they are x, y, z, w") { q in
          Quaternion(w: q.x, x: q.y, y: q.z, z: q.w)
        },
        Mistake("the numbers of “\(name)” are read as x, y, z, w, and they are w, x, y, z") { q in
          Quaternion(w: q.z, x: q.w, y: q.x, z: q.y)
        },
        Mistake("x and y of “\(name)” are swapped") { Quaternion(w: $0.w, x: $0.y, y: $0.x, z: $0.z) },
        Mistake("y and z of “\(name)” are swapped") { Quaternion(w: $0.w, x: $0.x, y: $0.z, z: $0.y) },
        Mistake("x and z of “\(name)” are swapped") { Quaternion(w: $0.w, x: $0.z, y: $0.y, z: $0.x) },
        Mistake("“\(name)” is not used") { _ in .identity },
      ],
      edges: [
        .identity, -.identity, Quaternion(w: 0, x: 1, y: 0, z: 0), Quaternion(w: 0, x: 0, y: 1, z: 0),
        Quaternion(w: 0, x: 0, y: 0, z: 1),
      ]
    ) { Quaternion.random(using: &$0) }
  }
}

extension Drawn where Value == [Double] {
  /// A series of this many numbers in this range.
  public static func samples(_ name: String, count: Int = 8, in range: ClosedRange<Double> = -2...2) -> Drawn {
    Drawn(
      name, \.checkedWords,
      [
        Mistake("the sign of “\(name)” is the wrong way round") { $0.map { -$0 } },
        Mistake("the first sample of “\(name)” is left out") { Array($0.dropFirst()) },
        Mistake("the last sample of “\(name)” is left out") { Array($0.dropLast()) },
        Mistake("“\(name)” is read from its end") { $0.reversed() },
      ],
      edges: [range.lowerBound, range.upperBound].map { Array(repeating: $0, count: max(count, 1)) }
    ) { random in
      (0..<max(count, 1)).map { _ in random.short(in: range) }
    }
  }
}

extension SeededRandom {
  /// A number of a range, with as few digits as a sentence can bear: three of the range's largest.
  mutating func short(in range: ClosedRange<Double>) -> Double {
    let value = uniform() * (range.upperBound - range.lowerBound) + range.lowerBound
    let size = max(abs(range.lowerBound), abs(range.upperBound))
    guard size > 0, size.isFinite else { return value }
    let steps = pow(10, (2 - log10(size)).rounded(.up))
    return min(max((value * steps).rounded() / steps, range.lowerBound), range.upperBound)
  }
}
