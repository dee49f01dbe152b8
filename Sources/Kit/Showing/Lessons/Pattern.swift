import Display
import Foundation
import Rotations

/// What wrong results have in common, over all inputs, that no single change of an input or a result explains: a power that is
/// wrong, a constant factor, gravity in an attitude that differs from input to input.
struct Pattern {
  /// Results that came, and those that are right, for the same inputs.
  let came: [Double], right: [Double]
  /// Inputs that are numbers, with their names.
  let inputs: [(name: String, values: [Double])]

  /// How close two ratios of the same are.
  private static let closeness = 1e-6

  /// The student's values divided by the right ones; nil if the ratios are meaningless.
  private var ratios: [Double]? {
    guard came.count > 2, came.count == right.count else { return nil }
    let ratios = zip(came, right).map { $0 / $1 }
    return ratios.allSatisfy { $0.isFinite && $0 > 0 } ? ratios : nil
  }

  /// The input whose power is wrong, by how much, and the factor that is wrong besides; nil where the results do not
  /// differ by a power of one input.
  private var power: (name: String, excess: Double, factor: Double)? {
    guard let ratios else { return nil }
    for input in inputs where input.values.allSatisfy({ $0 > 0 }) {
      guard let low = input.values.indices.min(by: { input.values[$0] < input.values[$1] }),
        let high = input.values.indices.max(by: { input.values[$0] < input.values[$1] }),
        input.values[high] > 1.1 * input.values[low]
      else { continue }
      let slope = log(ratios[high] / ratios[low]) / log(input.values[high] / input.values[low])
      let excess = (2 * slope).rounded() / 2
      guard abs(slope - excess) < Self.closeness, excess != 0, abs(excess) <= 4 else { continue }
      let factor = ratios[low] / pow(input.values[low], excess)
      let isLaw = zip(ratios, input.values).allSatisfy { abs($0 / (factor * pow($1, excess)) - 1) < Self.closeness }
      if isLaw { return (input.name, excess, factor) }
    }
    return nil
  }

  /// The sentence for a power that differs by a half, such as a root that is missing: closer than “squared” is.
  var halfPower: String? { power.flatMap { $0.excess == $0.excess.rounded() ? nil : Self.words(of: $0) } }

  /// The sentence for a power or a constant factor.
  var words: String? {
    if let power { return Self.words(of: power) }
    guard let ratios, let factor = ratios.first, abs(factor - 1) > Self.closeness,
      ratios.allSatisfy({ abs($0 / factor - 1) < Self.closeness })
    else { return nil }
    return "it is always \(Self.spoken(factor)) times what is asked for: a constant factor is wrong"
  }

  private static func words(of power: (name: String, excess: Double, factor: Double)) -> String {
    let size = spoken(abs(power.excess))
    let besides = abs(power.factor - 1) > closeness ? ", and a constant factor is wrong, too" : ""
    return "the power of “\(power.name)” is too \(power.excess > 0 ? "large" : "small") by \(size)\(besides)"
  }

  /// A factor as one writes it: ½, √3, 1/√2, 0.62.
  private static func spoken(_ factor: Double) -> String {
    func isNear(_ value: Double) -> Bool { abs(factor / value - 1) < closeness }
    if isNear(0.5) { return "½" }
    if isNear(1.5) { return "1½" }
    for number in 2...12 {
      if isNear(Double(number)) { return "\(number)" }
      if isNear(1 / Double(number)) { return "1/\(number)" }
      if isNear(Double(number).squareRoot()) { return "√\(number)" }
      if isNear(1 / Double(number).squareRoot()) { return "1/√\(number)" }
    }
    return NumberFormat.exact((1e6 * factor).rounded() / 1e6)
  }

  /// The sentence for vectors that differ by gravity, or by twice gravity, in its own direction for each input.
  static func gravityWords(_ came: [Vector3], _ right: [Vector3]) -> String? {
    let lengths = zip(came, right).map { ($0 - $1).length }
    func all(_ length: Double) -> Bool {
      !lengths.isEmpty && lengths.allSatisfy { abs($0 - length) < closeness * length }
    }
    if all(gravity) {
      return "it differs by 9.81 m/s² in every attitude: gravity is left out, or is in it although it should not be"
    }
    if all(2 * gravity) {
      return
        "it differs by twice 9.81 m/s² in every attitude: gravity is added where it must be taken away, or taken away "
        + "where it must be added"
    }
    return nil
  }
}
