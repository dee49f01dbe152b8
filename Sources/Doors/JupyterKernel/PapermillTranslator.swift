import Basics
import EmbeddedFiles
import Foundation
import Processes

/// What tells papermill how Swift writes values, so that it can give parameters to notebooks: a module of Python's next
/// to papermill, registered as one of its engines, which it loads when it starts.
package enum PapermillTranslator {
  private static let module = "gimbal_papermill"
  private static let distribution = "\(module)-1.0.dist-info"

  /// The files by their paths in a folder of Python's packages.
  private static var files: [String: Data] {
    let code = Data(EmbeddedFile.text("JupyterKernel/\(module).py").utf8)
    let metadata =
      "Metadata-Version: 2.1\nName: gimbal-papermill\nVersion: 1.0\nSummary: Parameters of Swift notebooks\n"
    let names =
      ["\(module).py"] + ["METADATA", "INSTALLER", "RECORD", "entry_points.txt"].map { "\(distribution)/\($0)" }
    return [
      "\(module).py": code, "\(distribution)/METADATA": Data(metadata.utf8),
      "\(distribution)/INSTALLER": Data("gimbal\n".utf8),
      "\(distribution)/RECORD": Data(names.map { "\($0),,\n" }.joined().utf8),
      "\(distribution)/entry_points.txt": Data("[papermill.engine]\ngimbal = \(module):SwiftEngine\n".utf8),
    ]
  }

  /// The folder of packages of the Python that belongs to a place; nil where there is none, or where it has no use for this:
  /// a person's own folder, when the Python on the path has no papermill.
  package static func folder(
    for place: KernelSpec.Place, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    switch place {
    // One of Jupyter's folders belongs to no Python.
    case .data: return nil
    case .prefix(let prefix):
      let prefix = URL(fileURLWithPath: prefix).path
      let own = ["\(prefix)/bin/python3", "\(prefix)/bin/python"].first(
        where: FileManager.default.isExecutableFile(atPath:))
      let found = ask(own, "import sysconfig; print(sysconfig.get_path('purelib'))")
      return found.flatMap { $0.hasPrefix(prefix + "/") ? $0 : nil }
    case .user:
      return ask(
        nil,
        "import importlib.util as u, site; print(site.getusersitepackages() if site.ENABLE_USER_SITE and u.find_spec('papermill') else '')"
      )
    }
  }

  private static func ask(_ python: String?, _ question: String) -> String? {
    guard let python = python ?? Program.find("python3"),
      let (status, output) = try? Subprocess.run(python, ["-c", question]), status == 0
    else { return nil }
    return output.split(separator: "\n").last.flatMap { $0.hasPrefix("/") ? String($0) : nil }
  }

  /// Writes the module into a folder of Python's packages.
  ///
  /// - Returns: the module's file.
  /// - Throws: `KernelSpec.Failure`; a module of this name that somebody else has written stays.
  package static func install(in folder: String) throws(KernelSpec.Failure) -> String {
    let path = "\(folder)/\(module).py"
    if FileManager.default.fileExists(atPath: path), !isOurs(folder) { throw .foreign(path) }
    do {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(distribution)", withIntermediateDirectories: true)
      for (name, data) in files.sorted(by: { $0.key < $1.key }) { try WholeFile.write(data, to: "\(folder)/\(name)") }
    } catch {
      throw .unwritable(folder, SystemReason.words(error))
    }
    return path
  }

  /// Takes the module away again; nil when none of ours is there.
  ///
  /// - Throws: `KernelSpec.Failure`.
  package static func uninstall(from folder: String) throws(KernelSpec.Failure) -> String? {
    guard isOurs(folder) else { return nil }
    let path = "\(folder)/\(module).py"
    do {
      for name in [path, "\(folder)/\(distribution)"] where FileManager.default.fileExists(atPath: name) {
        try FileManager.default.removeItem(atPath: name)
      }
    } catch {
      throw .unwritable(folder, SystemReason.words(error))
    }
    return path
  }

  private static func isOurs(_ folder: String) -> Bool {
    FileManager.default.contents(atPath: "\(folder)/\(distribution)/INSTALLER") == Data("gimbal\n".utf8)
  }
}
