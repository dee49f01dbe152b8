import CellKernel
import Foundation
import NotebookDocument
import Synchronization

import enum Basics.SystemReason
import enum Basics.WholeFile

/// A notebook's file as it is saved, and the values that are given for its parameters: what is to run, or what is wrong with
/// it.
final class SavedNotebook: Sendable {
  /// What a look at the file finds.
  enum News {
    /// What is to run.
    case saved(RunAgenda.Work)
    /// Words on what is wrong in the notebook: nothing can run.
    case broken(String)
    /// Words on a file that is away.
    case gone(String)
  }

  let path: String

  private struct State {
    var assignments: [String]
    var watch: FileWatch
    var fault: String?
  }

  private let state: Mutex<State>
  /// Waits for an editor that is just writing.
  private let wait: @Sendable () -> Void

  init(_ path: String, assignments: [String], wait: @escaping @Sendable () -> Void = { usleep(60_000) }) {
    (self.path, self.wait) = (path, wait)
    state = Mutex(State(assignments: assignments, watch: FileWatch(path)))
  }

  /// What is wrong with the file; nil when nothing.
  var problem: String? { state.withLock(\.fault) }

  /// What is new in the file since the last look; nil when nothing.
  func news() -> News? {
    let (data, hasJustGone) = state.withLock { ($0.watch.newContent(), $0.watch.hasJustGone) }
    if let data { return read(data) }
    guard hasJustGone else { return nil }
    let words =
      "\(path): error: the notebook is no longer there: it was moved, renamed or deleted; what is shown stays, and goes on "
      + "when the file is back"
    state.withLock { $0.fault = words }
    return .gone(words)
  }

  private func read(_ data: Data) -> News {
    do {
      let notebook = try NotebookParser.parse(data, path: path)
      let parameters = try ParameterAssignments.apply(state.withLock(\.assignments), to: notebook)
      state.withLock { state in
        state.watch.besides = notebook.sources.map(notebook.path)
        state.fault = nil
      }
      return .saved(.init(notebook: notebook, parameters: parameters))
    } catch {
      // An editor may just be writing: only what stays so is worth telling.
      wait()
      if let newer = state.withLock({ $0.watch.newContent() }) { return read(newer) }
      let words = SystemReason.message(error)
      state.withLock { $0.fault = words }
      return .broken(words)
    }
  }

  /// The parameters of a notebook with another value for one of them, which holds from now on.
  ///
  /// - Throws: `NotebookError` for a name that is unknown or a value of another type.
  func assign(_ name: String, _ value: String, in notebook: Notebook) throws -> [Parameter] {
    try state.withLock { state in
      let new = state.assignments.filter { !$0.hasPrefix("\(name)=") } + ["\(name)=\(value)"]
      let parameters = try ParameterAssignments.apply(new, to: notebook)
      state.assignments = new
      return parameters
    }
  }

  /// Writes a parameter's value into the file, whose value holds from now on.
  ///
  /// - Throws: `NotebookError` when that cannot be done, also when the file changes at this moment.
  func write(_ name: String, value: String) throws {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let changed = try ParameterWriting.write(name, value, into: String(decoding: data, as: UTF8.self), path: path)
    guard FileManager.default.contents(atPath: path) == data else {
      throw NotebookError(.unreadable("it is being changed by another program; try again"), file: path)
    }
    do {
      try WholeFile.write(Data(changed.utf8), to: path)
    } catch {
      throw NotebookError(.unwritableParameter(name), file: path)
    }
    state.withLock { $0.assignments.removeAll { $0.hasPrefix("\(name)=") } }
  }
}
