import Assignments
import CellCompiler
import Foundation
import Sandboxes
import Toolchains

/// Which calls a submission makes, as its compiled code says it. The code is read before any of it has run.
struct CallInspection {
  /// What a student's unit calls.
  private struct Calls {
    var kit: Set<CalledName> = []
    var around: String?
  }

  private let job: ConfinedJob
  private let analyses: [CellAnalysis]
  private let references: UnitReferences
  private var calls: [Int: Calls] = [:]

  /// Reads the libraries of all units in a cache that nothing but a compiler has written.
  init(_ job: ConfinedJob, modules: [String?], cache: String?) {
    self.job = job
    analyses = job.units.map { CodeUnit.analysis(of: $0.code) }
    var libraries: [String: LibrarySymbols] = [:]
    for module in Set(modules.compactMap(\.self)) { libraries[module] = Self.symbols(of: module, in: cache) }
    references = UnitReferences(modules, libraries)
    let kit = Set(LibraryLocation.kitModules).subtracting(Self.alwaysAllowed)
    for (index, unit) in job.units.enumerated() where unit.kind == .own {
      guard let module = modules[index] else { continue }
      var found = Calls(around: ReachingAround.words(inSource: unit.code))
      guard let symbols = libraries[module] else {
        found.around = found.around ?? "code that cannot be read"
        calls[index] = found
        continue
      }
      for symbol in symbols.wanted.union(symbols.held) {
        let demangled = Demangling.words(symbol)
        let isOwn = symbols.held.contains(symbol)
        // A copy of the kit's own code in the cell is a call, too. What is the cell's own is not a way around.
        if let demangled, let name = CalledName(demangled: demangled), kit.contains(name.module) {
          found.kit.insert(name)
        }
        if !isOwn, found.around == nil { found.around = ReachingAround.words(symbol, demangled) }
      }
      calls[index] = found
    }
  }

  /// Modules that say nothing about how a task is solved.
  private static let alwaysAllowed = ["Display", "Lessons", "Gimbal"]

  private static func symbols(of module: String, in cache: String?) -> LibrarySymbols? {
    let folder = CompileCache(folder: cache).path(ofModule: module)
    return ScratchFolder.read("\(folder)/\(module).so", limit: 64 << 20).flatMap(LibrarySymbols.init)
  }

  /// Which calls a task does not allow: of its cell, and of all cells of the student's on which that rests. Sorted; empty where all
  /// is allowed.
  func forbidden(_ allowed: [String]?, names: Set<String>) -> [String] {
    guard let allowed else { return [] }
    let reached = units(behind: names)
    var found = Set(
      reached.flatMap { calls[$0]?.kit ?? [] }.filter { !$0.isAllowed(by: allowed) }.map(\.words))
    // Whoever reaches around the list in one cell reaches all.
    for unit in calls.values { if let around = unit.around { found.insert(around) } }
    return found.sorted()
  }

  /// The units that define these names last, those that they refer to, and so on; with whatever could put something else in their
  /// place: extensions and operators, and code that a unit which keeps code can be given.
  private func units(behind names: Set<String>) -> Set<Int> {
    var reached: Set<Int> = []
    var open: [Int] = []
    func reach(_ index: Int) {
      if reached.insert(index).inserted { open.append(index) }
    }
    for name in names { analyses.lastIndex { $0.defines(name) }.map(reach) }
    for index in analyses.indices where job.units[index].kind == .own && analyses[index].extendsOthers { reach(index) }
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
    switch references.names(of: index, in: other) {
    case nil: return analyses[other].definitions.contains { analyses[index].usedNames.contains($0.name) }
    case let names?:
      let defined = analyses[other].definitions.map(\.name).filter(names.contains)
      return job.units[index].kind == .own ? !defined.isEmpty : defined.contains(where: freeNames(index).contains)
    }
  }

  private func freeNames(_ index: Int) -> Set<String> { FreeNames.possible(in: job.units[index].code) }
}
