import Foundation
import Testing

@testable import Toolchains

@Suite("What the kit holds")
struct KitTypesTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../..").standardized

  /// The texts of a module's files, in the order of their names.
  private func sources(of module: String) throws -> [String] {
    let wings = ["Ground", "Kit", "Kit/Motion", "Kit/Learning", "Kit/Drawing", "Kit/Showing"]
    let folders = wings.map { Self.root.appendingPathComponent("Sources/\($0)/\(module)") }
    guard let folder = folders.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return [] }
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
  }

  /// The matches of an expression in a module's files.
  private func found(_ pattern: Regex<(Substring, Substring)>, in module: String) throws -> [String] {
    try sources(of: module).flatMap { $0.matches(of: pattern).map { String($0.output.1) } }.sorted()
  }

  /// The modules of ours that a cell needs when it imports all of the kit: the umbrella, what that imports, and so on.
  private func modules() throws -> [String] {
    let importing =
      /(?m)^(?:@\w+ |package |internal |public )*import (?:(?:struct|enum|class|protocol|func|typealias) )?(\w+)/
    var (found, waiting) = (Set<String>(), [LibraryLocation.umbrella])
    while let module = waiting.popLast() {
      guard !found.contains(module), !(try self.found(/()import/, in: module)).isEmpty else { continue }
      found.insert(module)
      waiting += try self.found(importing, in: module)
    }
    return found.sorted()
  }

  @Test("The list of its types is that of the sources, with every module that a cell needs")
  func types() throws {
    let declaration = /(?m)^public (?:final |indirect )?(?:struct|enum|class|protocol|actor|typealias) (\w+)/
    let list = try modules().map { ([$0] + (try found(declaration, in: $0))).joined(separator: " ") }
    let file = Self.root.appendingPathComponent("Sources/Ground/Toolchains/KitTypes.txt")
    let text = list.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == text,
      "Sources/Ground/Toolchains/KitTypes.txt is not what the sources declare; UPDATE_GOLDEN=1 writes it again")
    #expect(LibraryLocation.kitTypes["Table"] == "Display")
  }

  @Test("The list of their members is that of the sources")
  func members() throws {
    var found = PublicMembers()
    for module in LibraryLocation.kitModules {
      for source in try sources(of: module) { found.read(source) }
    }
    let kit = Set(LibraryLocation.kitTypes.keys)
    let lines = found.members.filter { kit.contains(String($0.key.split(separator: ".")[0])) }.sorted {
      $0.key < $1.key
    }
    .map { ([$0.key] + $0.value).joined(separator: " ") }
    let text = lines.joined(separator: "\n") + "\n"
    let file = Self.root.appendingPathComponent("Sources/Ground/Toolchains/KitMembers.txt")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == text,
      "Sources/Ground/Toolchains/KitMembers.txt is not what the sources declare; UPDATE_GOLDEN=1 writes it again")
    #expect(LibraryLocation.kitMembers["Quaternion"]?.contains("act(on:)") == true)
    #expect(LibraryLocation.kitMembers["Quaternion"]?.contains(".identity") == true)
    #expect(LibraryLocation.kitMembers["Comparison.Run"]?.contains("score") == true)
  }

  @Test("“Inertial” hands on what it says")
  func inertial() throws {
    #expect(try found(/(?m)^@_exported import (\w+)/, in: "Inertial") == LibraryLocation.inertial)
  }
}
