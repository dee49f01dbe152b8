import Caches
import Files
import Foundation

/// The libraries that cells link and the program that runs them: both are next to this program.
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
  /// The compiler's cache of C modules, for programs that cannot make one; otherwise ``moduleCache(_:)`` chooses it.
  package var fixedModuleCache: String?
  /// The times and sizes of all this when it was hashed.
  private var stamps: [FileSignature?]

  /// The C modules that the kit's Swift modules import for themselves only.
  package static let hiddenModules = ["CLAPACK", "CElementary", "CGnuplot", "CBLAS", "CInertial", "CSQLite", "CZlib"]

  /// The libraries next to the running program.
  ///
  /// What they hold is read, or known to the store as long as the file system says that they are the same files.
  ///
  /// - Throws: `ToolchainError` when the library or the host is not there.
  package static func beside(program: String = currentProgram, store: Store? = nil) throws -> LibraryLocation {
    let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    var location = LibraryLocation(
      modules: "\(folder)/Modules", kit: "\(folder)/libGimbalKit.so", host: "\(folder)/CellHost",
      folder: folder, fingerprint: "", stamps: [])
    for needed in [location.kit, location.host] where !FileManager.default.fileExists(atPath: needed) {
      throw ToolchainError(.noHost(needed.split(separator: "/").last.map(String.init) ?? needed))
    }
    location.stamps = location.files.map { FileSignature($0) }
    try location.requireOneAge()
    let key = ContentHash(location.stamps.map { $0.map { "\($0)" } ?? "" })
    if let known = store?.entry(.tool, key)?.files[Self.memo] {
      location.fingerprint = String(decoding: known, as: UTF8.self)
    } else {
      location.fingerprint = try location.hashed()
      store?.keep(.tool, key, [Self.memo: Data(location.fingerprint.utf8)])
    }
    return location
  }

  private static let memo = "fingerprint"

  /// Makes sure that the kit was linked after its modules were compiled: “swift build --product gimbal” makes the modules again and
  /// leaves the kit, and cells that are compiled with the ones and run with the other crash.
  ///
  /// It is asked where Gimbal was built alone: elsewhere times say when a file was copied or unpacked.
  ///
  /// - Throws: `NotebookError` (`.olderKit`).
  private func requireOneAge() throws {
    guard let linked = stamps[0]?.modified else { return }
    let newer = zip(Self.kitModules, stamps.dropFirst(2)).filter { $1.map { $0.modified > linked } == true }
    guard let module = newer.first?.0, isBuiltHere else { return }
    let isRelease = URL(fileURLWithPath: folder).lastPathComponent == "release"
    throw ToolchainError(
      .olderKit(module: module, remedy: isRelease ? "make build" : "swift build --product GimbalKit"), file: kit)
  }

  /// Whether the folder is a build's, at the place where it was built.
  private var isBuiltHere: Bool {
    guard !isInstalled, let build = folder.range(of: "/.build/") else { return false }
    let description = FileManager.default.contents(atPath: "\(folder)/description.json") ?? Data()
    return description.range(of: Data("\"\(folder[..<build.upperBound])".utf8)) != nil
  }

  /// Makes sure that the kit, the host and the modules on the disk are still those of this value. Costs a dozen calls of
  /// `stat`; a file that was touched or made again is read, and may be as it was.
  ///
  /// - Throws: `ToolchainError` (`.libraryChanged`) when they are not.
  package func requireUnchanged() throws {
    guard files.map({ FileSignature($0) }) != stamps else { return }
    guard (try? hashed()) == fingerprint else { throw ToolchainError(.libraryChanged(kit)) }
  }

  /// The file of the running program.
  package static var currentProgram: String {
    // If there is no `/proc`, as in a sandbox, the kernel has left the name with which the program was started.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? UnsafePointer<CChar>(bitPattern: auxiliaryValue(31)).map { String(cString: $0) } ?? ""
  }

  /// Whether this is an installation, which brings the libraries of the Swift runtime with it and to which nothing is added.
  package var isInstalled: Bool { FileManager.default.fileExists(atPath: "\(folder)/libswiftCore.so") }

  /// The folder of the Swift runtime that the kit is linked with: next to the kit, or in the toolchain.
  package func runtime(of toolchain: Toolchain) -> String { isInstalled ? folder : toolchain.libraries }

  /// What the compiler that built the kit calls itself, as its modules remember it; nil when they do not say.
  package var builder: String? {
    guard let data = FileManager.default.contents(atPath: "\(modules)/Gimbal.swiftmodule"),
      let start = data.range(of: Data("/Swift version ".utf8))?.lowerBound
    else { return nil }
    let name = data[(start + 1)...].prefix { (0x20..<0x7f).contains($0) }
    return String(decoding: name, as: UTF8.self)
  }

  /// Makes sure that cells are compiled by the compiler that built the kit: no other one reads its modules.
  ///
  /// - Throws: `ToolchainError` (`.otherCompiler`) when the toolchain has another.
  package func require(_ toolchain: Toolchain) throws {
    guard let builder, builder != toolchain.name else { return }
    throw ToolchainError(.otherCompiler(builtWith: builder, found: toolchain.name), file: toolchain.compiler)
  }

  /// The compiler's own cache of the system's C modules: it takes seconds to fill, and no notebook changes it. Next to
  /// the program where that was built, so that it survives an emptied store. What it holds is bound to its place, so
  /// that a copied or moved folder gets another one.
  package func moduleCache(_ store: Store) -> String {
    if let fixedModuleCache { return fixedModuleCache }
    guard !isInstalled, FileManager.default.isWritableFile(atPath: folder) else {
      return "\(store.folder)/clang-modules"
    }
    return "\(folder)/CellModuleCache/\(ContentHash([folder]))"
  }

  private var files: [String] { [kit, host] + Self.kitModules.map { "\(modules)/\($0).swiftmodule" } }

  private func hashed() throws -> String {
    let parts = try files.flatMap { path -> [String] in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
        throw ToolchainError(.noHost(name))
      }
      return [name, "\(ContentHash(data))"]
    }
    return "\(ContentHash(parts))"
  }
}

/// What the kernel has told a program as it began: 31 is the name with which it was started (`AT_EXECFN`).
@_silgen_name("getauxval") private func auxiliaryValue(_ kind: UInt) -> UInt
