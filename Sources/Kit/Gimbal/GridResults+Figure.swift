internal import Basics
import Display
import Figures
import InertialFigures
import Results

extension GridResults {
  /// A number of every point as a figure: over one parameter a line for each combination of the others, such as each recording,
  /// with its smallest value marked; over two parameters a map of the mean over the others.
  ///
  /// ```swift
  /// try results.figure("drift")                                       // a line per recording
  /// try results.figure("final drift", of: "tbl-schemes", over: "alpha", per: "scheme")   // the mean over the recordings
  /// try results.figure("drift", over: "alpha", and: "trace")          // a map
  /// ```
  ///
  /// If points lack the number, the name of their line, or of a map's quantity, says how many have it.
  ///
  /// An axis whose numbers span more than a factor of ten is logarithmic. If a design drew the values of several
  /// parameters, no two points have one in common, and each is a marker.
  ///
  /// - Parameters:
  ///   - name: What was recorded, or a column of the table `label`, whose rows are then lines.
  ///   - label: The label of a table; nil for what was recorded.
  ///   - parameter: Along the axis; the first that varies and has numbers when nil.
  ///   - other: Along the other axis of a map, where words may be; nil for lines.
  ///   - group: What has a line for each of its values, each with the mean over the rest; nil: every combination has its own line.
  /// - Throws: `ResultsError` for a name that is not there, or without numbers.
  /// - Complexity: O(points).
  public func figure(
    _ name: String, of label: String? = nil, over parameter: String? = nil, and other: String? = nil,
    per group: String? = nil, size: Figure.Size? = nil
  ) throws -> Figure {
    let findings = try self.findings(name, of: label)
    let numeric = findings.factors.filter { $0.numbers != nil && $0.levels.count > 1 }
    let quantity = FigureAxis.spanning(findings.values, findings.quantity, unit: findings.unit)
    if let other {
      let others = (numeric + findings.factors).filter { $0.name != other }
      guard let x = try parameter.map(findings.factor) ?? others.first else {
        throw ResultsError.noAxis(nil, known: [])
      }
      return Self.map(findings, x, try findings.factor(other), quantity, size)
    }
    let chosen = try parameter.map(findings.factor) ?? numeric.first
    guard let x = chosen, let numbers = x.numbers else {
      throw ResultsError.noAxis(parameter, known: numeric.map(\.name))
    }
    let others = findings.factors.filter { $0.name != x.name && $0.levels.count > 1 }
    return Self.lines(findings, x, numbers, try group.map { [try findings.factor($0)] } ?? others, quantity, size)
  }

  private static func lines(
    _ findings: Findings, _ x: Findings.Factor, _ numbers: [Double], _ others: [Findings.Factor],
    _ quantity: FigureAxis, _ size: Figure.Size?
  ) -> Figure {
    // Drawn values are all different: they would make a line of each point.
    let words = others.filter { $0.numbers == nil }
    let combinations = words.reduce(1) { $0 * $1.levels.count }
    let isDrawn =
      x.levels.count > 2
      && others.contains { $0.numbers != nil && $0.levels.count * combinations >= findings.values.count }
    let named = (isDrawn ? words : others).map(\.words)
    var order: [String] = []
    var rows: [String: [Int]] = [:]
    for row in findings.values.indices {
      let name = named.map { $0[row] }.joined(separator: ", ")
      if rows[name] == nil { order.append(name) }
      rows[name, default: []].append(row)
    }
    let axis = FigureAxis.spanning(numbers, x.name, unit: nil)
    if isDrawn {
      return Figure(
        x: axis, y: quantity, size: size,
        order.map { name in
          .points(name, x: rows[name]!.map { numbers[$0] }, y: rows[name]!.map { findings.values[$0] })
        })
    }
    let values = Set(numbers).sorted()
    return .sweep(
      axis, values: values,
      drifts: order.map { name in
        let found = Dictionary(grouping: rows[name]!) { numbers[$0] }
        let missing = rows[name]!.count { findings.values[$0].isNaN }
        let count = missing > 0 ? " (\(rows[name]!.count - missing) of \(rows[name]!.count))" : ""
        return (name + count, values.map { value in mean((found[value] ?? []).map { findings.values[$0] }) })
      }, quantity: quantity, size: size)
  }

  /// The mean of the numbers that are there; NaN where there is none.
  private static func mean(_ values: [Double]) -> Double {
    let numbers = values.filter { !$0.isNaN }
    return numbers.reduce(0, +) / Double(numbers.count)
  }

  private static func map(
    _ findings: Findings, _ x: Findings.Factor, _ y: Findings.Factor, _ quantity: FigureAxis, _ size: Figure.Size?
  ) -> Figure {
    let (columns, rows) = (x.places, y.places)
    var quantity = quantity
    // A quantity that points lack leaves cells empty, and others rest on fewer points.
    let known = findings.values.count { !$0.isNaN }
    if known < findings.values.count { quantity.quantity += " (\(known) of \(findings.values.count))" }
    var found: [Int: [Double]] = [:]
    for (row, value) in findings.values.enumerated() {
      found[rows.of[row] * columns.values.count + columns.of[row], default: []].append(value)
    }
    return .sweep(
      x: columns.axis, columns: columns.values, y: rows.axis, rows: rows.values,
      drift: (0..<columns.values.count * rows.values.count).map { mean(found[$0] ?? []) },
      quantity: quantity, size: size)
  }
}

extension GridResults.Findings.Factor {
  /// The values as a figure says them: numbers as they were given, words by the part in which they differ.
  ///
  /// - Parameter longest: The length of a name, in characters, up to which it stays as it is.
  private func texts(_ cells: [Table.Cell], longest: Int) -> [String] {
    let table = Table(columns: [Table.Column(name, digits: 0)], rows: cells.map { [$0] })
    let texts = cells.indices.map { table.text(row: $0, column: 0) }
    return numbers == nil ? DistinctNames.shortened(texts, to: longest) : texts
  }

  /// The label of each row's line by this factor: a word as it is, such as a scheme with its rate, a number with its
  /// name.
  fileprivate var words: [String] {
    let levels = levels
    let texts = Dictionary(uniqueKeysWithValues: zip(levels, texts(levels, longest: 24)))
    return values.map { value in numbers == nil ? texts[value]! : "\(name) = \(texts[value]!)" }
  }

  /// The factor along a map: an axis, the places of its values there, ascending, and which of them each row has.
  fileprivate var places: (axis: FigureAxis, values: [Double], of: [Int]) {
    if let numbers {
      let sorted = Set(numbers).sorted()
      let index = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
      return (.spanning(numbers, name, unit: nil), sorted, numbers.map { index[$0]! })
    }
    let levels = levels
    let index = Dictionary(uniqueKeysWithValues: levels.enumerated().map { ($1, $0) })
    let names = texts(levels, longest: 16)
    return (FigureAxis(name, categories: names), levels.indices.map(Double.init), values.map { index[$0]! })
  }
}
