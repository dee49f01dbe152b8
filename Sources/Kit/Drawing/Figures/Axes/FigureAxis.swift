internal import Basics

/// An axis: what it measures, in which unit, on which scale, over which range.
public struct FigureAxis: Codable, Hashable, Sendable {
  /// What is measured, "time".
  public var quantity: String
  /// Its unit, "s"; `nil` for a pure number.
  public var unit: String?
  /// Linear or logarithmic.
  public var scale: Scale
  /// Which part is shown.
  public var limits: Limits
  /// Names shown instead of numbers: the i-th is at i. Empty for a numeric axis.
  public var categories: [String]
  /// What is shown, whatever the limits and the data say: the range that this figure shares with others. It is no part of the
  /// figure as it is written down.
  var frame: AxisRange?

  private enum CodingKeys: String, CodingKey { case quantity, unit, scale, limits, categories }

  /// How numbers become lengths.
  public enum Scale: String, Codable, Hashable, Sendable {
    case linear
    /// Equal ratios have equal lengths, to the base of ten. Numbers that are not positive are gaps.
    case logarithmic
  }

  /// Which part of an axis is shown.
  public enum Limits: Codable, Hashable, Sendable {
    /// Everything; on a logarithmic axis without the smallest half per cent of the numbers, and at most seven decades
    /// below the largest: an error that starts at nanometres would otherwise press the rest against the top.
    case automatic
    /// Everything, and these numbers as well.
    case including(Double, Double)
    /// Exactly from the first to the second number.
    case fixed(Double, Double)
    /// What most series need: a series that reaches more than `factor` times further than the median of the others is
    /// cut off at the frame, and so are rare numbers that would take up most of the axis. The legend says how far a
    /// series goes that is cut off. A larger factor cuts off less; `.infinity` nothing. What stays within `within` of
    /// zero, in the axis' unit, is never cut off.
    case focused(factor: Double, within: Double = 0)
  }

  /// An axis labelled "quantity (unit)".
  public init(
    _ quantity: String, unit: String? = nil, scale: Scale = .linear, limits: Limits = .automatic,
    categories: [String] = []
  ) {
    self.quantity = quantity
    self.unit = unit
    self.scale = scale
    self.limits = limits
    self.categories = categories
  }

  /// The range between fixed limits, checked; nil where the data decides.
  func fixedRange(isLogarithmic: Bool) throws(FigureError) -> AxisRange? {
    guard case .fixed(let low, let high) = limits else { return nil }
    guard isDrawable(from: low, to: high, isLogarithmic: isLogarithmic) else {
      throw .limits(axis: quantity, low: low, high: high, logarithmic: isLogarithmic)
    }
    return AxisRange(low: low, high: high, isLogarithmic: isLogarithmic)
  }

  /// The least and the largest number shown, given those of the data: with the numbers that have to be shown as well.
  func widened(
    _ data: (low: Double, high: Double), isLogarithmic: Bool
  ) throws(FigureError) -> (low: Double, high: Double) {
    guard case .including(let low, let high) = limits else { return data }
    guard low <= high, max(low.magnitude, high.magnitude) <= drawableMagnitudes.upperBound,
      !isLogarithmic || low >= drawableMagnitudes.lowerBound
    else { throw .limits(axis: quantity, low: low, high: high, logarithmic: isLogarithmic) }
    return (min(data.low, low), max(data.high, high))
  }

  /// The label, "time (s)"; with a power of ten in front of the unit, "error (10³ m)", where the ticks leave it out.
  func label(exponent: Int = 0) -> String {
    let factor = exponent == 0 ? nil : "10" + DigitText.superscript(exponent)
    let parts = [factor, unit].compactMap { $0 }.filter { !$0.isEmpty }
    return parts.isEmpty ? quantity : "\(quantity) (\(parts.joined(separator: " ")))"
  }
}
