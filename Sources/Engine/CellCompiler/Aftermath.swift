import Processes

/// What units that failed mean for those below them: their imports hold, and what they were to define is missing.
package struct Aftermath: Hashable, Sendable {
  /// The import declarations of units that failed, in order.
  package private(set) var imports: [String] = []
  /// The names that are missing, and where the unit that failed was to define them. What rests on such a name is missing for
  /// the same reason.
  private(set) var missing: [String: UnitPosition] = [:]

  /// Nothing has failed.
  package init() {}

  /// Whether every name is there.
  package var lacksNothing: Bool { missing.isEmpty }

  /// What a unit lacks that is surely to use a missing name: the name, and where the unit that failed is; nil for any
  /// other unit.
  package func lack(of unit: CodeUnit) -> Lack? {
    guard !missing.isEmpty, unit.role != .parameters else { return nil }
    return FreeNames.of(unit.compilable.code).lazy.compactMap { name in
      missing[name].map { Lack(name: name, place: $0) }
    }
    .first
  }

  /// A name that is missing, and where the unit that failed was to define it, or what it rests on.
  package struct Lack: Hashable, Sendable {
    package var name: String
    package var place: UnitPosition
  }

  /// Goes on behind a unit that ended as it should: what it defines is there.
  package mutating func add(done unit: CodeUnit) {
    guard !missing.isEmpty, !unit.leavesNothing else { return }
    for definition in unit.analysis.definitions { missing[definition.name] = nil }
  }

  /// What is to be known behind a unit.
  ///
  /// - Parameters:
  ///   - isDone: whether it ended as it should.
  ///   - keepsGoing: whether anything runs behind units that failed.
  ///   - imports: gives those of its imports that hold; asked where it failed by itself.
  package func behind(_ unit: CodeUnit, isDone: Bool, keepsGoing: Bool, imports: () -> [String]) -> Aftermath {
    var aftermath = self
    if isDone {
      aftermath.add(done: unit)
    } else if keepsGoing {
      // What was never looked at has no imports.
      let lack = lack(of: unit)
      aftermath.add(failed: unit, imports: lack == nil ? imports() : [], lack: lack)
    }
    return aftermath
  }

  /// Goes on behind a unit that failed.
  ///
  /// - Parameters:
  ///   - imports: those of its imports that hold.
  ///   - lack: what it lacked, where that is why it failed.
  package mutating func add(failed unit: CodeUnit, imports: [String], lack: Lack? = nil) {
    guard !unit.leavesNothing else { return }
    for line in imports where !self.imports.contains(line) { self.imports.append(line) }
    for name in unit.analysis.definitions.map(\.name) {
      missing[name] = lack?.place ?? unit.place(defining: name)
    }
  }

  /// What of this decides the meaning of a unit, next to its code and the state that it starts from.
  package func mark(for unit: CodeUnit) -> [String] {
    imports + (lack(of: unit).map { ["missing \($0.name)"] } ?? [])
  }
}

extension SegmentCompiler {
  /// Those of a unit's imports that the compiler can carry out, found by trying them. If the unit does not compile, one
  /// of them may be why. Costs the compiler's work, and nothing where all of them hold already.
  package func importsThatHold(of unit: CodeUnit, in scope: Scope, interrupt: Interrupt?) -> [String] {
    let new = unit.analysis.imports.filter { !scope.imports.contains($0) }
    func hold(_ imports: [String]) -> Bool {
      var draft = SegmentDraft(in: scope)
      draft.add(CodeUnit(.cell, code: imports.joined(separator: "\n") + "\n"))
      return (try? compile(draft, interrupt: interrupt)) != nil
    }
    if new.isEmpty || hold(new) { return new }
    return new.count == 1 ? [] : new.filter { hold([$0]) }
  }
}
