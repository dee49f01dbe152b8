import Foundation

/// Runs a program to its end.
enum Subprocess {
  /// The exit status (128 + signal when a signal ended it) and what it wrote to standard output and error, together.
  static func run(_ program: String, _ arguments: [String], input: String? = nil, folder: String? = nil) throws -> (
    status: Int32, output: String
  ) {
    let process = Process()
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    let source = input.map { _ in Pipe() }
    process.standardInput = source ?? FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if let input, let source {
      try? source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? source.fileHandleForWriting.close()
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    ended.wait()
    let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return (status, String(decoding: data, as: UTF8.self))
  }
}
