import Assignments
import CellCompiler
import CellKernel
import Foundation
import NotebookDocument
import Processes

/// What a student learns of calls that a task does not allow, before handing in: the same rule as in grading, on the student's machine.
package enum StudentsCalls {
  /// Which calls each exercise's task does not allow, by its name; the notebook is compiled, and none of it runs.
  ///
  /// - Parameter notebook: a student's version.
  /// - Throws: `PlacedError` where no compiler is there; `Interrupted`.
  package static func forbidden(
    in notebook: Notebook, cacheFolder: String? = nil, interrupt: Interrupt = Interrupt()
  ) throws -> [String: [String]] {
    let handedOut = Set((notebook.frontMatter.release?.locked ?? []).map(\.label))
    let exercises = notebook.cells.compactMap { cell -> (name: String, cell: Cell)? in
      guard case .exercise(let name) = cell.options.role, cell.options.calls != nil else { return nil }
      return (name, cell)
    }
    guard !exercises.isEmpty else { return [:] }
    let prepared = PreparedSubmission(notebook) { $0.options.label.map(handedOut.contains) ?? false }
    var configuration = try SessionConfiguration(cacheFolder: cacheFolder)
    configuration.keepGoing = true
    let session = try ProgramSession(configuration)
    let compiled = try session.compile(prepared.job.codeUnits, interrupt: interrupt)
    if interrupt.isRequested { throw Interrupted() }
    let modules = compiled.map { try? $0?.get().segment?.module }
    let libraries = Set(modules.compactMap(\.self)).reduce(into: [String: Data]()) { found, module in
      let path = "\(session.cache.path(ofModule: module))/\(module).so"
      found[module] = FileManager.default.contents(atPath: path)
    }
    let inspection = CallInspection(prepared.job, modules: modules, libraries: libraries)
    var found: [String: [String]] = [:]
    for exercise in exercises where prepared.exercises[exercise.name] != nil {
      // What a check may ask for: the task's own names, and what visible checks use, wherever it is defined.
      var names = Set(CodeUnit.analysis(of: exercise.cell.code).definitions.map(\.name))
      for check in notebook.cells where check.options.role == .check(exercise.name) {
        names.formUnion(FreeNames.possible(in: check.code))
      }
      let calls = inspection.forbidden(exercise.cell.options.calls, names: names)
      if !calls.isEmpty { found[exercise.name] = calls }
    }
    return found
  }
}
