import Basics
import Display
import Foundation
import Statistics

extension GridResults {
  /// The settings of a grid, best first, by a number that each has on several recordings: with its interval, the paired differences to
  /// the best, the next and to standing still, how many recordings it has, the names of those that it lacks, and how many it won.
  ///
  /// - Parameters:
  ///   - name: What was recorded, or a column of the table `label`, whose rows then compete, too.
  ///   - label: The label of a table; nil for what was recorded.
  ///   - units: The parameter whose values are the recordings; nil: the one that names files.
  ///   - center: What sums up the numbers; a geometric mean for errors that span decades.
  ///   - goal: Which numbers are better.
  /// - Throws: `ResultsError` for a name that is not there, or without numbers, and where no parameter names recordings.
  /// - Complexity: O(points + settings² · recordings).
  public func ranking(
    _ name: String, of label: String? = nil, over units: String? = nil, by center: Center = .mean,
    _ goal: Goal = .smallest
  ) throws -> Ranking {
    let board = try Board(self, name, label, over: units)
    guard let unit = board.unit else { throw ResultsError.noRecordings(known: board.findings.factors.map(\.name)) }
    let ranking = Ranking(
      board.names, values: board.values, units: unit.levels.map(\.words), goal: goal, center: center,
      reference: board.baselines.first)
    if let first = ranking.entries.first {
      for words in try board.doubts(of: first.index, in: self, goal) { warn(words) }
    }
    return ranking
  }

  /// The best setting that moves: that with the best mean over the recordings, and over how many; or, for each recording, the setting that is best on
  /// the *others*, with its number on this one, and what choosing on the recording itself would have promised.
  ///
  /// A row “standing still” does not compete. If nothing is better than it, that is a warning.
  ///
  /// - Parameters:
  ///   - name: What was recorded, or a column of the table `label`, whose rows then compete, too.
  ///   - label: The label of a table; nil for what was recorded.
  ///   - parameter: For each of whose values there is a row: the recordings, or another parameter, such as a scheme; nil: one row.
  ///   - goal: Whether the smallest number is the best one, as of an error, or the largest.
  /// - Throws: `ResultsError` for a name that is not there, or without numbers.
  public func best(
    _ name: String, of label: String? = nil, per parameter: String? = nil, _ goal: Goal = .smallest
  ) throws -> Table {
    let board = try Board(self, name, label, over: nil)
    if let parameter { _ = try board.findings.factor(parameter) }
    let sign = goal == .smallest ? 1.0 : -1
    let unit = board.unit
    let head = Table.Column(board.findings.quantity, unit: board.findings.unit, digits: 4)
    if let unit, unit.name == parameter {
      let signed = board.values.enumerated().map { setting, values in
        values.map { $0.isNaN || board.baselines.contains(setting) ? .infinity : sign * $0 }
      }
      let held = HeldOut(signed)
      let choices = held.choices()
      if choices == nil {
        warn("a single recording leaves nothing to choose on: “best” was tuned on what it is scored on")
      }
      let own = unit.levels.indices.map { place in
        signed.indices.min { signed[$0][place] < signed[$1][place] } ?? 0
      }
      if let choices {
        let chosen = unit.levels.indices.map { board.values[choices[$0]][$0] }
        board.warnOfNothing(better: chosen.reduce(0, +) / Double(chosen.count), sign: sign)
        // What most recordings choose.
        let counts = Dictionary(choices.map { ($0, 1) }, uniquingKeysWith: +)
        if let (usual, _) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
          for words in try board.doubts(of: usual, in: self, goal) { warn(words) }
        }
      }
      return Table(
        columns: ([unit.name] + board.settings.map(\.name)).map { Table.Column($0, digits: 0) }
          + [head, Table.Column("tuned on itself", unit: board.findings.unit, digits: 4)],
        rows: unit.levels.enumerated().map { place, level in
          let chosen = choices?[place] ?? own[place]
          func number(_ setting: Int) -> Table.Cell {
            let value = board.values[setting][place]
            return value.isNaN ? .empty : .number(value)
          }
          return [level] + board.combinations[chosen] + [number(chosen), number(own[place])]
        })
    }
    let group = board.settings.firstIndex { $0.name == parameter }
    let others = board.settings.indices.filter { $0 != group }
    var order: [Table.Cell] = []
    var best: [Table.Cell: Int] = [:]
    let means = board.values.map { values -> (value: Double, count: Int) in
      let numbers = values.filter { !$0.isNaN }
      return (numbers.reduce(0, +) / Double(numbers.count), numbers.count)
    }
    for (setting, combination) in board.combinations.enumerated() where !board.baselines.contains(setting) {
      let key = group.map { combination[$0] } ?? .empty
      if !order.contains(key) { order.append(key) }
      guard !means[setting].value.isNaN else { continue }
      // A setting that failed somewhere is not better for that.
      if let other = best[key] {
        let (new, old) = (means[setting], means[other])
        guard sign * new.value < sign * old.value else { continue }
      }
      best[key] = setting
    }
    if let found = best.values.min(by: { sign * means[$0].value < sign * means[$1].value }) {
      board.warnOfNothing(better: means[found].value, sign: sign)
      for words in try board.doubts(of: found, in: self, goal) { warn(words) }
    }
    let names = ([group.map { board.settings[$0].name }].compactMap { $0 }) + others.map { board.settings[$0].name }
    let isMean = unit != nil
    return Table(
      columns: names.map { Table.Column($0, digits: 0) }
        + [isMean ? Table.Column("mean \(head.title)", unit: head.unit, digits: 4) : head]
        + (isMean ? [Table.Column("n")] : []),
      rows: order.map { key in
        let start: [Table.Cell] = group == nil ? [] : [key]
        guard let setting = best[key] else { return start }
        let (value, count) = means[setting]
        let all = unit?.levels.count ?? count
        let words: Table.Cell = .text(count == all ? "\(count)" : "\(count) of \(all)")
        return start + others.map { board.combinations[setting][$0] } + [.number(value)] + (isMean ? [words] : [])
      })
  }

  /// What speaks against the setting that ``best(_:of:per:_:)`` finds over all recordings, each a sentence; a notebook shows them next to the cell
  /// that asks for the best.
  ///
  /// - Throws: `ResultsError` for a name that is not there, or without numbers.
  package func doubtsOfBest(_ name: String, of label: String? = nil, _ goal: Goal = .smallest) throws -> [String] {
    let board = try Board(self, name, label, over: nil)
    let sign = goal == .smallest ? 1.0 : -1
    let means = board.values.map { values -> Double in
      let numbers = values.filter { !$0.isNaN }
      return numbers.reduce(0, +) / Double(numbers.count)
    }
    let moving = means.indices.filter { !board.baselines.contains($0) && !means[$0].isNaN }
    return try moving.min { sign * means[$0] < sign * means[$1] }.map { try board.doubts(of: $0, in: self, goal) } ?? []
  }

  /// The points with the worst numbers that were recorded, worst first: their parameters, the number, and the report.
  ///
  /// - Parameters:
  ///   - name: What was recorded.
  ///   - count: How many.
  ///   - goal: Which numbers are better.
  /// - Throws: `ResultsError` for a name that is not there.
  public func worst(_ name: String, count: Int = 5, _ goal: Goal = .smallest) throws -> Table {
    let known = try names
    guard known.contains(name) else { throw ResultsError.unknownName(name, known: known) }
    var table = try wide([name], condition: "status = 'done'", facts: ["folder"])
    let column = table.columns.count - 1
    let sign = goal == .smallest ? -1.0 : 1
    table.rows = Array(
      table.rows.filter { $0[column].double.map { !$0.isNaN } ?? false }
        .sorted { sign * ($0[column].double ?? 0) < sign * ($1[column].double ?? 0) }.prefix(max(0, count))
    ).map { row in
      // The report last.
      let report: Table.Cell =
        if case .text(let folder) = row[0], !folder.isEmpty { .text("\(folder)/index.html") } else { .empty }
      return Array(row.dropFirst()) + [report]
    }
    table.columns = Array(table.columns.dropFirst()) + [Table.Column("report")]
    return table
  }

  /// Settings by recordings.
  private struct Board {
    let findings: Findings
    /// What names the recordings; nil where no parameter does.
    let unit: Findings.Factor?
    /// What makes a setting.
    let settings: [Findings.Factor]
    /// The values of these for each setting, in the plan's order.
    let combinations: [[Table.Cell]]
    /// For each setting a number on each recording, the mean where it has several; not a number where it has none.
    let values: [[Double]]

    init(_ results: GridResults, _ name: String, _ label: String?, over units: String?) throws {
      let findings = try results.findings(name, of: label)
      let varied = try results.parameters
      let files = findings.factors.filter { factor in
        varied.contains(factor.name) && factor.numbers == nil && factor.levels.allSatisfy(\.isPath)
      }
      var unit = try units.map { try findings.factor($0) } ?? (files.count == 1 ? files[0] : nil)
      let place = unit.flatMap { unit in varied.firstIndex(of: unit.name) }
      let unitName = unit?.name
      let settings = findings.factors.filter { $0.name != unitName }
      var order: [[Table.Cell]] = []
      var places: [[Table.Cell]: Int] = [:]
      let rows = findings.values.indices.map { row in settings.map { $0.values[row] } }
      for row in rows where places[row] == nil {
        places[row] = order.count
        order.append(row)
      }
      let byRow = unit
      // Recordings on which every point failed are missing, too.
      if let place, let known = unit {
        let planned = try results.settings.sorted { $0.key < $1.key }.map { $0.value[place] }
        unit?.values = known.values + planned
      }
      let levels = unit?.levels ?? [.empty]
      let levelPlaces = Dictionary(uniqueKeysWithValues: levels.enumerated().map { ($1, $0) })
      var sums = order.map { _ in [Double](repeating: 0, count: levels.count) }
      var counts = order.map { _ in [Int](repeating: 0, count: levels.count) }
      for (row, value) in findings.values.enumerated() where !value.isNaN {
        guard let setting = places[rows[row]], let level = levelPlaces[byRow?.values[row] ?? .empty] else { continue }
        sums[setting][level] += value
        counts[setting][level] += 1
      }
      values = zip(sums, counts).map { zip($0, $1).map { $1 == 0 ? .nan : $0 / Double($1) } }
      (self.findings, self.settings, combinations, self.unit) = (findings, settings, order, unit)
    }

    /// The settings that do nothing: every other has to be better.
    var baselines: [Int] {
      combinations.indices.filter { combinations[$0].contains { $0 == .text("standing still") } }
    }

    /// Warns where a mean is not better than that of standing still.
    func warnOfNothing(better mean: Double, sign: Double) {
      let still = baselines.flatMap { values[$0] }.filter { !$0.isNaN }
      let average = still.reduce(0, +) / Double(still.count)
      guard !still.isEmpty, !(sign * mean < sign * average) else { return }
      warn(
        "nothing is better than standing still: the best has \(NumberFormat.significant(mean)), and a scheme that does nothing "
          + "\(NumberFormat.significant(average))")
    }

    /// What speaks against a best setting, each a sentence: that its own points warned that it is worthless, that it lies at the end of a
    /// parameter's values, or that its errors are exactly 0, as those of a result that never moves are.
    func doubts(of setting: Int, in results: GridResults, _ goal: Goal) throws -> [String] {
      guard !baselines.contains(setting) else { return [] }
      var doubts: [String] = []
      let varied = try results.parameters
      let combination = combinations[setting]
      let points = try results.settings.filter { _, cells in
        zip(settings, combination).allSatisfy { factor, cell in
          varied.firstIndex(of: factor.name).map { cells[$0] == cell } ?? true
        }
      }.keys.sorted()
      // A table's row is named in full in what its point warned of.
      let rows = zip(settings, combination).filter { !varied.contains($0.0.name) }.map(\.1.words)
      let found = try points.compactMap { point in
        try results.warnings(ofPoint: Int(point)).first { warning in
          NullBaseline.isFound(in: warning) && rows.allSatisfy { warning.contains("“\($0)") }
        }
      }
      if let warning = found.first {
        doubts.append(
          "the best setting, \(names[setting]), is worthless in \(found.count) of \(points.count) points: \(warning)")
      }
      for (factor, cell) in zip(settings, combination) where varied.contains(factor.name) {
        guard let value = cell.double, let tried = factor.numbers,
          let words = NullBaseline.wordsOfEnd(factor.name, value, tried: tried)
        else { continue }
        doubts.append(words)
      }
      let numbers = values[setting].filter { !$0.isNaN }
      if goal == .smallest, !numbers.isEmpty, numbers.allSatisfy({ $0 == 0 }) {
        doubts.append(
          "the best setting, \(names[setting]), has errors of exactly 0: a result that never moves has such errors, too; compare it with "
            + "a row \(NullBaseline.name)")
      }
      return doubts
    }

    /// “alpha = 0.5, exponential”.
    var names: [String] {
      combinations.map { cells in
        let words = zip(settings, cells).map { factor, cell in
          if case .text(let text) = cell { text } else { "\(factor.name) = \(cell.words)" }
        }
        return words.isEmpty ? "all points" : words.joined(separator: ", ")
      }
    }
  }
}

extension Table.Cell {
  /// As it is written.
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .number(let number): NumberFormat.exact(number)
    case .count(let count): "\(count)"
    case .empty: ""
    }
  }

  /// Whether it can be the name of a file.
  fileprivate var isPath: Bool {
    if case .text(let text) = self { text.contains(".") || text.contains("/") } else { false }
  }
}
