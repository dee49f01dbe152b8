import Caches
import CellKernel
import Files
import Foundation
import NotebookDocument
import Reports
import Toolchains

/// Chapters as they were made last, on disk: one whose notebook, whose inputs and whose program are as they were is not run again.
struct ChapterStore {
  /// What a chapter was made of and by, next to what its run looked at.
  struct Basis: Codable, Equatable {
    /// The program, the kit and the compiler.
    var makers: [String]
    /// The pictures that the page holds, by their names. What the prose merely links to is looked at when pages are made.
    var pictures: [String: String]
    /// The notebook's file.
    var source: String
  }

  private let store: Store
  private let makers: [String]
  private let environment: [String: String]

  /// The chapters in a store, for this program, kit and compiler.
  ///
  /// - Throws: `PlacedError` when cells cannot be run here at all.
  init(_ store: Store, environment: [String: String]) throws {
    (self.store, self.environment) = (store, environment)
    let program = try Data(contentsOf: URL(fileURLWithPath: LibraryLocation.currentProgram), options: .alwaysMapped)
    makers = [
      "\(ContentHash(program))", try LibraryLocation.beside(store: store).fingerprint,
      try Toolchain.find(store: store).name,
    ]
  }

  private static let (chapter, basis, results, jupyter) = (
    "chapter.json", "basis.json", "results.json", "notebook.ipynb"
  )

  private func key(_ entry: BookPlan.Entry, isOnPaper: Bool) -> ContentHash {
    let path = URL(fileURLWithPath: entry.path).standardizedFileURL.resolvingSymlinksInPath().path
    return ContentHash(["chapter 2", path, entry.name, isOnPaper ? "on paper" : ""])
  }

  /// What a notebook's chapter would be made of now.
  func basis(of source: ChapterSource) -> Basis {
    let pictures = LinkedFiles.find(in: source.notebook).filter { RelativeLinks.pictureType(of: $0.path) != nil }.map {
      file in
      (file.path, FileManager.default.contents(atPath: file.place).map { "\(ContentHash($0))" } ?? "")
    }
    return Basis(
      makers: makers, pictures: Dictionary(pictures, uniquingKeysWith: { first, _ in first }),
      source: "\(ContentHash(source.data))")
  }

  /// The chapter as it was made last, or why it has to be made again; no reasons where it never was. One that was made for paper, too,
  /// serves where no paper is asked for.
  func chapter(
    _ entry: BookPlan.Entry, of source: ChapterSource, isOnPaper: Bool
  ) -> (made: MadeChapter?, reasons: [String]) {
    var reasons: [String] = []
    for kind in isOnPaper ? [true] : [false, true] {
      guard let files = store.entry(.chapter, key(entry, isOnPaper: kind))?.files else { continue }
      let kept = chapter(in: files, of: source)
      if kept.made != nil { return kept }
      if reasons.isEmpty { reasons = kept.reasons }
    }
    return (nil, reasons)
  }

  private func chapter(
    in files: [String: Data], of source: ChapterSource
  ) -> (made: MadeChapter?, reasons: [String]) {
    guard let basis = files[Self.basis].flatMap({ try? JSONDecoder().decode(Basis.self, from: $0) }),
      let results = files[Self.results].flatMap({ try? JSONDecoder().decode(ResultsFile.self, from: $0) }),
      let chapter = files[Self.chapter].flatMap({ try? JSONDecoder().decode(Chapter.self, from: $0) }),
      let jupyter = files[Self.jupyter]
    else { return (nil, []) }
    let now = self.basis(of: source)
    var reasons = basis.makers == now.makers ? [] : ["the version of Gimbal or of the compiler has changed"]
    let names = Set(basis.pictures.keys).union(now.pictures.keys).sorted()
    reasons += names.filter { basis.pictures[$0] != now.pictures[$0] }.map { "\($0) has changed" }
    reasons += results.staleness(against: source.notebook, environment: environment)
    let kept = KeptResults(folder: source.notebook.folder, environment: environment)
    let changes = chapter.footprints.flatMap { kept.inputChanges(since: WrittenFootprint(lines: $0)).map(kept.words) }
    reasons += Set(changes).subtracting(reasons).sorted()
    guard reasons.isEmpty, basis == now else { return (nil, reasons.isEmpty ? ["the notebook has changed"] : reasons) }
    let own: Set<String> = [Self.chapter, Self.basis, Self.results, Self.jupyter]
    let pictures = files.filter { !own.contains($0.key) }
    return (MadeChapter(chapter: chapter, pictures: pictures, jupyter: jupyter, source: source), [])
  }

  /// Keeps a chapter with what it was made of.
  func keep(_ made: MadeChapter, _ entry: BookPlan.Entry, basis: Basis, results: ResultsFile, isOnPaper: Bool) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var files = made.pictures
    files[Self.chapter] = try encoder.encode(made.chapter)
    files[Self.basis] = try encoder.encode(basis)
    files[Self.results] = try encoder.encode(results)
    files[Self.jupyter] = made.jupyter
    store.keep(.chapter, key(entry, isOnPaper: isOnPaper), files)
  }
}
