import CellKernel
import Display
import Foundation
import NotebookDocument
import Testing

@testable import CellCompiler
@testable import NotebookRunning

@Suite("The exercises of the chapters")
struct ChapterExerciseTests {
  /// An exercise of a chapter, as it stands there.
  struct Exercise: Sendable {
    var chapter: String
    var name: String
    var code: String
    var solution: String
    var checks: String
    var fate: CellFate

    var key: String { "\(chapter)/\(name)" }
    var wrongAnswers: [WrongAnswer] { WrongAnswer.all[key] ?? [] }

    /// The code with these texts in its blanks; nil where there are more or fewer blanks.
    func filled(_ answers: [String]) -> String? {
      let blanks = code.matches(of: /blank\("(?:[^"\\]|\\.)*"\)/)
      guard blanks.count == answers.count else { return nil }
      return zip(blanks, answers).reversed().reduce(code) { $0.replacingCharacters(in: $1.0.range, with: $1.1) }
    }
  }

  static let chapters: [Notebook] = {
    let folder = Checkout.root.appendingPathComponent("notebooks")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".md") }.compactMap { name in
      try? NotebookParser.read("\(folder.path)/\(name)")
    }
  }()

  static let exercises = chapters.flatMap(exercises)

  private static func exercises(of chapter: Notebook) -> [Exercise] {
    let fates = chapter.fates
    return chapter.cells.enumerated().compactMap { index, cell in
      guard case .exercise(let name) = cell.options.role else { return nil }
      func code(_ role: CellRole) -> String {
        chapter.cells.filter { $0.options.role == role }.map(\.code).joined(separator: "\n")
      }
      return Exercise(
        chapter: URL(filePath: chapter.path).deletingPathExtension().lastPathComponent, name: name, code: cell.code,
        solution: code(.solution(name)), checks: code(.check(name)), fate: fates[index])
    }
  }

  @Test("Each has a blank with a hint, a solution, checks, and three wrong answers in the table, which has no others")
  func complete() {
    #expect(Self.exercises.count >= 7)
    #expect(Set(WrongAnswer.all.keys) == Set(Self.exercises.map(\.key)))
    for exercise in Self.exercises {
      guard case .blank(let hints) = exercise.fate else {
        Issue.record("\(exercise.key) has no blank")
        continue
      }
      #expect(hints.allSatisfy { $0.count > 10 }, "\(exercise.key): \(hints)")
      #expect(!exercise.solution.isEmpty && !exercise.checks.isEmpty, "\(exercise.key)")
      #expect(exercise.wrongAnswers.count >= 3, "\(exercise.key)")
      #expect(Set(exercise.wrongAnswers.map(\.names)).count >= 3, "\(exercise.key) has three mistakes of three kinds")
      for answer in exercise.wrongAnswers {
        #expect(exercise.filled(answer.blanks) != nil, "\(exercise.key): \(answer)")
      }
    }
  }

  @Test("The solution passes every check, and each wrong answer is named", arguments: exercises)
  func checks(exercise: Exercise) throws {
    let chapter = try #require(Self.chapters.first { $0.path.hasSuffix("/\(exercise.chapter).md") })
    let answers = exercise.wrongAnswers.compactMap { exercise.filled($0.blanks) }
    // Each by itself within braces: all of them are compiled together.
    let tried = ([exercise.solution] + answers).map { cell("do {\n\($0)\n\(exercise.checks)\n}") }
    let above = Self.cells(above: exercise, in: chapter).map(cell)
    let bench = try Workbench()
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/traces",
      withDestinationPath: Checkout.root.appendingPathComponent("notebooks/traces").path)
    let text = try String(contentsOfFile: chapter.path, encoding: .utf8)
    let parameters = text.firstMatch(of: /(?m)^params:\n(?: .*\n)+/).map { String($0.output) } ?? ""
    let path = try bench.write(
      "---\nnotebook: {timeout: 120}\n\(parameters)---\n" + cell("import Foundation\nimport Gimbal")
        + (above + tried).joined())
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    try #require(result.isSuccess, "\(result.messages)")
    let found = result.execution.outcomes.suffix(tried.count).map { outcome in
      outcome.outputs.compactMap { output -> (hasPassed: Bool, words: String)? in
        guard case .bundle(let bundle) = output, let json = bundle.contents[MediaType.check] else { return nil }
        return (json.contains("\"hasPassed\":true"), bundle.contents[MediaType.plain] ?? "")
      }
    }
    #expect(found[0].count >= 2 && found[0].allSatisfy(\.hasPassed), "\(exercise.key): \(found[0])")
    for (answer, found) in zip(exercise.wrongAnswers, found.dropFirst()) {
      let refusals = found.filter { !$0.hasPassed }.map(\.words)
      #expect(
        refusals.contains { $0.contains(answer.names) },
        "\(exercise.key), \(answer.blanks): “\(answer.names)” is not in \(refusals)")
    }
  }

  /// The code of those cells above an exercise that define what it and its checks use.
  private static func cells(above exercise: Exercise, in chapter: Notebook) -> [String] {
    var needed = Set(FreeNames.of("\(exercise.code)\n\(exercise.checks)"))
    let end = chapter.exercise(exercise.name) ?? 0
    var kept: [String] = []
    for cell in chapter.cells[..<end].reversed() where cell.options.role.exercise == nil {
      let definitions = CodeUnit.analysis(of: cell.code).definitions.map(\.name)
      guard definitions.contains(where: needed.contains) else { continue }
      needed.formUnion(FreeNames.of(cell.code))
      kept.append(cell.code)
    }
    return kept.reversed()
  }
}
