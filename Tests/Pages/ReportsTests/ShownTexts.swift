import Basics
import Foundation
import ReportExport
import TestCaches

@testable import Caches
@testable import Processes
@testable import Reports

/// What a person sees of a report in each of its formats, without blanks and line ends.
struct ShownTexts {
  let report: Report
  static let tools = TypesettingTools()

  /// The formats that can be read back on this machine, with what each shows.
  func all() throws -> [(format: String, text: String)] {
    var found = [("HTML", page()), ("Markdown", Self.visible(HTMLText.markdown(markdown))), ("Jupyter", try jupyter())]
    guard let pandoc = Self.tools.pandoc else { return found }
    found.append(("Markdown by another reader", try Self.read(markdown, as: "gfm", pandoc)))
    found.append(("LaTeX", try Self.read(String(decoding: export(.tex), as: UTF8.self), as: "latex-smart", pandoc)))
    found.append(("Word", try word()))
    if Self.tools.makesPDF, Program.find("pdftotext") != nil { found.append(("PDF", try paper())) }
    return found
  }

  private var markdown: String { MarkdownReport.text(of: report) }

  private func page() -> String {
    let folder = TestCaches.formulas
    return Self.visible(HTMLReport(report: report, formulas: Formulas(cacheFolder: folder)).text())
  }

  private func jupyter() throws -> String {
    let pictures = ["fig": Self.pictures]
    let cells = JupyterExport(report: report, pictures: pictures).notebook().cells
    let data = try JSONEncoder().encode(cells.map(\.source.string))
    let prose = try JSONDecoder().decode([String].self, from: data).map { HTMLText.markdown($0) }
    let outputs = cells.flatMap { $0.outputs ?? [] }.compactMap { output in
      let data = output.data
      return data?["text/html"]?.string ?? data?["text/markdown"].map { HTMLText.markdown($0.string) }
    }
    return Self.visible((prose + outputs).joined())
  }

  private func export(_ format: ExportFormat) throws -> Data {
    let pictures = Dictionary(uniqueKeysWithValues: Self.pictures.map { ("fig.\($0.key)", $0.value) })
    return try PandocExport(report: report, pictures: pictures, store: Self.store).data(format)
  }

  private func word() throws -> String {
    try Self.withFile(export(.docx), "docx") { path in
      let program = """
        import sys, zipfile
        for part in ["document", "footnotes"]:
            sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(f"word/{part}.xml").decode())
        """
      let python = Self.tools.python ?? Program.find("python3") ?? "python3"
      return Self.visible(try Subprocess.run(python, ["-c", program, path]).output)
    }
  }

  private func paper() throws -> String {
    let pictures = Dictionary(uniqueKeysWithValues: Self.pictures.map { ("fig.\($0.key)", $0.value) })
    let data = try TypstExport(report: report, pictures: pictures, store: Self.store).data()
    return try Self.withFile(data, "pdf") { path in
      // Without the title at the head of every page but the first, and the number at its foot.
      let pages = try Subprocess.run(Program.find("pdftotext")!, ["-raw", path, "-"]).output
      let title = Self.withoutBlanks(report.notebook.title)
      return pages.split(separator: "\u{0C}").map { page in
        let text = Self.withoutBlanks(page.split(separator: "\n").dropLast().joined(separator: " "))
        return text.hasPrefix(title) ? String(text.dropFirst(title.count)) : text
      }.joined() + title
    }
  }

  // MARK: Reading

  private static let store = Store(TestCaches.formulas)

  /// A drawing in each format.
  static let pictures = [
    "svg": Data(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\" viewBox=\"0 0 9 9\"><path d=\"M0 0H9\"/></svg>"
        .utf8),
    "png": Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!,
  ]

  private static func read(_ text: String, as format: String, _ pandoc: String) throws -> String {
    let formulas = format == "gfm" ? "gfm+tex_math_dollars-yaml_metadata_block" : format
    let arguments = ["--from", formulas, "--to", "html", "--standalone", "--wrap", "none"]
    // What the reader of LaTeX does not know, or takes for the accent of what follows.
    let signs = [
      ("textbar", "|"), ("textbackslash", "\\"), ("textasciitilde", "~"), ("textasciigrave", "`"), ("textless", "<"),
      ("textgreater", ">"), ("textquotesingle", "'"), ("^", "^"), ("~", "~"),
    ]
    var text = text
    for (index, (name, _)) in signs.enumerated() where format.hasPrefix("latex") {
      let letter = "\(Character(Unicode.Scalar(0xE100 + UInt32(index))!))"
      let end = name.count > 1 ? "(?:\\{\\}|\\s|(?![a-zA-Z]))" : "\\{\\}"
      text = text.replacing(try Regex("\\\\\(name == "^" ? "\\^" : name)\(end)"), with: letter)
    }
    // It shows no subtitle.
    if let subtitle = text.firstMatch(of: /(?s)\\subtitle\{(.*?)\}\n\\(?:author|date)/)?.output.1 {
      text = text.replacing("\\end{document}", with: "\n\n\(subtitle)\n\n\\end{document}")
    }
    let (status, output) = try Subprocess.run(pandoc, arguments, input: text)
    guard status == 0 else { return "(\(output))" }
    return signs.indices.reduce(visible(output)) { shown, index in
      shown.replacing("\(Character(Unicode.Scalar(0xE100 + UInt32(index))!))", with: signs[index].1)
    }
  }

  private static func withFile<Value>(_ data: Data, _ ending: String, _ body: (String) throws -> Value) throws -> Value
  {
    let path = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString).\(ending)"
    try data.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// The characters that HTML or XML shows, without blanks.
  static func visible(_ markup: String) -> String {
    var text = markup
    for name in ["style", "script", "svg"] { text = text.removingSpans(from: "<\(name)", to: "</\(name)>") }
    text = text.removingSpans(from: "<", to: ">").replacing(/&#(?:x([0-9a-fA-F]+)|([0-9]+));/) { match in
      let value = match.output.1.flatMap { UInt32($0, radix: 16) } ?? match.output.2.flatMap { UInt32($0) }
      guard let scalar = value.flatMap(Unicode.Scalar.init) else { return "" }
      return scalar == "&" ? "&amp;" : scalar == "<" ? "&lt;" : "\(Character(scalar))"
    }
    return withoutBlanks(MarkupText.unescape(text))
  }

  static func withoutBlanks(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace && $0.value >= 32 }))
  }
}
