import Foundation
import NotebookBench
import Testing

@testable import NotebookRunning
@testable import NotebookTemplates

@Suite("Notebooks to start from")
struct TemplateTests {
  @Test("The starter notebook runs, whatever its title")
  func starter() throws {
    let bench = try Workbench()
    let path = try bench.write(StarterNotebook.text(title: "A \"quoted\" \\ title: with colon"))
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess, "\(result.messages)")
    #expect(result.text(0) == "after 30.0 s the phone seems to be 9.00 m away\n")
    #expect(bench.result("README.md").hasPrefix("# A \"quoted\" \\\\ title: with colon\n"))
    #expect(bench.result("fig-drift.svg").contains("<svg"))
  }

  @Test("The lab's notebook runs as it is, fit to hand in")
  func lab() throws {
    let bench = try Workbench()
    let path = try bench.write(LabNotebook.text(title: "Lab 3: \"ours\""))
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", isStrict: true))
    #expect(result.isSuccess, "\(result.messages)")
    // The ten things that the hand-in asks for: five questions, two accuracies, two pictures, the parameters.
    let page = bench.result("README.md")
    #expect(page.contains(" of 78, which is") && page.contains("fig-screen.svg") && page.contains("fig-air.svg"))
    #expect(page.components(separatedBy: "?").count > 8)
    // The course: 18 to 24 letters on a screen, 12 to 15 in the air, of 26.
    let right = page.matches(of: /Right: (\d+) of 78/).compactMap { Double($0.output.1) }
    #expect(right.count == 2 && right[0] / 3 >= 18 && right[1] / 3 >= 15, "\(right)")
    for name in ["fig-screen", "fig-air"] {
      let sheet = bench.result("\(name).svg")
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" { #expect(sheet.contains(">\(letter) → "), "\(letter) in \(name)") }
    }
    // A recording and your own letters take the place of what is made up.
    let strokes = "gesture,label,x,y,t\n" + (0..<20).map { "1,I,10,\(10 * $0),\(0.02 * Double($0))\n" }.joined()
    try bench.write(strokes, to: "mine.csv")
    let own = try bench.runner.run(
      .init(path: path, assignments: ["strokes=\(bench.folder)/mine.csv"], output: "\(bench.folder)/plots"))
    #expect(own.isSuccess && bench.result("README.md").contains(" of 1, which is"), "\(own.messages)")
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/waved", withIntermediateDirectories: true)
    let letters = """
      import Gimbal
      let pen = try AirLetterGenerator(letters: LetterGenerator(seed: 3))
      for (index, letter) in ["L", "O", "L"].enumerated() {
        try pen.trace(letter, index: index).write(to: "waved/\\(letter)-\\(index).csv")
      }
      """
    let writer = try bench.write("---\nnotebook: {}\n---\n" + cell(letters), to: "letters.md")
    #expect(try bench.runner.run(.init(path: writer, output: "\(bench.folder)/plots")).isSuccess)
    let air = try bench.runner.run(
      .init(path: path, assignments: ["waved=\(bench.folder)/waved"], output: "\(bench.folder)/plots"))
    #expect(air.isSuccess && bench.result("README.md").contains("Right: 3 of 3, which is"), "\(air.messages)")
  }
}
