import CellCompiler
import NotebookDocument
import Processes

/// Compiling without running.
extension ProgramSession {
  /// Compiles a program as a first run of it would, and runs nothing of it: for each unit the segment with its code, why it does not
  /// compile, or nil where it would not run because of a unit above. A run then finds everything compiled.
  ///
  /// - Throws: `PlacedError` when the compiler cannot run at all; `Interrupted`.
  package func compile(
    _ program: [CodeUnit], interrupt: Interrupt = Interrupt()
  ) throws -> [Swift.Result<CompiledSegment, CompileFailure>?] {
    let queue = CompileQueue(
      program, 0..<program.count, in: Scope(), compiler: compiler, known: [], behind: Aftermath(), continuing: nil,
      isApart: configuration.compilesApart, keepsGoing: configuration.keepGoing, interrupt: interrupt)
    return try program.indices.map { index in
      do {
        return .success(try queue.placement(of: index, interrupt: interrupt).compiled)
      } catch let failure as CompileFailure {
        return .failure(failure)
      } catch is Interrupted where !interrupt.isRequested {
        return nil
      }
    }
  }
}
