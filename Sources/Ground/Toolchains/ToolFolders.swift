import Foundation

/// The folders of programs that make reports and are not part of the system: `make setup` puts them into `.venv` next
/// to the checkout's build, and those on the path serve as well. The variable `GIMBAL_TOOLS` names another folder
/// instead of `.venv`'s.
package enum ToolFolders {
  /// The search path with the folder of this program's own tools before it.
  package static func path(
    _ path: String? = ProcessInfo.processInfo.environment["PATH"],
    beside program: String? = LibraryLocation.currentProgram
  ) -> String {
    let tools = ProcessInfo.processInfo.environment["GIMBAL_TOOLS"] ?? program.flatMap(own)
    return [tools, path].compactMap { $0 }.joined(separator: ":")
  }

  /// The programs' folder in the checkout in which this program was built; nil for one that was put elsewhere.
  private static func own(_ program: String) -> String? {
    var folder = URL(fileURLWithPath: program).resolvingSymlinksInPath()
    for _ in 0..<6 {
      folder = folder.deletingLastPathComponent()
      let programs = folder.appendingPathComponent(".venv/bin").path
      if FileManager.default.fileExists(atPath: programs) { return programs }
    }
    return nil
  }
}
