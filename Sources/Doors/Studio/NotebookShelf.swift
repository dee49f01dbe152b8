import Files
import Foundation
import LocalServer
import NotebookDocument
import NotebookRunning
import Preview

import enum Basics.OwnThread
import enum Basics.Secret

/// The notebooks of a folder: listed, opened, saved. A file that has changed on the disk meanwhile is never overwritten.
package final class NotebookShelf: @unchecked Sendable {
  /// Notebooks that are listed, and folders below the first one that are searched.
  private static let (most, depth) = (500, 2)
  /// Notebooks that are open at a time, and those that may be when none of them is idle.
  private static let (mostOpen, mostBusy) = (3, 6)
  /// Tabs of which unsaved text is kept, for each notebook.
  private static let mostDrafts = 50
  /// Bytes of a notebook.
  static let largest = 4 << 20

  package let folder: String
  private let cacheFolder: String?
  private let reports: ReportDesk
  private let lock = NSLock()
  private var open: [(path: String, preview: NotebookPreview, routes: PreviewRoutes)] = []
  private var isClosed = false
  /// Notebooks by id that were asked for: one that is open stays known when its file is deleted, or loses its front matter.
  private var known: [String: String] = [:]

  package init(folder: String, cacheFolder: String?) {
    (self.folder, self.cacheFolder) = (folder, cacheFolder)
    reports = ReportDesk(folder: folder, cacheFolder: cacheFolder)
  }

  // MARK: The list

  /// A notebook as the page lists it.
  package struct Entry: Codable, Hashable, Sendable {
    package var id: String
    /// From the folder.
    package var path: String
    package var title: String
    /// "up to date", "changed since its last run", "not run yet", "cannot be read".
    package var state: String
    /// When it was run last, seconds since 1970.
    package var ran: Double?
    package var modified: Double
    package var isOpen: Bool
    /// Whether text is kept that was typed and not saved.
    package var hasDraft: Bool
  }

  /// - Throws: `StudioError` when the folder is gone.
  func requireFolder() throws(StudioError) {
    guard FileManager.default.fileExists(atPath: folder) else { throw .missing("folder “\(folder)” any more") }
  }

  /// The notebook files, by path, and those that are gone and of which typed text is kept.
  private func files() -> [String] {
    var found: [String] = []
    func search(_ below: String, _ depth: Int) {
      let place = below.isEmpty ? folder : "\(folder)/\(below)"
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
      for name in names where found.count < Self.most {
        let path = below.isEmpty ? name : "\(below)/\(name)"
        if name.hasPrefix(".") {
          let gone = String(path.dropLast(Self.draftSuffix.count)).replacing("/.", with: "/")
          let file = below.isEmpty ? String(gone.dropFirst()) : gone
          if name.hasSuffix(".md" + Self.draftSuffix), !FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
            found.append(file)
          }
          continue
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder) else { continue }
        if isFolder.boolValue {
          if depth > 0, name != "plots", name != "node_modules" { search(path, depth - 1) }
        } else if name.hasSuffix(".md"), looksLikeNotebook("\(folder)/\(path)") {
          found.append(path)
        }
      }
    }
    search("", Self.depth)
    return found
  }

  /// Whether the front matter has the key: enough for a list, and it does not read the whole file.
  private func looksLikeNotebook(_ path: String) -> Bool {
    guard Self.size(path) != nil, let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let text = String(decoding: (try? file.read(upToCount: 8 << 10)) ?? Data(), as: UTF8.self)
    return NotebookParser.looksLikeNotebook(NotebookParser.split(text))
  }

  package func entries() -> [Entry] {
    let opened = Set(lock.withLock { open.map(\.path) })
    return files().map { path in
      let whole = "\(folder)/\(path)"
      let name = (path as NSString).lastPathComponent.dropLast(3)
      let modified = Self.modified(whole) ?? 0
      let result = [folder, (whole as NSString).deletingLastPathComponent]
        .compactMap { Self.modified("\($0)/plots/\(name)/index.html") }.max()
      let bytes = Self.size(whole)
      let data = bytes.map { $0 <= Self.largest } == true ? FileManager.default.contents(atPath: whole) : nil
      let notebook = data.flatMap { try? NotebookParser.parse($0, path: whole) }
      let state =
        bytes == nil
        ? "deleted; what was typed is kept"
        : notebook == nil
          ? "cannot be read"
          : result.map { $0 >= modified ? "up to date" : "changed since its last run" } ?? "not run yet"
      return Entry(
        id: Self.id(path), path: path, title: notebook?.title ?? String(name), state: state, ran: result,
        modified: modified, isOpen: opened.contains(path),
        hasDraft: FileManager.default.fileExists(atPath: draft(of: path)))
    }
  }

  /// Bytes of a regular file; nil for anything else, such as a pipe, from which reading would not end.
  private static func size(_ path: String) -> Int? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return nil }
    return attributes[.size] as? Int
  }

  private static func modified(_ path: String) -> Double? {
    ((try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date)?.timeIntervalSince1970
  }

  private static func id(_ path: String) -> String { String("\(ContentHash(Data(path.utf8)))".prefix(16)) }

  private func path(_ id: String) throws -> String {
    if let path = lock.withLock({ known[id] }) { return path }
    guard let path = files().first(where: { Self.id($0) == id }) else { throw StudioError.missing("such notebook") }
    lock.withLock { known[id] = path }
    return path
  }

  // MARK: Texts

  /// A notebook's text, with what a save has to show: which content it was made from.
  package struct Text: Codable, Sendable {
    package var path: String
    package var text: String
    package var hash: String
    /// What was typed and not saved, in the order in which it was typed last.
    package var drafts: [Draft]
  }

  /// What was typed in one tab of a browser, with the hash of the text from which it was made.
  package struct Draft: Codable, Hashable, Sendable {
    package var text: String
    package var base: String
    /// The tab; drafts of different tabs never take each other's place.
    package var tab: String?
    /// When it was typed last, seconds since 1970.
    package var when: Double?
  }

  /// The outcome of a save.
  package enum Saving: Sendable {
    case saved(hash: String)
    /// The file holds something else than the text was made from.
    case conflict(Text)
  }

  /// - Throws: `StudioError` for a file that is gone without a draft, and for one that is not text.
  package func text(_ id: String) throws -> Text {
    let text = try read(path(id))
    guard !text.hash.isEmpty || !text.drafts.isEmpty else { throw StudioError.missing("file “\(text.path)” any more") }
    return text
  }

  /// The contents of a file; for a file that is gone, an empty text and an empty hash.
  private func read(_ path: String) throws -> Text {
    let whole = "\(folder)/\(path)"
    let drafts = drafts(of: path)
    guard let size = Self.size(whole) else { return Text(path: path, text: "", hash: "", drafts: drafts) }
    guard size <= Self.largest else {
      throw StudioError.tooLarge("“\(path)” has \(size >> 20) MB; a notebook has \(Self.largest >> 20) MB at most.")
    }
    let data = FileManager.default.contents(atPath: whole) ?? Data()
    guard let text = String(validating: data, as: UTF8.self) else {
      // Saving would put other bytes in place of those that are not characters.
      throw StudioError.malformed("text in UTF-8, which “\(path)” is not: convert it, or edit it with another program")
    }
    return Text(
      path: path, text: text, hash: "\(ContentHash(data))", drafts: drafts.filter { $0.text != text })
  }

  /// Saves a text that was made from the content with this hash; another content stays as it is.
  package func save(_ id: String, _ draft: Draft) throws -> Saving {
    let path = try path(id)
    let whole = "\(folder)/\(path)"
    return try lock.withLock {
      let present = try read(path)
      guard present.hash == draft.base || present.text == draft.text else { return .conflict(present) }
      let data = Data(draft.text.utf8)
      guard data.count <= Self.largest else {
        throw StudioError.tooLarge("This is larger than \(Self.largest >> 20) MB, the largest size of a notebook.")
      }
      try StudioError.write(data, to: whole, called: path)
      try keep(nil, of: draft.tab, path)
      return .saved(hash: "\(ContentHash(data))")
    }
  }

  /// Keeps what is typed, next to the notebook, until it is saved.
  package func keep(_ id: String, _ draft: Draft) throws {
    let path = try path(id)
    try lock.withLock { try keep(draft, of: draft.tab, path) }
  }

  /// Forgets what was typed in a tab and not saved.
  ///
  /// - Throws: `StudioError` when there is none of that tab.
  package func forget(_ id: String, tab: String?) throws {
    let path = try path(id)
    try lock.withLock {
      guard drafts(of: path).contains(where: { $0.tab == tab }) else { throw StudioError.missing("such draft") }
      try keep(nil, of: tab, path)
    }
  }

  /// Puts a draft in place of the tab's former one.
  private func keep(_ draft: Draft?, of tab: String?, _ path: String) throws {
    let place = self.draft(of: path)
    let others = drafts(of: path).filter { $0.tab != tab }
    guard draft != nil || !others.isEmpty else {
      unlink(place)
      return
    }
    guard others.count < Self.mostDrafts else {
      throw StudioError.tooLarge(
        "Texts of \(others.count) tabs are kept that were not saved; save or forget some of them first.")
    }
    var draft = draft
    draft?.when = Date.now.timeIntervalSince1970
    // As readable as the notebook, and no more.
    var status = stat()
    let mode = stat("\(folder)/\(path)", &status) == 0 ? status.st_mode : 0o600
    let drafts = others + (draft.map { [$0] } ?? [])
    try StudioError.write(JSONEncoder().encode(drafts), to: place, called: "what was typed", mode: mode)
  }

  private func drafts(of path: String) -> [Draft] {
    let data = FileManager.default.contents(atPath: draft(of: path)) ?? Data()
    let decoder = JSONDecoder()
    // Earlier versions kept one.
    return (try? decoder.decode([Draft].self, from: data)) ?? (try? decoder.decode(Draft.self, from: data)).map { [$0] }
      ?? []
  }

  private func draft(of path: String) -> String {
    let whole = "\(folder)/\(path)" as NSString
    return "\(whole.deletingLastPathComponent)/.\(whole.lastPathComponent)\(Self.draftSuffix)"
  }

  private static let draftSuffix = ".draft"

  /// Writes a new notebook; its id.
  package func create(_ name: String, text: (String) -> String) throws -> String {
    try RecordingShelf.check(name)
    let path = "\(name).md"
    let title = name.replacing("-", with: " ").replacing("_", with: " ")
    guard !FileManager.default.fileExists(atPath: "\(folder)/\(path)") else { throw StudioError.exists(path) }
    try StudioError.write(
      Data(text(title.prefix(1).uppercased() + title.dropFirst()).utf8), to: "\(folder)/\(path)", called: path,
      replacing: false)
    return Self.id(path)
  }

  /// Gives a notebook another name in its folder; its id from then on.
  ///
  /// - Throws: `StudioError` for a name that is taken, and while text is kept that was typed and not saved.
  package func rename(_ id: String, to name: String) throws -> String {
    try RecordingShelf.check(name)
    let path = try settled(id)
    let parent = (path as NSString).deletingLastPathComponent
    let new = parent.isEmpty ? "\(name).md" : "\(parent)/\(name).md"
    sleep(path)
    // It never replaces another file.
    guard link("\(folder)/\(path)", "\(folder)/\(new)") == 0 else {
      if errno == EEXIST { throw StudioError.exists(new) }
      throw StudioError.unwritable(new, reason: String(cString: strerror(errno)))
    }
    unlink("\(folder)/\(path)")
    lock.withLock { known[id] = nil }
    return Self.id(new)
  }

  /// Deletes a notebook's file, which holds what the person has seen: the text with this hash. Its results stay.
  ///
  /// - Throws: `StudioError` for a file that holds something else by now, and while text is kept that was typed and not saved.
  package func delete(_ id: String, hash: String) throws {
    let path = try settled(id)
    guard try read(path).hash == hash else {
      throw StudioError.notNow("“\(path)” has changed meanwhile: look at it first.")
    }
    sleep(path)
    guard unlink("\(folder)/\(path)") == 0 else {
      throw StudioError.unwritable(path, reason: String(cString: strerror(errno)))
    }
    lock.withLock { known[id] = nil }
  }

  /// The path of a notebook of which nothing is typed that is not saved.
  private func settled(_ id: String) throws -> String {
    let path = try path(id)
    guard drafts(of: path).isEmpty else {
      throw StudioError.notNow("Text of “\(path)” was typed and not saved: save or forget it first.")
    }
    return path
  }

  // MARK: Reports

  /// Writes the report, with its PDF where that is asked for; how far it is says ``report(of:)``.
  func writeReport(_ id: String, hasPDF: Bool) throws { try reports.write("\(folder)/\(path(id))", hasPDF: hasPDF) }

  func report(of id: String) throws -> ReportDesk.State { reports.state(of: "\(folder)/\(try path(id))") }

  // MARK: Running

  /// Ends the preview of a notebook, if it has one.
  private func sleep(_ path: String) {
    let preview = lock.withLock { open.firstIndex { $0.path == path }.map { open.remove(at: $0).preview } }
    preview.map(Self.end)
  }

  /// The preview of a notebook that is open; nil while it is asleep.
  package func preview(_ id: String) throws -> (NotebookPreview, PreviewRoutes)? {
    let path = try path(id)
    return lock.withLock { open.first { $0.path == path }.map { ($0.preview, $0.routes) } }
  }

  package func name(_ id: String) throws -> String { String((try path(id) as NSString).lastPathComponent.dropLast(3)) }

  /// Opens a notebook: starts its preview, if it has none. The idle one that was opened longest ago is put to sleep when there
  /// would be too many; one that runs goes on.
  ///
  /// - Throws: `StudioError` when too many run.
  package func start(_ id: String) throws {
    let path = try path(id)
    var leaving: NotebookPreview?
    defer { if let leaving { Self.end(leaving) } }
    try lock.withLock {
      guard !isClosed else { throw StudioError.notNow("The studio is ending.") }
      if let index = open.firstIndex(where: { $0.path == path }) { return open.append(open.remove(at: index)) }
      let idle = open.firstIndex { !$0.preview.isBusy }
      guard open.count < Self.mostBusy || idle != nil else {
        throw StudioError.notNow("\(open.count) notebooks are running. Wait for one of them, or stop it.")
      }
      let preview = try NotebookPreview(path: "\(folder)/\(path)", cacheFolder: cacheFolder)
      let routes = PreviewRoutes(preview, page: PreviewPage(nonce: Secret.make(), isFramed: true))
      if open.count >= Self.mostOpen, let idle { leaving = open.remove(at: idle).preview }
      preview.start()
      open.append((path, preview, routes))
    }
  }

  private static func end(_ preview: NotebookPreview) {
    preview.close()
    if !OwnThread.start({ preview.release() }) { preview.release() }
  }

  /// Ends all that runs.
  package func close() {
    let all = lock.withLock { () -> [NotebookPreview] in
      isClosed = true
      defer { open = [] }
      return open.map(\.preview)
    }
    reports.close()
    for preview in all { preview.close() }
    for preview in all { preview.release() }
  }
}
