import Basics
import Caches
import EmbeddedFiles
import Files
import Foundation
import NotebookDocument
import Processes
import Reports

/// Sets what a notebook cites, by pandoc's citation processor: once for all formats, so that they say the same.
package struct CitationProcessor {
  /// Where what was set is kept.
  package let store: Store
  /// Stops pandoc when requested.
  package var interrupt: Interrupt?

  package init(store: Store, interrupt: Interrupt? = nil) { (self.store, self.interrupt) = (store, interrupt) }

  /// What the notebook cites; nil where its front matter names no bibliography. Costs half a second where something is new.
  ///
  /// - Throws: `ExportError` with the line of the front matter where a file cannot be read, `Interrupted`.
  package func citations(of notebook: Notebook) throws -> Citations? {
    let matter = notebook.frontMatter
    guard !matter.bibliography.isEmpty else { return nil }
    let texts = Citations.texts(of: notebook)
    let files = try (matter.bibliography + [matter.citationStyle].compactMap { $0 }).map { file in
      try (path: notebook.path(of: file), data: data(of: file, in: notebook))
    }
    let language = matter.language ?? "en"
    let hashes = files.map { "\(ContentHash($0.data))" }
    let key = ContentHash(["citations 3", language] + files.map(\.path) + hashes + ["texts"] + texts)
    if let kept = store.entry(.formula, key)?.files[Self.file] {
      if let citations = try? JSONDecoder().decode(Citations.self, from: kept) { return citations }
    }
    let tools = TypesettingTools()
    guard let pandoc = tools.pandoc else {
      throw ProcessError(
        .needsTools("pandoc", purpose: "a bibliography", remedy: TypesettingTools.remedy), file: notebook.path,
        position: matter.bibliography[0].position)
    }
    let citations = try set(texts, of: notebook, files.map(\.path), language, pandoc)
    if let json = try? JSONEncoder().encode(citations) { store.keep(.formula, key, [Self.file: json]) }
    return citations
  }

  private static let file = "citations.json"

  private func data(of file: NamedFile, in notebook: Notebook) throws -> Data {
    guard !FolderBounds.areLeft(notebook.folder, by: file.path) else {
      throw ExportError(
        .unusableReferences(
          file.path, "it is a link that leads out of the notebook's folder; put the file itself there"),
        file: notebook.path, position: file.position)
    }
    do {
      return try GivenFile.read(notebook.path(of: file))
    } catch {
      let endings = file == notebook.frontMatter.citationStyle ? ["csl"] : ["bib", "json", "yaml", "ris"]
      let near = error.isMissing ? NearFile.hint(notebook.path(of: file), endings: endings) : ""
      throw ExportError(
        .unusableReferences(file.path, error.description + near), file: notebook.path, position: file.position)
    }
  }

  /// What pandoc tells, as JSON.
  private struct Told: Decodable {
    struct Entry: Decodable {
      var html, markdown: String
      var note: String?
      var missing: [String]
    }
    var entries: [Entry]
    var keys: [String]
    var html, markdown: String
  }

  private func set(
    _ texts: [String], of notebook: Notebook, _ files: [String], _ language: String, _ pandoc: String
  ) throws -> Citations {
    let matter = notebook.frontMatter
    let bibliographies = files.prefix(matter.bibliography.count)
    var arguments = [
      "--from", "markdown-example_lists-smart-raw_html", "--to", "plain", "--wrap", "none", "--quiet", "--citeproc",
      "--metadata", "link-citations=true", "--metadata", "lang=\(language)",
    ]
    // Pandoc takes the names for addresses.
    func address(_ file: String) -> String { file.replacing("%", with: "%25") }
    for file in bibliographies { arguments += ["--bibliography", address(file)] }
    if matter.citationStyle != nil, let style = files.last { arguments += ["--csl", address(style)] }
    let list = bibliographies.map(LuaText.quoted).joined(separator: ", ")
    let (status, output) = try store.withScratch { folder in
      let filter = "\(folder)/citations.lua"
      do { try Data("local files = { \(list) }\n\(Self.filter)".utf8).write(to: URL(fileURLWithPath: filter)) } catch {
        throw OutputError(.unwritable(SystemReason.words(error)), file: folder)
      }
      return try Subprocess.run(
        pandoc, arguments + ["--lua-filter", filter], input: texts.map(Self.read).joined(separator: "\n\n") + "\n",
        folder: folder, interrupt: interrupt)
    }
    guard status == 0, let told = try? JSONDecoder().decode(Told.self, from: Data(output.utf8)),
      told.entries.count == texts.count
    else {
      let name = matter.citationStyle.map { "\(matter.bibliography.map(\.path).joined(separator: ", ")) or \($0.path)" }
      let words = output.trimmingCharacters(in: .whitespacesAndNewlines).prefix(400)
      throw ExportError(
        .unusableReferences(name ?? matter.bibliography.map(\.path).joined(separator: ", "), String(words)),
        file: notebook.path, position: matter.bibliography[0].position)
    }
    let entries = told.entries.map {
      Citations.Entry(
        html: $0.html, markdown: MarkdownText.withPlainFormulas($0.markdown),
        note: $0.note.map(MarkdownText.withPlainFormulas), missing: $0.missing)
    }
    return Citations(
      entries: Dictionary(zip(texts, entries), uniquingKeysWith: { first, _ in first }), html: told.html,
      markdown: MarkdownText.withPlainFormulas(told.markdown), keys: told.keys)
  }

  /// A citation as pandoc reads it: of keys with a comma between them it would drop the first, and an underscore that ends emphasis would
  /// belong to the key.
  private static func read(_ text: String) -> String {
    guard text.hasPrefix("[") else { return text }
    return text.replacing(compiled(/,\s+(?=-?@)/), with: "; ")
      .replacing(compiled(/@([\p{L}\p{N}][^\s,;@{}\]]*?)(_+)(?![\p{L}\p{N}_])/)) { "@{\($0.output.1)}\($0.output.2)" }
  }

  /// What makes of each paragraph, a citation, what it is in a page and in Markdown, and tells the keys of the files.
  private static let filter = EmbeddedFile.text("ReportExport/citations.lua")
}
