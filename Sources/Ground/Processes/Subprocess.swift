import CHostLink
import Foundation

/// Runs a program to its end.
///
/// Not through Foundation's `Process`: in a process with more than about 1300 open files, which a session of a long notebook
/// can have, that one reads beyond its memory (Swift 6.3 on Linux).
package enum Subprocess {
  /// Seconds that a tool may take when nobody says otherwise: a compiler on a busy machine takes a minute at most. More
  /// lets a slow one end, and a hanging one be noticed later.
  package static let limit = 600.0

  /// The exit status (128 + signal when a signal ended it) and what it wrote to standard output and error, together: at
  /// most 16 MB of it.
  ///
  /// The program gets its own session. On a stop, or after `limit` seconds, it is killed with all that it has started;
  /// what it leaves behind in its session when it ends by itself is ended, too, a second later.
  ///
  /// - Parameters:
  ///   - input: What it reads from its standard input.
  ///   - folder: Where it runs; the current folder when nil.
  ///   - variables: What its environment holds next to or instead of ours.
  ///   - interrupt: Stops the program when requested.
  ///   - outlivesUs: Whether it goes on when this process ends, which ends all other programs however it comes: for what must
  ///     not be left half done, and ends soon.
  /// - Throws: `POSIXError` when the program cannot be started, `Interrupted` when a stop was asked for, `ProcessError`
  ///   (`.hung`) when it does not end.
  package static func run(
    _ program: String, _ arguments: [String], input: String? = nil, folder: String? = nil,
    variables: [String: String] = [:], interrupt: Interrupt? = nil, limit: Double = limit, outlivesUs: Bool = false
  ) throws -> (status: Int32, output: String) {
    if interrupt?.isRequested == true { throw Interrupted() }
    let running = try RunningProgram(
      program, arguments, input: input, folder: folder, variables: variables, outlivesUs: outlivesUs)
    switch running.awaitEnd(interrupt: interrupt, limit: limit) {
    case .ended(let status):
      return (status, String(decoding: running.output, as: UTF8.self))
    case .interrupted: throw Interrupted()
    case .hung:
      let name = program.split(separator: "/").last.map(String.init) ?? program
      throw ProcessError(.hung(name, seconds: Int(min(limit, 1e9))))
    }
  }
}
