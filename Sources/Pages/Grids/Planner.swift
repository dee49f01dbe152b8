import Basics
import Caches
import Files
import Foundation
import NotebookDocument
import NotebookImport
import Reports
import Toolchains

import enum Basics.GimbalVersion
import enum Basics.Parallel

/// Makes a plan of a request: which points there are, and what each of them is made of.
package struct Planner {
  private let request: PlanRequest
  private let notebook: Notebook
  private let kit: LibraryLocation
  private let compiler: Toolchain
  private let store: Store

  /// A planner for a request, with the kit and the compiler of this machine.
  ///
  /// - Throws: `PlacedError` when the notebook cannot be read or something is not installed.
  package init(_ request: PlanRequest, cacheFolder: String? = nil) throws {
    self.request = request
    notebook = try NotebookReader.read(request.notebook)
    store = Store(cacheFolder)
    compiler = try Toolchain.find(store: store)
    kit = try LibraryLocation.beside(store: store)
    try kit.require(compiler)
  }

  /// The folder of the grid's results in a folder of results.
  package static func folder(for notebook: String, output: String) -> String {
    "\(output)/\(URL(fileURLWithPath: notebook).deletingPathExtension().lastPathComponent)-grid"
  }

  /// The plan, for this folder of a grid. All values are checked: nothing has to be run to find a wrong one.
  ///
  /// O(points).
  ///
  /// - Returns: The plan, and what a person should know of it.
  /// - Throws: `PlacedError`, `GridError`.
  package func plan(in folder: String) throws -> (plan: GridPlan, notes: [String]) {
    do { return try planned(in: folder) } catch let error as NotebookError { throw request.blamed(error) }
  }

  private func planned(in folder: String) throws -> (plan: GridPlan, notes: [String]) {
    guard !request.axes.isEmpty || !request.over.isEmpty else { throw GridError(.nothingToRun) }
    var base = notebook
    if let file = request.parameterFile {
      base.frontMatter.parameters = try ParameterFile.apply(file, to: notebook)
    }
    base.frontMatter.parameters = try ParameterAssignments.apply(request.fixed, to: base)
    let declared = base.frontMatter.parameters
    let integers = Set(declared.filter { if case .integer = $0.value { true } else { false } }.map(\.name))
    for axis in request.axes where !declared.contains(where: { $0.name == axis.name }) {
      throw NotebookError(.unknownParameter(axis.name, known: declared.map(\.name)), file: notebook.path)
    }
    let corpora = try request.over.map { try Corpus($0, of: base) }
    let names = request.axes.map(\.name) + corpora.map(\.parameter)
    guard Set(names).count == names.count else {
      throw GridError(.badDesign("a parameter is given more than once: \(names.joined(separator: ", "))"))
    }
    var combinations = try request.design.combinations(request.axes, integers: integers)
    for corpus in corpora {
      try GridAxis.requireFeasible(combinations.count * corpus.paths.count)
      combinations = combinations.flatMap { head in corpus.paths.map { head + [$0] } }
    }
    let planned = try points(combinations, names, base, in: folder)
    return (planned.plan, corpora.flatMap(\.notes) + planned.notes)
  }

  private func points(
    _ combinations: [[String]], _ names: [String], _ base: Notebook, in folder: String
  ) throws -> (plan: GridPlan, notes: [String]) {
    let declared = base.frontMatter.parameters
    let places = names.map { name in declared.firstIndex { $0.name == name }! }
    // Each text once: a value is in many points, and whether it names a file is asked of the disk.
    var parsed: [[String: Parameter]] = Array(repeating: [:], count: names.count)
    for values in combinations {
      for (index, value) in values.enumerated() where parsed[index][value] == nil {
        let assignment = "\(names[index])=\(value)"
        parsed[index][value] = try ParameterAssignments.apply([assignment], to: base)[places[index]]
      }
    }
    let files = FileNames(folder: base.folder)
    for parameter in declared + parsed.flatMap(\.values) { files.note(parameter.value) }
    let identity = PointIdentity(
      notebook: ResultsFile.hash(of: notebook), kit: kit.fingerprint, compiler: compiler.name, files: files)
    var points: [GridPlan.Point] = []
    var seen: [String: Int] = [:]
    var notes: [String] = []
    var folders = FolderNames()
    for values in combinations {
      var parameters = declared
      for (index, value) in values.enumerated() { parameters[places[index]] = parsed[index][value]! }
      let id = identity.of(parameters)
      let texts = zip(names, values).map { name, value in "\(name)=\(files.normal[value] ?? value)" }
      var point = GridPlan.Point(id: id, values: texts, folder: "")
      if let twin = seen[id] {
        notes.append("“\(point.title)” and “\(points[twin].title)” are the same point, which runs once")
        continue
      }
      seen[id] = points.count
      point.folder = folders.name(for: texts, id)
      points.append(point)
    }
    let fixed = zip(notebook.frontMatter.parameters, declared).filter { $0.value != $1.value }
    let plan = GridPlan(
      notebook: Corpus.relative(notebook.path, to: folder), name: notebook.name, title: notebook.title,
      notebookHash: ResultsFile.hash(of: notebook), kit: kit.fingerprint, compiler: compiler.name,
      version: GimbalVersion.current, options: request.options,
      fixed: fixed.map { "\($1.name)=\(files.normal[$1.value.description] ?? $1.value.description)" },
      points: points)
    return (plan, notes)
  }
}

/// Which texts name files.
final class FileNames {
  private let folder: String
  /// What the person wrote, or what became of it, to the path from the notebook's folder.
  private(set) var normal: [String: String] = [:]
  private var asked: Set<String> = []

  init(folder: String) { self.folder = folder }

  func note(_ value: ParameterValue) {
    guard case .text(let path) = value, asked.insert(path).inserted, Corpus.isFile(path, from: folder) else { return }
    let relative = path.hasPrefix("/") ? Corpus.relative(path, to: folder) : path
    normal[path] = relative
    normal[relative] = relative
  }
}

/// What tells one point from another, as a hash. What files hold is left to the points' footprints.
struct PointIdentity {
  var notebook: String
  var kit: String
  var compiler: String
  var files: FileNames

  func of(_ parameters: [Parameter]) -> String {
    var parts = ["point 2", notebook, kit, compiler]
    for parameter in parameters {
      parts += [parameter.name, parameter.value.swiftType]
      if case .text(let path) = parameter.value, let normal = files.normal[path] {
        parts += ["file", normal]
      } else {
        parts.append(parameter.value.json)
      }
    }
    return "\(ContentHash(parts))"
  }
}

/// Names of points' folders: for people, and each another.
struct FolderNames {
  private var taken: Set<String> = []
  /// Names that most file systems take, with room for a suffix.
  private static let longest = 120

  mutating func name(for values: [String], _ id: String) -> String {
    // A value may be a path: only what every file system and address takes stays.
    var name = values.joined(separator: "_").replacing(compiled(/[^A-Za-z0-9._=+-]+/), with: "-")
    if name.isEmpty || name.allSatisfy({ $0 == "." }) { name = "point" }
    if name.utf8.count > Self.longest { name = "\(name.prefix(Self.longest - 13))-\(id.prefix(12))" }
    var free = name
    var count = 1
    while !taken.insert(free).inserted {
      count += 1
      free = "\(name)_\(count)"
    }
    return free
  }
}
