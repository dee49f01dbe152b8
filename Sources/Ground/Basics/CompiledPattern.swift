import Foundation

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
  if let found = compiledPatterns.lock.withLock({ compiledPatterns.patterns[place] }) {
    // One place has one literal, and so one type; a cast that looks it up would cost more than most matches.
    return unsafeDowncast(found, to: CompiledPattern<Output>.self).regex
  }
  let made = pattern()
  compiledPatterns.lock.withLock { compiledPatterns.patterns[place] = CompiledPattern(made) }
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

private final class CompiledPatterns: @unchecked Sendable {
  let lock = NSLock()
  var patterns: [PatternPlace: AnyObject] = [:]
}

private let compiledPatterns = CompiledPatterns()
