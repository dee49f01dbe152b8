import Foundation
import NotebookDocument

/// Where the libraries that cells link, and the program that runs them, lie: beside this program.
package struct LibraryLocation: Sendable {
  /// The folder of the `.swiftmodule` files.
  package var modules: String
  /// The shared library that cells link.
  package var kit: String
  /// The process in which cells run.
  package var host: String
  /// The folder that holds all this.
  package var folder: String
  /// A hash of the kit's modules: cells compiled against others are not reused.
  package var fingerprint: String

  /// The C modules that the kit's Swift modules import for themselves only.
  package static let hiddenModules = ["CLAPACK", "CGnuplot", "CBLAS", "CInertial", "CZlib"]

  /// The Swift modules that the kit holds, which is what cells can import.
  package static let kitModules = [
    "Display", "Figures", "GestureFigures", "Gestures", "Gimbal", "Inertial", "InertialFigures", "Networks",
    "Rotations",
  ]

  /// The libraries beside the running program.
  ///
  /// - Throws: `NotebookError` when the library or the host is not there.
  package static func beside(program: String = currentProgram) throws -> LibraryLocation {
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
  package static var currentProgram: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }

  private static func fingerprint(of folder: String) throws -> String {
    let parts = try kitModules.flatMap { name -> [String] in
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name).swiftmodule") else {
        throw NotebookError(.noHost("\(name).swiftmodule"))
      }
      return [name, "\(ContentHash(data))"]
    }
    return "\(ContentHash(parts))"
  }
}
