import Foundation
import Surroundings

/// A unit that is ready to run.
package struct CompiledUnit: Hashable, Sendable {
  package var unit: CellUnit
  /// The shared library.
  package var library: String
  /// The function in it that runs the unit.
  package var entryPoint: String
  /// Names everything that the library was made from.
  package var key: ContentHash
  /// What the key was made from: a name for people and a hash each.
  package var ingredients: [String: String]
  /// Changes only when what later units see of this one changes.
  package var interfaceHash: String
  package var warnings: [Diagnostic]
  /// Seconds that the compiler and the linker took; nil when the library came from the cache.
  package var seconds: Double?
}

/// What a compiled unit was made from, by the names that an explanation uses.
package enum Ingredient {
  package static let code = "its code"
  package static let optimization = "the option “optimize”"
  package static let compiler = "the compiler"
  package static let library = "the library"
}

/// The compiler's verdict on a unit that does not compile.
package struct CompileFailure: Error {
  package var diagnostics: [(file: String?, diagnostic: Diagnostic)]

  package init(diagnostics: [(file: String?, diagnostic: Diagnostic)]) {
    self.diagnostics = diagnostics
  }
}

/// Compiles the units of a notebook, in order; each becomes a module and a shared library.
///
/// Used by one thread at a time: the one that compiles ahead.
package final class UnitCompiler: @unchecked Sendable {
  private let toolchain: Toolchain
  private let libraries: LibraryLocation
  private let cache: CompileCache
  /// What has been compiled so far, by module.
  private var compiled: [String: CompiledUnit] = [:]

  package init(toolchain: Toolchain, libraries: LibraryLocation, cache: CompileCache) {
    (self.toolchain, self.libraries, self.cache) = (toolchain, libraries, cache)
  }

  /// Compiles a unit, or takes it from the cache.
  ///
  /// - Throws: `CompileFailure` with the compiler's messages, `NotebookError` when the compiler cannot run.
  package func compile(_ unit: CellUnit) throws -> CompiledUnit {
    if let place = unit.asyncLet {
      let message =
        "“async let” cannot stand at a cell's top level; write “let name = Task { … }” here and “await name.value” "
        + "where the value is needed"
      throw CompileFailure(
        diagnostics: [(unit.fileName, Diagnostic(severity: .error, message: message, position: place))])
    }
    let dependencies = unit.dependencies.compactMap { compiled[$0] }
    var ingredients = [
      Ingredient.code: "\(ContentHash([unit.module, unit.source]))", Ingredient.optimization: "\(unit.optimize)",
      Ingredient.compiler: "\(toolchain.version) \(toolchain.compiler) \(Toolchain.target)",
      Ingredient.library: libraries.fingerprint,
    ]
    for dependency in dependencies { ingredients[dependency.unit.nameInWords] = dependency.interfaceHash }
    let key = ContentHash(["3"] + ingredients.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
    var seconds: Double?
    var manifest = cache.entry(key, module: unit.module)
    if manifest == nil {
      let start = ContinuousClock.now
      manifest = try cache.make(key, module: unit.module) { try build(unit, in: $0, importing: dependencies) }
      seconds = (ContinuousClock.now - start).seconds
    }
    let result = CompiledUnit(
      unit: unit, library: "\(cache.path(key))/\(unit.module).so", entryPoint: "\(unit.module)_main", key: key,
      ingredients: ingredients,
      interfaceHash: manifest!.interfaceHash, warnings: manifest!.warnings.map(\.diagnostic), seconds: seconds)
    compiled[unit.module] = result
    return result
  }

  private func build(
    _ unit: CellUnit, in folder: String, importing dependencies: [CompiledUnit]
  ) throws -> [CompileCache.Manifest.Warning] {
    let base = "\(folder)/\(unit.module)"
    try unit.source.write(toFile: "\(base).swift", atomically: false, encoding: .utf8)
    var arguments = [
      "-frontend", "-c", "-primary-file", "\(base).swift", "-target", Toolchain.target, "-module-name", unit.module,
      "-entry-point-function-name", "\(unit.module)_main", "-emit-module-path", "\(base).swiftmodule",
      "-enable-testing", "-swift-version", "5", unit.optimize ? "-O" : "-Onone", "-g", "-diagnostic-style", "llvm",
      "-disable-objc-interop", "-plugin-path", toolchain.pluginFolder, "-module-cache-path", clangModules,
      "-Xcc", "-fmodule-map-file=\(try hiddenModules())", "-I", libraries.modules, "-o", "\(base).o",
    ]
    // What earlier cells define counts as public here: its conformances would ask for public members.
    if unit.analysis.conformsOthers { arguments.append("-disable-access-control") }
    for dependency in dependencies {
      arguments += ["-I", URL(fileURLWithPath: dependency.library).deletingLastPathComponent().path]
    }
    let (status, output) = try Subprocess.run(toolchain.compiler, arguments)
    let messages = Diagnostic.parse(output)
    guard status == 0 else {
      guard messages.contains(where: { $0.diagnostic.severity == .error }) else {
        let text = "the compiler ended with status \(status)\n\(output.suffix(2000))"
        throw CompileFailure(diagnostics: [(nil, Diagnostic(severity: .error, message: text))])
      }
      throw CompileFailure(diagnostics: messages)
    }
    // What lies beside a symbol that no library defines shows when the cell is loaded. The error hook is this library's.
    let (linked, report) = try Subprocess.run(
      toolchain.linker,
      [
        "-shared", "--eh-frame-hdr", "--wrap=swift_errorInMain", "-o", "\(base).so", "\(base).o", toolchain.registrar,
      ])
    guard linked == 0 else {
      throw CompileFailure(diagnostics: [(nil, Diagnostic(severity: .error, message: report))])
    }
    try? FileManager.default.removeItem(atPath: "\(base).o")
    return messages.filter { message in
      // A last expression that never returns makes the call around it dead code: not the author's doing.
      message.diagnostic.severity == .warning && message.file?.hasPrefix("gimbal-") == true
        && message.diagnostic.message != "will never be executed"
        // Earlier cells are modules of their own for the compiler only.
        && message.diagnostic.message.range(
          of: #"imported protocol .*owners of 'Cell\d+' introduce"#, options: .regularExpression)
          == nil
    }.map { .init(file: $0.file, diagnostic: $0.diagnostic) }
  }

  /// A module map with an empty module for each C library that the kit uses inside. The compiler wants to see such modules
  /// when it loads a Swift module that imports them, although nothing of them shows in its interface.
  private func hiddenModules() throws -> String {
    let path = "\(cache.folder)/hidden.modulemap"
    let text = LibraryLocation.hiddenModules.map { "module \($0) {}\n" }.joined()
    if FileManager.default.contents(atPath: path) != Data(text.utf8) {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    return path
  }

  /// The compiler's own cache of the system's C modules: it takes a second to fill, and no notebook changes it. Beside the
  /// program where that can be written, so that it survives an emptied cache of cells.
  private var clangModules: String {
    FileManager.default.isWritableFile(atPath: libraries.folder)
      ? "\(libraries.folder)/CellModuleCache" : "\(cache.folder)/clang-modules"
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
