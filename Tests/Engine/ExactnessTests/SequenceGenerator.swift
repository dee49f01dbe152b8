import CellCompiler
import Foundation

import struct Basics.SeededRandom

/// Makes sequences from seeds.
struct SequenceGenerator {
  private var random: SeededRandom
  private var words = Vocabulary()
  /// What each cell and expression names and defines, of the names that any of them defines.
  private var names: [String: (used: Set<String>, defined: Set<String>)] = [:]
  /// The names that the notebook defines.
  private var defined: Set<String> = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// All, or those that `GIMBAL_SUBJECTS` names, with commas between.
  private static let subjects: [(name: String, words: Vocabulary)] = {
    guard let wanted = ProcessInfo.processInfo.environment["GIMBAL_SUBJECTS"]?.split(separator: ",") else {
      return Vocabulary.subjects
    }
    return Vocabulary.subjects.filter { subject in wanted.contains { $0 == subject.name } }
  }()

  mutating func sequence() -> TrialSequence {
    for _ in 0..<random.pick([1, 2, 2, 3]) { words = words + random.pick(Self.subjects).words }
    noteNames()
    var sequence = TrialSequence(notebooks: [notebook()], steps: [])
    if random.happens(0.1) { sequence.notebooks.append(notebook()) }
    sequence.manner.keepGoing = random.happens(0.4)
    sequence.manner.freeForks = random.happens(0.4) ? 1 : 64
    sequence.manner.compilesApart = random.happens(0.3)
    sequence.manner.cleanCompilesApart = random.happens(0.75)
    sequence.manner.liesInMemory = random.happens(0.2)
    for name in Set(words.files).sorted() where random.happens(0.5) { sequence.files[name] = contents(of: name) }
    let frontEnds = random.happens(0.15)
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      var step = TrialSequence.Step()
      step.notebook = Int.random(in: 0..<sequence.notebooks.count, using: &random)
      if random.happens(0.85) { step.edits = (0..<random.pick([1, 1, 1, 2])).map { _ in edit() } }
      if !words.files.isEmpty, random.happens(0.4) || step.edits.isEmpty { step.fileEdits = [fileEdit()] }
      if frontEnds { step.frontEnd = random.pick([.preview, .runner]) }
      if random.happens(0.08) { step.stop = random.pick([0, 20, 60, 150, 300, 600]) }
      sequence.steps.append(step)
    }
    return sequence
  }

  private mutating func noteNames() {
    for code in words.cells + words.inlines {
      let analysis = CellAnalysis(code)
      names[code] = (analysis.usedNames, Set(analysis.definitions.map(\.name)))
    }
    let known = names.values.reduce(into: Set<String>()) { $0.formUnion($1.defined) }
    for code in names.keys { names[code]!.used.formIntersection(known) }
  }

  /// A cell or an expression that mostly names what is defined: else few notebooks would come far.
  private mutating func pick(_ codes: [String]) -> String {
    var code = random.pick(codes)
    for _ in 0..<8 where !random.happens(0.1) {
      guard let found = names[code], !found.used.subtracting(found.defined).isSubset(of: defined) else { break }
      code = random.pick(codes)
    }
    defined.formUnion(names[code]?.defined ?? [])
    return code
  }

  private mutating func notebook() -> NotebookModel {
    var notebook = NotebookModel()
    defined = []
    if random.happens(0.7) || words.cells.contains(where: { $0.contains("params") }) {
      notebook.parameters = [.init(name: "alpha", value: value())]
    }
    let opening = words.cells.filter { $0.hasPrefix("import Foundation") }
    if let first = opening.first {
      notebook.items.append(.cell(CellModel(code: first)))
      defined.formUnion(names[first]?.defined ?? [])
    }
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      notebook.items.append(item())
      // Several expressions in one gap are looked at together.
      while case .inline = notebook.items.last, random.happens(0.5) {
        notebook.items.append(.inline(pick(words.inlines)))
      }
    }
    return notebook.withUniqueLabels
  }

  private mutating func item() -> NotebookModel.Item {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .prose("Some words.")
    case 1,
      2 where !words.inlines.isEmpty:
      return .inline(pick(words.inlines))
    default:
      var cell = CellModel(code: pick(words.cells))
      if random.happens(0.2) {
        let (name, value) = option()
        cell.options[name] = value
      }
      if cell.code.contains("// forever") { cell.options["timeout"] = "1.5" }
      return .cell(cell)
    }
  }

  private mutating func option() -> (String, String?) {
    let name = random.pick([
      "error", "error", "error", "eval", "timeout", "optimize", "echo", "output", "include", "label", "fig-width",
      "fig-cap",
    ])
    let value: String? =
      switch name {
      case "error": random.pick(["true", "true", nil])
      case "eval": random.pick(["false", "false", nil])
      case "timeout": random.pick(["40", "50.5", nil])
      case "label": random.pick(["fig-one", "fig-two", nil])
      case "fig-width": random.pick(["3", "4.5", nil])
      case "fig-cap": random.pick(["A caption", nil])
      case "optimize": random.happens(0.3) ? "true" : nil
      default: random.pick(["false", "true", nil])
      }
    return (name, value)
  }

  private mutating func value() -> String {
    random.pick(["1", "2.5", "3", "word", "\"quoted \\\" text\"", "true", "[1, 2]", "[a, b]"])
  }

  private mutating func contents(of name: String) -> String {
    if name.hasSuffix(".so"), random.happens(0.85) { return SequenceTrial.library + random.pick(["1", "2"]) }
    return random.pick(["abc\n", "first\nsecond\n", "1234567890", "", "time_s,ax\n0,1\n"])
  }

  private mutating func place() -> Int { Int.random(in: 0..<60, using: &random) }

  private mutating func edit() -> Edit {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: .insert(item(), at: place())
    case 4..<6: .delete(place())
    case 6..<8: .move(place(), to: place())
    case 8: .duplicate(place(), to: place())
    case 9..<13:
      .change(
        place(), random.happens(0.2) && !words.inlines.isEmpty ? pick(words.inlines) : pick(words.cells))
    case 13..<15:
      {
        let (name, value) = option()
        return .option(place(), name, value)
      }()
    case 15: .prose(place(), random.pick(["More words.", "A line\nand another.", "# A heading"]))
    case 16, 17: .parameter(random.pick(["alpha", "alpha", "beta"]), random.happens(0.8) ? value() : nil)
    case 18: .undo
    default: .nothing
    }
  }

  private mutating func fileEdit() -> FileEdit {
    let name = random.pick(words.files)
    // The folder of a file in one, the file otherwise.
    let place = random.happens(0.7) ? String(name.prefix { $0 != "/" }) : name
    return switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: .write(name, contents(of: name))
    case 4: .append(name, "more")
    case 5..<7: .delete(name)
    case 7: .touch(name)
    case 8: .makeFolder(place)
    case 9: .remove(place)
    case 10: .rename(random.pick([place, name]), random.pick([name, "e", "y.txt"]))
    default: random.happens(0.5) ? .link(place, target: random.pick(["e", "y.txt"])) : .permit(name, 0o600)
    }
  }
}
