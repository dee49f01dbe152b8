import Display
import Foundation
import NotebookBench
import NotebookDocument
import Processes
import Results
import Testing
import Toolchains

import enum Basics.PlainFile

@Suite("The reference of the kit")
struct KitReferenceTests {
  /// The documents of examples, by name.
  private static let documents =
    ((try? FileManager.default.contentsOfDirectory(atPath: Checkout.root.appending(path: "docs/examples").path)) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted()

  /// What the tool says of the documents in the project, and in a folder, by lines.
  private func check(_ folder: URL) throws -> (project: [String], folder: [String]) {
    let program = URL(filePath: LibraryLocation.currentProgram).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "gimbal-reference")
    let project = Checkout.root.appending(path: "docs").path
    let (status, output) = try Subprocess.run(program.path, ["--check", project, folder.path], limit: 1200)
    let lines = output.split(separator: "\n").map(String.init)
    #expect(status == (lines.isEmpty ? 0 : 1))
    let ours = lines.filter { $0.hasPrefix("\(folder.path): ") }
    return (lines.filter { !ours.contains($0) }, ours.map { String($0.dropFirst(folder.path.count + 2)) })
  }

  @Test("Examples run from top to bottom as they are there, without a message", arguments: documents)
  func runs(document: String) throws {
    let bench = try Workbench()
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/traces", withDestinationPath: Checkout.root.appending(path: "notebooks/traces").path)
    try writeGrid(to: "\(bench.folder)/plots/drift-grid")
    let text = try String(contentsOf: Checkout.root.appending(path: "docs/examples/\(document)"), encoding: .utf8)
    let path = try bench.write("---\ntitle: Examples\nnotebook: {timeout: 3000}\n---\n" + text, to: document)
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
  }

  @Test("Examples in the kit's comments compile as they are there")
  func commentsCompile() throws {
    let kit = [
      "Rotations", "Traces", "Calibration", "Recordings", "Stabilization", "Fusion", "Simulation", "Evaluation",
      "Gestures",
      "Networks",
      "Figures", "InertialFigures", "Results", "Posture",
    ]
    var examples: [(place: String, code: [String])] = []
    for room in kit {
      let folder = Checkout.room(room)
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      for file in files.sorted() where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        examples += Self.examples(inCommentsOf: text).map { ("\(room)/\(file)", $0) }
      }
    }
    #expect(examples.count >= 5)
    // What the examples take for granted, and each by itself in a function that is not called.
    let given = """
      import Foundation
      import Gimbal
      let trace = try SimulatedTrace.figureEight.trace()
      let samples = try trace.rawSamples()
      let times = trace.timestamps
      """
    let functions = examples.enumerated().map { index, example in
      "// \(example.place)\nfunc example\(index)() throws {\n\(example.code.map { "  " + $0 }.joined(separator: "\n"))\n}"
    }
    let cells = ([given] + functions).map { "```swift\n\($0)\n```\n" }.joined(separator: "\n")
    let bench = try Workbench()
    let path = try bench.write("---\ntitle: Comments\nnotebook: {timeout: 3000}\n---\n" + cells, to: "comments.md")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess, "\(result.messages)")
  }

  /// Blocks of code in comments, indented by five spaces after an empty line, that begin as Swift does.
  private static func examples(inCommentsOf text: String) -> [[String]] {
    var (examples, block, isAfterEmpty): ([[String]], [String], Bool) = ([], [], false)
    func close() {
      if let first = block.first, ["let ", "var ", "struct ", "try ", "for ", "func "].contains(where: first.hasPrefix)
      {
        examples.append(block)
      }
      block = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let comment = line.drop { $0 == " " }
      if comment.hasPrefix("///     "), isAfterEmpty || !block.isEmpty {
        block.append(String(comment.dropFirst(8)))
      } else {
        close()
      }
      isAfterEmpty = comment == "///"
    }
    close()
    return examples
  }

  /// The results of a grid of two points, as `gimbal run --over` leaves them.
  private func writeGrid(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let writer = try ResultsWriter(
      to: "\(folder)/results.sqlite", .init(name: "drift-grid", title: "Drift", notebook: "", kit: "", version: ""))
    for (index, rate) in [1.0, 2.0].enumerated() {
      var point = PointRecord(id: "\(index)", status: .done, parameters: [.init("rate", .number(rate))])
      point.values = [RecordedValue("drift", .number(0.5 / rate), unit: "m")]
      let table = Table(columns: [.init("error", unit: "m")], rows: [[.number(0.5 / rate)]])
      point.tables = [.init(label: "tbl-runs", title: "Table 1", caption: nil, table: table)]
      try writer.add(index + 1, id: point.id, title: "rate \(rate)", folder: "", varied: ["rate"], point)
    }
    try writer.finish()
  }

  @Test("The page of options has every key of the front matter and every option of cells, and no others")
  func options() throws {
    let page = try String(contentsOf: Checkout.root.appending(path: "docs/options.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let named = rows.flatMap { row in
      row.dropFirst(2).prefix { $0 != "|" }.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
    let known = FrontMatter.knownKeys + FrontMatter.knownNotebookKeys + CellOptions.known
    #expect(Set(named) == Set(known))
  }

  @Test("It is as the sources and the examples say, and each call has an example; a page that is not current is named")
  func isCurrent() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reference-\(UUID().uuidString)")
    try PlainFile.copy(Checkout.root.appending(path: "docs").path, to: folder.path)
    defer { try? FileManager.default.removeItem(at: folder) }
    func change(_ name: String, _ change: (String) -> String) throws {
      let file = folder.appending(path: name)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(change(text) != text)
      try change(text).write(to: file, atomically: true, encoding: .utf8)
    }
    try change("reference/scenes.md") { $0.replacing("scene", with: "secne") }
    try FileManager.default.removeItem(at: folder.appending(path: "reference/air.md"))
    try change("examples/rotations.md") { $0.replacing(/(?m)^.*\.power\(.*\n/, with: "") }
    let (current, lines) = try check(folder)
    #expect(current.isEmpty, "\(current.joined(separator: "\n"))")
    for page in ["scenes.md", "air.md", "rotations.md"] {
      #expect(lines.contains { $0.contains("reference/\(page)") }, "\(page): \(lines)")
    }
    let unused = lines.filter { $0.hasPrefix("no example") }
    #expect(unused.contains { $0.contains("Quaternion.power(_:)") } && unused.count <= 2, "\(unused)")
  }
}

@Suite("The documents")
struct DocumentLinkTests {
  /// The anchors that GitHub gives to the headings of a document, and the targets of its links. Code is neither.
  private static func parts(_ text: String) -> (anchors: Set<String>, targets: [String]) {
    let prose = text.replacing(/(?m)^(`{3,})[\s\S]*?^\1`*$/, with: "")
    var anchors: Set<String> = []
    for heading in prose.matches(of: /(?m)^#{1,6} +(.*?) *$/) {
      let words = heading.output.1.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }.lowercased()
      let anchor = String(
        words.unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_".unicodeScalars.contains($0)
        }.map { $0 == " " ? "-" : Character($0) })
      var (unique, count) = (anchor, 0)
      while anchors.contains(unique) {
        count += 1
        unique = "\(anchor)-\(count)"
      }
      anchors.insert(unique)
    }
    let targets = prose.replacing(/`[^`\n]+`\]/, with: "]").replacing(/`[^`\n]*`/, with: "")
      .matches(of: /\]\(([^()\s]+)\)/).map { String($0.output.1) }
    return (anchors, targets)
  }

  @Test("Every link to a file of the project, and to a heading in it, leads there")
  func linksResolve() throws {
    let docs = Checkout.root.appending(path: "docs")
    let names = FileManager.default.enumerator(atPath: docs.path)?.compactMap { $0 as? String } ?? []
    let documents =
      ["README.md", "CONTRIBUTING.md"].map { Checkout.root.appending(path: $0) }
      + names.filter { $0.hasSuffix(".md") }.sorted().map { docs.appending(path: $0) }
    #expect(documents.count > 30)
    var known: [String: Set<String>] = [:]
    for document in documents {
      let (own, targets) = Self.parts(try String(contentsOf: document, encoding: .utf8))
      for target in targets where !target.contains(/^[a-z]+:/) {
        let halves = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let place = "\(document.path.replacing(Checkout.root.path + "/", with: "")): \(target)"
        let file = halves[0].isEmpty ? document : document.deletingLastPathComponent().appending(path: halves[0])
        let path = file.standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: path) else {
          Issue.record("\(place): no such file")
          continue
        }
        guard halves.count == 2, path.hasSuffix(".md") else { continue }
        if halves[0].isEmpty { known[path] = own }
        let anchors = try known[path] ?? Self.parts(try String(contentsOfFile: path, encoding: .utf8)).anchors
        known[path] = anchors
        #expect(anchors.contains(halves[1]), "\(place): no such heading")
      }
    }
  }
}
