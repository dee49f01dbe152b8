import CellKernel
import Foundation
import Surroundings

/// Whether the files and the environment variables that points have read are still what they were; each is looked at once.
final class InputCheck: @unchecked Sendable {
  private let folder: String
  private let lock = NSLock()
  private var known: [String: String?] = [:]

  /// For inputs named from this folder.
  init(folder: String) { self.folder = folder }

  /// What a point has read, each with its hash: files by their names from the notebook's folder, variables as `$NAME`.
  ///
  /// Of the variables those that the notebook's code names: who reads one through Foundation has read them all, and a
  /// cluster gives each job its own.
  static func inputs(_ execution: Execution) -> [String: String] {
    var inputs: [String: String] = [:]
    for file in execution.outcomes.flatMap(\.inputs) {
      inputs[file.path.hasPrefix("$") ? "./" + file.path : file.path] = file.contentHash
    }
    let code = execution.notebook.lines.joined(separator: "\n")
    for (name, value) in execution.variables where !ofPlaces.contains(name) && code.contains("\"\(name)\"") {
      inputs["$" + name] = hash(value)
    }
    return inputs
  }

  /// Variables that say where and for whom a program runs: they differ from machine to machine, and programs read them to
  /// find their folders.
  private static let ofPlaces: Set = [
    "HOME", "HOSTNAME", "LOGNAME", "OLDPWD", "PATH", "PWD", "SHELL", "TEMP", "TMP", "TMPDIR", "USER",
  ]

  private static func hash(_ value: String?) -> String {
    value.map { ContentHash([$0]).description } ?? "not set"
  }

  /// The first input that is not as it was; nil where all are.
  func changed(_ inputs: [String: String]) -> String? {
    inputs.sorted { $0.key < $1.key }.first { path, hash in current(path) != hash }?.key
  }

  /// The hash of what stands there now; nil where no file does.
  func current(_ path: String) -> String? {
    if let known = lock.withLock({ known[path] }) { return known }
    let hash =
      path.hasPrefix("$")
      ? Self.hash(ProcessInfo.processInfo.environment[String(path.dropFirst())])
      : InputFile.contentHash(ofFileAt: Corpus.place(path, from: folder))
    lock.withLock { known[path] = .some(hash) }
    return hash
  }
}
