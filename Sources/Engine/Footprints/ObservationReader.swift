import Files
import Foundation

/// Turns what a unit looked at into observations of canonical paths.
struct ObservationReader {
  let files: DiskFiles
  let changes: LoggedChanges
  /// The links that led to what the unit changed: another target would have made it change another file.
  let links: [(link: PathResolver.Link, moment: Int)]
  let resolver: PathResolver
  /// When the unit began.
  let started: Int64

  func observations(
    in log: RecordLog, parameters: [String: String], environment: [String: String]
  ) -> [Observation] {
    var found = ObservationList(files: files)
    for (moment, entry) in log.entries.enumerated() {
      switch entry {
      case .parameter(let name): found.add(.parameter(name, parameters[name]))
      case .environment("", let all):
        // The whole environment was read, also that there was no other variable.
        found.add(.variables(environment.keys.sorted()))
        for line in (all ?? "").split(separator: "\0") {
          let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
          if parts.count == 2 { note(parts[0], parts[1], given: environment[parts[0]], &found) }
        }
      case .environment(let name, let value): note(name, value, given: environment[name], &found)
      case .contents(let logged, let signature):
        look(at: logged, follow: true, moment, &found) { .contents($0, seen(signature, at: $0)) }
      case .status(let logged, let error, let follows, let signature):
        look(at: logged, follow: follows, moment, &found) { status($0, error: error, signature) }
      case .failure(let logged, let error):
        look(at: logged, follow: true, moment, &found) { failure($0, error) }
      case .listing(let logged):
        look(at: logged, follow: true, moment, &found) { .kind($0, versionBefore($0).kind) }
        look(at: logged, follow: true, moment, &found) { .listing($0, names(in: $0)) }
      case .draw, .before, .outside: break
      }
    }
    for (path, entry) in changes.sorted(by: { $0.value.moment < $1.value.moment }) {
      lookAtFolders(above: path, entry.moment, &found)
      // A caller that tries to change a path learns whether there is something, even where the attempt fails.
      if entry.change.before != .unknown { found.add(.kind(path, entry.change.before.kind)) }
      // Only an empty folder can be removed; and of one that is there as before, looks were not logged any more.
      if entry.change.before.kind == .folder, !isRenamed(entry.change) {
        found.add(.listing(path, names(in: path)))
      }
    }
    for (link, moment) in links where !isOwnWork(link.path, moment) { found.add(.link(link.path, link.target)) }
    return found.withoutTimesOfFilesRead()
  }

  /// A variable with another value than it was given was set by the notebook itself, and is not an input. Compared byte by byte:
  /// equal strings in Swift may differ in theirs.
  private func note(_ name: String, _ value: String?, given: String?, _ found: inout ObservationList) {
    if value.map({ Array($0.utf8) }) == given.map({ Array($0.utf8) }) { found.add(.environment(name, value)) }
  }

  /// Adds the links on the way and what was found at their end, unless the unit had changed that before, so that it is
  /// no input.
  private func look(
    at logged: FilePath, follow: Bool, _ moment: Int, _ found: inout ObservationList,
    _ observation: (FilePath) -> Observation?
  ) {
    let place = resolver.resolve(logged, follow: follow, moment: moment)
    for link in place.links where !isOwnWork(link.path, moment) { found.add(.link(link.path, link.target)) }
    if place.isCircle || place.links.contains(where: { files.isOfKernel($0.path.parent) }) { return }
    lookAtFolders(above: place.path, moment, &found)
    if isOwnWork(place.path, moment) { return }
    guard let observation = observation(place.path) else { return }
    found.add(observation)
  }

  /// A caller that looks at a path or changes it looks at the folders on the way: that they are folders, or at the
  /// first that is not a folder and makes the call fail.
  private func lookAtFolders(above path: FilePath, _ moment: Int, _ found: inout ObservationList) {
    if let last = found.lastFolder, path.isEntry(of: last) { return }
    let folder = path.parent
    guard folder != "/", found.isFirstLook(into: folder) else { return }
    lookAtFolders(above: folder, moment, &found)
    // Below what is not a folder, or a folder that the unit itself made, nothing has to be recorded.
    if isOwnWork(folder, moment) || folder.parent != "/" && versionBefore(folder.parent).kind != .folder { return }
    found.add(.kind(folder, versionBefore(folder).kind))
  }

  /// What was at the path before the unit.
  private func versionBefore(_ path: FilePath) -> FileVersion {
    changes[path]?.change.before ?? files.version(of: path)
  }

  /// What an error tells.
  private func failure(_ path: FilePath, _ error: Int32) -> Observation? {
    let kind = versionBefore(path).kind
    switch error {
    case ENOENT: return .kind(path, nil)
    case EISDIR: return .kind(path, .folder)
    // What was to be opened as a folder is something else, or something on the way to it is.
    case ENOTDIR where kind != .folder: return .kind(path, kind)
    default: return files.openingError(at: path) == error ? .failure(path, error) : whatIsThere(path)
    }
  }

  /// Whether the unit had changed the path before that place in the log. A folder that stayed is a folder like any other:
  /// the entries that the unit changed have their own paths.
  private func isOwnWork(_ path: FilePath, _ moment: Int) -> Bool {
    guard let known = changes[path], known.moment < moment else { return false }
    if case (.folder, .folder) = (known.change.before, known.change.after), let before = known.change.signature {
      return !(files.signature(of: path)?.isSameFile(as: before) ?? false)
    }
    return true
  }

  /// What a file held that was opened. If its signature does not settle that, the contents are hashed now, or as they
  /// were saved before the unit changed them; if they are others already, it can't be known.
  private func seen(_ signature: FileSignature, at path: FilePath) -> FileContents {
    var contents = FileContents(signature: signature, isSettled: files.isSettled(signature, at: started))
    if signature.inode == 0, let now = files.settledVersion(of: path).signature {
      // The process ended before it could look.
      contents = FileContents(signature: now, isSettled: files.isSettled(now, at: started))
    }
    // What the unit has written over can't be hashed later.
    if contents.isSettled && changes[path] == nil { return contents }
    if let change = changes[path]?.change {
      if case .file(let before) = change.before { contents.digest = files.recordedDigest(before) }
      if contents.digest == nil, case .saved(let saved) = change.image {
        contents.digest = ContentHash(ofFileAt: saved)
      }
    } else if case .file(let now) = files.version(of: path), now.signature == contents.signature {
      contents.digest = files.digest(of: now, at: path)
    }
    return contents
  }

  private func status(_ path: FilePath, error: Int32, _ signature: FileSignature) -> Observation? {
    if error == ENOENT || error == ENOTDIR { return .status(path, nil) }
    guard error == 0 else { return whatIsThere(path) }
    guard signature.kind == .link else { return .status(path, FileStatus(signature)) }
    if case .link(let target)? = changes[path]?.change.before { return .link(path, target) }
    return DiskFiles.target(of: path).map { .link(path, $0) }
  }

  /// What there is to be known of a path that a program was refused, for want of a permission for example.
  private func whatIsThere(_ path: FilePath) -> Observation? {
    switch versionBefore(path) {
    case .absent: .kind(path, nil)
    case .link(let target): .link(path, target)
    case .unknown: nil
    case let version: .status(path, version.status(withTime: false))
    }
  }

  /// Whether the folder that was at the path has another name now.
  private func isRenamed(_ change: FileChange) -> Bool {
    guard let signature = change.signature else { return false }
    return changes.values.contains {
      $0.change.after.kind == .folder && $0.change.path != change.path
        && files.signature(of: $0.change.path)?.isSameFile(as: signature) ?? false
    }
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
  private var folders: Set<FilePath> = []
  private let files: DiskFiles

  init(files: DiskFiles) { self.files = files }

  /// Adds an observation, unless it is of the kernel's own description of itself, which is in no file. The root of
  /// such a file system has a name in another one, and may hold those of others.
  mutating func add(_ observation: Observation) {
    let isOfKernel =
      switch observation {
      case .listing(let path, _), .kind(let path, .folder): files.isOfKernel(path) || files.isOfKernel(path.parent)
      case .status(let path, let status) where status?.kind == .folder:
        files.isOfKernel(path) || files.isOfKernel(path.parent)
      default: observation.path.map { files.isOfKernel($0.parent) } ?? false
      }
    if isOfKernel { return }
    if known.insert(observation).inserted { list.append(observation) }
  }

  /// The folder that was last looked into.
  private(set) var lastFolder: FilePath?

  mutating func isFirstLook(into folder: FilePath) -> Bool {
    lastFolder = folder
    return folders.insert(folder).inserted
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
