import Foundation
import Synchronization

/// A regular expression, compiled once for each place in the source. Swift compiles a literal whenever it is reached,
/// which costs more than matching a line.
///
///     line.wholeMatch(of: compiled(/(\w+): (.*)/))
///
/// - Parameter pattern: A literal, or an expression without variables: it is evaluated only once.
package func compiled<Output>(
  _ pattern: @autoclosure () -> Regex<Output>, file: StaticString = #fileID, line: Int = #line, column: Int = #column
) -> Regex<Output> {
  let place = PatternPlace(file: UInt(bitPattern: file.utf8Start), line: line, column: column)
  if let found = compiledPatterns.withLock({ $0[place] }) {
    // One place has one literal, and so one type; a cast that looks it up would cost more than most matches.
    return unsafeDowncast(found.pattern, to: CompiledPattern<Output>.self).regex
  }
  let made = pattern()
  let kept = AnyPattern(pattern: CompiledPattern(made))
  compiledPatterns.withLock { $0[place] = kept }
  return made
}

/// Where a pattern is. Texts of the program's own do not move.
private struct PatternPlace: Hashable {
  var file: UInt
  var line, column: Int
}

private final class CompiledPattern<Output> {
  let regex: Regex<Output>
  init(_ regex: Regex<Output>) { self.regex = regex }
}

/// Whatever its type is. Nothing changes it.
private struct AnyPattern: Sendable { nonisolated(unsafe) let pattern: AnyObject }

private let compiledPatterns = Mutex([PatternPlace: AnyPattern]())
