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
  /// A hash of the kit and its modules: what was made with others is not used again.
  package var fingerprint: String
  /// The times and sizes of all this when it was hashed.
  private var stamps: [FileStamp?]

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
    var location = LibraryLocation(
      modules: "\(folder)/Modules", kit: "\(folder)/libGimbalKit.so", host: "\(folder)/CellHost",
      folder: folder, fingerprint: "", stamps: [])
    for needed in [location.kit, location.host] where !FileManager.default.fileExists(atPath: needed) {
      throw NotebookError(.noHost(needed.split(separator: "/").last.map(String.init) ?? needed))
    }
    location.stamps = location.files.map { FileStamp($0) }
    location.fingerprint = try location.hashed()
    return location
  }

  /// Makes sure that the kit, the host and the modules on the disk are still those of this value. Costs a dozen calls of
  /// `stat`; a file that was touched or made again is read, and may be as it was.
  ///
  /// - Throws: `NotebookError` (`.libraryChanged`) when they are not.
  package func requireUnchanged() throws {
    guard files.map({ FileStamp($0) }) != stamps else { return }
    guard (try? hashed()) == fingerprint else { throw NotebookError(.libraryChanged(kit)) }
  }

  /// The file of the running program.
  package static var currentProgram: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }

  private var files: [String] { [kit, host] + Self.kitModules.map { "\(modules)/\($0).swiftmodule" } }

  private func hashed() throws -> String {
    let parts = try files.flatMap { path -> [String] in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
        throw NotebookError(.noHost(name))
      }
      return [name, "\(ContentHash(data))"]
    }
    return "\(ContentHash(parts))"
  }
}
