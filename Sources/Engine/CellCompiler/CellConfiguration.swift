import Basics
import Foundation
import SwiftIfConfig
import SwiftSyntax
import Toolchains

/// What conditions such as `#if os(Linux)` ask about, for the compiler by which cells are compiled.
struct CellConfiguration: BuildConfiguration {
  /// For the compiler that is found on the path; without one nothing is compiled.
  static let current = CellConfiguration(try? Toolchain.find())

  let compilerVersion: VersionTuple
  /// Cells are compiled in the language mode 5, which calls itself so.
  let languageVersion = VersionTuple(5, 10)
  private let modules: [String]

  init(_ toolchain: Toolchain?) {
    let version = toolchain?.name.firstMatch(of: compiled(/Swift version (\d+)\.(\d+)(?:\.(\d+))?/))?.output
    let parts = [version?.1, version?.2, version?.3 ?? nil].compactMap { $0.flatMap { Int($0) } }
    compilerVersion = VersionTuple(components: parts.isEmpty ? [6, 2] : parts)
    let found = toolchain.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.libraries) } ?? []
    modules =
      LibraryLocation.kitModules + ["Swift"]
      + found.filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(".swiftmodule".count)) }
  }

  func isCustomConditionSet(name: String) -> Bool { false }
  func hasFeature(name: String) -> Bool { false }
  func hasAttribute(name: String) -> Bool { true }

  func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) -> Bool {
    importPath.first.map { modules.contains($0.1) } ?? false
  }

  func isActiveTargetOS(name: String) -> Bool { name == "Linux" }
  func isActiveTargetArchitecture(name: String) -> Bool {
    name == (Toolchain.architecture == "aarch64" ? "arm64" : Toolchain.architecture)
  }
  func isActiveTargetEnvironment(name: String) -> Bool { false }
  func isActiveTargetRuntime(name: String) -> Bool { name == "_Native" || name == "_multithreaded" }
  func isActiveTargetPointerAuthentication(name: String) -> Bool { name == "_none" }
  func isActiveTargetObjectFormat(name: String) -> Bool { name == "ELF" }
  var targetPointerBitWidth: Int { 64 }
  var targetAtomicBitWidths: [Int] { [8, 16, 32, 64] }
  var endianness: Endianness { .little }
}
