import Caches
import Files
import Foundation
import Processes

/// What a compiler says of itself when it is asked with `-print-target-info`.
struct CompilerTarget: Decodable {
  struct Target: Decodable { var arch: String }
  struct Paths: Decodable {
    var runtimeLibraryPaths: [String]
    var runtimeResourcePath: String
  }

  var compilerVersion: String
  var target: Target
  var paths: Paths

  private static let answer = "target.json"
  /// Seconds that a compiler may take for the answer: it needs 0.02. More waits for a slow network drive.
  private static let limit = 60.0

  /// The answer of this program, or its last one while nothing has changed that it depends on. Nil when it is not a compiler,
  /// or when its libraries are not where it says.
  ///
  /// - Throws: `ProcessError` (`.hung`) when it does not answer.
  static func of(_ program: String, _ store: Store) throws -> CompilerTarget? {
    let key = key(program)
    if let kept = store.entry(.tool, key)?.files[answer], let target = decode(kept) { return target }
    let arguments = (program.hasSuffix("/swift-frontend") ? ["-frontend"] : []) + ["-print-target-info"]
    let answered: (status: Int32, output: String)?
    do {
      answered = try Subprocess.run(program, arguments, limit: limit)
    } catch let error as ProcessError {
      guard case .hung(_, let seconds) = error.reason else { throw error }
      throw ProcessError(.hung(program, seconds: seconds))
    } catch { answered = nil }
    guard let (status, output) = answered, status == 0,
      // A caller that passes calls on may say something before.
      let start = output.firstIndex(of: "{"), let target = decode(Data(output[start...].utf8))
    else { return nil }
    store.keep(.tool, key, [answer: Data(output[start...].utf8)])
    return target
  }

  private static func decode(_ data: Data) -> CompilerTarget? {
    let target = try? JSONDecoder().decode(CompilerTarget.self, from: data)
    return target.flatMap { FileManager.default.fileExists(atPath: $0.paths.runtimeResourcePath) ? $0 : nil }
  }

  /// What decides the answer: the program behind all links, and, where that is a manager of several toolchains, its choice.
  private static func key(_ program: String) -> ContentHash {
    let resolved = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
    var parts = [program, resolved, version(resolved)]
    if resolved.hasSuffix("/swiftly") {
      let environment = ProcessInfo.processInfo.environment
      let home = environment["SWIFTLY_HOME_DIR"] ?? "\(environment["HOME"] ?? "")/.local/share/swiftly"
      parts.append(version("\(home)/config.json"))
      var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      repeat {
        parts.append(version(folder.appendingPathComponent(".swift-version").path))
        folder.deleteLastPathComponent()
      } while folder.path != "/"
    }
    return ContentHash(parts)
  }

  private static func version(_ path: String) -> String {
    FileSignature(path).map { "\($0.size) \($0.modified)" } ?? ""
  }
}
