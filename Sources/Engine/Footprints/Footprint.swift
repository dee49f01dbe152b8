import Files

/// What one step of a run looked at, what it changed, and what it drew.
package struct Footprint: Hashable, Sendable {
  /// In the order of the first look. What the step had changed before it looked is not among them: that is its own work.
  package var observations: [Observation] = []
  /// Each path once, as it was before the step and as the step left it.
  package var changes: [FileChange] = []
  package var draws = Draws()
  /// Things that no record can put back, such as “child process”.
  package var outside: [String] = []
  /// Those of them that change no files.
  package static let outsideFiles: Set<String> = ["network", "randomness", "run loop", "semaphore", "shared memory"]
  /// False when the log could not be read to its end, so that entries may be missing.
  package var isComplete = true

  package init() {}
}

/// One thing that a step looked at, and what it found there. Paths are canonical: absolute, through no link.
package enum Observation: Hashable, Sendable {
  case contents(FilePath, FileContents)
  /// Whether something was there, and of which kind: all that a failed call reveals of a path, or of the folder in
  /// which it would be.
  case kind(FilePath, FileSignature.Kind?)
  /// Its status; nil when there was nothing.
  case status(FilePath, FileStatus?)
  /// A symbolic link on the way or at the end, and its target.
  case link(FilePath, FilePath)
  /// The names in a folder, sorted, as they were before the step.
  case listing(FilePath, [FilePath])
  /// Opening failed, with this error, for another reason than that there is nothing.
  case failure(FilePath, Int32)
  /// A parameter's value as JSON, nil when there is no such parameter.
  case parameter(String, String?)
  /// An environment variable's value, nil when it is not set.
  case environment(String, String?)
  /// All names of variables that are set, sorted: the environment was read as a whole.
  case variables([String])
}

extension Observation {
  /// The path that was looked at, where it was one.
  package var path: FilePath? {
    switch self {
    case .contents(let path, _), .kind(let path, _), .status(let path, _), .link(let path, _), .listing(let path, _),
      .failure(let path, _):
      path
    case .parameter, .environment, .variables: nil
    }
  }
}

/// What a step did to one path.
package struct FileChange: Hashable, Sendable {
  package var path: FilePath
  package var before: FileVersion
  package var after: FileVersion
  /// The attributes of the earlier entry, if there was one.
  package var signature: FileSignature?
  package var image = Image.none

  /// Where the earlier contents of a file are.
  package enum Image: Hashable, Sendable {
    /// Nothing is needed: `before` says it all.
    case none
    /// A copy of the file, or a hard link to it.
    case saved(FilePath)
    /// It comes back with another change: that of the folder with which it went elsewhere, or of another name of the file.
    case moved
    case impossible(String)
  }
}

/// Random bytes and readings of the clock, in order, to be given again to a run that rebuilds this one.
package struct Draws: Hashable, Sendable {
  /// Whole entries of a record, one behind the other.
  package var entries: [UInt8] = []
  /// False when there were more than are kept: a run that is given these draws new ones after them.
  package var isComplete = true

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
}
