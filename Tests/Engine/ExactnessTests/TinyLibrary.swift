import Foundation
import Processes

/// Shared libraries whose `answer()` gives a number: what a person builds again between two runs.
enum TinyLibrary {
  /// The library that answers with 1, or 2; compiled once.
  static func data(_ answer: Int) -> Data { (answer == 1 ? one : two) }

  private static let one = compiled("int answer(void) { return 1; }")
  private static let two = compiled("int answer(void) { return 2; }")

  /// Writes a library; as linkers do, not over the file that was there.
  static func write(_ data: Data, to path: String) {
    unlink(path)
    try? data.write(to: URL(fileURLWithPath: path))
  }

  /// The library of this C source; `arguments` go to the linker, which works in a folder.
  static func compiled(_ source: String, in folder: String? = nil, _ arguments: [String] = []) -> Data {
    let own = "\(NSTemporaryDirectory())gimbal-library-\(UUID().uuidString)"
    try! FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: own) }
    try! Data(source.utf8).write(to: URL(fileURLWithPath: "\(own)/l.c"))
    let output = "\(own)/l.so"
    let compiler = Program.find("clang") ?? Program.find("cc")!
    _ = try! Subprocess.run(compiler, ["-shared", "-fPIC", "-o", output, "\(own)/l.c"] + arguments, folder: folder)
    return FileManager.default.contents(atPath: output)!
  }
}
