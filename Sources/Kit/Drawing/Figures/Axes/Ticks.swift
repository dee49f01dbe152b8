internal import Basics

/// The ticks of an axis: where they are and what is written there.
struct Ticks: Hashable, Sendable {
  /// Labelled ticks, ascending.
  var labelled: [Label]
  /// Ticks without a label, only on logarithmic axes.
  var minor: [Double]
  /// The power of ten that the labels leave out and the axis' label names.
  var exponent: Int

  struct Label: Hashable, Sendable {
    var value: Double
    var text: String
  }

  /// Round numbers over a range, at most about `count` of them.
  init(over range: AxisRange, count: Int) {
    if range.isLogarithmic, range.decades >= 1 {
      self.init(decadesOver: range, count: count)
    } else {
      self.init(roundNumbersOver: range, count: count)
    }
  }

  /// The categories' names at 0, 1, 2, …
  init(categories: [String]) {
    labelled = categories.enumerated().map { Label(value: Double($0.offset), text: $0.element) }
    minor = []
    exponent = 0
  }

  private init(roundNumbersOver range: AxisRange, count: Int) {
    var step = Ticks.roundStep(atLeast: (range.high - range.low) / Double(max(count, 1)))
    // One number does not make a scale, and two make a poor one: a third may be closer.
    if Ticks.multiples(of: step, in: range) == 2 {
      let closer = Ticks.roundStep(atLeast: (range.high - range.low) / Double(max(count, 1)) / 1.4)
      if Ticks.multiples(of: closer, in: range) > 2 { step = closer }
    }
    for divisor in [2.0, 5] where Ticks.multiples(of: step, in: range) < 2 {
      step = Ticks.roundStep(atLeast: (range.high - range.low) / Double(max(count, 1)) / divisor)
    }
    self.init(over: range, step: step)
  }

  private static func multiples(of step: Double, in range: AxisRange) -> Int {
    Int((range.high / step + 1e-9).rounded(.down) - (range.low / step - 1e-9).rounded(.up)) + 1
  }

  /// The multiples of `step` in a range.
  init(over range: AxisRange, step: Double) {
    let first = (range.low / step - 1e-9).rounded(.up)
    let last = (range.high / step + 1e-9).rounded(.down)
    let largest = max(range.low.magnitude, range.high.magnitude)
    // Six digits or many leading zeros are hard to compare: the power of ten moves into the label.
    let decade = decadeFloor(largest)
    let exponent = decade >= 5 || decade < -3 ? Int(decade / 3 + (decade < 0 ? -0.999 : 0)) * 3 : 0
    let scale = powerOfTen(exponent)
    let decimals = max(0, Int(-decadeFloor(step / scale)) + (Ticks.needsExtraDecimal(step) ? 1 : 0))
    labelled = stride(from: first, through: max(first, last), by: 1).map {
      Label(value: $0 * step, text: numberText($0 * step / scale, decimals: decimals))
    }
    minor = []
    self.exponent = exponent
  }

  private init(decadesOver range: AxisRange, count: Int) {
    let first = Int(decadeFloor(range.low * (1 - 1e-9)))
    let last = Int(decadeFloor(range.high * (1 + 1e-9)))
    let every = max(1, (last - first + count - 1) / max(count, 1))
    let plain = first >= -4 && last <= 4
    func inside(_ value: Double) -> Bool {
      value >= range.low * (1 - 1e-9) && value <= range.high * (1 + 1e-9)
    }
    var labelled: [Label] = []
    var minor: [Double] = []
    for exponent in first...max(first, last) {
      let power = powerOfTen(exponent)
      if inside(power) {
        if exponent % every == 0 {
          let text = plain ? numberText(power, decimals: max(0, -exponent)) : "10" + DigitText.superscript(exponent)
          labelled.append(Label(value: power, text: text))
        } else {
          minor.append(power)
        }
      }
      if every == 1, range.decades <= 6 { minor += (2...9).map { Double($0) * power }.filter(inside) }
    }
    // One labelled power of ten does not give a scale: 2 and 5 help.
    if labelled.count < 3, every == 1 {
      let helpers = minor.filter { value in
        let mantissa = value / powerOfTen(Int(decadeFloor(value)))
        return (mantissa - 2).magnitude < 0.01 || (mantissa - 5).magnitude < 0.01
      }
      minor.removeAll { helpers.contains($0) }
      let decimals = { (value: Double) in max(0, -Int(decadeFloor(value))) }
      labelled += helpers.map {
        Label(value: $0, text: plain ? numberText($0, decimals: decimals($0)) : roundedText($0))
      }
      labelled.sort { $0.value < $1.value }
    }
    self.labelled = labelled
    self.minor = minor
    exponent = 0
  }

  /// The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `least`.
  static func roundStep(atLeast least: Double) -> Double {
    let power = powerOfTen(Int(decadeFloor(least)))
    return [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= least * (1 - 1e-9) } ?? 10 * power
  }

  private static func needsExtraDecimal(_ step: Double) -> Bool {
    let mantissa = step / powerOfTen(Int(decadeFloor(step)))
    return (mantissa - 2.5).magnitude < 0.01
  }
}
