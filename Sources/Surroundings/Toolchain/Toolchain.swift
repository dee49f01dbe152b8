import Foundation
import NotebookDocument

/// The programs and folders that compiling a cell needs, found at run time.
package struct Toolchain: Sendable {
  /// The compiler proper: calling it directly halves the time that the `swiftc` driver takes.
  package var compiler: String
  package var linker: String
  /// Turns addresses into lines; without it, crashes have no place.
  package var symbolizer: String?
  /// The folder of the shared libraries of the Swift runtime.
  package var libraries: String
  /// What every shared library with Swift code links: it registers the library's types.
  package var registrar: String
  package var pluginFolder: String
  /// Tells one build of the compiler from another: a part of each cache key.
  package var version: String

  /// The toolchain whose `swift-frontend` comes first on the path.
  ///
  /// - Throws: `NotebookError` when there is none or it is not whole.
  package static func find(path: String? = ProcessInfo.processInfo.environment["PATH"]) throws -> Toolchain {
    let folders = (path ?? "").split(separator: ":").map(String.init)
    guard let found = folders.lazy.map({ "\($0)/swift-frontend" }).first(where: FileManager.default.isExecutableFile)
    else { throw NotebookError(.noCompiler("swift-frontend")) }
    let resolved = URL(fileURLWithPath: found).resolvingSymlinksInPath()
    let bin = resolved.deletingLastPathComponent()
    let root = bin.deletingLastPathComponent().path
    let linker = "\(bin.path)/ld.lld"
    guard FileManager.default.isExecutableFile(atPath: linker) else { throw NotebookError(.noCompiler("ld.lld")) }
    let symbolizer = "\(bin.path)/llvm-symbolizer"
    let registrar = "\(root)/lib/swift/linux/\(Self.architecture)/swiftrt.o"
    guard FileManager.default.fileExists(atPath: registrar) else { throw NotebookError(.noCompiler("swiftrt.o")) }
    // Asking the compiler for its version costs a process of 20 ms at each start. The library's modules load with the
    // version that built them only, and they are part of every cache key; the size tells builds of one version apart.
    let size = (try? FileManager.default.attributesOfItem(atPath: resolved.path)[.size] as? Int) ?? 0
    return Toolchain(
      compiler: resolved.path, linker: linker,
      symbolizer: FileManager.default.isExecutableFile(atPath: symbolizer) ? symbolizer : nil,
      libraries: "\(root)/lib/swift/linux", registrar: registrar, pluginFolder: "\(root)/lib/swift/host/plugins",
      version: "\(size)")
  }

  package static var architecture: String {
    #if arch(arm64)
      "aarch64"
    #else
      "x86_64"
    #endif
  }

  package static var target: String { "\(architecture)-unknown-linux-gnu" }
}
