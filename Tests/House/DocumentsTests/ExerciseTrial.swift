import CellKernel
import Display
import Foundation
import NotebookBench
import NotebookDocument
import Testing

@testable import CellCompiler
@testable import NotebookRunning

/// The exercises of a notebook, and what its checks say of answers to them.
struct ExerciseTrial: Sendable, CustomStringConvertible {
  var notebook: Notebook

  var description: String { URL(filePath: notebook.path).deletingPathExtension().lastPathComponent }

  /// The names of its exercises, in order.
  var exercises: [String] {
    notebook.cells.compactMap { if case .exercise(let name) = $0.options.role { name } else { nil } }
  }

  /// All notebooks of a folder of the checkout, by name.
  static func all(in folder: String) -> [ExerciseTrial] {
    let place = Checkout.root.appendingPathComponent(folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.sorted().filter { $0.hasSuffix(".md") }.compactMap { name in
      (try? NotebookParser.read("\(place)/\(name)")).map { ExerciseTrial(notebook: $0) }
    }
  }

  /// The code of the cells with a role.
  func code(_ role: CellRole) -> String {
    notebook.cells.filter { $0.options.role == role }.map(\.code).joined(separator: "\n")
  }

  /// The hints of an exercise's blanks; nil where it has none.
  func hints(of exercise: String) -> [String]? {
    guard let index = notebook.exercise(exercise), case .blank(let hints) = notebook.fates[index] else { return nil }
    return hints
  }

  /// An exercise with these texts in its blanks; nil where there are more or fewer blanks.
  func filled(_ exercise: String, with answer: WrongAnswer) -> String? {
    let code = code(.exercise(exercise))
    let blanks = code.matches(of: /blank\(\s*"(?:[^"\\]|\\.)*"\s*\)/)
    guard blanks.count == answer.blanks.count else { return nil }
    return zip(blanks, answer.blanks).reversed().reduce(code) { $0.replacingCharacters(in: $1.0.range, with: $1.1) }
  }

  /// Tries the solutions of exercises, which must pass every check, and wrong answers to them, of which each must be named. All are
  /// compiled together, each by itself within braces, and run once.
  func expectNamed(_ wrong: [String: [WrongAnswer]], of exercises: [String]) throws {
    var tried: [(exercise: String, answer: WrongAnswer?, code: String)] = []
    for exercise in exercises {
      tried.append((exercise, nil, code(.solution(exercise))))
      for answer in wrong["\(self)/\(exercise)"] ?? [] {
        tried.append((exercise, answer, try #require(filled(exercise, with: answer), "\(exercise): \(answer)")))
      }
    }
    for (trial, found) in zip(tried, try results(of: tried.map { ($0.exercise, $0.code) })) {
      let refusals = found.filter { !$0.hasPassed }.map(\.words)
      guard let answer = trial.answer else {
        #expect(found.count >= 2 && refusals.isEmpty, "\(self)/\(trial.exercise): \(refusals)")
        continue
      }
      #expect(
        refusals.contains { $0.contains(answer.names) },
        "\(self)/\(trial.exercise), \(answer.blanks): “\(answer.names)” is not in \(refusals)")
    }
  }

  /// What the checks of exercises say of code in their place.
  private func results(of answers: [(exercise: String, code: String)]) throws -> [[CheckedResult]] {
    let bench = try Workbench()
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/traces",
      withDestinationPath: Checkout.root.appendingPathComponent("notebooks/traces").path)
    let text = try String(contentsOfFile: notebook.path, encoding: .utf8)
    let parameters = text.firstMatch(of: /(?m)^params:\n(?: .*\n)+/).map { String($0.output) } ?? ""
    let trials = answers.map { "do {\n\($0.code)\n\(code(.check($0.exercise)))\n}" }
    let path = try bench.write(
      "---\nnotebook: {timeout: 3000}\n\(parameters)---\n"
        + (["import Foundation\nimport Gimbal"] + ground(of: answers) + trials).map(cell).joined())
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    let isSuccess = result.isSuccess
    try #require(isSuccess, "\(result.messages.filter { $0.contains("error") })")
    return result.execution.outcomes.suffix(trials.count).map { outcome in
      outcome.outputs.compactMap { output in
        guard case .bundle(let bundle) = output, let json = bundle.contents[MediaType.check] else { return nil }
        return try? JSONDecoder().decode(CheckedResult.self, from: Data(json.utf8))
      }
    }
  }

  /// The code of those cells above the last check that define what answers and checks use: solutions of other exercises, too.
  private func ground(of answers: [(exercise: String, code: String)]) -> [String] {
    var needed = Set(FreeNames.of(answers.map(\.code).joined(separator: "\n")))
    let checks = Set(answers.map { CellRole.check($0.exercise) })
    for check in checks { needed.formUnion(FreeNames.of(code(check))) }
    let end = notebook.cells.lastIndex { checks.contains($0.options.role) } ?? 0
    var kept: [String] = []
    for cell in notebook.cells[..<end].reversed() {
      switch cell.options.role {
      case .exercise, .check: continue
      case .solution, .plain: break
      }
      guard CodeUnit.analysis(of: cell.code).definitions.map(\.name).contains(where: needed.contains) else { continue }
      needed.formUnion(FreeNames.of(cell.code))
      kept.append(cell.code)
    }
    return kept.reversed()
  }
}
