import Basics
import CellCompiler
import CellKernel
import Foundation

/// The cells of a session by the names under which compiler and runtime know them, so that messages say which cell and line.
struct CellPlaces {
  private struct Place {
    var count: Int
    var lines: [String]
  }
  private var cells: [String: Place] = [:]

  /// Notes the cell that is known by this file name.
  mutating func note(_ file: String, count: Int, code: String) {
    cells[file] = Place(count: count, lines: code.components(separatedBy: "\n"))
  }

  /// What a person calls a place; nil for one that no cell holds.
  func words(_ place: UnitPosition) -> String? {
    guard let cell = cells[place.file] else { return nil }
    return "Cell In[\(cell.count)], line \(min(max(place.line, 1), max(cell.lines.count, 1)))"
  }

  /// The line at a place, with a mark below the column.
  private func excerpt(_ place: UnitPosition) -> [String] {
    guard let cell = cells[place.file], cell.lines.indices.contains(place.line - 1) else { return [] }
    let line = cell.lines[place.line - 1]
    let before = String(decoding: Array(line.utf8.prefix(max(place.column - 1, 0))), as: UTF8.self)
    return ["    " + line, "    " + String(before.map { $0 == "\t" ? "\t" : " " }) + "^"]
  }

  /// A failure as the lines of a traceback.
  ///
  /// - Parameter count: the number of the cell that has failed, for a failure without a place.
  func traceback(_ failure: Failure<UnitPosition>, in count: Int, stayed: String) -> [String] {
    var lines: [String] = []
    let cell = "Cell In[\(count)]"
    if case .compile(let diagnostics) = failure {
      for diagnostic in diagnostics where diagnostic.severity != .warning {
        let place = diagnostic.position.flatMap(words) ?? cell
        lines.append("\(place): \(red(diagnostic.severity.rawValue)): \(diagnostic.message)")
        lines += diagnostic.position.map(excerpt) ?? []
      }
      if lines.isEmpty { lines.append("\(cell): \(red("error")): \(failure.message)") }
    } else {
      let place = failure.position.flatMap(words) ?? cell
      lines.append("\(place): \(red("error")): \(failure.message)")
      lines += failure.position.map(excerpt) ?? []
      lines += failure.calls(words)
    }
    return lines + [stayed]
  }

  private func red(_ word: String) -> String { "\u{1B}[31m\(word)\u{1B}[0m" }

  /// A text of the runtime with the cell and line in place of the generated file's name.
  func translate(_ text: String) -> String {
    guard text.contains(CodeUnit.prefix) else { return text }
    return text.replacing(compiled(/(?:\w+\/+)?(gimbal-[0-9a-f]{16}\.swift):(\d+)/)) { match in
      let line = (Int(match.output.2) ?? 1) - CodeUnit.lineShift
      return words(UnitPosition(file: String(match.output.1), line: line, column: 1)) ?? String(match.output.0)
    }
  }
}

extension Failure {
  /// A name for the kind of failure, as front ends show it before the message.
  var name: String {
    switch self {
    case .compile: "CompileError"
    case .threw(let error, _): error.type
    case .crashed: "Crash"
    case .exited: "Exit"
    case .timedOut: "Timeout"
    case .interrupted: "Interrupted"
    case .outOfMemory: "OutOfMemory"
    case .notLoaded, .lost: "Lost"
    case .figure: "FigureError"
    case .didNotFail: "DidNotFail"
    case .lacking: "NotRun"
    }
  }
}
