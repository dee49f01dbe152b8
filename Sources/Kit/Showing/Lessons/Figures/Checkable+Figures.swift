import Figures

/// Figures by what they draw: numbers, names of series, labels, units and scales of the axes. Looks, sizes and what is drawn besides
/// do not count.
extension Figure: Checkable {
  /// How far the farthest number is from the expected one; infinite where something else differs.
  public func checkedDistance(to other: Figure) -> Double { FigureComparison(self, other).farthest?.distance ?? 0 }

  public var checkedWords: String {
    let names = panels.flatMap { DrawnPanel($0).parts.filter { $0.family != .text }.map(\.name) }
    let series = names.filter { !$0.isEmpty }.prefix(shownElements).map(FigureDifference.quoted)
    return series.isEmpty ? "a figure" : "a figure with \(series.joined(separator: ", "))"
  }

  public func checkedContrast(with expected: Figure, beyond tolerance: Double) -> String {
    FigureComparison(self, expected).farthest?.words ?? "the figures differ"
  }

  public static var classicalMistakes: [Mistake<Figure>] {
    [
      Mistake("the two axes stand in each other's place") { $0.withAxesSwapped },
      Mistake("the names of two series stand in each other's place") { $0.withTwoNamesSwapped },
    ]
      + unitMistakes
      + [Double].classicalMistakes.map { mistake in
        Mistake("along the y axis, \(mistake.words)") { $0.changingOrdinates { _, values in mistake.change(values) } }
      }
  }

  /// Numbers in another unit than the axis says.
  static var unitMistakes: [Mistake<Figure>] {
    DrawnUnit.all.map { unit in
      Mistake("along the y axis, \(unit.words)") { figure in
        var isChanged = false
        let changed = figure.changingOrdinates { axis, values in
          guard axis.unit == unit.said else { return values }
          isChanged = true
          return values.map { $0 * unit.factor }
        }
        return isChanged ? changed : nil
      }
    }
  }
}

/// A unit that is mistaken for another.
struct DrawnUnit {
  var said: String
  var drawn: String
  /// By how much the numbers are too large.
  var factor: Double

  var words: String { "the numbers are in \(drawn), and the axis says \(said)" }

  static let all = [
    DrawnUnit(said: "m", drawn: "mm", factor: 1000), DrawnUnit(said: "m", drawn: "cm", factor: 100),
    DrawnUnit(said: "cm", drawn: "m", factor: 0.01), DrawnUnit(said: "mm", drawn: "m", factor: 0.001),
    DrawnUnit(said: "s", drawn: "ms", factor: 1000), DrawnUnit(said: "ms", drawn: "s", factor: 0.001),
    DrawnUnit(said: "m/s²", drawn: "g", factor: 1 / gravity), DrawnUnit(said: "g", drawn: "m/s²", factor: gravity),
    DrawnUnit(said: "°", drawn: "rad", factor: .pi / 180), DrawnUnit(said: "rad", drawn: "°", factor: 180 / .pi),
    DrawnUnit(said: "%", drawn: "parts of one", factor: 0.01),
  ]
}

extension Figure {
  /// The ordinates of all series, changed; nil where there are none, or one cannot be changed.
  fileprivate func changingOrdinates(_ change: (FigureAxis, [Double]) -> [Double]?) -> Figure? {
    var (figure, count) = (self, 0)
    for index in figure.panels.indices {
      guard case .plane(var plane) = figure.panels[index] else { continue }
      for place in plane.marks.indices where ![.text, .bands].contains(plane.marks[place].kind) {
        guard let values = change(plane.y, plane.marks[place].y.values) else { return nil }
        plane.marks[place].y = Column(values)
        if let high = plane.marks[place].high {
          guard let values = change(plane.y, high.values) else { return nil }
          plane.marks[place].high = Column(values)
        }
        // A series that lost a sample lost its abscissa, too.
        let lost = plane.marks[place].x.count - values.count
        if lost > 0, plane.marks[place].places == nil {
          let x = plane.marks[place].x.values
          plane.marks[place].x = Column(
            values.first == self.ordinate(index, place) ? x.dropLast(lost) : x.dropFirst(lost))
        }
        count += 1
      }
      figure.panels[index] = .plane(plane)
    }
    return count > 0 ? figure : nil
  }

  private func ordinate(_ panel: Int, _ mark: Int) -> Double? {
    guard case .plane(let plane) = panels[panel] else { return nil }
    return plane.marks[mark].y.values.first
  }

  /// With abscissas for ordinates, the axes as they are.
  fileprivate var withAxesSwapped: Figure? {
    var (figure, count) = (self, 0)
    for index in figure.panels.indices {
      guard case .plane(var plane) = figure.panels[index] else { continue }
      for place in plane.marks.indices where DrawnPanel.Part.Family(plane.marks[place].kind) == .series {
        (plane.marks[place].x, plane.marks[place].y) = (plane.marks[place].y, plane.marks[place].x)
        count += 1
      }
      figure.panels[index] = .plane(plane)
    }
    return count > 0 ? figure : nil
  }

  /// With the other's name, if a plane has two named series.
  fileprivate var withTwoNamesSwapped: Figure? {
    var (figure, count) = (self, 0)
    for index in figure.panels.indices {
      guard case .plane(var plane) = figure.panels[index] else { continue }
      let named = plane.marks.indices.filter { !plane.marks[$0].name.isEmpty && plane.marks[$0].kind != .text }
      guard named.count == 2 else { continue }
      (plane.marks[named[0]].name, plane.marks[named[1]].name) = (
        plane.marks[named[1]].name, plane.marks[named[0]].name
      )
      figure.panels[index] = .plane(plane)
      count += 1
    }
    return count > 0 ? figure : nil
  }
}
