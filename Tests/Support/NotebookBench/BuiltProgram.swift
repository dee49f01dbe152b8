import Foundation

@testable import Processes
@testable import Toolchains

/// The built program, next to the tests.
package enum BuiltProgram {
  package static let path = URL(fileURLWithPath: LibraryLocation.currentProgram).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("gimbal").path

  package static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The programs that run with this in their environment. Tests ask again and again, next to many other programs.
  package static func marked(_ mark: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var environment = [CChar](repeating: 0, count: 1 << 18)
    return names.filter { Int($0) != nil }.compactMap { name in
      let file = open("/proc/\(name)/environ", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let length = read(file, &environment, environment.count - 1)
      guard length > 0 else { return nil }
      environment[length] = 0
      guard holds(environment, length, mark) else { return nil }
      return try? String(contentsOfFile: "/proc/\(name)/comm", encoding: .utf8)
    }
  }

  /// Whether one of the texts of an environment, each of which ends with a zero, is this one.
  private static func holds(_ environment: [CChar], _ length: Int, _ entry: String) -> Bool {
    environment.withUnsafeBufferPointer { bytes in
      guard var text = bytes.baseAddress else { return false }
      let end = text + length
      while text < end {
        if strcmp(text, entry) == 0 { return true }
        text += strlen(text) + 1
      }
      return false
    }
  }

  /// A folder for one test.
  package final class Desk {
    package let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"

    package init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    package func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    package func read(_ name: String) -> String {
      FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    package func run(_ arguments: String...) throws -> (status: Int32, output: String) {
      try Subprocess.run(path, arguments, folder: folder)
    }

    /// Runs a line of bash in which `$G` is the program.
    package func shell(_ line: String) throws -> (status: Int32, output: String) {
      try Subprocess.run("/bin/bash", ["-c", line], folder: folder, variables: ["G": path])
    }
  }
}
