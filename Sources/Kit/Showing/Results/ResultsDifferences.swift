import Display
import Foundation

/// What two grids do not have in common: points, and values of the points that both have.
package struct ResultsDifferences {
  /// One line each, for people.
  package var lines: [String] = []
  /// Points that both have.
  package var shared = 0

  /// Whether the results are the same.
  package var isEmpty: Bool { lines.isEmpty }

  /// Compares what was found, not when, where and by which build. Points are the same when their varied parameters are.
  ///
  /// - Parameter tolerance: Relative difference up to which two numbers count as equal.
  /// - Throws: `ResultsError`.
  package init(_ old: GridResults, _ new: GridResults, tolerance: Double = 0) throws {
    let (left, right) = (try Self.findings(old), try Self.findings(new))
    for title in left.order where right.points[title] == nil { lines.append("only in \(old.path): \(title)") }
    for title in right.order where left.points[title] == nil { lines.append("only in \(new.path): \(title)") }
    for title in left.order {
      guard let mine = left.points[title], let theirs = right.points[title] else { continue }
      shared += 1
      for name in mine.keys.sorted() + theirs.keys.filter({ mine[$0] == nil }).sorted() {
        let (before, after) = (mine[name], theirs[name])
        if !Self.same(before, after, tolerance) {
          lines.append("\(title): \(name): \(Self.words(before)) → \(Self.words(after))")
        }
      }
    }
  }

  private typealias Findings = (order: [String], points: [String: [String: Table.Cell]])

  private static func findings(_ results: GridResults) throws -> Findings {
    var order: [String] = []
    var numbers: [Int64: String] = [:]
    var points: [String: [String: Table.Cell]] = [:]
    try results.each("SELECT number, title, status FROM points ORDER BY number") { row in
      guard case .integer(let number) = row[0], case .text(let title) = row[1] else { return }
      numbers[number] = title
      order.append(title)
      points[title] = ["status": row[2].cell]
    }
    var used: [String: Int] = [:]
    func add(_ sql: String) throws {
      try results.each(sql) { row in
        guard case .integer(let number) = row[0], let title = numbers[number] else { return }
        let parts = row[1...(row.count - 2)].map { value -> String in
          if case .text(let text) = value { return text }
          if case .integer(let integer) = value { return "\(integer)" }
          return ""
        }
        var name = parts.filter { !$0.isEmpty }.joined(separator: " ")
        let count = used["\(number) \(name)", default: 0] + 1
        used["\(number) \(name)"] = count
        if count > 1 { name += " (\(count))" }
        points[title]?[name] = row[row.count - 1].cell
      }
    }
    try add("SELECT point, name, coalesce(unit, ''), value FROM recorded ORDER BY point, place")
    try add("SELECT point, label, row, name, coalesce(unit, ''), value FROM numbers ORDER BY rowid")
    return (order, points)
  }

  private static func same(_ left: Table.Cell?, _ right: Table.Cell?, _ tolerance: Double) -> Bool {
    guard let left, let right else { return false }
    guard let a = left.double, let b = right.double else { return left == right }
    if a.isNaN || b.isNaN { return a.isNaN && b.isNaN }
    return a == b || abs(a - b) <= tolerance * max(abs(a), abs(b))
  }

  private static func words(_ cell: Table.Cell?) -> String {
    cell.map { $0 == .empty ? "empty" : $0.plain } ?? "nothing"
  }
}
