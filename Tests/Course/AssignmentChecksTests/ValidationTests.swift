import AssignmentChecks
import Assignments
import NotebookBench
import NotebookDocument
import Testing

@testable import NotebookRunning

@Suite("An assignment before it is handed out")
struct ValidationTests {
  private func validation(_ edit: (String) -> String = { $0 }) throws -> Validation {
    let bench = try Workbench()
    let path = try bench.write(edit(SelfCheckTests.source), to: "lab.md")
    return try Validation(
      Assignment(NotebookParser.read(path)), with: NotebookRunner(cacheFolder: Workbench.cache, keepGoing: true))
  }

  private func errors(_ edit: (String) -> String) throws -> [String] {
    let validation = try validation(edit)
    #expect(!validation.isValid)
    return validation.remarks.filter(\.isError).map(\.message)
  }

  @Test("Solutions get full marks, and zeros do not")
  func valid() throws {
    let validation = try validation()
    #expect(validation.isValid && validation.remarks.isEmpty, "\(validation.remarks)")
    #expect(validation.solved.map(\.earned) == [2, 3])
    #expect(validation.zeroed.map(\.earned) == [0, 0])
  }

  @Test("A solution that does not pass, a missing one and one that does not run are named")
  func solutions() throws {
    let wrong = try errors { $0.replacing("Double { v + a * dt }", with: "Double { v + a }") }
    #expect(
      wrong.contains { $0.hasPrefix("the solution of “step” does not pass this check: from rest: 1 was expected") })
    #expect(wrong.count == 2)
    let missing = try errors {
      $0.replacing(
        "```swift\n//| solution: step\nfunc step(_ v: Double, _ a: Double, _ dt: Double) -> Double { v + a * dt }\n```\n",
        with: "")
    }
    #expect(missing.contains { $0.hasPrefix("the task “step” has no solution") })
    #expect(
      try errors { $0.replacing("{ v + a * dt }\n", with: "{ v + b }\n") }.contains {
        $0.contains("with the solutions, this cell fails")
      })
  }

  @Test("A check that looks at nothing, and one that everything passes, are found")
  func checks() throws {
    let nothing = try errors {
      $0.replacing("try check(\"drawn\"", with: "let drawn: Void? = nil // try check(\"drawn\"")
    }
    #expect(nothing.contains("this check looks at nothing: it calls “check” nowhere"))
    let any = try errors {
      $0.replacing(
        "try check(step(0, 2, 0.5), is: 1, dt: 0.5, \"from rest\")", with: "check(step(0, 2, 0.5) < 2, \"small\")"
      )
      .replacing("try check(step(1, 0, 0.5), is: 1, \"at constant speed\")", with: "check(true, \"always\")")
      .replacing("v + a * dt }, over", with: "0 * v }, over").replacing("Double { v + a * dt }", with: "Double { 0 }")
    }
    #expect(any == ["an answer that is always zero gets all 5 points of “step”; check a value that differs from 0"])
    let part = try validation {
      $0.replacing(
        "try check(step(0, 2, 0.5), is: 1, dt: 0.5, \"from rest\")", with: "check(step(0, 2, 0.5) < 2, \"small\")"
      ).replacing("try check(step(1, 0, 0.5), is: 1, \"at constant speed\")", with: "")
    }
    #expect(
      part.isValid
        && part.remarks.map(\.message) == ["an answer that is always zero passes this check of “step” (2 points)"])
  }

  @Test("What only the solution defines is missed in the student's version")
  func released() throws {
    let lost = try errors {
      $0.replacing(
        "Double { v + a * dt }\n```",
        with: "Double { v + helper(a, dt) }\nfunc helper(_ a: Double, _ dt: Double) -> Double { a * dt }\n```"
      )
      .replacing("::: {.answer", with: "```swift\nprint(helper(1, 2))\n```\n\n::: {.answer")
    }
    #expect(lost.contains { $0.hasPrefix("in the student's version, this cell fails") })
  }

  @Test("Zeros are found for every kind of value that tasks have")
  func zeros() throws {
    let kinds = [
      "Double", "Int", "Bool", "String", "[Double]", "Double?", "Vector3", "Quaternion", "Matrix3", "[[Int]]",
      "[String: Int]?",
    ]
    let body = kinds.enumerated().map { index, kind in
      "```swift\n//| exercise: task\(index)\nfunc task\(index)() -> \(kind) { blank(\"\") }\n```\n\n"
        + "```swift\n//| solution: task\(index)\nfunc task\(index)() -> \(kind) { fatalError() }\n```\n\n"
        + "```swift\n//| check: task\(index)\n//| points: 1\n_ = task\(index)()\ncheck(true, \"came back\")\n```\n"
    }.joined(separator: "\n")
    let validation = try validation { _ in
      "---\nnotebook: {}\n---\n```swift\n//| locked: true\nimport Gimbal\n```\n\n\(body)"
    }
    #expect(validation.zeroed.map(\.earned) == kinds.map { _ in 1 }, "\(validation.zeroed.compactMap(\.failure))")
  }
}
