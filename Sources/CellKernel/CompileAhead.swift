import CellCompiler
import Foundation

/// Compiles units one after another on a thread of its own, ahead of their execution.
package final class CompileAhead: @unchecked Sendable {
  private let condition = NSCondition()
  private var results: [Result<CompiledUnit, any Error>] = []
  private var stopped = false

  /// Starts with the first unit. `tolerates` says at which units a failure does not end the work.
  package init(_ units: [CellUnit], with compiler: UnitCompiler, tolerates: @escaping @Sendable (CellUnit) -> Bool) {
    let thread = Thread { [self] in
      for unit in units {
        if condition.withLock({ stopped }) { return }
        let result = Result<CompiledUnit, any Error> { try compiler.compile(unit) }
        condition.withLock {
          results.append(result)
          condition.broadcast()
        }
        if case .failure = result, !tolerates(unit) { return }
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// The result for a unit, when it is there. Units must be asked for in order, none after a failure that ends the work.
  package func wait(for index: Int) throws -> CompiledUnit {
    condition.lock()
    defer { condition.unlock() }
    while results.count <= index { condition.wait() }
    return try results[index].get()
  }

  /// Whether the result for a unit is there.
  package func isReady(_ index: Int) -> Bool { condition.withLock { results.count > index } }

  /// Ends the work after the unit that is being compiled.
  package func stop() { condition.withLock { stopped = true } }
}
