import Display
import Foundation
import Rotations

/// What gravity is on average, m/s²: what a wrong sign of it leaves.
let gravity = 9.80665

extension Double: Checkable {
  public func checkedDistance(to other: Double) -> Double {
    if self == other || isNaN && other.isNaN { return 0 }
    let distance = abs(self - other)
    return distance.isNaN ? .infinity : distance
  }

  // Six digits at most, without trailing zeros: 0.5, 1.23457, −2×10⁻⁹.
  public var checkedWords: String {
    guard isFinite, self != 0 else { return NumberFormat.exact(self) }
    let place = pow(10, 5 - log10(abs(self)).rounded(.down))
    let rounded = place.isFinite && place > 0 ? (self * place).rounded() / place : self
    return NumberFormat.exact(rounded == 0 ? 0 : rounded)
  }

  public static var classicalMistakes: [Mistake<Double>] {
    [
      Mistake("the sign is the wrong way round") { -$0 },
      Mistake("it is in degrees, and radians are asked for") { $0 * 180 / .pi },
      Mistake("it is in radians, and degrees are asked for") { $0 * .pi / 180 },
      Mistake("it is twice what is asked for: half of it was forgotten, as in half the angle") { 2 * $0 },
      Mistake("it is half of what is asked for: a factor ½ is too much") { $0 / 2 },
      Mistake("gravity, 9.81 m/s², is still in it: subtract it") { $0 + gravity },
      Mistake("gravity, 9.81 m/s², is missing: add it") { $0 - gravity },
      Mistake("gravity, 9.81 m/s², is added: it must be taken away") { $0 + 2 * gravity },
      Mistake("gravity, 9.81 m/s², is taken away: it must be added") { $0 - 2 * gravity },
      Mistake("it is the square of what is asked for") { $0 * $0 },
      Mistake("it is one divided by what is asked for") { $0 == 0 ? nil : 1 / $0 },
    ]
  }
}

extension Int: Checkable {
  public func checkedDistance(to other: Int) -> Double { self == other ? 0 : abs(Double(self) - Double(other)) }
  public var checkedWords: String { NumberFormat.grouped(self) }
  public static var classicalMistakes: [Mistake<Int>] {
    [
      Mistake("the sign is the wrong way round") { $0 == .min ? nil : -$0 },
      Mistake("it is one too many") { $0.addingReportingOverflow(1).partialValue },
      Mistake("it is one too few") { $0.subtractingReportingOverflow(1).partialValue },
    ]
  }
}

extension Bool: Checkable {
  public func checkedDistance(to other: Bool) -> Double { self == other ? 0 : .infinity }
  public var checkedWords: String { "\(self)" }
  public static var classicalMistakes: [Mistake<Bool>] { [Mistake("the condition is the wrong way round") { !$0 }] }
}

extension String: Checkable {
  public func checkedDistance(to other: String) -> Double { self == other ? 0 : .infinity }
  public var checkedWords: String { "“\(self)”" }
  public static var classicalMistakes: [Mistake<String>] { [] }
}

/// How many elements of a series a sentence shows.
let shownElements = 6

extension Array: Checkable where Element: Checkable {
  public func checkedDistance(to other: [Element]) -> Double {
    guard count == other.count else { return .infinity }
    return zip(self, other).map { $0.checkedDistance(to: $1) }.max() ?? 0
  }

  public var checkedWords: String {
    let shown = prefix(shownElements).map(\.checkedWords).joined(separator: ", ")
    return "[\(shown)\(count > shownElements ? ", … (\(count) values)" : "")]"
  }

  // For a long series, the place at which it first differs.
  public func checkedContrast(with expected: [Element], beyond tolerance: Double) -> String {
    guard count > shownElements, count == expected.count,
      let index = indices.first(where: { self[$0].checkedDistance(to: expected[$0]) > tolerance })
    else { return plainContrast(with: expected) }
    return "at [\(index)] \(expected[index].checkedWords) was expected, and \(self[index].checkedWords) came"
  }

  public static var classicalMistakes: [Mistake<[Element]>] {
    let ofAll = Element.classicalMistakes.map { mistake in
      Mistake<[Element]>(mistake.words) { values in
        let changed = values.compactMap(mistake.change)
        return changed.count == values.count ? changed : nil
      }
    }
    // The value at the edge of the series cannot be shifted in; the other values decide.
    var late = Mistake<[Element]>("the values are shifted by one sample: each is one place too late") {
      $0.isEmpty ? nil : [$0[0]] + $0.dropLast()
    }
    late.ignored.first = 1
    var early = Mistake<[Element]>("the values are shifted by one sample: each is one place too early") { values in
      values.last.map { Array(values.dropFirst()) + [$0] }
    }
    early.ignored.last = 1
    return ofAll + [
      late, early,
      Mistake("the last value is missing") { $0.isEmpty ? nil : Array($0.dropLast()) },
      Mistake("the first value is missing") { $0.isEmpty ? nil : Array($0.dropFirst()) },
      Mistake("the values stand in the opposite order") { $0.reversed() },
    ]
  }
}
