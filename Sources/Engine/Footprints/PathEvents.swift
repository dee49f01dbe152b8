import Foundation

/// What the steps did with one path, each list in the order of the steps. Within a step it was looked at before it was changed.
struct PathEvents {
  var looks: [(step: Int, observation: Observation)] = []
  var changes: [(step: Int, before: FileVersion, after: FileVersion)] = []
  /// Whether steps that listed the folder saw the path there.
  var presences: [(step: Int, isPresent: Bool)] = []

  /// The first step that would meet something else in a run from the top.
  func firstStale(_ path: FilePath, in files: DiskFiles) -> StaleStep? {
    let present = files.version(of: path)
    guard let last = changes.last else {
      return looks.first { !files.shows($0.observation, present, at: path) }
        .map { StaleStep(step: $0.step, reason: .file(path, .init(from: $0.observation, to: present))) }
    }
    if files.holds(last.after, at: path, now: present) {
      return interference(path, files) ?? touched(path, present)
    }
    return firstUse(path, finding: .init(from: last.after, to: present), isPresent: present.isPresent)
  }

  /// The first step to which it matters that a person changed a path which the steps change. A listing before the first
  /// change saw the person's path if it was there, and only that.
  func firstUse(_ path: FilePath, finding manner: InputChange.Manner, isPresent: Bool = true) -> StaleStep {
    let seen = presences.first { $0.step <= changes[0].step && $0.isPresent != isPresent }
    let user = min(looks.first?.step ?? .max, changes[0].step)
    if let seen, seen.step < user { return StaleStep(step: seen.step, reason: .listing(path.parent)) }
    return StaleStep(step: user, reason: .file(path, manner))
  }

  /// Whether a step made the folder that the path is now. Others only gave it other permissions.
  var becameFolder: Bool { changes.last?.after.kind == .folder && changes.contains { $0.before.kind != .folder } }

  /// What is known last of the path.
  var lastKnown: FileVersion? {
    if let last = changes.last { return last.after }
    guard let look = looks.last else { return nil }
    switch look.observation {
    case .contents(_, let contents): return .file(contents)
    case .link(_, let target): return .link(target)
    case .kind(_, nil), .status(_, nil): return .absent
    default: return .unknown
    }
  }

  /// Whether the path changed between two of the steps though none of them changed it: a person was faster.
  ///
  /// Before the first change, a step that saw something else than that change found is stale. After it, the person
  /// wrote over the notebook's work, and everything from the first use on is.
  private func interference(_ path: FilePath, _ files: DiskFiles) -> StaleStep? {
    for look in looks where look.step <= changes[0].step {
      let before = changes[0].before
      if before != .unknown, !files.shows(look.observation, before, at: path, isPast: true) {
        return StaleStep(step: look.step, reason: .file(path, .init(from: look.observation, to: before)))
      }
    }
    for presence in presences where presence.step <= changes[0].step {
      if changes[0].before != .unknown, presence.isPresent != changes[0].before.isPresent {
        return StaleStep(step: presence.step, reason: .listing(path.parent))
      }
    }
    let first = StaleStep(step: min(looks.first?.step ?? .max, changes[0].step), reason: .file(path, .changed))
    for (index, change) in changes.enumerated() {
      let next = index + 1 < changes.count ? changes[index + 1].step : .max
      for look in looks where look.step > change.step && look.step <= next {
        // The time of a file that is still open may change with the next step's write; it is compared below.
        if !files.shows(look.observation.withoutTime, change.after.self, at: path, isPast: true) { return first }
      }
      for presence in presences where presence.step > change.step && presence.step <= next {
        if presence.isPresent != change.after.isPresent { return first }
      }
      if next != .max, changes[index + 1].before != .unknown,
        !files.isSame(change.after, changes[index + 1].before)
      {
        return first
      }
    }
    return nil
  }

  /// The first step that looked at the time of a file after the last change of it, where that time is another now.
  private func touched(_ path: FilePath, _ present: FileVersion) -> StaleStep? {
    let step = changes.last!.step
    return looks.first {
      guard $0.step > step, case .status(_, let seen?) = $0.observation else { return false }
      return seen != present.status(withTime: seen.modified != nil)
    }.map { StaleStep(step: $0.step, reason: .file(path, .changed)) }
  }
}

extension Observation {
  fileprivate var withoutTime: Observation {
    guard case .status(let path, var status?) = self else { return self }
    status.modified = nil
    return .status(path, status)
  }

  /// Whether something was found.
  fileprivate var foundSomething: Bool {
    switch self {
    case .kind(_, let kind): kind != nil
    case .status(_, let status): status != nil
    default: true
    }
  }
}

extension InputChange.Manner {
  fileprivate init(from old: Observation, to new: FileVersion) {
    self.init(wasThere: old.foundSomething, isThere: new.isPresent)
  }

  fileprivate init(from old: FileVersion, to new: FileVersion) {
    self.init(wasThere: old.isPresent, isThere: new.isPresent)
  }

  private init(wasThere: Bool, isThere: Bool) {
    self = wasThere == isThere ? .changed : isThere ? .new : .gone
  }
}

extension DiskFiles {
  /// Whether a program that looks at this version sees what was observed.
  ///
  /// - Parameter isPast: the version is one that a step met or left, not the one on disk.
  func shows(_ observation: Observation, _ version: FileVersion, at path: FilePath, isPast: Bool = false) -> Bool {
    // The contents of a locked folder is not there for the program either.
    let isOutOfReach = !isPast && version == .unknown
    switch observation {
    case .contents(_, let seen):
      guard case .file(let contents) = version else { return false }
      return isPast ? isSame(seen, contents) : isUnchanged(seen, present: contents, at: path)
    case .status(_, let seen):
      guard let seen else { return version == .absent || isOutOfReach }
      return seen == version.status(withTime: seen.modified != nil)
    case .link(_, let target): return version == .link(target)
    case .kind(_, let kind): return (version != .unknown || isOutOfReach) && version.kind == kind
    case .failure(_, EEXIST): return version.isPresent
    case .failure(_, let error): return isPast || openingError(at: path) == error
    case .listing, .parameter, .environment, .variables: return true
    }
  }
}
