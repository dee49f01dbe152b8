import Basics
import Foundation
import NotebookBench
import Testing

@testable import Processes
@testable import ReportExport
@testable import Reports

/// What paper is made of, next to what pandoc itself would read.
@Suite("The document for pandoc", .enabled(if: TypesettingTools().pandoc != nil, "pandoc is missing: “make setup”"))
struct PandocTreeTests {
  private static let pandoc = TypesettingTools().pandoc ?? ""

  private func blocks(_ markdown: String) -> String { PandocTree.blocks(of: markdown, in: "/nowhere", for: .typst) }

  /// Pandoc's own reading, or what it reads of ours.
  private func read(_ text: String, _ format: String) throws -> NSArray {
    let (status, output) = try Subprocess.run(
      Self.pandoc, ["--from", format, "--to", "json"], input: text, limit: 300)
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? NSDictionary
    let found = try #require(document?["blocks"] as? NSArray, "\(output.prefix(300))")
    #expect(status == 0)
    return found
  }

  private func readOurs(_ markdown: String) throws -> NSArray {
    let bench = try Workbench()
    let reader = "\(bench.folder)/reader.lua"
    try Data(PandocFilter.reader.utf8).write(to: URL(fileURLWithPath: reader))
    return try read(blocks(markdown), reader)
  }

  /// The innermost two parts that differ. The names of headings are those of the page, and line ends in formulas mean nothing.
  private func difference(_ ours: Any, _ theirs: Any) -> String? {
    if ours as? NSObject == theirs as? NSObject { return nil }
    if let a = ours as? [Any], let b = theirs as? [Any], a.count == b.count {
      return zip(a, b).lazy.compactMap { difference($0, $1) }.first
    }
    if let a = ours as? [String: Any], let b = theirs as? [String: Any], let kind = a["t"] as? String,
      kind == b["t"] as? String
    {
      guard let c = a["c"] as? [Any], let d = b["c"] as? [Any] else { return difference(a["c"] ?? "", b["c"] ?? "") }
      switch kind {
      case "Header": return difference([c[0], c[2]], [d[0], d[2]])
      case "Math" where c[1] as? String == Formulas.onOneLine(d[1] as? String ?? ""): return difference(c[0], d[0])
      default: return difference(c, d)
      }
    }
    return "\(ours) for \(theirs)".replacing(/\s+/, with: " ")
  }

  private static let texts: [String] = {
    let root = Checkout.root
    return ["notebooks", "notebooks/lab", "docs", "docs/examples", "."].flatMap { folder in
      let place = root.appendingPathComponent(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      return names.filter { $0.hasSuffix(".md") }.sorted().map { place.appendingPathComponent($0).path }
    }
  }()

  private static let dialect = "gfm-emoji+tex_math_dollars+footnotes+raw_attribute-yaml_metadata_block"

  @Test("Our documents and notebooks are read as pandoc reads Markdown")
  func ownTexts() throws {
    let texts = try Self.texts.map { path in
      try String(contentsOfFile: path, encoding: .utf8).replacing(/(?s)^---\n.*?\n---\n/, with: "")
    }
    #expect(texts.count > 50)
    let text = texts.joined(separator: "\n\n")
    #expect(difference(try readOurs(text), try read(text, Self.dialect)) == nil)
  }

  @Test("Whatever lines are next to each other: pandoc takes what is made of them, and every note ends")
  func shuffledLines() throws {
    var random = SeededRandom(seed: UInt64.random(in: 0..<1 << 32))
    let odd = [
      "[^a] and [^b]", "[^a]: in [^b], [^a] $x$", "[^b]: in [^a]", "    more", "> > - 1. x", "~~a **b~~ c**", "$$",
      "- x",
      "$`a`$ `b`{=latex}", "```{=typst}", "| a | `b\\|c` |", "|---|:-:|", "<!-- -- --> x",
      "![$a$ ![b](c)](<d e> \"f\")",
      "> [!TIP]", "- [ ] x", "<b>\u{1}\\\"</b>", "", "", "",
    ]
    let lines = try Self.texts.prefix(12).flatMap {
      try String(contentsOfFile: $0, encoding: .utf8).components(separatedBy: "\n")
    }
    let made = (0..<300).map { _ in
      let text = (0..<30).map { _ in (Bool.random(using: &random) ? odd : lines).randomElement(using: &random)! }
      return blocks(text.joined(separator: "\n"))
    }
    for json in made {
      #expect((try? JSONSerialization.jsonObject(with: Data(json.utf8))) is NSArray, "seed \(random), \(json)")
    }
    let bench = try Workbench()
    let reader = "\(bench.folder)/reader.lua"
    try Data(PandocFilter.reader.utf8).write(to: URL(fileURLWithPath: reader))
    let all = made.map { $0.dropFirst().dropLast() }.filter { !$0.isEmpty }
    #expect(try read("[\(all.joined(separator: ","))]", reader).count >= all.count)
  }

  @Test("Footnotes of footnotes are there once, also those that lead back, and no text grows without bounds by them")
  func notes() {
    let nested = blocks("a[^a]\n\n[^a]: see [^b]\n\n[^b]: inner [^a]\n")
    #expect(
      nested.components(separatedBy: #""t":"Note""#).count == 3 && nested.components(separatedBy: "inner").count == 2)
    let twice = (0..<40).map { "\n[^\($0)]: word [^\($0 + 1)] and [^\($0 + 1)]\n" }.joined()
    #expect(blocks("a[^0] b[^0]\n" + twice).components(separatedBy: #""t":"Note""#).count <= 103)
    let deep = blocks(String(repeating: "> ", count: 20_000) + "x")
    #expect(deep.components(separatedBy: "BlockQuote").count == 20_001)
  }

  @Test("In each format a footnote of a footnote is there, and what an author writes in another format's name is code")
  func formats() throws {
    let bench = try Workbench()
    let path = try bench.write(
      "---\ntitle: T\nnotebook: {}\n---\na[^a] `codeinline`{=latex}\n\n[^a]: see [^b]\n\n[^b]: inner `note`\n\n$$\n- a\n= b\n$$\n"
    )
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.docx, .tex]))
    let tex = bench.result("test.tex").replacing("\n", with: " ")
    #expect(tex.contains("\\footnote{see (inner \\texttt{note})}") && tex.contains("\\[- a = b\\]"))
    #expect(tex.contains("\\texttt{codeinline}\\{=latex\\}"))
    let reader = "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read('word/footnotes.xml').decode())"
    let word = try Subprocess.run("/usr/bin/env", ["python3", "-c", reader, "\(bench.folder)/plots/test/test.docx"])
      .output
    #expect(word.replacing(/<[^>]*>/, with: "").contains("see (inner note)"))
  }
}
