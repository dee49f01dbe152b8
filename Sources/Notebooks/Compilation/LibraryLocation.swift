import Foundation

/// Where the libraries that cells link, and the program that runs them, lie: beside this program.
public struct LibraryLocation: Sendable {
  /// The folder of the `.swiftmodule` files.
  public var modules: String
  /// The shared library that cells link.
  public var kit: String
  /// The process in which cells run.
  public var host: String
  /// The folder that holds all this.
  public var folder: String
  /// A hash of all modules: cells compiled against others are not reused.
  public var fingerprint: String

  /// The C modules that the kit's Swift modules import for themselves only.
  static let hiddenModules = ["CLAPACK", "CGnuplot", "CBLAS", "CInertial", "CZlib"]

  /// The libraries beside the running program.
  ///
  /// - Throws: `NotebookError` when the library or the host is not there.
  public static func beside(program: String = currentProgram) throws -> LibraryLocation {
    let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    let location = LibraryLocation(
      modules: "\(folder)/Modules", kit: "\(folder)/libGimbalKit.so", host: "\(folder)/CellHost",
      folder: folder, fingerprint: "")
    for needed in [location.kit, location.host] where !FileManager.default.fileExists(atPath: needed) {
      throw NotebookError(.noHost(needed.split(separator: "/").last.map(String.init) ?? needed))
    }
    var fingerprinted = location
    fingerprinted.fingerprint = try Self.fingerprint(of: location.modules)
    return fingerprinted
  }

  /// The file of the running program.
  public static var currentProgram: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }

  private static func fingerprint(of folder: String) throws -> String {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw NotebookError(.noHost("the folder Modules"))
    }
    // The modules of the runner and of tests do not matter to cells, but telling them apart would be one more rule.
    let parts = names.filter { $0.hasSuffix(".swiftmodule") }.sorted().flatMap { name -> [String] in
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      return [name, "\(ContentHash(data))"]
    }
    return "\(ContentHash(parts))"
  }
}
