/// What the steps of a run looked at and changed, arranged by path, to find out whether a run from the top would still meet
/// the same.
///
/// The rule: let F be what the last step that changed a path left there.
/// - A step changed it, and the disk holds F: all is the notebook's own work, and every step that looked at the path saw
///   what it would see again.
/// - A step changed it, and the disk holds something else: a person changed it, and nobody knows what the first step that
///   looked at or changed the path would do with that. So it is with a folder that a step made, when it holds what no step
///   put there: a run from the top would find the folder.
/// - No step changed it: the disk must hold what was observed.
///
/// The contents of a folder that a step has locked, and that is as the step left it, is as it was: nobody can change it
/// without unlocking the folder.
///
/// So what a notebook writes and reads again never counts as a change, nor does one go unnoticed.
package struct StepInputs {
  private let paths: [FilePath: PathEvents]
  /// Folder by folder, so that what is found out of a folder serves for all in it.
  private let sortedPaths: [(path: FilePath, events: PathEvents)]
  private let listings: [ListingEvent]
  private let values: [(step: Int, observation: Observation)]

  struct ListingEvent {
    var step: Int
    var folder: FilePath
    var names: [FilePath]
  }

  /// Arranges the footprints of the steps from the first to the last. O(observations and changes).
  package init(_ steps: some Sequence<Footprint>) {
    var paths: [FilePath: PathEvents] = [:]
    var listings: [ListingEvent] = []
    var values: [(step: Int, observation: Observation)] = []
    for (step, footprint) in steps.enumerated() {
      for observation in footprint.observations {
        switch observation {
        case .contents(let path, _), .kind(let path, _), .status(let path, _), .link(let path, _),
          .failure(let path, _):
          paths[path, default: PathEvents()].looks.append((step, observation))
        case .listing(let folder, let names):
          listings.append(ListingEvent(step: step, folder: folder, names: names))
        case .parameter, .environment, .variables: values.append((step, observation))
        }
      }
      for change in footprint.changes {
        paths[change.path, default: PathEvents()].changes.append((step, change.before, change.after))
      }
    }
    let changed = Dictionary(grouping: paths.filter { !$0.value.changes.isEmpty }.keys, by: \.parent)
    for listing in listings {
      guard let entries = changed[listing.folder] else { continue }
      let names = Set(listing.names)
      for path in entries { paths[path]!.presences.append((listing.step, names.contains(path.name))) }
    }
    (self.paths, self.listings, self.values) = (paths, listings, values)
    let byFolder = Dictionary(grouping: paths) { $0.key.parent }
    sortedPaths = byFolder.values.flatMap { $0.map { (path: $0.key, events: $0.value) } }
  }

  /// The first step whose inputs changed, nil when there is none.
  ///
  /// One `lstat` a path; contents are read only of files whose signature is not the one that was recorded.
  package func firstStale(
    in files: DiskFiles, parameters: [String: String], environment: [String: String]
  ) -> StaleStep? {
    stale(in: files, parameters: parameters, environment: environment).min { $0.step < $1.step }
  }

  /// All inputs that changed, with the first step that each concerns: files by their names, then listings, then values.
  func stale(
    in files: DiskFiles, parameters: [String: String], environment: [String: String]
  ) -> [StaleStep] {
    let changed = files.inOnePass {
      sortedPaths.compactMap { path, events in firstStale(path, events, in: files).map { (path, $0) } }
        .sorted { $0.0 < $1.0 }.map(\.1)
        + listings.filter { !strangers(in: $0, files).isEmpty }
        .map { StaleStep(step: $0.step, reason: .listing($0.folder)) }
    }
    return changed
      + values.compactMap { step, observation in
        Self.change(of: observation, parameters, environment).map { StaleStep(step: step, reason: $0) }
      }
  }

  private static func change(
    of value: Observation, _ parameters: [String: String], _ environment: [String: String]
  ) -> InputChange? {
    switch value {
    case .parameter(let name, let value) where !isSame(value, parameters[name]): .parameter(name)
    case .environment(let name, let value) where !isSame(value, environment[name]): .environment(name)
    case .variables(let names):
      Set(environment.keys).subtracting(names).min().map { .environment($0) }
    default: nil
    }
  }

  /// Every path that is not as the steps found or left it, entries of listed folders included.
  ///
  /// After a step that let other programs work (a child process), that is what they did.
  package func strangePaths(in files: DiskFiles) -> Set<FilePath> {
    var strange: Set<FilePath> = []
    for (path, events) in paths {
      if events.firstStale(path, in: files) != nil { strange.insert(path) }
      if events.becameFolder { strange.formUnion(newcomers(in: path, files)) }
    }
    for listing in listings { strange.formUnion(strangers(in: listing, files)) }
    return strange
  }

  private func firstStale(_ path: FilePath, _ events: PathEvents, in files: DiskFiles) -> StaleStep? {
    if let stale = events.firstStale(path, in: files) { return isLocked(path, files) ? nil : stale }
    // What somebody put into a folder that a step made would lie there before the step, and the folder around it.
    return events.becameFolder && holdsForeignWork(path, files) ? events.firstUse(path, finding: .changed) : nil
  }

  /// Whether a step has locked a folder on the way, which is as that step left it.
  private func isLocked(_ path: FilePath, _ files: DiskFiles) -> Bool {
    guard path != "/" else { return false }
    let folder = path.parent
    if files.version(of: folder) == .unknown { return isLocked(folder, files) }
    return isLockedFolder(folder, files)
  }

  private func isLockedFolder(_ folder: FilePath, _ files: DiskFiles) -> Bool {
    guard let left = paths[folder]?.changes.last?.after, left.isLockedFolder else { return false }
    return files.holds(left, at: folder, now: files.version(of: folder))
  }

  /// Whether something in a folder, or below, is not the work of a step.
  private func holdsForeignWork(_ folder: FilePath, _ files: DiskFiles) -> Bool {
    if isLockedFolder(folder, files) { return false }
    return (files.names(in: folder) ?? []).map(folder.appending).contains { path in
      guard let events = paths[path], let last = events.changes.last else { return true }
      if events.becameFolder && holdsForeignWork(path, files) { return true }
      return !files.holds(last.after, at: path, now: files.version(of: path))
    }
  }

  /// The contents of a folder, and below, that no step changed.
  private func newcomers(in folder: FilePath, _ files: DiskFiles) -> [FilePath] {
    (files.names(in: folder) ?? []).map(folder.appending).filter(isUnchanged).flatMap { path -> [FilePath] in
      if case .folder = files.version(of: path) { return [path] + newcomers(in: path, files) }
      return [path]
    }
  }

  /// Whether no step changed the path.
  private func isUnchanged(_ path: FilePath) -> Bool { paths[path]?.changes.isEmpty ?? true }

  /// What is known last of a path: what a step left there, or else what was observed.
  func lastKnown(_ path: FilePath) -> FileVersion? { paths[path]?.lastKnown }

  /// The entries by which a folder differs from what a step saw, and which no step changed.
  private func strangers(in listing: ListingEvent, _ files: DiskFiles) -> [FilePath] {
    let present = files.names(in: listing.folder)
    if present == listing.names { return [] }
    // If the folder itself is gone by a step's hand, its entries count as changes by themselves.
    if present == nil, isLocked(listing.folder, files) || isLockedFolder(listing.folder, files) { return [] }
    if present == nil, isUnchanged(listing.folder) { return [listing.folder] }
    return Set(present ?? []).symmetricDifference(listing.names).map(listing.folder.appending)
      .filter(isUnchanged)
  }

  /// Byte by byte: equal strings in Swift may differ in theirs.
  private static func isSame(_ first: String?, _ second: String?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first.utf8.elementsEqual(second.utf8)
  }
}
