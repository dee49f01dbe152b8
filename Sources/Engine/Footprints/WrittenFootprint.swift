import Files

/// The footprint of a run as it is written down next to the run's results, so that it can be asked another day, in
/// another process, or on another machine, whether they still hold.
///
/// A line for each thing that was looked at or changed, such as `contents 8f0c… 1234 traces/walk.csv`. Files are
/// identified by the hash of their contents, and paths are relative to the notebook's folder. Environment variables
/// are written as hashes, since a value may be a secret; those that describe the place, the user or the caller
/// (`isOfPlace`) are left out, because each machine, terminal and job has its own. Parameters are next to the
/// results.
package struct WrittenFootprint: Hashable, Sendable {
  package private(set) var lines: [String] = []

  /// What was written down as these lines; of a run that looked at nothing when there are none.
  package init(lines: [String] = []) { self.lines = lines }

  /// The same run, after which all that it had changed was put back.
  package var undone: WrittenFootprint {
    var copy = self
    copy.lines.removeAll { $0.hasPrefix("\(Word.left) ") }
    return copy
  }

  /// The files that were read, with the hashes of what they held, and the environment variables as `$NAME`.
  package var inputs: [String: String] {
    var found: [String: String] = [:]
    for words in lines.map(Self.words) {
      switch (Word(rawValue: words[0]), words.count) {
      case (.contents, 4):
        let path = WordReader.name(words[3]).description
        found[path.hasPrefix("$") ? "./\(path)" : path] = words[1]
      case (.variable, 3): found["$\(WordReader.name(words[1]))"] = words[2]
      default: break
      }
    }
    return found
  }

  /// Whether an environment variable describes the machine, the terminal or the job in which a program runs rather
  /// than of what it is to do.
  package static func isOfPlace(_ name: String) -> Bool {
    places.contains(name) || ["SLURM", "SNAKEMAKE", "SSH_", "XDG_"].contains(where: name.hasPrefix)
  }

  private static let places: Set = [
    "_", "COLUMNS", "DISPLAY", "HOME", "HOSTNAME", "LINES", "LOGNAME", "MAKEFLAGS", "MAKELEVEL", "OLDPWD", "PATH",
    "PWD",
    "SHELL", "SHLVL", "TEMP", "TERM", "TMP", "TMPDIR", "USER", "WINDOWID",
  ]

  private enum Word: String {
    case contents, kind, status, link, listing, failure, variable, variables, left, outside, incomplete
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
  }
}

// MARK: Writing

extension WrittenFootprint {
  /// Writes down what a run has looked at. To be called while the files are as the run met or left them: what was known
  /// by its signature alone is hashed now.
  ///
  /// - Parameter folder: the notebook's, canonical.
  package init(_ footprint: Footprint, from folder: FilePath, files: DiskFiles) {
    func add(_ word: Word, _ words: [String] = []) { lines.append(([word.rawValue] + words).joined(separator: " ")) }
    func name(_ path: FilePath) -> String { Self.text(path.seen(from: folder)) }
    for observation in footprint.observations {
      switch observation {
      case .contents(let path, let contents):
        add(.contents, [Self.digest(contents, path, files), "\(contents.signature.size)", name(path)])
      // The folders in which the notebook lies are there, too.
      case .kind(let path, .folder) where path == folder || folder.isBelow(path): break
      case .kind(let path, let kind): add(.kind, [kind?.rawValue ?? Self.nothing, name(path)])
      case .status(let path, nil): add(.status, [Self.nothing, name(path)])
      case .status(let path, let status?):
        let numbers = [status.size.map(String.init), status.modified.map(String.init)].map { $0 ?? Self.nothing }
        add(.status, [status.kind.rawValue, "\(status.permissions)"] + numbers + [name(path)])
      case .link(let path, let target): add(.link, [name(path), Self.text(target)])
      case .listing(let path, let names): add(.listing, [name(path)] + names.map(Self.text))
      case .failure(let path, let error): add(.failure, ["\(error)", name(path)])
      case .environment(let variable, let value) where !Self.isOfPlace(variable):
        add(.variable, [Self.text(variable), value.map { "\(files.digest(of: $0))" } ?? Self.nothing])
      case .variables(let names): add(.variables, names.filter { !Self.isOfPlace($0) }.map(Self.text))
      case .environment, .parameter: break
      }
    }
    for change in footprint.changes {
      let before = if case .folder(let permissions) = change.before { "\(permissions)" } else { Self.nothing }
      let after =
        switch change.after {
        case .absent: [Self.nothing]
        case .file(let contents):
          [
            "file", "\(contents.signature.permissions)", Self.digest(contents, change.path, files),
            "\(contents.signature.size)",
          ]
        case .folder(let permissions): ["folder", "\(permissions)"]
        case .link(let target): ["link", Self.text(target)]
        case .other, .unknown: ["unknown"]
        }
      add(.left, [name(change.path), before] + after)
    }
    for reason in footprint.outside { add(.outside, [Self.text(reason)]) }
    if !footprint.isComplete { add(.incomplete) }
  }

  private static let nothing = "-"

  /// The hash of what was found; `-` where it cannot be known any more.
  private static func digest(_ contents: FileContents, _ path: FilePath, _ files: DiskFiles) -> String {
    if let digest = files.recordedDigest(contents) { return "\(digest)" }
    guard case .file(let now) = files.version(of: path), now.signature == contents.signature else { return nothing }
    return files.digest(of: now, at: path).map { "\($0)" } ?? nothing
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte > 0x20 && byte != UInt8(ascii: "%") && byte != 0x7f }

  private static func text(_ name: String) -> String { text(FilePath(name)) }

  /// A path without spaces, as text: bytes that are not UTF-8, and those that part words, as `%20`.
  private static func text(_ path: FilePath) -> String {
    let isText = String(validating: path.bytes, as: UTF8.self) != nil
    if isText, path.bytes.allSatisfy(isPlain) { return path.description }
    var bytes: [UInt8] = []
    for byte in path.bytes {
      if isPlain(byte), isText || byte < 0x80 {
        bytes.append(byte)
      } else {
        bytes += Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: Reading

extension WrittenFootprint {
  /// What was written down, with the places as they are seen from the notebook's folder now; nil when it was not written
  /// by `init(_:from:files:)`. Parameters are not among it, and variables have the hashes of their values.
  package func footprint(from folder: FilePath) -> Footprint? {
    var footprint = Footprint()
    do {
      for line in lines {
        var words = WordReader(words: Self.words(line)[...], folder: folder)
        guard let word = Word(rawValue: try words.next()) else { return nil }
        try Self.read(word, &words, into: &footprint)
      }
    } catch { return nil }
    return footprint
  }

  private static func read(
    _ word: Word, _ words: inout WordReader, into footprint: inout Footprint
  ) throws(WordReader.Malformed) {
    switch word {
    case .contents:
      let contents = try words.contents()
      footprint.observations.append(.contents(try words.path(), contents))
    case .kind:
      let kind = FileSignature.Kind(rawValue: try words.next())
      footprint.observations.append(.kind(try words.path(), kind))
    case .status:
      var status: FileStatus?
      if let kind = FileSignature.Kind(rawValue: try words.next()) {
        status = FileStatus(
          kind, permissions: try words.number(), size: UInt64(try words.next()), modified: Int64(try words.next()))
      }
      footprint.observations.append(.status(try words.path(), status))
    case .link: footprint.observations.append(.link(try words.path(), try words.name()))
    case .listing: footprint.observations.append(.listing(try words.path(), words.names()))
    case .failure:
      let error = try words.number(Int32.self)
      footprint.observations.append(.failure(try words.path(), error))
    case .variable:
      let (name, value) = (try words.name().description, try words.next())
      footprint.observations.append(.environment(name, value == nothing ? nil : value))
    case .variables: footprint.observations.append(.variables(words.names().map(\.description)))
    case .left:
      let (path, before) = (try words.path(), UInt64(try words.next()))
      footprint.changes.append(
        FileChange(path: path, before: before.map { .folder(permissions: $0) } ?? .unknown, after: try words.version()))
    case .outside: footprint.outside.append(try words.name().description)
    case .incomplete: footprint.isComplete = false
    }
  }

  /// Why results with this footprint do not hold any more; empty when they do. See `Footprint.inputChanges`.
  ///
  /// - Parameter folder: the notebook's, canonical.
  package func inputChanges(from folder: FilePath, in files: DiskFiles, environment: [String: String]) -> [InputChange]
  {
    guard let footprint = footprint(from: folder) else { return [.unknown] }
    let variables = environment.filter { !Self.isOfPlace($0.key) }.mapValues { "\(files.digest(of: $0))" }
    return footprint.inputChanges(in: files, parameters: [:], environment: variables)
  }
}

/// The words of a line, one after the other; throws where one is missing or of another kind.
private struct WordReader {
  struct Malformed: Error {}

  var words: ArraySlice<String>
  /// The notebook's, to which paths are relative.
  let folder: FilePath

  mutating func next() throws(Malformed) -> String {
    guard let word = words.popFirst() else { throw Malformed() }
    return word
  }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(Malformed) -> Number {
    guard let number = Number(try next()) else { throw Malformed() }
    return number
  }

  mutating func name() throws(Malformed) -> FilePath { Self.name(try next()) }

  mutating func names() -> [FilePath] {
    defer { words = [] }
    return words.map(Self.name)
  }

  mutating func path() throws(Malformed) -> FilePath { try name().resolved(from: folder) }

  mutating func contents() throws(Malformed) -> FileContents { contents(try next(), try number(), permissions: 0) }

  private func contents(_ digest: String, _ size: UInt64, permissions: UInt64) -> FileContents {
    // Only size and hash identify it: it is another file on disk each time it is written or copied.
    FileContents(
      signature: FileSignature(
        device: 0, inode: 0, mode: 0o100000 | permissions, size: size, modified: 0, changed: 0, links: 0),
      digest: ContentHash(digits: digest), isSettled: false)
  }

  mutating func version() throws(Malformed) -> FileVersion {
    switch try next() {
    case "-": return .absent
    case "file":
      let permissions = try number(UInt64.self)
      return .file(contents(try next(), try number(), permissions: permissions))
    case "folder": return .folder(permissions: try number())
    case "link": return .link(try name())
    case "unknown": return .unknown
    default: throw Malformed()
    }
  }

  static func name(_ word: String) -> FilePath {
    guard word.contains("%") else { return FilePath(word) }
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return FilePath(bytes: bytes)
  }
}

extension FilePath {
  /// This path as it is seen from a folder, `../traces/a.csv`; the absolute path where both have only `/` in common.
  package func seen(from folder: FilePath) -> FilePath {
    let (own, base) = (components, folder.components)
    let shared = zip(own, base).prefix { $0 == $1 }.count
    guard shared > 0 else { return self }
    let way = Array(repeating: FilePath(".."), count: base.count - shared) + own[shared...]
    guard let first = way.first else { return "." }
    return way.dropFirst().reduce(first) { $0.appending($1) }
  }

  fileprivate func resolved(from folder: FilePath) -> FilePath {
    if isAbsolute { return self }
    return components.reduce(folder) { $1 == "." ? $0 : $1 == ".." ? $0.parent : $0.appending($1) }
  }
}
