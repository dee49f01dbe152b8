import Assignments
import CellCompiler
import Foundation
import Toolchains

/// What the compiled code of a submission says about itself, before any of it has run: which calls it makes, and which cells a task
/// rests on.
struct CallInspection {
  /// What a student's unit calls.
  private struct Calls {
    var kit: Set<CalledName> = []
    /// What reaches around a list of calls from anywhere, and from the cells on which a task rests.
    var around: String?
    var kept: String?
    var state: String?
    var writesState = false
    /// Whether it can tell the time, or something like that.
    var tellsTime = false
  }

  private let job: ConfinedJob
  private let analyses: [CellAnalysis]
  private let references: UnitReferences
  private var calls: [Int: Calls] = [:]
  private let storage: OwnStorage
  /// The operators that each unit defines.
  private let operators: [Set<String>]

  /// Reads the libraries of all units, as a compiler has written them.
  init(_ job: ConfinedJob, modules: [String?], libraries data: [String: Data]) {
    self.job = job
    analyses = job.units.map { CodeUnit.analysis(of: $0.code) }
    let libraries = data.compactMapValues(LibrarySymbols.init)
    references = UnitReferences(modules, libraries)
    operators = job.units.map { $0.kind == .own ? OwnWrites.operators(in: $0.code) : [] }
    storage = OwnStorage(job.units.filter { $0.kind == .own }.map(\.code))
    let kit = Set(LibraryLocation.kitModules).subtracting(Self.alwaysAllowed)
    for (index, unit) in job.units.enumerated() where unit.kind == .own {
      guard let module = modules[index] else { continue }
      var found = Calls(around: ReachingAround.words(inSource: unit.code))
      guard let symbols = libraries[module] else {
        found.around = found.around ?? "code that cannot be read"
        calls[index] = found
        continue
      }
      if symbols.beginsByItself { found.around = found.around ?? "code that runs as it is loaded" }
      for symbol in symbols.wanted.union(symbols.held) {
        let demangled = Demangling.words(symbol)
        // A copy of the kit's own code in the cell is a call, too. What is the cell's own is not a way around.
        if let demangled, let name = CalledName(demangled: demangled), kit.contains(name.module), !name.isHarmless {
          found.kit.insert(name)
        }
        guard !symbols.held.contains(symbol), let around = ReachingAround.words(symbol, demangled) else { continue }
        switch around.kind {
        case .anything: found.around = found.around ?? around.words
        case .kept: found.kept = found.kept ?? around.words
        case .state(let isWritten):
          found.state = found.state ?? around.words
          found.writesState = found.writesState || isWritten
        case .course: found.tellsTime = true
        }
      }
      calls[index] = found
    }
  }

  /// Modules that do not show how a task is solved.
  static let alwaysAllowed = ["Display", "Lessons", "Gimbal", "JudgedCalls"]

  /// Which calls a task does not allow, as far as names in compiled code say it: of its cell, and of all cells of the student's on which
  /// that rests. Sorted; empty where all is allowed.
  func forbidden(_ allowed: [String]?, names: Set<String>) -> [String] {
    guard let allowed else { return [] }
    let named = reached(from: names).flatMap { calls[$0]?.kit ?? [] }.filter { !$0.isAllowed(by: allowed) }.map(\.words)
    return Set(named + around(allowed, names: names)).sorted()
  }

  /// What leads around a task's list of calls. Sorted; empty where all is allowed.
  func around(_ allowed: [String]?, names: Set<String>) -> [String] {
    guard allowed != nil else { return [] }
    // A caller that reaches into memory in one cell reaches all.
    var found = Set(calls.values.compactMap(\.around))
    for index in reached(from: names) {
      if let kept = calls[index]?.kept { found.insert(kept) }
      guard let state = calls[index]?.state else { continue }
      if calls.contains(where: { $0.key != index && $0.value.writesState }) { found.insert(state) }
    }
    return found.sorted()
  }

  /// The student's units whose values, made as these ran, code of a task reads: what they have reached counts as the task's.
  func values(of names: Set<String>) -> Set<Int> {
    let all = reached(from: names)
    var found: Set<Int> = []
    for index in all where job.units[index].kind == .own {
      let keepers = OwnReads.keepers(in: job.units[index].code)
      let stored = keepers.union(
        analyses[index].definitions.filter { ["let", "var"].contains($0.importKind) }.map(\.name))
      guard !stored.isEmpty else { continue }
      let isAsked = names.contains { name in
        stored.contains(name) && definers(of: name).contains(index)
      }
      let isRead =
        OwnReads.ofFunctions(in: job.units[index].code).contains(where: stored.contains)
        || all.contains { other in
          other != index && keepers.contains("") && references.usesExtensions(of: index, in: other)
            || other != index && !(references.names(of: other, in: index) ?? freeNames(other)).isDisjoint(with: stored)
        }
      if isAsked || isRead { found.insert(index) }
    }
    // A cell above can wait until it is a certain time.
    if let last = found.filter({ calls[$0]?.tellsTime == true }).max() {
      found.formUnion((0..<last).filter { job.units[$0].kind == .own })
    }
    for index in all { found.formUnion(givers(to: index, asked: names)) }
    return found
  }

  /// The student's units that could have put values into a unit's variables. Into one that was handed out, each that names it could;
  /// into one of the student's, each that changes it, or calls a function that does. What is asked for and is computed can change with
  /// all that a unit keeps.
  private func givers(to index: Int, asked names: Set<String>) -> [Int] {
    let (code, kind) = (job.units[index].code, job.units[index].kind)
    guard kind == .locked || kind == .own else { return [] }
    let changeable = OwnReads.changeable(in: code)
    let others = analyses.indices.filter { other in
      // An operator is no name; its signs are in the code that uses it.
      other != index && job.units[other].kind == .own
        && (refers(other, to: index) || operators[index].contains(where: job.units[other].code.contains))
    }
    let asked = Set(
      analyses[index].definitions.filter { $0.importKind == "var" && names.contains($0.name) }.map(\.name))
    if kind == .own, !asked.isSubset(of: changeable) || storage.isIn(code) { return others }
    guard !changeable.isEmpty else { return [] }
    let variables = OwnReads.changeable(in: code, onlyVariables: true)
    if kind == .own, OwnWrites.isInTypes(code, variables: variables) { return others }
    let keeping =
      kind == .own ? OwnWrites.keepingFunctions(in: code, variables: changeable, countsSteps: !asked.isEmpty) : []
    return others.filter { other in
      let named = references.names(of: other, in: index) ?? freeNames(other)
      guard kind == .own else { return !named.isDisjoint(with: changeable) }
      let code = job.units[other].code
      return !named.isDisjoint(with: keeping) || !OwnWrites.names(in: code).isDisjoint(with: variables)
        || !OwnWrites.names(in: code, countsCalls: false).isDisjoint(with: changeable)
    }
  }

  /// The units that define a name, and which none below replaces: functions of one name that differ in their parameters are all there.
  private func definers(of name: String) -> [Int] {
    var (found, seen): ([Int], Set<String>) = ([], [])
    for index in analyses.indices.reversed() where analyses[index].defines(name) {
      let declared = Set(analyses[index].definitions.filter { $0.name == name }.map { $0.signature ?? "" })
      if found.isEmpty || !declared.isSubset(of: seen) { found.append(index) }
      seen.formUnion(declared)
    }
    return found
  }

  /// The units that define these names, those that they refer to, and so on; with code that a unit which keeps code can be given.
  private func reached(from names: Set<String>) -> Set<Int> {
    var reached: Set<Int> = []
    var open: [Int] = []
    func reach(_ index: Int) {
      if reached.insert(index).inserted { open.append(index) }
    }
    for name in names { definers(of: name).forEach(reach) }
    while let index = open.popLast() {
      for other in 0..<index where refers(index, to: other) { reach(other) }
      guard job.units[index].kind == .own, KeepsCode.isPossible(in: job.units[index].code) else { continue }
      for other in analyses.indices where other > index && job.units[other].kind == .own && refers(other, to: index) {
        reach(other)
      }
    }
    return reached
  }

  /// Whether a unit uses what another one above it defines. The linker knows it of modules, and the source of units in one module.
  private func refers(_ index: Int, to other: Int) -> Bool {
    if references.usesExtensions(of: other, in: index) { return true }
    switch references.names(of: index, in: other) {
    case nil: return analyses[other].definitions.contains { analyses[index].usedNames.contains($0.name) }
    case let names?:
      let defined = analyses[other].definitions.map(\.name).filter(names.contains)
      return job.units[index].kind == .own ? !defined.isEmpty : defined.contains(where: freeNames(index).contains)
    }
  }

  private func freeNames(_ index: Int) -> Set<String> { FreeNames.possible(in: job.units[index].code) }
}
