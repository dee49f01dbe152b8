import CHostLink
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Runs a program to its end.
///
/// Not through Foundation's `Process`: in a process with more than about 1300 open files, which a session of a long notebook
/// can have, that one reads beyond its memory (Swift 6.3 on Linux).
package enum Subprocess {
  /// The exit status (128 + signal when a signal ended it) and what it wrote to standard output and error, together.
  ///
  /// - Throws: `POSIXError` when the program cannot be started.
  package static func run(_ program: String, _ arguments: [String], input: String? = nil, folder: String? = nil) throws
    -> (
      status: Int32, output: String
    )
  {
    var output: [Int32] = [-1, -1]
    var source: [Int32] = [-1, -1]
    defer { for descriptor in output + source where descriptor >= 0 { close(descriptor) } }
    guard gimbal_blocking_pipe(&output) == 0, input == nil || gimbal_blocking_pipe(&source) == 0 else {
      throw failure()
    }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let process = gimbal_start_program(program, words, folder, source[0], output[1])
    guard process > 0 else { throw failure() }
    for descriptor in [output[1], source[0]] where descriptor >= 0 { close(descriptor) }
    (output[1], source[0]) = (-1, -1)
    if let input {
      // On a thread of its own: the program may write before it has read everything.
      let end = source[1]
      source[1] = -1
      Thread.detachNewThread {
        var input = input
        _ = input.withUTF8 { gimbal_write_all(end, $0.baseAddress, $0.count) }
        close(end)
      }
    }
    let data = readToEnd(output[0])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let ended = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    return (ended, String(decoding: data, as: UTF8.self))
  }

  private static func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var data: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { data += buffer[..<count] } else if count == 0 || errno != EINTR { return data }
    }
  }

  private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
