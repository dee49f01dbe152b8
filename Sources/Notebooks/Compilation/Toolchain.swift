import Foundation

/// The programs and folders that compiling a cell needs, found at run time.
public struct Toolchain: Sendable {
  /// The compiler proper: calling it directly halves the time that the `swiftc` driver takes.
  public var compiler: String
  public var linker: String
  /// Turns addresses into lines; without it, crashes have no place.
  public var symbolizer: String?
  /// The folder of the shared libraries of the Swift runtime.
  public var libraries: String
  /// What every shared library with Swift code links: it registers the library's types.
  public var registrar: String
  public var pluginFolder: String
  /// Tells one build of the compiler from another: a part of each cache key.
  public var version: String

  /// The toolchain whose `swift-frontend` comes first on the path.
  ///
  /// - Throws: `NotebookError` when there is none or it is not whole.
  public static func find(path: String? = ProcessInfo.processInfo.environment["PATH"]) throws -> Toolchain {
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

  static var architecture: String {
    #if arch(arm64)
      "aarch64"
    #else
      "x86_64"
    #endif
  }

  static var target: String { "\(architecture)-unknown-linux-gnu" }
}
