import Caches
import Files
import Foundation
import Processes

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
  /// SourceKit's library, which completes names and describes them while code is being written. Nil where it is
  /// missing.
  package var sourceKit: String?
  /// What the compiler calls itself: “Swift version 6.3.1 (swift-6.3.1-RELEASE)”.
  package var name: String
  /// Tells one build of the compiler from another: a part of each cache key.
  package var version: String

  /// The folders in which programs are searched: the path, then those of toolchains that were unpacked by hand,
  /// installed by swiftly or by a distribution. A program started from a menu or by a server may have a bare path.
  package static var searchPath: String {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? CacheFolder.homeOfUser ?? ""
    let swiftly = environment["SWIFTLY_BIN_DIR"] ?? "\(home)/.local/share/swiftly/bin"
    let fixed = [swiftly, "/opt/swift/usr/bin", "/usr/local/swift/usr/bin", "/usr/libexec/swift/bin"]
    // Unpacked tarballs: the newest first, by name.
    let unpacked = ["/opt", "/usr/local", "/usr/libexec/swift", home].filter { !$0.isEmpty }.flatMap { parent in
      ((try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [])
        .filter { $0.hasPrefix("swift-") || parent.hasSuffix("/swift") }
        .sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map { "\(parent)/\($0)/usr/bin" }
    }
    return ([environment["PATH"] ?? ""] + fixed + unpacked).filter { !$0.isEmpty }.joined(separator: ":")
  }

  /// The toolchain whose compiler comes first on the path, wherever it keeps its libraries: the compiler is asked, and its
  /// answer is kept in the store until the compiler is another.
  ///
  /// - Throws: `ToolchainError` when there is none, it is not whole, it does not answer, or there is no room for its processes.
  package static func find(
    path: String? = Toolchain.searchPath, store: Store = Store()
  ) throws -> Toolchain {
    try ProcessRoom.require()
    var problem = ToolchainError(.noCompiler("swift-frontend"))
    for folder in (path ?? "").split(separator: ":") {
      for name in ["swift-frontend", "swiftc"] {
        let program = "\(folder)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: program), let target = try CompilerTarget.of(program, store)
        else { continue }
        do {
          return try Toolchain(of: program, target, path: path)
        } catch let error as ToolchainError {
          // The first that lacks something is what a person will want to hear of.
          if problem.reason == .noCompiler("swift-frontend") { problem = error }
        }
      }
    }
    throw problem
  }

  /// The toolchain of a compiler that has said where its parts are.
  private init(of program: String, _ target: CompilerTarget, path: String?) throws {
    let beside = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    // Next to the libraries, for what is on the path may only pass calls on; or next to what is on the path.
    let resources = target.paths.runtimeResourcePath
    let root = URL(fileURLWithPath: resources).deletingLastPathComponent().deletingLastPathComponent().path
    let folders = ["\(root)/bin", beside, URL(fileURLWithPath: program).deletingLastPathComponent().path]
    let search = (folders + [path ?? ""]).joined(separator: ":")
    guard let compiler = Program.find("swift-frontend", path: search) else {
      throw ToolchainError(.noCompiler("swift-frontend"))
    }
    self.compiler = URL(fileURLWithPath: compiler).resolvingSymlinksInPath().path
    guard let linker = Program.find("ld.lld", path: search) ?? Program.findNumbered("ld.lld", path: search) else {
      throw ToolchainError(.noCompiler("ld.lld"))
    }
    self.linker = linker
    symbolizer =
      Program.find("llvm-symbolizer", path: search) ?? Program.findNumbered("llvm-symbolizer", path: search)
    let libraries = target.paths.runtimeLibraryPaths + ["\(resources)/linux"]
    let architectures = [target.target.arch, Self.architecture]
    let registrars = libraries.flatMap { folder in architectures.map { "\(folder)/\($0)/swiftrt.o" } }
    guard let registrar = registrars.first(where: FileManager.default.fileExists) else {
      throw ToolchainError(.noCompiler("swiftrt.o"))
    }
    self.registrar = registrar
    self.libraries =
      libraries.first { FileManager.default.fileExists(atPath: "\($0)/libswiftCore.so") } ?? libraries[0]
    pluginFolder = "\(resources)/host/plugins"
    sourceKit = ["\(root)/lib", "\(resources)/.."].lazy.map { "\($0)/libsourcekitdInProc.so" }
      .first(where: FileManager.default.fileExists)
    name = target.compilerVersion
    version = "\(name) \(FileSignature(self.compiler)?.size ?? 0)"
  }

  /// What the linker needs for those of these modules that bring a library of the runtime's which no program has loaded yet,
  /// such as `RegexBuilder`.
  package func linking(_ modules: [String]) -> [String] {
    let found = modules.filter { !Self.loaded.contains($0) }.compactMap { module in
      ["\(libraries)/libswift\(module).so", "\(libraries)/lib\(module).so"]
        .first(where: FileManager.default.fileExists)
    }
    return found.isEmpty ? [] : ["--as-needed", "-rpath", libraries] + found
  }

  /// Modules whose libraries the program has loaded itself.
  private static let loaded: Set<String> = ["Swift", "Foundation", "FoundationEssentials", "Dispatch", "Glibc"]

  package static var architecture: String {
    #if arch(arm64)
      "aarch64"
    #else
      "x86_64"
    #endif
  }

  package static var target: String { "\(architecture)-unknown-linux-gnu" }

  /// The variables that a compiler gets in addition to ours. Its memory comes in large pages where the system allows it on
  /// request: a cell then takes a seventh less processor time, which otherwise goes into 6 000 page faults.
  ///
  /// - Parameters:
  ///   - temporary: a folder for the compiler's temporary files.
  ///   - tunables: those of the C library that a user has set; they win.
  package static func variables(
    temporary: String, tunables: String? = ProcessInfo.processInfo.environment["GLIBC_TUNABLES"]
  ) -> [String: String] {
    let own = "glibc.malloc.hugetlb=1"
    return [
      "TMPDIR": temporary, "GLIBC_TUNABLES": [own, tunables ?? ""].filter { !$0.isEmpty }.joined(separator: ":"),
    ]
  }
}
