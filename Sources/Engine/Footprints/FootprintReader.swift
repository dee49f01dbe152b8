import Files
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

  private let resolver = PathResolver()
  private var changes: LoggedChanges = [:]
  private var order: [FilePath] = []
  /// The links that led to what was changed.
  private var links: [(link: PathResolver.Link, moment: Int)] = []

  /// - Parameters:
  ///   - started: `FileSignature.now` from before the unit began.
  ///   - parameters, environment: what the unit was given. A variable that it found with another value was set by the
  ///     notebook itself, and is not an input.
  ///   - earlier: the footprints of the steps before it, to recognise what other programs did that it let work.
  package static func footprint(
    of log: RecordLog, started: Int64, parameters: [String: String], environment: [String: String],
    files: DiskFiles, journal: FilePath, earlier: [Footprint]
  ) -> Footprint {
    var reader = FootprintReader(files: files, journal: journal, log: log, started: started)
    var footprint = Footprint()
    footprint.isComplete = log.isComplete
    footprint.draws.isComplete = log.hasAllDraws
    for case .draw(let entry) in log.entries { footprint.draws.entries += entry }
    for case .outside(let reason) in log.entries where !footprint.outside.contains(reason) {
      footprint.outside.append(reason)
    }
    reader.readChanges()
    var folders = RenamedFolders(changes: reader.changes, files: files)
    footprint.outside += folders.derive()
    (reader.changes, reader.order) = (folders.changes, reader.order + folders.added)
    for path in reader.order { reader.noteLink(path) }
    if let locked = reader.order.first(where: { reader.changes[$0]!.change.after.isLockedFolder }) {
      footprint.outside.append("it takes away the right to use \(locked): what is there can no longer be followed")
    }
    let looks = ObservationReader(
      files: files, changes: reader.changes, links: reader.links.reversed(), resolver: reader.resolver, started: started
    )
    footprint.observations = looks.observations(in: log, parameters: parameters, environment: environment)
    // Also those after which all is as before: a file that was made and removed, or one that could not be made. What a
    // person puts there would have been in the way.
    footprint.changes = reader.order.compactMap { reader.changes[$0]?.change }
    footprint.addForeignChanges(since: started, earlier: earlier, files: files)
    return footprint
  }

  private init(files: DiskFiles, journal: FilePath, log: RecordLog, started: Int64) {
    (self.files, self.journal, self.log, self.started) = (files, journal, log, started)
  }

  // MARK: Changes

  /// From the last to the first, so that each path is resolved knowing which links changed after it; of two names of one
  /// file the first entry stays, which describes it as it was before the unit.
  private mutating func readChanges() {
    for (moment, entry) in log.entries.enumerated().reversed() {
      guard case .before(let logged, let image, let signature) = entry else { continue }
      let resolution = resolver.resolve(logged, follow: false, moment: moment)
      let path = resolution.path
      links += resolution.links.map { ($0, moment) }
      // Links in a circle: there was nothing to be changed.
      if resolution.isCircle || files.isOfKernel(path.parent) { continue }
      let after = files.settledVersion(of: path)
      if changes[path] == nil { order.append(path) }
      changes[path] = (change(of: path, image, signature, after: after), moment)
      noteLink(path)
    }
    order.reverse()
  }

  /// Lets what is resolved from now on know of a link that came or went.
  private func noteLink(_ path: FilePath) {
    guard let (change, moment) = changes[path] else { return }
    resolver.note(path, moment: moment, before: change.before, after: change.after)
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
      // The process does not save folders with all that is in them, but a renamed one can be renamed back.
      if signature.kind == .folder {
        (change.before, change.image) = (.folder(permissions: signature.permissions), .none)
      }
    }
    return change
  }

  private func contents(_ signature: FileSignature, savedAt saved: FilePath?) -> FileVersion {
    let isSettled = files.isSettled(signature, at: started)
    let digest = isSettled ? nil : saved.flatMap { ContentHash(ofFileAt: $0) }
    return .file(FileContents(signature: signature, digest: digest, isSettled: isSettled))
  }
}
