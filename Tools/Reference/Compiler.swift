import Foundation
import Processes
import Toolchains

/// Something that a person has to mend first.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}

/// The toolchain's compiler, with the modules of this build.
struct Compiler {
  private let toolchain: Toolchain
  /// The folders of the modules and of the module maps of C libraries: our own, those that the build wrote, and those
  /// of packages.
  private let modules: [String]

  /// - Parameter products: The folder that a build leaves its programs in.
  init(products: URL, project: URL) throws {
    toolchain = try Toolchain.find()
    func maps(below folder: URL) -> [String] {
      (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix("module.modulemap") }.map { folder.appending(path: $0).path }
    }
    let built = try FileManager.default.contentsOfDirectory(atPath: products.path).filter { $0.hasSuffix(".build") }
      .map { products.appending(path: $0).appending(path: "module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
    let checkouts = products.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
    let foreign = maps(below: checkouts).filter { $0.contains("/include/") }
    modules =
      ["-I", products.appending(path: "Modules").path]
      + (maps(below: project.appending(path: "Sources")) + built + foreign).flatMap {
        ["-Xcc", "-fmodule-map-file=\($0)"]
      }
  }

  /// Writes the symbol graph of a module into a folder.
  func extractSymbols(of module: String, into folder: URL) throws {
    let program = URL(filePath: toolchain.compiler).deletingLastPathComponent().appending(
      path: "swift-symbolgraph-extract")
    _ = try run(
      program.path,
      ["-module-name", module, "-target", Toolchain.target] + modules
        + [
          "-minimum-access-level", "public", "-skip-synthesized-members", "-skip-inherited-docs", "-output-dir",
          folder.path,
        ],
      about: "the public names of \(module)")
  }

  /// The checked tree of a program's code, as the compiler writes it.
  func syntaxTree(of code: String, named name: String) throws -> [String: Any] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gimbal-reference-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "main.swift")
    try code.write(to: file, atomically: true, encoding: .utf8)
    let output = try run(
      toolchain.compiler,
      [
        "-frontend", "-swift-version", "5", "-suppress-warnings", "-dump-ast", "-dump-ast-format", "json", "-target",
        Toolchain.target, "-module-name", "main", file.path,
      ] + modules, about: "the examples in \(name)")
    guard let tree = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] else {
      throw Refusal(description: "the compiler gave no tree of \(name)")
    }
    return tree
  }

  private func run(_ program: String, _ arguments: [String], about what: String) throws -> String {
    let (status, output) = try Subprocess.run(program, arguments)
    guard status == 0 else {
      let errors = output.split(separator: "\n").filter { $0.contains(": error: ") && $0.count < 400 }.prefix(20)
      throw Refusal(description: "the compiler refuses \(what):\n\(errors.joined(separator: "\n"))")
    }
    return output
  }
}
