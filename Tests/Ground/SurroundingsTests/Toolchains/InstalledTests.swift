import Foundation
import NotebookDocument
import Testing

@testable import Caches
@testable import Toolchains

@Suite("An installed Gimbal")
struct InstalledTests {
  /// A folder as `make install` leaves it: with the runtime's libraries next to the program.
  private func installation(withRuntime: Bool) throws -> TestFolder {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/lib/Modules", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: "\(folder.path)/bin", withIntermediateDirectories: true)
    for name in ["libGimbalKit.so", "CellHost", "gimbal"] + (withRuntime ? ["libswiftCore.so"] : []) {
      try folder.write(name, to: "lib/\(name)")
    }
    for name in LibraryLocation.kitModules { try folder.write(name, to: "lib/Modules/\(name).swiftmodule") }
    #expect(symlink("../lib/gimbal", "\(folder.path)/bin/gimbal") == 0)
    return folder
  }

  @Test("The kit is found next to the program through the link on the path; nothing is written there")
  func location() throws {
    let folder = try installation(withRuntime: true)
    let location = try LibraryLocation.beside(program: "\(folder.path)/bin/gimbal")
    let lib = URL(fileURLWithPath: "\(folder.path)/lib").resolvingSymlinksInPath().path
    #expect(location.folder == lib && location.isInstalled)
    let store = Store("\(folder.path)/cache")
    #expect(location.moduleCache(store) == "\(store.folder)/clang-modules")
    let other = try installation(withRuntime: false)
    #expect(try LibraryLocation.beside(program: "\(other.path)/bin/gimbal").isInstalled == false)
    withExtendedLifetime((folder, other)) {}
  }

  @Test("Cells are given the runtime's libraries that the kit is linked with")
  func runtime() throws {
    let toolchain = try Toolchain.find()
    let folder = try installation(withRuntime: true)
    let installed = try LibraryLocation.beside(program: "\(folder.path)/bin/gimbal")
    #expect(installed.runtime(of: toolchain) == installed.folder)
    let other = try installation(withRuntime: false)
    let built = try LibraryLocation.beside(program: "\(other.path)/bin/gimbal")
    #expect(built.runtime(of: toolchain) == toolchain.libraries)
    withExtendedLifetime((folder, other)) {}
  }

  @Test("A toolchain is looked for on the path first, then where toolchains lie")
  func searchPath() {
    let folders = Toolchain.searchPath.split(separator: ":").map(String.init)
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    #expect(Array(folders.prefix(path.count)) == path)
    #expect(folders.dropFirst(path.count).contains("/opt/swift/usr/bin"))
    #expect(folders.contains { $0.hasSuffix("swiftly/bin") })
  }
}
