import CellCompiler
import Files
import NotebookDocument
import Processes

/// A unit whose code has been compiled somewhere else, or could not be.
package struct PlacedUnit: Codable, Sendable {
  /// Nil for a unit that does not compile, or lacks what does not.
  package var segment: Segment?
  /// Which unit of the segment this is; nil for an expression.
  package var index: Int?
  /// Whether the segment is entered here.
  package var isEntry: Bool

  package init(segment: Segment?, index: Int?, isEntry: Bool) {
    (self.segment, self.index, self.isEntry) = (segment, index, isEntry)
  }
}

/// Compiling without running, and running without compiling.
extension ProgramSession {
  /// Compiles a program as a first run of it would, and runs none of it: for each unit where its code is, why it does
  /// not compile, or nil where it would not run because of a unit above. A run then finds everything compiled.
  ///
  /// - Throws: `PlacedError` when the compiler cannot run at all; `Interrupted`.
  package func compile(
    _ program: [CodeUnit], interrupt: Interrupt = Interrupt()
  ) throws -> [Swift.Result<PlacedUnit, CompileFailure>?] {
    let queue = CompileQueue(
      program, 0..<program.count, in: Scope(), compiler: compiler, known: [], behind: Aftermath(), continuing: nil,
      isApart: configuration.compilesApart, keepsGoing: configuration.keepGoing, interrupt: interrupt)
    return try program.indices.map { index in
      do {
        let placement = try queue.placement(of: index, interrupt: interrupt)
        return .success(
          PlacedUnit(segment: placement.compiled.segment, index: placement.index, isEntry: placement.isEntry))
      } catch let failure as CompileFailure {
        return .failure(failure)
      } catch is Interrupted where !interrupt.isRequested {
        return nil
      }
    }
  }

  /// Runs a program whose libraries lie in a folder: no compiler starts. Otherwise as ``run(_:parameters:folder:known:interrupt:input:answers:foreseen:behind:onEvent:)``.
  ///
  /// - Parameters:
  ///   - placed: where the code of each unit is.
  ///   - libraries: the folder, in which each library bears its module's name.
  package func run(
    _ program: [CodeUnit], placed: [PlacedUnit], in libraries: String, parameters: [String: String], folder: String,
    onEvent: @escaping (Event) -> Void
  ) throws -> Result {
    (self.placed, libraryFolder) = (placed, libraries)
    return try run(program, parameters: parameters, folder: folder, onEvent: onEvent)
  }

  /// Where the units of a program are that was compiled somewhere else.
  func placements(_ placed: [PlacedUnit]) -> [Swift.Result<CompileQueue.Placement, any Error>] {
    placed.map { unit in
      guard let segment = unit.segment else { return .failure(CompileFailure(diagnostics: [])) }
      let compiled = CompiledSegment(
        segment: segment, library: "\(libraryFolder)/\(segment.module).so", warnings: [], seconds: nil)
      return .success(
        CompileQueue.Placement(compiled: compiled, index: unit.index, isEntry: unit.isEntry, scope: Scope()))
    }
  }
}
