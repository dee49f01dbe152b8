import Figures

/// A reader's figure next to the expected one: a finding for the axes of each expected panel, and one for each thing
/// that is drawn there. How many there are does not depend on the reader's figure. What the reader draws besides is
/// free.
struct FigureComparison {
  /// What is looked at, and how it differs; nothing where it is as expected.
  struct Finding {
    /// “the axes”, “the series “none””.
    var title: String
    /// The farthest difference.
    var difference: FigureDifference?
    /// What was expected of a part and what came, column by column, where both are as long.
    var columns: [(axis: FigureAxis, expected: [Double], came: [Double])] = []

    var distance: Double { difference?.distance ?? 0 }
  }

  let findings: [Finding]

  /// O(numbers + parts²).
  init(_ figure: Figure, _ expected: Figure) {
    let isWhole = figure.panels.count == expected.panels.count
    findings = expected.panels.indices.flatMap { index -> [Finding] in
      let right = DrawnPanel(expected.panels[index])
      let panel = figure.panels.indices.contains(index) ? DrawnPanel(figure.panels[index]) : nil
      let place = expected.panels.count > 1 ? " of panel \(index + 1)" : ""
      var obstacle: FigureDifference?
      if !isWhole {
        obstacle = .panels(expected: expected.panels.count, came: figure.panels.count)
      } else if panel?.axisNames != right.axisNames {
        obstacle = .kind(panel: index)
      }
      guard let panel, obstacle == nil else {
        return [Finding(title: "the axes\(place)", difference: obstacle)]
          + right.parts.map { Finding(title: $0.words + place, difference: obstacle) }
      }
      let matches = panel.matches(of: right)
      return [Finding(title: "the axes\(place)", difference: Self.axes(panel, right))]
        + right.parts.indices.map { Self.part(right.parts[$0], matches[$0], panel, right, place) }
    }
  }

  /// The farthest of all differences: first what is not a number.
  var farthest: FigureDifference? { findings.compactMap(\.difference).max { $0.distance < $1.distance } }

  private static func axes(_ panel: DrawnPanel, _ right: DrawnPanel) -> FigureDifference? {
    for (index, axis) in right.axes.enumerated() {
      let (came, name) = (panel.axes[index], right.axisNames[index])
      if (axis.unit ?? "") != (came.unit ?? "") { return .unit(axis: name, expected: axis.unit, came: came.unit) }
      if !DrawnPanel.key(came.quantity).contains(DrawnPanel.key(axis.quantity)), !axis.quantity.isEmpty {
        return .label(axis: name, expected: axis.quantity, came: came.quantity)
      }
      if axis.scale != came.scale { return .scale(axis: name, expected: axis.scale) }
    }
    return nil
  }

  private static func part(
    _ expected: DrawnPanel.Part, _ came: DrawnPanel.Part?, _ panel: DrawnPanel, _ right: DrawnPanel, _ place: String
  ) -> Finding {
    let title = expected.words + place
    guard let came else {
      let known = panel.parts.filter { $0.family == expected.family }.map(\.name).filter { !$0.isEmpty }
      return Finding(title: title, difference: .missing(part: expected.words, known: Array(known.prefix(8))))
    }
    if expected.places.map(DrawnPanel.key) != came.places.map(DrawnPanel.key) {
      return Finding(
        title: title, difference: .places(part: expected.words, expected: expected.places, came: came.places))
    }
    for (column, own) in zip(expected.columns, came.columns) where column.values.count != own.values.count {
      return Finding(
        title: title,
        difference: .count(part: expected.words, expected: column.values.count, came: own.values.count))
    }
    var finding = Finding(title: title)
    for (column, own) in zip(expected.columns, came.columns) {
      let axis = right.axes[column.axis]
      finding.columns.append((axis, column.values, own.values))
      guard
        let index = column.values.indices.first(where: { own.values[$0].checkedDistance(to: column.values[$0]) > 0 })
      else { continue }
      let far =
        column.values.indices.max {
          own.values[$0].checkedDistance(to: column.values[$0]) < own.values[$1].checkedDistance(to: column.values[$1])
        } ?? index
      let difference = FigureDifference.value(
        part: expected.words, at: Self.position(far, column.axis, expected, right), expected: column.values[far],
        came: own.values[far], unit: axis.unit)
      if difference.distance > finding.distance { finding.difference = difference }
    }
    return finding
  }

  /// The place of a number in words: along the first axis, over a name, or as the [3] of its series.
  private static func position(
    _ index: Int, _ axis: Int, _ part: DrawnPanel.Part, _ panel: DrawnPanel
  ) -> String {
    if part.places.indices.contains(index) { return FigureDifference.quoted(part.places[index]) }
    guard axis > 0, part.family != .arrow, part.family != .cells, let first = part.columns.first, first.axis == 0,
      first.values.indices.contains(index)
    else { return "[\(index)]" }
    let name = panel.axes[0].quantity.isEmpty ? panel.axisNames[0] : panel.axes[0].quantity
    return "\(name) = \(FigureDifference.number(first.values[index], panel.axes[0].unit))"
  }
}
