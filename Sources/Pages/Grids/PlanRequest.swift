import Foundation
import NotebookDocument
import Yams

import enum Basics.GivenFile

/// What a person asks a grid to be: on the command line, or in a YAML file.
package struct PlanRequest: Sendable {
  package var notebook: String
  package var axes: [GridAxis] = []
  /// Patterns of recordings, `PATTERN` or `NAME=PATTERN`.
  package var over: [String] = []
  /// `name=value` for parameters that are the same for all points, but not the notebook's.
  package var fixed: [String] = []
  package var parameterFile: String?
  package var design = Design.full
  package var options = PointOptions()
  /// The file of the plan, and where in it the parameters are named; nil for a plan of the command line.
  private var source: (file: String, places: [String: Position])?

  package init(notebook: String) { self.notebook = notebook }

  /// A request of the texts of the command line.
  ///
  /// - Throws: `NotebookError`, `GridError` that says which text is wrong.
  package init(
    notebook: String, grid: [String], over: [String], design: String = "full", points: Int? = nil, seed: UInt64 = 1
  ) throws {
    self.notebook = notebook
    axes = try grid.map { try GridAxis($0) }
    self.over = over
    self.design = try Design(name: design, points: points, seed: seed)
    guard Set(axes.map(\.name)).count == axes.count else {
      throw GridError(.malformedGrid(grid.joined(separator: " --grid ")))
    }
  }

  private static let keys = ["notebook", "design", "points", "seed", "parameters", "over", "fixed"]

  /// Reads a plan's YAML. Paths in it are meant from its folder.
  ///
  /// - Throws: `NotebookError` with the file's line, `GridError`.
  package init(file path: String) throws {
    let data: Data
    do { data = try GivenFile.read(path) } catch { throw NotebookError(.unreadable(error.description), file: path) }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw NotebookError(.unreadable("it is not UTF-8 text"), file: path)
    }
    let reader = YAMLReader(file: path, firstLine: 1)
    let folder = Notebook.folder(of: path)
    var (design, points, seed) = ("full", Int?.none, UInt64(1))
    self.init(notebook: "")
    var places: [String: Position] = [:]
    for (keyNode, value) in try reader.mapping(text) ?? [:] {
      let key = keyNode.scalar?.string ?? ""
      for (inner, _) in value.mapping ?? [:] { places[inner.scalar?.string ?? ""] = reader.position(inner.mark) }
      switch key {
      case "notebook":
        guard let name = value.scalar?.string, !name.isEmpty else { throw reader.wrongType(key, "a file", value) }
        notebook = Corpus.place(name, from: folder)
      case "design":
        guard let name = value.scalar?.string else { throw reader.wrongType(key, "the name of a design", value) }
        design = name
      case "points":
        guard let count = value.int else { throw reader.wrongType(key, "a whole number", value) }
        points = count
      case "seed":
        guard let number = value.int, number >= 0 else { throw reader.wrongType(key, "a whole number", value) }
        seed = UInt64(number)
      case "parameters": axes = try Self.mapping(value, key, reader).map { try Self.axis($0, $1, reader) }
      case "over":
        over = try Self.mapping(value, key, reader).map { name, value in
          guard let pattern = value.scalar?.string else { throw reader.wrongType(name, "a pattern of files", value) }
          return "\(name)=\(Corpus.place(pattern, from: folder))"
        }
      case "fixed":
        fixed = try Self.mapping(value, key, reader).map { "\($0)=\(YAMLReader.plain($1))" }
      default: throw reader.unknownKey(keyNode, "in the plan", known: Self.keys)
      }
    }
    guard !notebook.isEmpty else {
      throw NotebookError(.wrongType(key: "notebook", expected: "a file", found: "missing"), file: path)
    }
    self.design = try Design(name: design, points: points, seed: seed)
    source = (path, places)
  }

  /// The error, blamed on the plan's file where that names the parameter which the notebook does not have, or has otherwise.
  func blamed(_ error: NotebookError) -> NotebookError {
    let parameter: String? =
      switch error.reason {
      case .unknownParameter(let name, _), .illTypedParameter(let name, _, _): name
      default: nil
      }
    guard let source, let parameter, let place = source.places[parameter] else { return error }
    return NotebookError(error.reason, file: source.file, position: place)
  }

  private static func mapping(_ node: Node, _ key: String, _ reader: YAMLReader) throws -> [(String, Node)] {
    guard let mapping = node.mapping else { throw reader.wrongType(key, "a mapping of parameters", node) }
    return mapping.map { ($0.key.scalar?.string ?? "", $0.value) }
  }

  /// A list of values, or `{from: 0.1, to: 10, scale: log, steps: 5}`.
  private static func axis(_ name: String, _ node: Node, _ reader: YAMLReader) throws -> GridAxis {
    if let list = node.sequence {
      guard !list.isEmpty else { throw reader.wrongType(name, "a list of values", node) }
      return GridAxis(name: name, choice: .values(list.map { YAMLReader.plain($0) }))
    }
    guard let range = node.mapping else {
      throw reader.wrongType(name, "a list of values, or {from: …, to: …}", node)
    }
    var numbers: [String: Double] = [:]
    var isLogarithmic = false
    for (keyNode, value) in range {
      let key = keyNode.scalar?.string ?? ""
      switch key {
      case "from", "to", "steps":
        guard let number = value.float ?? value.int.map(Double.init) else {
          throw reader.wrongType(key, "a number", value)
        }
        guard key != "steps" || Int(exactly: number) != nil else {
          throw reader.wrongType(key, "a whole number", value)
        }
        numbers[key] = number
      case "scale":
        guard let scale = value.scalar?.string, ["linear", "log"].contains(scale) else {
          throw reader.wrongType(key, "linear or log", value)
        }
        isLogarithmic = scale == "log"
      default: throw reader.unknownKey(keyNode, "under “\(name)” in the plan", known: ["from", "to", "steps", "scale"])
      }
    }
    guard let from = numbers["from"], let to = numbers["to"] else {
      throw reader.wrongType(name, "a range with from and to", node)
    }
    let parsed = GridAxis.Range(
      from: from, to: to, isLogarithmic: isLogarithmic, steps: numbers["steps"].flatMap { Int(exactly: $0) })
    return GridAxis(name: name, choice: .range(try GridAxis.checked(parsed, "\(name)=\(parsed.words)")))
  }
}

/// How each point's report is made.
package struct PointOptions: Hashable, Codable, Sendable {
  /// Whether each point has a report; without one only what was recorded and the tables are kept.
  package var reports = true
  package var png = false
  /// The names of the formats next to README.md and index.html.
  package var formats: [String] = []
  package var strict = false
  package var keepGoing = false

  package init() {}

  /// What tells one way from another.
  package var words: String {
    let flags = [(reports, Self.report), (png, "png"), (strict, "strict"), (keepGoing, "keep-going")]
    return (flags.filter(\.0).map(\.1) + formats).joined(separator: " ")
  }

  private static let report = "report"

  /// Whether options of these words ask for a report.
  static func asksForReport(_ words: String) -> Bool { words.split(separator: " ").contains { $0 == report } }
}
