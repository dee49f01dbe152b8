import Caches
import Files
import Foundation
import NotebookDocument
import Processes
import Toolchains

import enum Basics.PlainFile
import enum Basics.WholeFile

/// A segment whose library is there.
package struct CompiledSegment: Hashable, Sendable {
  package var segment: Segment
  /// The shared library.
  package var library: String
  /// The compiler's warnings, by the unit's file.
  package var warnings: [Diagnostic<UnitPosition>]
  /// Seconds that the compiler and the linker took; nil when the library was there.
  package var seconds: Double?

  package init(segment: Segment, library: String, warnings: [Diagnostic<UnitPosition>], seconds: Double?) {
    (self.segment, self.library, self.warnings, self.seconds) = (segment, library, warnings, seconds)
  }

  /// The same as one that was there.
  package var recalled: CompiledSegment {
    var found = self
    found.seconds = nil
    return found
  }
}

/// The compiler's verdict on a segment that does not compile.
package struct CompileFailure: Error, Sendable {
  package var diagnostics: [Diagnostic<UnitPosition>]

  package init(diagnostics: [Diagnostic<UnitPosition>]) { self.diagnostics = diagnostics }

  /// Whether all errors are in some of these units.
  package func blamesOnly(_ units: [CodeUnit]) -> Bool {
    let errors = diagnostics.filter { $0.severity == .error }
    let files = Set(units.map(\.fileName))
    return !errors.isEmpty && errors.allSatisfy { error in error.position.map { files.contains($0.file) } == true }
  }

  /// The messages about one unit's own code.
  package func about(_ unit: CodeUnit) -> CompileFailure {
    CompileFailure(diagnostics: diagnostics.filter { $0.position?.file == unit.fileName })
  }

  /// The files in which errors are.
  package var files: Set<String> { Set(diagnostics.filter { $0.severity == .error }.compactMap { $0.position?.file }) }
}

/// Compiles segments, each to a module and a shared library, or finds them in the cache.
package struct SegmentCompiler: Sendable {
  let toolchain: Toolchain
  let libraries: LibraryLocation
  package let cache: CompileCache
  /// Next to the kit.
  let packages: BuiltPackages?
  /// Names the kit, the compiler and the packages.
  package let surroundings: ContentHash
  /// What is wanted of segments.
  package var goal = Goal.library
  /// Modules that are known to be there, by their names: they are not looked for.
  package var recalled: [String: CompiledSegment] = [:]

  /// What is wanted of a segment, next to the compiler's messages, which are the same.
  package enum Goal: Sendable {
    /// A library that can be loaded.
    case library
    /// A module with which cells below can be compiled: it is there in half the time.
    case module
  }

  package init(
    toolchain: Toolchain, libraries: LibraryLocation, cache: CompileCache, packages: BuiltPackages? = nil
  ) {
    (self.toolchain, self.libraries, self.cache, self.packages) = (toolchain, libraries, cache, packages)
    surroundings = Self.surroundings(toolchain, libraries, packages: packages)
  }

  /// Names the kit, the compiler and the packages.
  package static func surroundings(
    _ toolchain: Toolchain, _ libraries: LibraryLocation, packages: BuiltPackages?
  ) -> ContentHash {
    ContentHash(
      [toolchain.version, toolchain.compiler, Toolchain.target, libraries.fingerprint]
        + (packages.map { ["\($0.fingerprint)"] } ?? []))
  }

  /// Compiles a draft, or takes its library from the cache.
  ///
  /// - Parameter foretell: receives the errors, where only messages are wanted, before the compiler looks for names
  ///   that may have been meant: with Foundation that takes three times as long as all the rest.
  /// - Throws: `CompileFailure` with the compiler's messages, `PlacedError` when the compiler cannot run or the library
  ///   was built again meanwhile, `Interrupted`.
  package func compile(
    _ draft: SegmentDraft, interrupt: Interrupt?, foretell: (CompileFailure) -> Void = { _ in }
  ) throws -> CompiledSegment {
    if let refusal = draft.units.lazy.compactMap(\.refusal).first { throw CompileFailure(diagnostics: [refusal]) }
    let (segment, source) = draft.segment(with: surroundings)
    let key = CompileCache.key(of: segment.module)
    if let found = find(segment) { return found }
    if let messages = cache.failure(key) { throw CompileFailure(diagnostics: messages) }
    let start = ContinuousClock.now
    do {
      try cache.make(goal == .library ? key : CompileCache.key(of: segment.module, isModuleOnly: true)) { folder in
        let warnings = try build(draft, segment, source, in: folder, interrupt, foretell)
        try libraries.requireUnchanged()
        return warnings
      }
    } catch let failure as CompileFailure where !cache.store.hasVanished {
      cache.note(failure: failure.diagnostics, key)
      throw failure
    } catch let error where cache.store.hasVanished && !(error is Interrupted) {
      // What has run is not for nothing: the cell fails, and the report says why.
      let words = StoreError(.vanishedCache).message
      throw CompileFailure(diagnostics: [Diagnostic(severity: .error, message: words)])
    }
    guard var compiled = find(segment) else {
      throw cache.store.unwritable("what was written cannot be read again")
    }
    compiled.seconds = (ContinuousClock.now - start).seconds
    return compiled
  }

  /// A segment's library, if it is in the cache and whole; its module, where no more is wanted.
  package func find(_ segment: Segment) -> CompiledSegment? {
    let isModuleOnly = goal == .module
    if isModuleOnly, let found = recalled[segment.module], found.segment == segment { return found }
    guard
      let warnings = cache.warnings(of: segment.module)
        ?? (isModuleOnly ? cache.warnings(of: segment.module, isModuleOnly: true) : nil)
    else { return nil }
    return CompiledSegment(segment: segment, library: library(of: segment), warnings: warnings, seconds: nil)
  }

  private func library(of segment: Segment) -> String {
    "\(cache.path(CompileCache.key(of: segment.module)))/\(segment.module).so"
  }

  /// The folder that holds a module of earlier cells.
  func folder(of module: String) -> String {
    let place = cache.path(CompileCache.key(of: module))
    let isThere = goal == .library || FileManager.default.fileExists(atPath: "\(place)/\(module).swiftmodule")
    return isThere ? place : cache.path(CompileCache.key(of: module, isModuleOnly: true))
  }

  private func build(
    _ draft: SegmentDraft, _ segment: Segment, _ source: String, in folder: String, _ interrupt: Interrupt?,
    _ foretell: (CompileFailure) -> Void
  ) throws -> [Diagnostic<UnitPosition>] {
    let base = "\(folder)/\(segment.module)"
    try PlainFile.write(Data(source.utf8), to: "\(base).swift")
    var patience = SolverPatience.usual
    func compile(guessing: Bool) throws -> (status: Int32, messages: [Diagnostic<UnitPosition>], output: String) {
      let arguments = try arguments(draft, segment, base, guessing: guessing, patience)
      func once() throws -> (status: Int32, output: String) {
        try Subprocess.run(
          toolchain.compiler, arguments, variables: Toolchain.variables(temporary: "\(folder)/tmp"),
          interrupt: interrupt, limit: Self.limit
        )
      }
      var (status, output) = try once()
      // Somebody else has ended it: the system, where memory is short.
      if status == 128 + SIGKILL { (status, output) = try once() }
      return (status, UnitDiagnostics.parse(output, columns: draft.units + draft.expressions.map(\.unit)), output)
    }
    var (status, messages, output) = try compile(guessing: goal == .library)
    // Few expressions are that hard. Which ones are, the compiler says by refusing them.
    let hard = messages.filter(\.isHopeless)
    if !hard.isEmpty {
      patience = .utmost
      (status, messages, output) = try compile(guessing: goal == .library)
      messages += hard.map { UnitDiagnostics.hardExpression(at: $0.position, in: draft.units) }
    }
    // Among several units each is compiled again by itself, unless the compiler has given one up.
    let isSettled = draft.units.isEmpty || draft.units.count + draft.expressions.count == 1
    if goal == .module, status != 0, isSettled || messages.contains(where: \.isHopeless) {
      if messages.contains(where: { $0.severity == .error }) { foretell(CompileFailure(diagnostics: messages)) }
      (status, messages, output) = try compile(guessing: true)
    }
    guard status == 0 else {
      guard messages.contains(where: { $0.severity == .error }) else {
        let text = "the compiler ended with status \(status)\n\(output.suffix(2000))"
        throw CompileFailure(diagnostics: [Diagnostic(severity: .error, message: text)])
      }
      let isLast = isSettled || messages.contains(where: \.isHopeless)
      throw CompileFailure(
        diagnostics: isLast ? try namingImports(messages, draft, segment, in: folder, interrupt) : messages)
    }
    if goal == .module { return Self.told(messages, of: draft) }
    // Symbols that no library defines are found when the cell is loaded. The error hook is this library's. The linker
    // runs in the folder because it puts digits in place of each % in its output path.
    let (linked, report) = try Subprocess.run(
      toolchain.linker,
      [
        "-shared", "--eh-frame-hdr", "--wrap=swift_errorInMain", "-o", "\(segment.module).so", "\(segment.module).o",
        toolchain.registrar,
      ] + toolchain.linking(draft.importedModules) + (packages?.linking ?? []), folder: folder, interrupt: interrupt)
    guard linked == 0 else { throw CompileFailure(diagnostics: [Diagnostic(severity: .error, message: report)]) }
    try? FileManager.default.removeItem(atPath: "\(base).o")
    try ModuleName.show(inLibrary: "\(base).so", insteadOf: segment.module)
    return Self.told(messages, of: draft)
  }

  /// Those messages of a compilation that has succeeded that are worth a reader's time.
  private static func told(
    _ messages: [Diagnostic<UnitPosition>], of draft: SegmentDraft
  ) -> [Diagnostic<UnitPosition>] {
    let files = Set(draft.units.map(\.fileName))
    return messages.filter { message in
      message.severity != .error && (message.severity == .warning || message.isAboutEffort)
        && message.position.map { files.contains($0.file) } == true
        && !UnitDiagnostics.isOurDoing(message.message)
    }
  }

  private func arguments(
    _ draft: SegmentDraft, _ segment: Segment, _ base: String, guessing: Bool, _ patience: SolverPatience
  ) throws -> [String] {
    // As far as the compiler has something to say.
    let product = goal == .library ? ["-c", "-o", "\(base).o"] : ["-emit-sil", "-o", "/dev/null"]
    return ["-frontend"] + product
      + [
        "-primary-file", "\(base).swift", "-entry-point-function-name", segment.entryPoint,
        "-emit-module-path", "\(base).swiftmodule", "-emit-module-doc-path", "\(base).swiftdoc",
      ] + (try settings(draft, segment, guessing: guessing, patience))
  }

  /// Seconds that the compiler may take; what it cannot do in this time it will not do.
  static let limit = 300.0

  /// For how many unknown names in a file the compiler suggests a spelling.
  private static let guesses = 10

  /// How a draft is read, whatever comes of it.
  ///
  /// - Parameter guessing: whether messages of unknown names say which ones may have been meant.
  func settings(
    _ draft: SegmentDraft, _ segment: Segment, guessing: Bool, _ patience: SolverPatience = .utmost
  ) throws -> [String] {
    var arguments = [
      "-target", Toolchain.target, "-module-name", segment.module, "-enable-testing",
      "-swift-version", "5", draft.optimizes ? "-O" : "-Onone", "-gline-tables-only", "-diagnostic-style", "llvm",
      "-disable-objc-interop", "-plugin-path", toolchain.pluginFolder, "-module-cache-path",
      libraries.moduleCache(cache.store), "-Xcc",
      "-fmodule-map-file=\(try hiddenModules())", "-I", libraries.modules,
      "-typo-correction-limit", "\(guessing ? Self.guesses : 0)",
      "-enable-bare-slash-regex",
    ]
    // What earlier cells define counts as public here: its conformances would ask for public members.
    if draft.conformsOthers { arguments.append("-disable-access-control") }
    arguments += patience.arguments
    arguments += packages?.arguments ?? []
    for module in segment.dependencies { arguments += ["-I", folder(of: module)] }
    return arguments
  }

  /// A module map with an empty module for each C library that the kit uses inside. The compiler wants to see such modules
  /// when it loads a Swift module that imports them, although none of them shows in its interface. Another version of
  /// the program, which may use the same cache, has another one.
  func hiddenModules() throws -> String {
    let text = LibraryLocation.hiddenModules.map { "module \($0) {}\n" }.joined()
    // Next to the compiled C modules, whose names hold the map's path: one that moved would have them compiled again.
    let folder = libraries.moduleCache(cache.store)
    let path = "\(folder)/hidden-\("\(ContentHash([text]))".prefix(8)).modulemap"
    if FileManager.default.contents(atPath: path) != Data(text.utf8) {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try WholeFile.write(Data(text.utf8), to: path)
    }
    return path
  }
}

extension ModuleName {
  /// Puts the plain name in a library where a running program can read the module's name: the text that types' names are
  /// made of, and what `#fileID` gives (its length is fixed: slashes fill it up). Symbols keep the module's own name, so that
  /// two modules never share one.
  static func show(inLibrary path: String, insteadOf module: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let name = Data(module.utf8)
    let shown = Array(shown.utf8)
    var index = 0
    while let found = bytes.range(of: name, in: index..<bytes.count) {
      index = found.upperBound
      guard index < bytes.count, bytes[index] == 0 || bytes[index] == UInt8(ascii: "/"),
        found.lowerBound == 0 || !isPartOfName(bytes[found.lowerBound - 1])
      else { continue }
      let filler = bytes[index]
      bytes.replaceSubrange(found, with: shown + [UInt8](repeating: filler, count: name.count - shown.count))
    }
    try PlainFile.write(bytes, to: path)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: ".")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}
