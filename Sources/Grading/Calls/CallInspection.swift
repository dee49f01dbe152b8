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
  private var calls: [Int: Calls] = [:]

  /// Reads the libraries of a student's units in a cache that nothing but a compiler has written.
  init(_ job: ConfinedJob, modules: [String?], cache: String) {
    self.job = job
    analyses = job.units.map { CodeUnit.analysis(of: $0.code) }
    let kit = Set(LibraryLocation.kitModules).subtracting(Self.alwaysAllowed)
    for (index, unit) in job.units.enumerated() where unit.kind == .own {
      guard let module = modules[index] else { continue }
      var found = Calls(around: ReachingAround.words(inSource: unit.code))
      guard let symbols = Self.symbols(of: module, in: cache) else {
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

  private static func symbols(of module: String, in cache: String) -> LibrarySymbols? {
    let folder = CompileCache(folder: cache).path(ofModule: module)
    return ScratchFolder.read("\(folder)/\(module).so", limit: 64 << 20).flatMap(LibrarySymbols.init)
  }

  /// Which calls a task does not allow: of its cell, and of all cells of the student's on which that rests. Sorted; empty where all
  /// is allowed.
  func forbidden(in task: AssignmentTask, names: Set<String>) -> [String] {
    guard let allowed = task.calls else { return [] }
    let reached = units(behind: names)
    var found = Set(
      reached.flatMap { calls[$0]?.kit ?? [] }.filter { !$0.isAllowed(by: allowed) }.map(\.words))
    // Whoever reaches around the list in one cell reaches all.
    for unit in calls.values { if let around = unit.around { found.insert(around) } }
    return found.sorted()
  }

  /// The units that define these names last, those whose names they use, and so on; with whatever could put something else in their
  /// place: extensions and operators, and code that sets their variables or derives from their types.
  private func units(behind names: Set<String>) -> Set<Int> {
    var reached: Set<Int> = []
    var open: [Int] = []
    func reach(_ index: Int?) {
      guard let index, reached.insert(index).inserted else { return }
      open.append(index)
    }
    func definition(of name: String, before limit: Int) -> Int? {
      (0..<limit).last { analyses[$0].defines(name) }
    }
    for name in names { reach(definition(of: name, before: analyses.count)) }
    for index in analyses.indices where job.units[index].kind == .own && analyses[index].extendsOthers { reach(index) }
    while let index = open.popLast() {
      for name in analyses[index].usedNames { reach(definition(of: name, before: index)) }
      let open = analyses[index].definitions.filter { ["var", "class", "protocol"].contains($0.importKind) }.map(\.name)
      for other in analyses.indices where job.units[other].kind == .own && other > index {
        if open.contains(where: analyses[other].usedNames.contains) { reach(other) }
      }
    }
    return reached
  }
}
