import CellKernel
import Display
import Foundation
import NotebookDocument
import Testing

@testable import CellCompiler
@testable import NotebookRunning

@Suite("The lab")
struct LabTests {
  /// A notebook of the lab, its exercises as they stand there.
  struct Lab: Sendable, CustomStringConvertible {
    var notebook: Notebook
    var description: String { URL(filePath: notebook.path).deletingPathExtension().lastPathComponent }
    var exercises: [String] {
      notebook.cells.compactMap { if case .exercise(let name) = $0.options.role { name } else { nil } }
    }

    /// The code of the cells with a role.
    func code(_ role: CellRole) -> String {
      notebook.cells.filter { $0.options.role == role }.map(\.code).joined(separator: "\n")
    }

    /// An exercise with these texts in its blanks; nil where there are more or fewer blanks.
    func filled(_ exercise: String, with answers: [String]) -> String? {
      let code = code(.exercise(exercise))
      let blanks = code.matches(of: /blank\("(?:[^"\\]|\\.)*"\)/)
      guard blanks.count == answers.count else { return nil }
      return zip(blanks, answers).reversed().reduce(code) { $0.replacingCharacters(in: $1.0.range, with: $1.1) }
    }
  }

  static let labs: [Lab] = {
    let folder = Checkout.root.appendingPathComponent("notebooks/lab").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { $0.hasSuffix(".md") }.compactMap {
      (try? NotebookParser.read("\(folder)/\($0)")).map { Lab(notebook: $0) }
    }
  }()

  @Test("Each exercise has hints, a solution, checks that students get and others that they do not, and wrong answers")
  func complete() throws {
    #expect(Self.labs.map(\.description) == ["1-letters", "2-tracking", "3-air"])
    #expect(Set(LabAnswer.wrong.keys) == Set(Self.labs.flatMap { lab in lab.exercises.map { "\(lab)/\($0)" } }))
    #expect(LabAnswer.wrong.values.joined().count >= 20)
    for lab in Self.labs {
      for (index, cell) in lab.notebook.cells.enumerated() {
        guard case .exercise(let name) = cell.options.role else { continue }
        guard case .blank(let hints) = lab.notebook.fates[index] else {
          Issue.record("\(lab)/\(name) has no blank")
          continue
        }
        #expect(hints.allSatisfy { $0.count > 10 }, "\(lab)/\(name): \(hints)")
        #expect(cell.options.calls != nil, "\(lab)/\(name) says what may be called")
        let checks = lab.notebook.cells.filter { $0.options.role == .check(name) }
        #expect(
          checks.contains { !$0.options.isHidden } && checks.allSatisfy { ($0.options.points ?? 0) > 0 },
          "\(lab)/\(name)")
        for answer in LabAnswer.wrong["\(lab)/\(name)"] ?? [] {
          #expect(lab.filled(name, with: answer.blanks) != nil, "\(lab)/\(name): \(answer)")
        }
      }
      #expect(lab.notebook.questions.count >= 3 && lab.notebook.questions.compactMap(\.points).reduce(0, +) > 0)
    }
  }

  @Test("Solutions pass every check, and each wrong answer is named", arguments: labs)
  func wrongAnswers(lab: Lab) throws {
    var tried: [(exercise: String, answer: LabAnswer?, code: String)] = []
    for exercise in lab.exercises {
      tried.append((exercise, nil, lab.code(.solution(exercise))))
      for answer in LabAnswer.wrong["\(lab)/\(exercise)"] ?? [] {
        tried.append((exercise, answer, try #require(lab.filled(exercise, with: answer.blanks))))
      }
    }
    // All that the checks rest on, and then each answer by itself within braces: they are compiled together, and run once.
    var needed = Set(FreeNames.of(tried.map(\.code).joined(separator: "\n")))
    for exercise in lab.exercises { needed.formUnion(FreeNames.of(lab.code(.check(exercise)))) }
    var above: [String] = []
    for cell in lab.notebook.cells.reversed() {
      switch cell.options.role {
      case .exercise, .check: continue
      case .solution, .plain: break
      }
      guard CodeUnit.analysis(of: cell.code).definitions.map(\.name).contains(where: needed.contains) else { continue }
      needed.formUnion(FreeNames.of(cell.code))
      above.insert(cell.code, at: 0)
    }
    let trials = tried.map { "do {\n\($0.code)\n\(lab.code(.check($0.exercise)))\n}" }
    let bench = try Workbench()
    let text = try String(contentsOfFile: lab.notebook.path, encoding: .utf8)
    let parameters = text.firstMatch(of: /(?m)^params:\n(?: .*\n)+/).map { String($0.output) } ?? ""
    let path = try bench.write(
      "---\nnotebook: {timeout: 120}\n\(parameters)---\n"
        + (["import Foundation\nimport Gimbal"] + above + trials).map(cell).joined())
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    let isSuccess = result.isSuccess
    try #require(isSuccess, "\(result.messages.filter { $0.contains("error") })")
    for (trial, outcome) in zip(tried, result.execution.outcomes.suffix(tried.count)) {
      let found = outcome.outputs.compactMap { output -> (hasPassed: Bool, words: String)? in
        guard case .bundle(let bundle) = output, let json = bundle.contents[MediaType.check] else { return nil }
        return (json.contains("\"hasPassed\":true"), bundle.contents[MediaType.plain] ?? "")
      }
      let refusals = found.filter { !$0.hasPassed }.map(\.words)
      guard let answer = trial.answer else {
        #expect(found.count >= 2 && refusals.isEmpty, "\(lab)/\(trial.exercise): \(refusals)")
        continue
      }
      #expect(
        refusals.contains { $0.contains(answer.names) },
        "\(lab)/\(trial.exercise), \(answer.blanks): “\(answer.names)” is not in \(refusals)")
    }
  }
}
