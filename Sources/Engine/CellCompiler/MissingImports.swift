import Basics
import Foundation
import NotebookDocument
import Processes
import Toolchains

/// Finds the imports that a cell lacks by trying them. Only an import that removes an error is suggested.
extension SegmentCompiler {
  /// The modules that a cell can be expected to need, those of the kit first.
  private static let candidates = [LibraryLocation.umbrella, "Foundation"]

  /// The messages of a unit that does not compile, with advice on those that an import would remove. Costs the
  /// compiler's work once or twice, or nothing if everything is imported.
  func namingImports(
    _ messages: [Diagnostic<UnitPosition>], _ draft: SegmentDraft, _ segment: Segment, in folder: String,
    _ interrupt: Interrupt?
  ) throws -> [Diagnostic<UnitPosition>] {
    let imported = (draft.scope.imports + draft.units.flatMap(\.analysis.imports)).map { $0.split(separator: " ").last }
    let missing = Self.candidates.filter { module in !imported.contains { $0 == module[...] } }
    let errors = Set(messages.filter { $0.severity == .error && $0.position != nil })
    guard !missing.isEmpty, !errors.isEmpty else { return messages }
    // The compiler would think for seconds again about what it has given up: only the names are looked up then.
    if messages.contains(where: \.isHopeless) {
      return try namingImports(messages, draft, segment, from: missing, in: folder, interrupt)
    }
    /// The errors that are not there with these imports, and what the compiler then says in their place of something else.
    func spared(
      by modules: [String], guessing: Bool = false
    ) throws -> [Diagnostic<UnitPosition>: [Diagnostic<UnitPosition>]] {
      let left = try typeCheck(draft, segment, adding: modules, guessing: guessing, in: folder, interrupt)
      var spared: [Diagnostic<UnitPosition>: [Diagnostic<UnitPosition>]] = [:]
      for error in errors where error.isAboutNames {
        let rest = left.filter { $0.stands(in: error) }
        if rest.isEmpty || error.isOfAnUnknownName && !rest.contains(where: \.isOfAnUnknownName) {
          spared[error] = rest
        }
      }
      return spared
    }
    var all = try spared(by: missing)
    guard !all.isEmpty else { return messages }
    // Only what is reported in the end needs names that may have been meant.
    if !all.values.allSatisfy(\.isEmpty) { all = try spared(by: missing, guessing: true) }
    let first = missing.count > 1 ? try spared(by: [missing[0]]) : all
    return messages.map { message in
      guard let rest = all[message] else { return message }
      let module = first[message] != nil ? missing[0] : missing[missing.count - 1]
      var message = message.advising(importOf: module)
      if let next = rest.first { message.message += ", and then fix this: \(next.message)" }
      return message
    }
  }

  /// The messages with advice on those unknown names that one of these modules has.
  private func namingImports(
    _ messages: [Diagnostic<UnitPosition>], _ draft: SegmentDraft, _ segment: Segment, from modules: [String],
    in folder: String, _ interrupt: Interrupt?
  ) throws -> [Diagnostic<UnitPosition>] {
    let names = Set(messages.compactMap(\.unknownName)).sorted()
    guard !names.isEmpty else { return messages }
    var homes = [String: String]()
    for module in modules where homes.count < names.count {
      let uses = names.enumerated().map { "func probe\($0.offset)() { _ = (\($0.element)).self }\n" }
      let output = try compile(
        "import \(module)\n" + uses.joined(), draft, segment, guessing: false, in: folder, interrupt)
      for name in names where homes[name] == nil && !output.contains("cannot find '\(name)' in scope") {
        homes[name] = module
      }
    }
    return messages.map { message in
      guard let module = message.unknownName.flatMap({ homes[$0] }) else { return message }
      return message.advising(importOf: module)
    }
  }

  /// The compiler's messages on a draft with these imports besides.
  private func typeCheck(
    _ draft: SegmentDraft, _ segment: Segment, adding modules: [String], guessing: Bool, in folder: String,
    _ interrupt: Interrupt?
  ) throws -> [Diagnostic<UnitPosition>] {
    let source = modules.map { "import \($0)\n" }.joined() + draft.segment(with: surroundings).source
    let output = try compile(source, draft, segment, guessing: guessing, in: folder, interrupt)
    return UnitDiagnostics.parse(output, columns: draft.units + draft.expressions.map(\.unit))
  }

  /// What the compiler prints about a file in a segment's place.
  private func compile(
    _ source: String, _ draft: SegmentDraft, _ segment: Segment, guessing: Bool, in folder: String,
    _ interrupt: Interrupt?
  ) throws -> String {
    let file = "\(folder)/tmp/\(segment.module).swift"
    try source.write(toFile: file, atomically: false, encoding: .utf8)
    return try Subprocess.run(
      toolchain.compiler,
      ["-frontend", "-emit-sil", "-o", "/dev/null", "-primary-file", file]
        + (try settings(draft, segment, guessing: guessing)),
      variables: Toolchain.variables(temporary: "\(folder)/tmp"), interrupt: interrupt, limit: Self.limit
    ).output
  }
}

extension Diagnostic {
  /// Whether an error is still there in place of another one, whatever it says.
  fileprivate func stands(in other: Diagnostic) -> Bool { severity == .error && position == other.position }

  /// The name that means nothing, where the error is that.
  fileprivate var unknownName: String? {
    message.firstMatch(of: compiled(/^cannot find (?:type )?'(\w+)' in scope/)).map { String($0.1) }
  }

  /// The message with advice to import a module that has the name. What the name was mistaken for here helps nobody.
  fileprivate func advising(importOf module: String) -> Self {
    var message = self
    message.message =
      self.message.replacing(compiled(/; did you mean .*/), with: "")
      + "; write “import \(module)” at the top of this cell, or of one above"
    return message
  }

  /// Whether an error is that a name means nothing.
  fileprivate var isOfAnUnknownName: Bool { message.hasPrefix("cannot find ") }

  /// Whether a message is of what can come from a module: other faults go by chance where something is imported.
  fileprivate var isAboutNames: Bool { CompileAdvice.ofNames.contains { message.contains($0) } }
}
