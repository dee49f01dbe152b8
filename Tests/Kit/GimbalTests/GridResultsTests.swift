import Display
import Foundation
import Gimbal
import Results
import Testing

/// Grids whose results are written as gathering writes them, without a run.
@Suite("What a notebook makes of a grid's results")
struct GridResultsTests {
  /// A grid's database in its own folder, whose name has what means something in an address.
  private final class Grid {
    let folder = "\(NSTemporaryDirectory())gimbal-results-?a#%41-\(UUID().uuidString)"
    let results: GridResults

    /// - Parameter points: The parameters of each point, what was recorded, and the rows of its table.
    init(
      _ varied: [String],
      _ points: [(parameters: [Table.Cell], recorded: [RecordedValue], table: Table?, status: PointRecord.Status)]
    ) throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let path = "\(folder)/results.sqlite"
      let writer = try ResultsWriter(to: path, .init(name: "n", title: "T", notebook: "", kit: "", version: ""))
      for (index, point) in points.enumerated() {
        // The notebook declares its parameters in another order than the plan has them.
        let settings = zip(varied, point.parameters).map { PointRecord.Setting($0, $1) }.reversed()
        var record = PointRecord(id: "\(index)", status: point.status, parameters: [.init("fixed", 1)] + settings)
        record.values = point.recorded
        record.tables =
          point.table.map { [.init(label: "tbl-schemes", title: "Table 1", caption: nil, table: $0)] } ?? []
        try writer.add(index + 1, id: "\(index)", title: "\(index)", folder: "", varied: varied, record)
      }
      try writer.finish()
      results = try GridResults(contentsOf: folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// Three rates on two recordings, the drift (α − 1)² + 1 on the one and (α − 2)² + 0.5 on the other; a table of two schemes.
  private func rates() throws -> Grid {
    try Grid(
      ["alpha", "trace"],
      [0.5, 1, 2].flatMap { alpha in
        [("walk.csv", 1.0, 1.0), ("run.csv", 2.0, 0.5)].map { trace, best, least in
          let drift = (alpha - best) * (alpha - best) + least
          let table = Table(
            columns: [.init("scheme"), .init("closing error", unit: "m")],
            rows: [["none", 9.0], [.text("exponential (\(alpha) s⁻¹)"), .number(drift)]])
          return ([.number(alpha), .text(trace)], [RecordedValue("drift", .number(drift), unit: "m")], table, .done)
        }
      })
  }

  private func lines(_ figure: Figure) throws -> [(name: String, x: [Double], y: [Double])] {
    let plane = try #require(figure.panels.compactMap { if case .plane(let plane) = $0 { plane } else { nil } }.first)
    return plane.marks.filter { $0.kind == .line }.map { ($0.name, $0.x.values, $0.y.values) }
  }

  @Test("The truth's line of a table competes with none; standing still is a line of figures")
  func baselines() throws {
    let grid = try Grid(
      ["alpha"],
      [0.5, 1, 2].map { alpha in
        let table = Table(
          columns: [.init("scheme"), .init("RMS drift", unit: "m")],
          rows: [["truth", 0.0], [.text("exponential (\(alpha) s⁻¹)"), .number(alpha)], ["standing still", 3.0]])
        return ([.number(alpha)], [], table, .done)
      })
    #expect(try grid.results.best("RMS drift", of: "tbl-schemes").rows[0].last == .number(0.5))
    let drawn = try lines(grid.results.figure("RMS drift", of: "tbl-schemes", over: "alpha"))
    #expect(drawn.map(\.name).contains("standing still") && !drawn.map(\.name).contains("truth"))
  }

  @Test("What points warned of is a table, by how many points warned, and is asked for a point")
  func warnings() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-results-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let writer = try ResultsWriter(
      to: "\(folder)/results.sqlite", .init(name: "n", title: "T", notebook: "", kit: "", version: ""))
    for (index, said) in [["rare"], ["still", "often"], ["often"], nil].enumerated() {
      var record = PointRecord(id: "\(index)", status: .done, parameters: [.init("alpha", .count(index))])
      record.warnings = said
      try writer.add(index + 1, id: "\(index)", title: "\(index)", folder: "", varied: ["alpha"], record)
    }
    try writer.finish()
    let results = try GridResults(contentsOf: folder)
    #expect(try results.warnings.rows == [["often", 2, 2], ["rare", 1, 1], ["still", 1, 2]])
    #expect(try results.warnings(ofPoint: 2) == ["still", "often"] && results.warnings(ofPoint: 4) == [])
    // A record of an earlier version has no word of warnings.
    var old =
      try JSONSerialization.jsonObject(
        with: JSONEncoder().encode(PointRecord(id: "1", status: .done, parameters: []))) as! [String: Any]
    old["warnings"] = nil
    #expect(
      try JSONDecoder().decode(PointRecord.self, from: JSONSerialization.data(withJSONObject: old)).warnings == nil)
  }

  @Test(
    "The best of a grid is doubted where its points warned of it, at the end of a range, and where its errors are exactly 0"
  )
  func doubts() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-results-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let writer = try ResultsWriter(
      to: "\(folder)/results.sqlite", .init(name: "n", title: "T", notebook: "", kit: "", version: ""))
    for (index, alpha) in [0.5, 1, 2].enumerated() {
      var record = PointRecord(id: "\(index)", status: .done, parameters: [.init("alpha", .number(alpha))])
      record.values = [
        RecordedValue("drift", .number(3 - alpha), unit: "m"), RecordedValue("closing", .number(2 - alpha), unit: "m"),
        RecordedValue("inside", .number(abs(alpha - 1) + 1), unit: "m"),
      ]
      if alpha == 2 { record.warnings = ["“Mine” never leaves its start: it closes any path", "another"] }
      try writer.add(index + 1, id: "\(index)", title: "\(index)", folder: "", varied: ["alpha"], record)
    }
    try writer.finish()
    let results = try GridResults(contentsOf: folder)
    let drift = try results.doubtsOfBest("drift")
    #expect(
      drift.count == 2 && drift[0].contains("worthless in 1 of 1 points: “Mine” never leaves its start"), "\(drift)")
    #expect(drift[1].contains("best alpha, 2, is the largest that was tried"))
    #expect(try results.doubtsOfBest("closing").count == 3 && results.doubtsOfBest("closing")[2].contains("exactly 0"))
    #expect(try results.doubtsOfBest("inside") == [])
  }

  @Test(
    "The best setting is that of all recordings; for a recording, that of the others, next to what its own would promise"
  )
  func best() throws {
    let grid = try rates()
    let best = try grid.results.best("drift", per: "trace")
    #expect(best.columns.map(\.heading) == ["trace", "alpha", "drift (m)", "tuned on itself (m)"])
    #expect(best.rows == [["walk.csv", 2.0, 2.0, 1.0], ["run.csv", 1.0, 1.5, 0.5]])
    // The mean over the recordings decides, not the easiest of them.
    let all = try grid.results.best("drift")
    #expect(all.columns.map(\.heading) == ["alpha", "mean drift (m)", "n"])
    #expect(all.rows == [[1.0, 1.25, "2"]])
    #expect(
      try grid.results.best("drift", per: "alpha", .largest).rows
        == [[0.5, 2.0, "2"], [1.0, 1.25, "2"], [2.0, 1.25, "2"]])
    let schemes = try grid.results.best("closing error", of: "tbl-schemes", per: "trace")
    #expect(schemes.rows == [["walk.csv", 2.0, "exponential", 2.0, 1.0], ["run.csv", 1.0, "exponential", 1.5, 0.5]])
  }

  @Test("Rows of tables without words go by their number, from 1")
  func numberedRows() throws {
    let table = Table(columns: [.init("half life", unit: "s"), .init("drift", unit: "m")], rows: [[1, 5], [2, 3]])
    let grid = try Grid(["trace"], ["a", "b"].map { ([.text($0)], [], table, .done) })
    let best = try grid.results.best("drift", of: "tbl-schemes")
    #expect(best.columns[1].heading == "row" && best.alignedTexts.count == 1, "\(best)")
    #expect(best.alignedTexts[0][1].trimmingCharacters(in: .whitespaces) == "2", "\(best)")
  }

  @Test("A ranking counts the recordings that a setting has, names those that it lacks, and has its worst points")
  func ranking() throws {
    let drifts = [("a.csv", [1.0, 2, 3]), ("b.csv", [1.5, 2.5, 2]), ("c.csv", [0.5, 1, 4])]
    let grid = try Grid(
      ["trace", "alpha"],
      drifts.flatMap { trace, values in
        values.enumerated().map { index, value in
          (
            [.text(trace), .number(Double(index))], [RecordedValue("drift", .number(value), unit: "m")], nil,
            trace == "c.csv" && index == 0 ? .failed : .done
          )
        }
      })
    let ranking = try grid.results.ranking("drift")
    #expect(ranking.units == ["a.csv", "b.csv", "c.csv"])
    #expect(ranking.entries.map(\.name) == ["alpha = 0", "alpha = 1", "alpha = 2"])
    let values: [Double] = [1.25, 5.5 / 3, 3]
    #expect(ranking.entries.map(\.estimate.value) == values)
    #expect(ranking.entries.map(\.missing) == [["c.csv"], [], []])
    #expect(ranking.entries[1].againstNext?.count == 3)
    #expect(try grid.results.best("drift").rows == [[0.0, 1.25, "2 of 3"]])
    #expect(ranking.table.rows[0].contains("2 of 3") && ranking.table.rows[0].contains("c.csv"))
    let worst = try grid.results.worst("drift", count: 2)
    #expect(worst.rows.map { $0[2] } == [4.0, 3.0])
    // A mean is over what is there.
    let means = try lines(grid.results.figure("drift", over: "alpha", per: "alpha"))
    #expect(means.count == 3)
    #expect(throws: ResultsError.unknownParameter("person", known: ["trace", "alpha"])) {
      try grid.results.ranking("drift", over: "person")
    }
  }

  @Test("A scheme that stands still wins nothing; a ranking compares with it")
  func standingStill() throws {
    let grid = try Grid(
      ["trace"],
      ["a.csv", "b.csv", "c.csv"].map { trace in
        let table = Table(
          columns: [.init("scheme"), .init("drift", unit: "m")],
          rows: [["standing still", 0.1], ["none", 3.0], ["exponential (2 s⁻¹)", 2.0]])
        return ([.text(trace)], [], table, .done)
      })
    #expect(try grid.results.best("drift", of: "tbl-schemes").rows == [["exponential", 2.0, "3"]])
    #expect(try grid.results.best("drift", of: "tbl-schemes", per: "trace").rows.allSatisfy { $0[1] == "exponential" })
    let ranking = try grid.results.ranking("drift", of: "tbl-schemes")
    #expect(ranking.entries.map(\.name) == ["standing still", "exponential", "none"])
    let times = try #require(ranking.entries[1].againstReference?.estimate.value)
    #expect((times - 20).magnitude < 1e-9)
  }

  @Test("Tables of all points one below the other; a column that one lacks is empty there")
  func rows() throws {
    let grid = try Grid(
      ["n"],
      [
        ([1], [], Table(columns: [.init("a"), .init("b", unit: "m")], rows: [["x", 1.0], ["y", 2.0]]), .done),
        ([2], [], Table(columns: [.init("a"), .init("c")], rows: [["x", 3.0]]), .done),
        ([3], [], Table(columns: [.init("a"), .init("c")], rows: [["x", 4.0]]), .failed),
      ])
    let rows = try grid.results.rows(ofTable: "tbl-schemes")
    #expect(rows.columns.map(\.heading) == ["n", "a", "b (m)", "c"])
    #expect(rows.rows == [[1, "x", 1.0, .empty], [1, "y", 2.0, .empty], [2, "x", .empty, 3.0]])
    #expect(throws: ResultsError.unknownTable("tbl", known: ["tbl-schemes"])) { try grid.results.rows(ofTable: "tbl") }
    #expect(throws: ResultsError.unknownColumn("a", table: "tbl-schemes", known: ["b", "c"])) {
      try grid.results.best("a", of: "tbl-schemes")
    }
  }

  @Test("A figure has a line for each recording, and for each scheme by its name, whatever rate is behind it")
  func figure() throws {
    let grid = try rates()
    let drawn = try lines(grid.results.figure("drift"))
    #expect(drawn.map(\.name) == ["walk.csv", "run.csv"])
    #expect(drawn[0].x == [0.5, 1, 2] && drawn[0].y == [1.25, 1, 2] && drawn[1].y == [2.75, 1.5, 0.5])
    let schemes = try lines(grid.results.figure("closing error", of: "tbl-schemes", over: "alpha"))
    #expect(
      schemes.map(\.name) == ["walk.csv, none", "walk.csv, exponential", "run.csv, none", "run.csv, exponential"])
    #expect(schemes[1].y == [1.25, 1, 2])
    let means = try lines(grid.results.figure("closing error", of: "tbl-schemes", over: "alpha", per: "scheme"))
    #expect(means.map(\.name) == ["none", "exponential"] && means[1].y == [2, 1.25, 1.25])
    #expect(throws: ResultsError.noAxis("trace", known: ["alpha"])) { try grid.results.figure("drift", over: "trace") }
    #expect(throws: ResultsError.unknownParameter("beta", known: ["alpha", "trace"])) {
      try grid.results.figure("drift", over: "beta")
    }
    #expect(throws: ResultsError.unknownName("drft", known: ["drift"])) { try grid.results.figure("drft") }
  }

  @Test("If two schemes are of one family, the constant one has its rate, and the swept one is one line")
  func family() throws {
    func grid(_ labels: @escaping (Double) -> [String]) throws -> Grid {
      try Grid(
        ["alpha"],
        [0.5, 1, 5].map { alpha in
          let rows = labels(alpha).enumerated().map { [Table.Cell.text($1), .number(alpha + 10 * Double($0))] }
          return (
            [.number(alpha)], [], Table(columns: [.init("scheme"), .init("drift", unit: "m")], rows: rows), .done
          )
        })
    }
    func drawn(_ grid: Grid) throws -> [(name: String, x: [Double], y: [Double])] {
      try lines(grid.results.figure("drift", of: "tbl-schemes", over: "alpha", per: "scheme"))
    }
    // At the last point both have the same rate, and still are two rows.
    let swept = try drawn(
      grid { ["none", "exponential (\($0) s⁻¹)", "exponential (5.0 s⁻¹)" + ($0 == 5 ? " · 2" : "")] })
    #expect(swept.map(\.name) == ["none", "exponential", "exponential (5.0 s⁻¹)"])
    #expect(swept.map(\.x) == Array(repeating: [0.5, 1, 5], count: 3))
    #expect(Set(swept[1].y + swept[2].y) == [10.5, 11, 15, 20.5, 21, 25])
    // Both change: they follow their order.
    let both = try drawn(grid { ["exponential (\($0) s⁻¹)", "exponential (\(2 * $0) s⁻¹)"] })
    #expect(both.map(\.name) == ["exponential no. 1", "exponential no. 2"])
    #expect(both.map(\.y) == [[0.5, 1, 5], [10.5, 11, 15]])
    // Neither changes: each has its name, and what is equal is one line.
    let constant = try drawn(grid { _ in ["exponential (1 s⁻¹)", "exponential (2 s⁻¹)", "exponential (2 s⁻¹)"] })
    #expect(constant.map(\.name) == ["exponential (1 s⁻¹)", "exponential (2 s⁻¹)"] && constant[1].y == [15.5, 16, 20])
  }

  @Test("A map has a cell for each pair of values, words in the plan's order, and is empty where a point failed")
  func map() throws {
    var points: [(parameters: [Table.Cell], recorded: [RecordedValue], table: Table?, status: PointRecord.Status)] = []
    for (alpha, name, n) in [(2.0, "b", 1), (0.5, "b", 1), (2.0, "a", 1), (0.5, "a", 1), (2.0, "b", 2), (0.5, "b", 2)] {
      let drift = alpha + (name == "b" ? 10 : 0) + 2 * Double(n)
      points.append(
        ([.number(alpha), .text(name), .count(n)], [RecordedValue("drift", .number(drift), unit: "m")], nil, .done))
    }
    points[3].status = .failed
    let grid = try Grid(["alpha", "trace", "n"], points)
    let figure = try grid.results.figure("drift", over: "alpha", and: "trace")
    let cells = try #require(figure.panels.compactMap { if case .cells(let cells) = $0 { cells } else { nil } }.first)
    #expect(cells.columns.values == [0.5, 2] && cells.y.categories == ["b", "a"] && cells.quantity.unit == "m")
    // The mean over n; “a” at 0.5 failed.
    #expect(cells.values.values.prefix(2) == [13.5, 15] && cells.values.values[2].isNaN && cells.values.values[3] == 4)
  }

  @Test(
    "Long names of recordings are shortened to the parts that distinguish them, next to lines and on the axis of a map"
  )
  func names() throws {
    let paths = ["recordings/2024-03-01/walk-a.csv", "recordings/2024-03-01/walk-b.csv"]
    let grid = try Grid(
      ["alpha", "trace"],
      [0.5, 1].flatMap { alpha in
        paths.map { ([.number(alpha), .text($0)], [RecordedValue("drift", .number(alpha))], nil, .done) }
      })
    #expect(try lines(grid.results.figure("drift")).map(\.name) == ["walk-a", "walk-b"])
    let map = try grid.results.figure("drift", over: "alpha", and: "trace")
    let cells = try #require(map.panels.compactMap { if case .cells(let cells) = $0 { cells } else { nil } }.first)
    #expect(cells.y.categories == ["walk-a", "walk-b"])
    // Numbers tell themselves, with their name.
    #expect(
      try lines(grid.results.figure("drift", over: "alpha", per: "alpha")).map(\.name) == ["alpha = 0.5", "alpha = 1"])
  }

  @Test("Points whose values were drawn at random are markers: no two share a line")
  func drawnAtRandom() throws {
    let grid = try Grid(
      ["alpha", "beta"],
      (0..<20).map { index in
        (
          [.number(Double(index) + 0.25), .number(Double(index * 7 % 20))],
          [RecordedValue("drift", .number(Double(index)))], nil, .done
        )
      })
    let figure = try grid.results.figure("drift", over: "alpha")
    #expect(try lines(figure).isEmpty)
    let plane = try #require(figure.panels.compactMap { if case .plane(let plane) = $0 { plane } else { nil } }.first)
    #expect(plane.marks.count == 1)
  }

  @Test("Words, missing values and points without a number are reported")
  func unfit() throws {
    let grid = try Grid(
      ["trace"],
      ["a", "b"].map { ([.text($0)], [RecordedValue("word", .text($0)), RecordedValue("n", .count(1))], nil, .done) })
    #expect(throws: ResultsError.noNumbers("word")) { try grid.results.best("word") }
    #expect(throws: ResultsError.noAxis(nil, known: [])) { try grid.results.figure("n") }
  }
}
