import Foundation
import NotebookDocument
import Testing

@testable import Caches
@testable import Toolchains

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Toolchains as people have them")
struct ToolchainTests {
  /// A toolchain made of scripts: programs in one folder, libraries in another.
  private struct Stub {
    let folder: TestFolder
    var path: String { folder.path }

    init(bin: String, resources: String, version: String = "9.1") throws {
      folder = try TestFolder()
      for name in [
        bin, "\(resources)/linux/x86_64", "\(resources)/linux/aarch64", "\(resources)/host/plugins", "asked",
      ] {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
      }
      for architecture in ["x86_64", "aarch64"] {
        try folder.write("", to: "\(resources)/linux/\(architecture)/swiftrt.o")
      }
      try folder.write("", to: "\(resources)/linux/libswiftCore.so")
      try compiler(bin: bin, resources: resources, version: version)
      for name in ["ld.lld", "llvm-symbolizer"] {
        try folder.write("#!/bin/sh\n", to: "\(bin)/\(name)", executable: true)
      }
    }

    /// Writes the compiler; it leaves a file each time that it is asked.
    func compiler(bin: String, resources: String, version: String) throws {
      let answer = """
        {"compilerVersion": "Swift version \(version) (swift-\(version)-RELEASE)", "target": {"arch": "\(Toolchain.architecture)"},
         "paths": {"runtimeLibraryPaths": ["\(path)/\(resources)/linux"], "runtimeResourcePath": "\(path)/\(resources)"}}
        """
      let script = "#!/bin/sh\n: > '\(path)/asked/'$$\ncat <<'END'\n\(answer)\nEND\n"
      try folder.write(script, to: "\(bin)/swift-frontend", executable: true)
    }

    var timesAsked: Int { (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/asked").count) ?? 0 }

    func find(_ path: String, _ store: Store? = nil) throws -> Toolchain {
      try Toolchain.find(path: path, store: store ?? Store("\(self.path)/cache"))
    }
  }

  @Test("A tarball: libraries next to the programs")
  func tarball() throws {
    let stub = try Stub(bin: "usr/bin", resources: "usr/lib/swift")
    let found = try stub.find("/nowhere:\(stub.path)/usr/bin")
    #expect(found.compiler == "\(stub.path)/usr/bin/swift-frontend" && found.linker == "\(stub.path)/usr/bin/ld.lld")
    #expect(found.libraries == "\(stub.path)/usr/lib/swift/linux" && found.symbolizer != nil)
    #expect(found.pluginFolder == "\(stub.path)/usr/lib/swift/host/plugins")
    #expect(found.name == "Swift version 9.1 (swift-9.1-RELEASE)" && found.version.contains("9.1"))
  }

  @Test("A distribution: a link to the compiler, libraries elsewhere, and a linker with its version in its name")
  func distribution() throws {
    let stub = try Stub(bin: "libexec/swift/bin", resources: "share/swift/resources")
    try FileManager.default.createDirectory(atPath: "\(stub.path)/bin", withIntermediateDirectories: true)
    #expect(symlink("../libexec/swift/bin/swift-frontend", "\(stub.path)/bin/swiftc") == 0)
    unlink("\(stub.path)/libexec/swift/bin/ld.lld")
    for version in [9, 17] { try stub.folder.write("#!/bin/sh\n", to: "bin/ld.lld-\(version)", executable: true) }
    let found = try stub.find("\(stub.path)/bin")
    #expect(found.compiler == "\(stub.path)/libexec/swift/bin/swift-frontend")
    #expect(found.linker == "\(stub.path)/bin/ld.lld-17")
    #expect(found.registrar.hasPrefix("\(stub.path)/share/swift/resources/linux/"))
  }

  @Test("A manager of toolchains: what is on the path only passes calls on, to one that can change")
  func manager() throws {
    let first = try Stub(bin: "usr/bin", resources: "usr/lib/swift", version: "9.1")
    let second = try Stub(bin: "usr/bin", resources: "usr/lib/swift", version: "9.2")
    let manager = try TestFolder()
    try manager.write(
      "#!/bin/sh\nexec \"$(cat '\(manager.path)/config.json')\" \"$@\"\n", to: "swiftly", executable: true)
    for name in ["swiftc", "swift-frontend"] { #expect(symlink("swiftly", "\(manager.path)/\(name)") == 0) }
    setenv("SWIFTLY_HOME_DIR", manager.path, 1)
    defer { unsetenv("SWIFTLY_HOME_DIR") }
    let store = Store("\(manager.path)/cache")
    for stub in [first, second] {
      try manager.write("\(stub.path)/usr/bin/swift-frontend", to: "config.json")
      let found = try Toolchain.find(path: manager.path, store: store)
      #expect(found.compiler == "\(stub.path)/usr/bin/swift-frontend" && found.linker.hasPrefix(stub.path))
    }
  }

  @Test("The compiler's memory comes in large pages, and what a user has set for the C library stays")
  func variables() {
    #expect(
      Toolchain.variables(temporary: "/t", tunables: nil) == [
        "TMPDIR": "/t", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
      ])
    let both = Toolchain.variables(temporary: "/t", tunables: "glibc.malloc.check=3")["GLIBC_TUNABLES"]
    #expect(both == "glibc.malloc.hugetlb=1:glibc.malloc.check=3")
    #expect(Toolchain.variables(temporary: "/t", tunables: "")["GLIBC_TUNABLES"] == "glibc.malloc.hugetlb=1")
  }

  @Test("A compiler is asked once, and again when it is another")
  func memory() throws {
    let stub = try Stub(bin: "bin", resources: "lib/swift")
    let path = "\(stub.path)/bin"
    for _ in 0..<3 { #expect(try stub.find(path).name.contains("9.1")) }
    #expect(stub.timesAsked == 1)
    try stub.compiler(bin: "bin", resources: "lib/swift", version: "9.22")
    for _ in 0..<3 { #expect(try stub.find(path).name.contains("9.22")) }
    #expect(stub.timesAsked == 2)
  }

  @Test("What is no compiler, or has lost its parts, is passed over or named")
  func lacking() throws {
    let stub = try Stub(bin: "bin", resources: "lib/swift")
    let other = try TestFolder()
    try other.write("#!/bin/sh\necho usage >&2; exit 2\n", to: "swiftc", executable: true)
    #expect(try stub.find("\(other.path):\(stub.path)/bin").compiler == "\(stub.path)/bin/swift-frontend")
    #expect(throws: ToolchainError(.noCompiler("swift-frontend"))) { try stub.find(other.path) }
    unlink("\(stub.path)/bin/ld.lld")
    #expect(throws: ToolchainError(.noCompiler("ld.lld"))) { try stub.find("\(stub.path)/bin") }
  }

  // MARK: The kit

  /// A folder as the build leaves it, with a kit that this compiler has built.
  private func libraries(_ builder: String) throws -> (TestFolder, LibraryLocation) {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/Modules", withIntermediateDirectories: true)
    for name in ["libGimbalKit.so", "CellHost"] { try folder.write(name, to: name) }
    for name in LibraryLocation.kitModules {
      try folder.write("\u{1}\u{2}9.1(9.1)/\(builder)\u{0}\u{1}\(name)", to: "Modules/\(name).swiftmodule")
    }
    return (folder, try LibraryLocation.beside(program: "\(folder.path)/gimbal"))
  }

  @Test("A compiler that did not build the kit is refused, with both names and the remedy")
  func otherCompiler() throws {
    let stub = try Stub(bin: "bin", resources: "lib/swift", version: "9.2")
    let toolchain = try stub.find("\(stub.path)/bin")
    let (folder, same) = try libraries("Swift version 9.2 (swift-9.2-RELEASE)")
    try same.require(toolchain)
    let (another, other) = try libraries("Swift version 9.1 (swift-9.1-RELEASE)")
    defer { withExtendedLifetime((folder, another)) {} }
    do {
      try other.require(toolchain)
      Issue.record("no error")
    } catch {
      #expect(
        "\(error)".contains(
          "built with Swift 9.1, but the compiler on the PATH is Swift 9.2; run “make build”, or put the folder of Swift 9.1 first"
        ), "\(error)")
    }
  }

  @Test("A kit, a host or a module that is built again under a running program is noticed; a touched one is not")
  func changedLibraries() throws {
    let files = ["libGimbalKit.so", "CellHost", "Modules/Inertial.swiftmodule"]
    for name in files {
      let (folder, location) = try libraries("Swift version 9.2 (swift-9.2-RELEASE)")
      try location.requireUnchanged()
      let before = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
      try folder.write(before, to: name)
      try location.requireUnchanged()
      try folder.write(before + "changed", to: name)
      #expect(throws: ToolchainError(.libraryChanged(location.kit)), "\(name)") { try location.requireUnchanged() }
      #expect(try LibraryLocation.beside(program: "\(folder.path)/gimbal").fingerprint != location.fingerprint)
      unlink("\(folder.path)/\(name)")
      #expect(throws: ToolchainError.self) { try location.requireUnchanged() }
    }
  }

  @Test(
    "A kit that is older than its modules is refused where it was built, and nowhere else",
    arguments: [("release", "make build"), ("debug", "swift build --product GimbalKit")])
  func olderKit(configuration: String, remedy: String) throws {
    let folder = try TestFolder()
    let path = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path + "/.build/machine/\(configuration)"
    func place(_ root: String) throws -> LibraryLocation {
      try FileManager.default.createDirectory(atPath: "\(root)/Modules", withIntermediateDirectories: true)
      let files = LibraryLocation.kitModules.map { "Modules/\($0).swiftmodule" } + ["libGimbalKit.so", "CellHost"]
      for name in files { try Data(name.utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)")) }
      return try LibraryLocation.beside(program: "\(root)/gimbal")
    }
    func age(_ file: String, _ seconds: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: file)
    }
    _ = try place(path)
    try Data("{\"binaryPath\" : \"\(path)/gimbal\"}".utf8).write(to: URL(fileURLWithPath: "\(path)/description.json"))
    try age("\(path)/Modules/Inertial.swiftmodule", 10)
    try age("\(path)/libGimbalKit.so", 5)
    for name in LibraryLocation.kitModules where name != "Inertial" {
      try age("\(path)/Modules/\(name).swiftmodule", 100)
    }
    _ = try LibraryLocation.beside(program: "\(path)/gimbal")
    try age("\(path)/libGimbalKit.so", 20)
    #expect(
      throws: ToolchainError(.olderKit(module: "Inertial", remedy: remedy), file: "\(path)/libGimbalKit.so")
    ) { try LibraryLocation.beside(program: "\(path)/gimbal") }
    // A copy, whose times are meaningless; and an installation, which is as it was packed.
    try Data("{\"binaryPath\" : \"/elsewhere/.build/x/gimbal\"}".utf8).write(
      to: URL(fileURLWithPath: "\(path)/description.json"))
    _ = try LibraryLocation.beside(program: "\(path)/gimbal")
    let installed = "\(folder.path)/lib"
    _ = try place(installed)
    try age("\(installed)/libGimbalKit.so", 20)
    _ = try LibraryLocation.beside(program: "\(installed)/gimbal")
  }

  @Test("What the store knows of libraries holds for the very same files only")
  func fingerprint() throws {
    let (folder, location) = try libraries("x")
    let store = Store("\(folder.path)/cache")
    let find = { try LibraryLocation.beside(program: "\(folder.path)/gimbal", store: store).fingerprint }
    #expect(try find() == location.fingerprint)
    #expect(try find() == location.fingerprint)
    try folder.write("libGimbalKit.sO", to: "libGimbalKit.so")
    #expect(try find() != location.fingerprint)
  }

  @Test("A copied build keeps the compiler's modules apart from those of the place that it was copied from")
  func moved() throws {
    let (folder, first) = try libraries("x")
    let (copy, second) = try libraries("x")
    defer { withExtendedLifetime((folder, copy)) {} }
    let store = Store(try TestFolder().path)
    let name = { (path: String) in path.split(separator: "/").last }
    #expect(name(first.moduleCache(store)) != name(second.moduleCache(store)))
  }
}
