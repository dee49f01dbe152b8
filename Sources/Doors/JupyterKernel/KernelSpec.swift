import CodeHelp
import Foundation

import enum Basics.SystemReason

/// The description by which Jupyter finds and starts the kernel.
package struct KernelSpec: Sendable {
  /// The name under which notebooks remember their kernel.
  package static let name = "swift"

  /// Where a description is installed.
  package enum Place: Hashable, Sendable {
    /// For the user alone.
    case user
    /// Below a prefix: `/usr/local` for all users, or an environment of Python.
    case prefix(String)
    /// Below one of Jupyter's own folders, as JUPYTER_PATH names them.
    case data(String)
  }

  package enum Failure: Error, Hashable, CustomStringConvertible {
    case unwritable(String, String)
    case notInstalled(String)
    case foreign(String)

    package var description: String {
      switch self {
      case .unwritable(let path, let why):
        "\(path): error: the kernel's description cannot be written: \(why); choose another place with --user or --prefix"
      case .notInstalled(let path): "\(path): error: the kernel is not installed there"
      case .foreign(let path):
        "\(path): error: another program has installed a kernel of this name, or somebody has put files there; take them away first, or choose another place"
      }
    }
  }

  /// The folder of the kernel's description.
  package static func folder(
    _ place: Place, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    switch place {
    case .data(let data): return "\(data)/kernels/\(name)"
    case .prefix(let prefix): return "\(URL(fileURLWithPath: prefix).path)/share/jupyter/kernels/\(name)"
    case .user:
      let home = environment["HOME"] ?? NSHomeDirectory()
      let data = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/share"
      return "\(environment["JUPYTER_DATA_DIR"] ?? "\(data)/jupyter")/kernels/\(name)"
    }
  }

  /// The places where Jupyter looks for kernels, the first one first.
  package static func places(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [Place] {
    func folders(_ name: String) -> [String] { (environment[name] ?? "").split(separator: ":").map(String.init) }
    let active = [environment["VIRTUAL_ENV"], environment["CONDA_PREFIX"]].compactMap { $0 }
    // A Jupyter on the path looks in its own environment, whether that is active or not.
    let onPath = folders("PATH").filter { FileManager.default.isExecutableFile(atPath: "\($0)/jupyter") }
      .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    var seen: Set<Place> = []
    return
      (folders("JUPYTER_PATH").map(Place.data) + [.user] + (active + onPath + ["/usr/local", "/usr"]).map(Place.prefix))
      .filter { seen.insert($0).inserted }
  }

  /// What starts the kernel.
  package var program: String
  /// Arguments next to those that every kernel has.
  package var arguments: [String]
  /// Variables of the environment that the kernel needs.
  package var environment: [String: String]

  package init(program: String, arguments: [String] = [], environment: [String: String] = [:]) {
    (self.program, self.arguments, self.environment) = (program, arguments, environment)
  }

  /// The content of `kernel.json`.
  package var json: JSON {
    let start = [program, "kernel", "run", "--connection-file", "{connection_file}"] + arguments
    return [
      "argv": .list(start.map(JSON.text)), "display_name": "Swift (Gimbal)", "language": "swift",
      "interrupt_mode": "message", "env": .object(environment.mapValues(JSON.text)),
      "metadata": ["debugger": false],
    ]
  }

  /// Writes the description with its pictures: whole or not at all.
  ///
  /// - Returns: the folder.
  /// - Throws: `Failure`.
  @discardableResult
  package func install(at place: Place) throws(Failure) -> String {
    let folder = Self.folder(place)
    let files = FileManager.default
    if files.fileExists(atPath: folder), !Self.isOurs(folder) { throw .foreign(folder) }
    let new = folder + ".new-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try files.createDirectory(atPath: new, withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try (encoder.encode(json) + Data("\n".utf8)).write(to: URL(fileURLWithPath: "\(new)/kernel.json"))
      for (name, data) in Logo.files { try data.write(to: URL(fileURLWithPath: "\(new)/\(name)")) }
      if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
      try files.moveItem(atPath: new, toPath: folder)
    } catch {
      try? files.removeItem(atPath: new)
      throw .unwritable(folder, SystemReason.words(error))
    }
    return folder
  }

  /// Takes the description away.
  ///
  /// - Returns: the folder in which it was.
  /// - Throws: `Failure`.
  @discardableResult
  package static func uninstall(from place: Place) throws(Failure) -> String {
    let folder = folder(place)
    guard FileManager.default.fileExists(atPath: folder) else { throw .notInstalled(folder) }
    guard isOurs(folder) else { throw .foreign(folder) }
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      throw .unwritable(folder, SystemReason.words(error))
    }
    return folder
  }

  /// What is installed in a place starts this program; nil when none of ours is installed there.
  package static func installedProgram(in place: Place) -> String? {
    let folder = folder(place)
    return isOurs(folder) ? start(folder).first : nil
  }

  private static func start(_ folder: String) -> [String] {
    let data = FileManager.default.contents(atPath: "\(folder)/kernel.json")
    return (data.flatMap { try? JSON($0) }?["argv"]?.elements ?? []).compactMap(\.string)
  }

  /// Whether there is nothing else in a folder than a description that starts us.
  private static func isOurs(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Array(start(folder).dropFirst().prefix(2)) == ["kernel", "run"]
      && Set(names).subtracting(Logo.files.keys).subtracting(["kernel.json"]).isEmpty
  }
}
