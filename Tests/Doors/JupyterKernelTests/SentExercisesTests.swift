import Testing

@testable import JupyterKernel

@Suite("Exercises in Jupyter, done in place", .serialized)
struct SentExercisesTests {
  private let blank = "//| exercise: step\nfunc step(_ v: Double) -> Double {\n  blank(\"the new velocity\")\n}"
  private let filled = "//| exercise: step\nfunc step(_ v: Double) -> Double { v + 1 }"
  private let solution = "//| solution: step\nfunc step(_ v: Double) -> Double { v + 2 }"
  private let check = "//| check: step\nimport Gimbal\ntry check(step(2), is: 3, \"2 and one more\")"

  @Test("The blank shows its hint, what needs it waits, and the reader's own code is kept")
  func states() throws {
    var exercises = SentExercises()
    func words(_ code: String) throws -> String? { exercises.words(inPlaceOf: try CellCode(code, name: "Cell")) }
    func note(_ code: String) throws { exercises.note(try CellCode(code, name: "Cell")) }
    #expect(try words(blank)?.contains("- the new velocity") == true)
    #expect(try words(check)?.contains("Waits for exercise “step”") == true)
    #expect(try words("let y = step(1)")?.contains("Waits for exercise “step”") == true)
    #expect(try words("y + 1")?.contains("Waits for exercise “step”") == true)
    #expect(try words("let other = 1") == nil)
    #expect(try words(filled) == nil)
    try note(filled)
    #expect(try words(check) == nil)
    #expect(try words("step(1)") == nil)
    #expect(try words(solution)?.contains("done with your own code") == true)
    // Anyone who looks the solution up has it.
    #expect(try words(blank) != nil)
    #expect(try words(solution) == nil)
    try note(solution)
    #expect(try words(check) == nil)
  }

  @Test("The kernel reports it instead of the cell's result, and runs the check on what the reader wrote")
  func cells() throws {
    let client = try Client()
    defer { _ = client.end() }
    let (reply, shown) = client.run(blank)
    #expect(reply["status"] == "ok")
    #expect(shown.last?.content["data"]?["text/markdown"]?.string?.contains("- the new velocity") == true)
    #expect(client.run("step(1)").reply["status"] == "ok")
    #expect(client.run(filled).reply["status"] == "ok")
    let checked = client.run(check)
    #expect(checked.reply["status"] == "ok")
    #expect(checked.shown.last?.content["data"]?["text/plain"]?.string == "✓ 2 and one more: 3")
    #expect(client.run(solution).shown.last?.content["data"]?["text/plain"]?.string?.contains("own code") == true)
    #expect(client.value("step(2)") == "3.0")
  }
}
