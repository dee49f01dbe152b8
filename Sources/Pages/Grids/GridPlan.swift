import Files
import Foundation
import NotebookDocument

/// The points of a grid, each with an identity made of the notebook's text, of kit and compiler, and of the
/// parameters. The machine and the time of a run do not matter; the footprint in a point's record lists what the run
/// looked at.
package struct GridPlan: Codable, Hashable, Sendable {
  package struct Point: Codable, Hashable, Sendable {
    package var id: String
    /// `name=value` for what differs between points.
    package var values: [String]
    /// The point's folder, in the grid's.
    package var folder: String

    /// The point's values in words: `alpha = 0.5, n = 3`.
    package var title: String {
      values.isEmpty
        ? "the notebook as it is"
        : values.map { $0.replacing("=", with: " = ", maxReplacements: 1) }.joined(separator: ", ")
    }
  }

  /// The number of this form.
  package static let currentFormat = 2
  package static let fileName = "plan.json"

  package var format = currentFormat
  /// The notebook's file, from the grid's folder.
  package var notebook: String
  package var name: String
  package var title: String
  /// A hash of the notebook's text.
  package var notebookHash: String
  /// The hash of kit, host and modules, and the compiler's name.
  package var kit: String
  package var compiler: String
  package var version: String
  package var options: PointOptions
  /// `name=value` for all points.
  package var fixed: [String]
  package var points: [Point]

  /// The plan in a grid's folder, or in this file.
  ///
  /// - Throws: `GridError` where there is none.
  package static func read(_ path: String) throws -> (plan: GridPlan, folder: String) {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? "\(path)/\(fileName)" : path
    guard let data = FileManager.default.contents(atPath: file) else { throw GridError(.noPlan, file: file) }
    struct Head: Decodable { var format: Int }
    do {
      let format = try JSONDecoder().decode(Head.self, from: data).format
      guard format == currentFormat else { throw GridError(.olderPlan(found: format), file: file) }
      let plan = try JSONDecoder().decode(GridPlan.self, from: data)
      return (plan, Notebook.folder(of: file).isEmpty ? "." : Notebook.folder(of: file))
    } catch let error as GridError {
      throw error
    } catch {
      throw GridError(.brokenPlan("“gimbal grid plan” did not write it, or somebody has changed it"), file: file)
    }
  }

  /// Writes the plan into a grid's folder, whole or not at all.
  ///
  /// - Throws: `GridError`; `OwnershipError` when a file of its name is there that is not a plan, unless it is to be replaced.
  package func write(to folder: String, force: Bool = false) throws {
    do {
      _ = try Self.read(folder)
    } catch let error as GridError {
      if case .brokenPlan = error.reason, let file = error.file { try FileOwner.require(file, force: force) }
    }
    try GridFolder.write(self, to: "\(folder)/\(Self.fileName)")
  }

  /// The indices of a shard's points: every n-th, so that neighbours, which often take equally long, are shared out.
  ///
  /// - Parameter text: `i/n`, from 1.
  /// - Throws: `GridError`.
  package func shard(_ text: String) throws -> [Int] {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, (1...count).contains(index) else {
      throw GridError(.badShard(text))
    }
    return Array(stride(from: index - 1, to: points.count, by: count))
  }

  /// The index of the point of this number (from 1), identity, beginning of an identity, or folder.
  ///
  /// - Throws: `GridError`.
  package func index(of name: String) throws -> Int {
    if let number = Int(name), name.count < 7, points.indices.contains(number - 1) { return number - 1 }
    let found = points.indices.filter { points[$0].folder == name || name.count >= 4 && points[$0].id.hasPrefix(name) }
    guard found.count == 1 else { throw GridError(.noPoint(name)) }
    return found[0]
  }

  /// The parameters that differ between points.
  package var varied: [String] {
    points.first?.values.compactMap { $0.split(separator: "=").first.map(String.init) } ?? []
  }

  /// The places of a folder's files.
  package func notebookPath(from folder: String) -> String { Corpus.tidy(Corpus.place(notebook, from: folder)) }
}
