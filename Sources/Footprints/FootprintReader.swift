import Foundation

/// Turns the log of a unit that has ended into its footprint: canonical paths, versions, and what follows from the entries.
///
/// To be called before anything else runs in the session: it looks at what the unit left.
package struct FootprintReader {
  private let files: DiskFiles
  /// Where the process saves files. A saved file elsewhere is not believed.
  private let journal: FilePath
  private let log: RecordLog
  /// When the unit began, on the clock of files: all that it saw, it saw later.
  private let started: Int64

  private var resolver = PathResolver()
  private var changes: [FilePath: (change: FileChange, moment: Int)] = [:]
  private var order: [FilePath] = []

  /// - Parameters:
  ///   - started: `FileSignature.now` from before the unit began.
  ///   - parameters, environment: what the unit was given. A variable that it found with another value was set by the
  ///     notebook itself, and is no input.
  ///   - earlier: the footprints of the steps before it, to recognise what other programs did that it let work.
  package static func footprint(
    of log: RecordLog, started: Int64, parameters: [String: String], environment: (String) -> String?,
    files: DiskFiles, journal: FilePath, earlier: [Footprint]
  ) -> Footprint {
    var reader = FootprintReader(files: files, journal: journal, log: log, started: started)
    var footprint = Footprint()
    footprint.isComplete = log.isComplete
    for case .draw(let entry) in log.entries { footprint.draws.entries += entry }
    for case .outside(let reason) in log.entries where !footprint.outside.contains(reason) {
      footprint.outside.append(reason)
    }
    reader.readChanges()
    var folders = RenamedFolders(changes: reader.changes, files: files)
    footprint.outside += folders.derive()
    (reader.changes, reader.order) = (folders.changes, reader.order + folders.added)
    footprint.observations = reader.observations(parameters: parameters, environment: environment)
    footprint.changes = reader.order.compactMap { reader.changes[$0]?.change }
      .filter { $0.before != .absent || $0.after != .absent }
    footprint.addForeignChanges(earlier: earlier, files: files)
    return footprint
  }

  private init(files: DiskFiles, journal: FilePath, log: RecordLog, started: Int64) {
    (self.files, self.journal, self.log, self.started) = (files, journal, log, started)
  }

  // MARK: Changes

  /// From the last to the first, so that each path is resolved knowing which links changed after it; of two names of one
  /// file the first entry stays, which tells how it was before the unit.
  private mutating func readChanges() {
    for (moment, entry) in log.entries.enumerated().reversed() {
      guard case .before(let logged, let image, let signature) = entry else { continue }
      let resolution = resolver.resolve(logged, follow: false, moment: moment)
      let path = resolution.path
      let after = files.settledVersion(of: path)
      if changes[path] == nil { order.append(path) }
      changes[path] = (change(of: path, image, signature, after: after), moment)
      var wasOrIsLink = false
      if case .link = image { wasOrIsLink = true }
      if case .link = after { wasOrIsLink = true }
      if wasOrIsLink { resolver.note(path, moment: moment, before: image) }
    }
    order.reverse()
  }

  private func change(
    of path: FilePath, _ recorded: RecordedImage, _ signature: FileSignature, after: FileVersion
  ) -> FileChange {
    var change = FileChange(path: path, before: .absent, after: after, signature: signature)
    switch recorded {
    case .absent: change.signature = nil
    case .folder: change.before = .folder(permissions: signature.permissions)
    case .link(let target): change.before = .link(target)
    case .saved(let saved) where saved.isBelow(journal):
      change.before = signature.kind == .file ? contents(signature, savedAt: saved) : .other(signature)
      change.image = .saved(saved)
    case .saved:
      change.before = .unknown
      change.image = .impossible("a file was saved in another place")
    case .impossible(let reason):
      change.before = signature.kind == .file ? contents(signature, savedAt: nil) : .unknown
      change.image = .impossible(reason)
    }
    return change
  }

  private func contents(_ signature: FileSignature, savedAt saved: FilePath?) -> FileVersion {
    let isSettled = files.isSettled(signature, at: started)
    let digest = isSettled ? nil : saved.flatMap { files.digest(ofFileAt: $0) }
    return .file(FileContents(signature: signature, digest: digest, isSettled: isSettled))
  }

  // MARK: Observations

  private mutating func observations(
    parameters: [String: String], environment: (String) -> String?
  ) -> [Observation] {
    var found = ObservationList()
    for (moment, entry) in log.entries.enumerated() {
      switch entry {
      case .parameter(let name): found.add(.parameter(name, parameters[name]))
      case .environment(let name, let value):
        let given = environment(name)
        if value.map({ Array($0.utf8) }) == given.map({ Array($0.utf8) }) { found.add(.environment(name, value)) }
      case .contents(let logged, let signature):
        guard let path = place(of: logged, follow: true, moment, &found) else { continue }
        found.add(.contents(path, seen(signature, at: path)))
      case .status(let logged, let error, let follows, let signature):
        guard let path = place(of: logged, follow: follows, moment, &found) else { continue }
        if let status = status(path, error: error, signature) { found.add(status) }
      case .failure(let logged, let error):
        guard let path = place(of: logged, follow: true, moment, &found) else { continue }
        found.add(.failure(path, error))
      case .listing(let logged, _):
        guard let path = place(of: logged, follow: true, moment, &found) else { continue }
        found.add(.listing(path, names(in: path)))
      case .before(let logged, .absent, _): noteAbsence(logged, moment, &found)
      case .draw, .before, .outside: break
      }
    }
    return found.withoutTimesOfFilesRead()
  }

  /// A change that was tried where nothing is, and left nothing: that nothing was there is what it met, and that there was
  /// no folder to put anything into.
  private mutating func noteAbsence(_ logged: FilePath, _ moment: Int, _ found: inout ObservationList) {
    var path = resolver.resolve(logged, follow: false, moment: moment).path
    guard let entry = changes[path], entry.moment == moment, entry.change.after == .absent else { return }
    found.add(.status(path, nil))
    while case let parent = path.parent, parent != path, !isOwnWork(parent, moment),
      !files.version(of: parent).isPresent
    {
      found.add(.status(parent, nil))
      path = parent
    }
  }

  /// Where that was, in canonical words; nil when the unit had changed it before, so that it is no input. The links on the
  /// way were looked at too.
  private mutating func place(
    of logged: FilePath, follow: Bool, _ moment: Int, _ found: inout ObservationList
  ) -> FilePath? {
    let resolution = resolver.resolve(logged, follow: follow, moment: moment)
    for link in resolution.links where !isOwnWork(link.path, moment) { found.add(.link(link.path, link.target)) }
    // Through a link that the unit made and removed again nobody can say afterwards where the way led.
    if resolution.isOwnWork && !files.version(of: resolution.path).isPresent { return nil }
    return isOwnWork(resolution.path, moment) ? nil : resolution.path
  }

  /// Whether the unit had changed the path before that place in the log. A folder that stayed is a folder like any other:
  /// what the unit changed in it are paths of their own.
  private func isOwnWork(_ path: FilePath, _ moment: Int) -> Bool {
    guard let known = changes[path], known.moment < moment else { return false }
    if case (.folder, .folder) = (known.change.before, known.change.after), let before = known.change.signature {
      return !(FileSignature(at: path)?.isSameFile(as: before) ?? false)
    }
    return true
  }

  /// What a file held that was opened. Where its signature does not settle that, the contents are hashed now, or as they
  /// were saved before the unit changed them; if they are others already, it can't be known.
  private func seen(_ signature: FileSignature, at path: FilePath) -> FileContents {
    var contents = FileContents(signature: signature, isSettled: files.isSettled(signature, at: started))
    if contents.isSettled && changes[path] == nil { return contents }
    if let change = changes[path]?.change {
      if case .file(let before) = change.before { contents.digest = files.recordedDigest(before) }
      if contents.digest == nil, case .saved(let saved) = change.image {
        contents.digest = files.digest(ofFileAt: saved)
      }
    } else if case .file(let now) = files.version(of: path), now.signature == signature {
      contents.digest = files.digest(of: now, at: path)
    }
    return contents
  }

  private func status(_ path: FilePath, error: Int32, _ signature: FileSignature) -> Observation? {
    guard error == 0 else { return .status(path, nil) }
    guard signature.kind == .link else { return .status(path, FileStatus(signature)) }
    if case .link(let target)? = changes[path]?.change.before { return .link(path, target) }
    return DiskFiles.target(of: path).map { .link(path, $0) }
  }

  /// The names as they were before the unit: those of now, with its own changes taken back.
  private func names(in folder: FilePath) -> [FilePath] {
    let present = files.names(in: folder) ?? []
    var names: Set<FilePath>?
    for (path, entry) in changes where path.parent == folder {
      names = names ?? Set(present)
      if entry.change.before.isPresent { names?.insert(path.name) } else { names?.remove(path.name) }
    }
    return names?.sorted() ?? present
  }
}

/// Observations, each once, in the order of the first look.
private struct ObservationList {
  private var list: [Observation] = []
  private var known: Set<Observation> = []

  mutating func add(_ observation: Observation) {
    if known.insert(observation).inserted { list.append(observation) }
  }

  /// See `FileStatus` for why.
  func withoutTimesOfFilesRead() -> [Observation] {
    var read: Set<FilePath> = []
    for case .contents(let path, _) in list { read.insert(path) }
    return list.map {
      guard case .status(let path, var status?) = $0, read.contains(path) else { return $0 }
      status.modified = nil
      return .status(path, status)
    }
  }
}
