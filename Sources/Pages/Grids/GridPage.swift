import Basics
import Display
import EmbeddedFiles
import Files
import Foundation
import NotebookDocument
import Reports
import Results

import enum Basics.DistinctNames

/// The index of a grid: what was recorded as a table, then each figure and each table of the reports side by side. Written
/// as it is read from the database, so that it never is in memory as a whole.
struct GridPage {
  let plan: GridPlan
  let results: GridResults
  let summary: Gathering.Summary
  private var title: String { plan.title }
  private var failures: PointFailures { summary.failures }
  /// How many runs a figure or a table is shown of; the others are in their reports and in the database.
  static let mostPanels = 60
  /// How many points the table of recorded values and the list of runs hold.
  static let mostRows = 500

  private struct Run {
    var number: Int
    var title: String
    /// The values in which it differs from the other runs.
    var short: String
    var folder: String
    /// Whether there is a report of this run, and not of an older one.
    var hasReport: Bool
    var status: String
    var error: String?
  }

  /// Writes `index.html` and `README.md`.
  ///
  /// - Throws: `GridError` where they cannot be written, `ResultsError`.
  func write(to folder: String) throws {
    let runs = try self.runs()
    try stream(to: "\(folder)/index.html") { write in try html(runs, write) }
    try stream(to: "\(folder)/README.md") { write in try markdown(runs, write) }
  }

  private func stream(to path: String, _ body: ((String) throws -> Void) throws -> Void) throws {
    do {
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try body { try handle.write(contentsOf: Data($0.utf8)) }
      try handle.close()
    } catch let error as ResultsError {
      throw error
    } catch {
      throw GridError(.unwritable(SystemReason.words(error)), file: path)
    }
  }

  private func runs() throws -> [Run] {
    let table = try results.query("SELECT number, title, folder, status, error FROM points ORDER BY number")
    return zip(table.rows, Self.captions(of: plan.points)).map { row, short in
      Run(
        number: row[0].count, title: row[1].text ?? "", short: short, folder: row[2].text ?? "",
        hasReport: summary.reported.contains(row[0].count), status: row[3].text ?? "", error: row[4].text)
    }
  }

  /// The titles of points, of each parameter's values no more than it takes to distinguish them.
  static func captions(of points: [GridPlan.Point]) -> [String] {
    guard let names = points.first?.values.map({ $0.prefix { $0 != "=" } }), !names.isEmpty else {
      return points.map(\.title)
    }
    let columns = names.indices.map { column in
      DistinctNames.shortened(points.map { String($0.values[column].drop { $0 != "=" }.dropFirst()) })
    }
    return points.indices.map { point in
      zip(names, columns).map { "\($0) = \($1[point])" }.joined(separator: ", ")
    }
  }

  // MARK: Parts of the page

  /// The figures' or the tables' labels, in the order in which reports have them, with their title and caption.
  private func labels(_ kind: String) throws -> [(label: String, title: String, caption: String?, count: Int)] {
    try results.query(
      "SELECT label, title, caption, count(*) FROM \(kind) GROUP BY label ORDER BY min(place), min(rowid)"
    ).rows.map { ($0[0].text ?? "", $0[1].text ?? "", $0[2].text, $0[3].count) }
  }

  private func entries(_ kind: String, _ label: String) throws -> [(point: Int, content: String, spoken: String)] {
    let content = kind == "figures" ? "file, spoken" : "json, ''"
    let quoted = label.replacing(bytes: "'", with: "''")
    return try results.query(
      "SELECT point, \(content) FROM \(kind) WHERE label = '\(quoted)' ORDER BY point LIMIT \(Self.mostPanels)"
    ).rows.map { ($0[0].count, $0[1].text ?? "", $0[2].text ?? "") }
  }

  /// What was recorded: a row for each point, or for many points a row for each name.
  private func recorded(_ runs: [Run]) throws -> Table? {
    let names = try results.names
    guard !names.isEmpty else { return nil }
    if runs.count <= Self.mostRows { return try results.table }
    return try results.query(
      """
      SELECT name || coalesce(' (' || unit || ')', '') AS recorded, count(value) AS points, min(value) AS smallest,
        avg(value) AS mean, max(value) AS largest FROM recorded WHERE typeof(value) IN ('real', 'integer')
        GROUP BY name, unit ORDER BY min(place), min(rowid)
      """)
  }

  /// What the points warned of, in sentences with the number of points; the first fifty.
  private func warnings(_ runs: [Run]) throws -> [(words: String, message: String)] {
    try results.warnings.rows.prefix(50).map { row in
      let (count, first) = (row[1].count, runs[row[2].count - 1])
      let words =
        count == runs.count && count > 1
        ? "All runs" : count == 1 ? first.short : "\(count) of \(runs.count) runs, the first \(first.short)"
      return (words, row[0].text ?? "")
    }
  }

  private static func decoded(_ json: String) -> Table? {
    try? JSONDecoder().decode(Table.self, from: Data(json.utf8))
  }

  private static func address(_ folder: String) -> String {
    folder.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? folder
  }

  private func more(_ count: Int) -> String? {
    count > Self.mostPanels
      ? "These are the first \(Self.mostPanels) of \(count) runs. The others are in their reports and in results.sqlite."
      : nil
  }

  /// The remark next to a run; failures are above, each mistake once.
  private func remark(_ run: Run, _ error: String?) -> String? { run.status == "failed" ? nil : error }

  private func remark(_ run: Run) -> String { run.status == "done" ? "" : run.status }

  private func panelCaption(_ run: Run) -> String { run.short + (run.status == "failed" ? " (failed)" : "") }

  /// The first sentence: how many runs the numbers below leave out, and where the reason is.
  private var leftOut: (words: String, link: String, anchor: String)? {
    summary.leftOut.map {
      failures.mistakes.isEmpty ? ("\($0).", "Which points", "runs") : ("\($0).", "What failed", "what-failed")
    }
  }

  /// The messages about runs without reports; nil where all have one.
  private func withoutReports(_ runs: [Run]) -> String? {
    let count = runs.count { $0.status != "missing" && !$0.hasReport }
    guard count > 0 else { return nil }
    return
      "\(count == runs.count ? "The runs" : "\(count) of the runs") left no report; “gimbal run” without --no-reports writes one for each point."
  }

  private func listed(_ runs: [Run]) -> (runs: [Run], more: String?) {
    guard runs.count > Self.mostRows else { return (runs, nil) }
    let faulty = runs.filter { $0.status != "done" }.prefix(Self.mostRows)
    return (Array(faulty), "\(runs.count - faulty.count) more runs. “gimbal results list” lists them all.")
  }

  // MARK: HTML

  private func html(_ runs: [Run], _ write: (String) throws -> Void) throws {
    let (opening, end) = HTMLPage.frame(
      title: "\(title): \(runs.count) runs", language: "en", head: "<style>\n\(Self.style)</style>\n")
    try write(opening)
    try write(
      "<header>\n<h1>\(MarkupText.escape(title))</h1>\n<p class=\"subtitle\">\(runs.count) runs</p>\n</header>\n")
    if let (words, link, anchor) = leftOut {
      try write(
        "<p class=\"left-out\"><strong>\(MarkupText.escape(words))</strong> <a href=\"#\(anchor)\">\(link)</a></p>\n")
    }
    if let table = try recorded(runs) {
      try write("<section aria-label=\"Recorded values\">\n<h2 id=\"recorded\">Recorded values</h2>\n")
      try write("\(HTMLReport.html(table, number: nil, id: nil, caption: nil))\n</section>\n")
    }
    if !failures.mistakes.isEmpty {
      try write("<section aria-label=\"What failed\">\n<h2 id=\"what-failed\">What failed</h2>\n<ul>\n")
      for mistake in failures.mistakes {
        try write(
          "<li>\(MarkupText.escape(mistake.words()))<br><span class=\"why\">\(MarkupText.escape(mistake.message))</span></li>\n"
        )
      }
      try write("</ul>\n</section>\n")
    }
    let warnings = try warnings(runs)
    if !warnings.isEmpty {
      try write("<section aria-label=\"Warnings\">\n<h2 id=\"warnings\">Warnings</h2>\n<ul>\n")
      for (words, message) in warnings {
        try write(
          "<li>\(MarkupText.escape(words))<br><span class=\"why\">\(MarkupText.escape(message))</span></li>\n")
      }
      try write("</ul>\n</section>\n")
    }
    let (shown, rest) = listed(runs)
    if let words = withoutReports(runs) { try write("<p>\(MarkupText.escape(words))</p>\n") }
    try write("<ul id=\"runs\" class=\"runs-list\">\n")
    for run in shown {
      let name = MarkupText.escape(run.title)
      let link = !run.hasReport ? name : "<a href=\"\(Self.address(run.folder))/index.html\">\(name)</a>"
      let words = remark(run, run.error).map { ": <span class=\"why\">\(MarkupText.escape($0))</span>" } ?? ""
      try write("<li>\(link)\(remark(run).isEmpty ? "" : " <strong>\(remark(run))</strong>\(words)")</li>\n")
    }
    try write("</ul>\n" + (rest.map { "<p>\(MarkupText.escape($0))</p>\n" } ?? ""))
    for kind in ["figures", "tables"] { try sections(kind, runs, write) }
    try write(end)
  }

  private func sections(_ kind: String, _ runs: [Run], _ write: (String) throws -> Void) throws {
    for (label, name, caption, count) in try labels(kind) {
      try write(
        "<section aria-label=\"\(MarkupText.escape(name))\">\n<h2 id=\"\(label)\">\(MarkupText.escape(name))</h2>\n")
      if let caption { try write("<p>\(HTMLText.inline(caption))</p>\n") }
      try write("<div class=\"runs\(kind == "tables" ? " tables" : "")\">\n")
      for (point, content, spoken) in try entries(kind, label) {
        let run = runs[point - 1]
        let panel =
          kind == "tables"
          ? Self.decoded(content).map { HTMLReport.html($0, number: nil, id: nil, caption: nil) } ?? ""
          : "<a href=\"\(Self.address(run.folder))/index.html#figure-\(label)\">"
            + "<img src=\"\(Self.address(run.folder))/\(content)\" "
            + "alt=\"\(MarkupText.escape("\(spoken) (\(run.title))"))\" loading=\"lazy\"></a>"
        try write(
          "<figure>\n\(panel)\n<figcaption title=\"\(MarkupText.escape(run.title))\">\(MarkupText.escape(panelCaption(run)))</figcaption>\n</figure>\n"
        )
      }
      try write("</div>\n" + (more(count).map { "<p>\($0)</p>\n" } ?? "") + "</section>\n")
    }
  }

  // MARK: Markdown

  private func markdown(_ runs: [Run], _ write: (String) throws -> Void) throws {
    func add(_ block: String) throws { try write("\(block)\n\n") }
    func heading(_ words: String) throws { try add(MarkdownText.heading(2, words)) }
    func list(_ items: [String]) throws { try add(items.map(MarkdownText.item).joined(separator: "\n")) }
    try add(MarkdownText.heading(1, "\(title): \(runs.count) runs"))
    if let (words, link, anchor) = leftOut {
      try add("\(MarkdownText.strong(words)) \(MarkdownText.link(link, to: "#\(anchor)"))")
    }
    if let table = try recorded(runs) {
      try heading("Recorded values")
      try add(MarkdownReport.markdown(table))
    }
    if !failures.mistakes.isEmpty {
      try heading("What failed")
      try list(
        failures.mistakes.map { mistake in
          "\(mistake.words())\n\n" + MarkdownText.contained(MarkdownText.fenced(mistake.message, "text"), behind: "  ")
        })
    }
    let warnings = try warnings(runs)
    if !warnings.isEmpty {
      try heading("Warnings")
      try list(warnings.map { "\($0): \($1)" })
    }
    let (shown, rest) = listed(runs)
    try heading("Runs")
    if let words = withoutReports(runs) { try add(words) }
    try list(
      shown.map { run in
        let link =
          !run.hasReport ? run.title : MarkdownText.link(run.title, to: "\(Self.address(run.folder))/README.md")
        let why = remark(run, run.error)?.split(separator: "\n").first.map { " (\($0))" } ?? ""
        return "\(link)\(remark(run).isEmpty ? "" : ": \(remark(run))\(why)")"
      })
    if let rest { try add(rest) }
    for kind in ["figures", "tables"] {
      for (label, name, caption, count) in try labels(kind) {
        try heading(name)
        if let caption { try add(caption) }
        for (point, content, spoken) in try entries(kind, label) {
          let run = runs[point - 1]
          try add(MarkdownText.strong("\(run.title)\(run.status == "failed" ? " (failed)" : "")"))
          try add(
            kind == "tables"
              ? Self.decoded(content).map { MarkdownReport.markdown($0) } ?? ""
              : MarkdownText.picture(MarkdownText.escaped(spoken), "\(Self.address(run.folder))/\(content)"))
        }
        if let words = more(count) { try add(words) }
      }
    }
  }

  private static let style = EmbeddedFile.text("Grids/grid.css")
}

extension Table.Cell {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var count: Int { if case .count(let count) = self { count } else { 0 } }
}
