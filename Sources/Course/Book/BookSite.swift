import Basics
import Files
import Foundation
import NotebookDocument
import Reports

import enum Basics.Spelling

/// A book's pages as a function of its chapters: no notebook runs for them.
struct BookSite {
  /// A chapter in its place.
  struct Part {
    var chapter: Chapter
    var pictures: [String: Data]
    /// The notebook as readers get it.
    var source: ChapterSource
    var jupyter: Data
    /// Counted from 1, as it is shown.
    var number: String
    /// The part of the book that begins with it; nil where it goes on.
    var opensPart: String?
    /// What has a number, by where it is.
    var items: [String: Chapter.Item]
    /// All places in its page.
    var anchors: Set<String>

    var file: String { "\(chapter.name).html" }
    /// Where one of its pictures lies.
    func picture(_ name: String) -> String { "figures/\(chapter.name)/\(name)" }
    var download: String { "notebooks/\(chapter.name)" }
    var notebook: Notebook { source.notebook }
  }

  /// The files of the book, and the remarks.
  struct Result {
    var files: [String: Data] = [:]
    /// Files that go with it, by their names in the book.
    var carried: [String: String] = [:]
    private(set) var warnings: [String] = []
    fileprivate(set) var errors: [BookError] = []
    private var said: Set<String> = []

    /// Says something of an address in a chapter, once.
    mutating func warn(_ part: Part, at address: String, _ message: String) {
      let line =
        part.notebook.document.targets.first { $0.address == address }?.place.line
        ?? part.notebook.lines.firstIndex { $0.contains(address) }.map { $0 + 1 }
      let place = part.notebook.path + (line.map { ":\($0):1" } ?? "")
      let text = "\(place): warning: \(message)\n"
      if said.insert(text).inserted { warnings.append(text) }
    }

    mutating func fail(_ error: BookError) {
      if !errors.contains(error) { errors.append(error) }
    }
  }

  let plan: BookPlan
  let parts: [Part]
  /// The name of the PDF; nil for a book without one.
  let paper: String?
  private let byName: [String: Int]
  private let byPlace: [String: Int]
  private let folder: String

  init(_ plan: BookPlan, _ chapters: [MadeChapter], paper: String?) {
    (self.plan, self.paper) = (plan, paper)
    var known: String?
    parts = zip(plan.entries, chapters).enumerated().map { index, pair in
      let (entry, made) = pair
      let opens = entry.part != known ? entry.part : nil
      known = entry.part
      return Part(
        chapter: made.chapter, pictures: made.pictures, source: made.source, jupyter: made.jupyter,
        number: "\(index + 1)", opensPart: opens,
        items: Dictionary(made.chapter.items.map { ($0.anchor, $0) }, uniquingKeysWith: { first, _ in first }),
        anchors: Set(made.chapter.page.outline.anchors.keys))
    }
    byName = Dictionary(uniqueKeysWithValues: plan.entries.enumerated().map { ($1.name, $0) })
    byPlace = Dictionary(
      plan.entries.enumerated().map { (LinkedFiles.place(of: $1.path, in: "."), $0) },
      uniquingKeysWith: { first, _ in first })
    folder = LinkedFiles.place(of: plan.folder, in: ".")
  }

  /// The chapter of the notebook in this place.
  func part(at place: String) -> Part? { byPlace[place].map { parts[$0] } }

  /// The name of a file that goes with the book: one inside of the book's folder; nil for any other, and for a link that leads out.
  func carried(_ place: String) -> String? {
    var isFolder: ObjCBool = false
    guard place.hasPrefix(folder + "/"), FileManager.default.fileExists(atPath: place, isDirectory: &isFolder),
      !isFolder.boolValue, !FolderBounds.areLeft(folder, by: place)
    else { return nil }
    return "files" + place.dropFirst(folder.count)
  }

  // MARK: References

  /// What a reference means.
  struct Target {
    var part: Part
    var anchor: String
    /// “Figure 3.2”
    var name: String
    /// As paper knows it: `rest/figure-fig-drift`.
    var address: String
  }

  /// The figure, table or formula that a mark of a chapter stands for; nil where there is none, which the result then says.
  func target(of mark: Int, in part: Part, _ result: inout Result) -> Target? {
    guard part.chapter.asked.indices.contains(mark) else { return nil }
    let asked = part.chapter.asked[mark]
    let (target, reason) = resolved(asked.label)
    if let reason { result.fail(BookError(reason, file: part.notebook.path, position: asked.position)) }
    return target
  }

  /// What a label means, or why it means nothing.
  private func resolved(_ label: String) -> (target: Target?, reason: BookReason?) {
    if let slash = label.firstIndex(of: "/") {
      let (name, own) = (String(label[..<slash]), String(label[label.index(after: slash)...]))
      guard let index = byName[name] else { return (nil, .unknownChapter(name, known: Array(byName.keys))) }
      if let target = target(own, in: parts[index]) { return (target, nil) }
      let near = Spelling.nearest(to: own, among: parts[index].chapter.references.keys.sorted())
      return (nil, .unknownReference(own, chapter: name, near: near.map { "\(name)/\($0)" }))
    }
    let found = parts.compactMap { target(label, in: $0) }
    if found.count > 1 { return (nil, .ambiguousReference(label, chapters: found.map(\.part.chapter.name))) }
    if let target = found.first { return (target, nil) }
    let known = parts.flatMap { part in part.chapter.references.keys.map { (part.chapter.name, $0) } }
    let near = Spelling.nearest(to: label, among: known.map(\.1))
    let hint = near.flatMap { near in known.first { $0.1 == near } }.map { "\($0)/\($1)" }
    return (nil, .unknownReference(label, chapter: nil, near: hint))
  }

  /// The figure of the title page, and the chapter that has it; an unknown one is an error.
  func cover(_ result: inout Result) -> (part: Part, item: Chapter.Item)? {
    guard let cover = plan.cover else { return nil }
    let (target, reason) = resolved(cover.label)
    if let target, let item = target.part.items[target.anchor], !item.pictures.isEmpty { return (target.part, item) }
    let why = reason ?? .unknownReference(cover.label, chapter: nil, near: nil)
    result.fail(BookError(why, file: plan.file, position: cover.position))
    return nil
  }

  private func target(_ label: String, in part: Part) -> Target? {
    guard let reference = part.chapter.references[label] else { return nil }
    return Target(
      part: part, anchor: reference.anchor, name: reference.text.replacing(BookMarks.chapter, with: part.number),
      address: "\(part.chapter.name)/\(reference.anchor)")
  }

  // MARK: Files

  /// All files of the book but the PDF. O(length).
  ///
  /// - Parameter font: the style that gives the formulas of a page their font.
  func files(font: (String) -> String) -> Result {
    var result = Result()
    var search = SearchIndex()
    for (index, part) in parts.enumerated() {
      let page = ChapterPage(site: self, index: index)
      result.files[part.file] = Data(page.text(&result, &search).utf8)
      for (name, data) in part.pictures where name.hasSuffix(".svg") { result.files[part.picture(name)] = data }
      result.files["\(part.download).\(part.source.ending)"] = part.source.data
      let links = PageLinks(site: self, chapter: part, page: part.file)
      let jupyter = String(decoding: part.jupyter, as: UTF8.self)
      if part.source.ending != "ipynb" {
        result.files["\(part.download).ipynb"] = Data(links.filled(jupyter, &result).utf8)
      }
    }
    result.files["index.html"] = Data(TitlePage(site: self).text(&result).utf8)
    result.files["figures.html"] = Data(FigurePage(site: self).text(font: font, &result).utf8)
    result.files["book.css"] = Data((PageAssets.style + BookStyle.text).utf8)
    result.files["book.js"] = Data((PageAssets.script + BookScript.text).utf8)
    result.files["search.js"] = Data(search.script.utf8)
    for (name, place) in result.carried {
      if let data = FileManager.default.contents(atPath: place) { result.files[name] = data }
    }
    return result
  }
}
