import Foundation
import Traces

/// The tables of a recording: one file, or all the CSV files of a zip archive or a folder.
struct TableSet {
  private(set) var path: String
  let tables: [DelimitedText]
  /// Whether the tables are one file: a recording in one table.
  let isSingle: Bool
  /// Whether the tables lie in an archive.
  var isPacked = false

  /// Some tables that belong together.
  init(path: String, tables: [DelimitedText]) { (self.path, self.tables, isSingle) = (path, tables, false) }

  /// Opens a file (gzipped or not), a zip archive or a folder.
  ///
  /// - Throws: `RecordingError` or `TraceError` for what is missing, damaged or empty.
  init(_ given: String, in storage: RecordingStorage, _ options: Trace.ReadingOptions) throws {
    let path = given.withoutTrailingSlash
    self.path = path
    if storage.kind(of: path) == .folder {
      if let motion = EuRoC.motionPath(in: path, storage) {
        tables = [try DelimitedText(storage.open(motion))]
        isSingle = true
      } else {
        let folder = try Self.onlyFolder(in: path, storage)
        if let other = try Self.onlyOther(in: folder, storage) {
          self = try TableSet(other, in: storage, options)
          self.path = path
        } else {
          tables = try Self.tables(inFolder: folder, storage)
          isSingle = false
        }
      }
      return
    }
    let file = try storage.open(path)
    let start = try file.prefix(8)
    if start.starts(with: [0x50, 0x4b, 3, 4]) || start.starts(with: [0x50, 0x4b, 5, 6]) {
      let archive = try ZipArchive(file)
      if let kind = OtherKind(entries: try archive.names()) {
        throw RecordingError.unreadableFile(path, reason: kind.rawValue)
      }
      isPacked = true
      let entries = try archive.entries(limit: options.largestUnpacked, where: Self.isTable)
      let contents = RecordingStorage.memory(
        Dictionary(entries.map { ("\(path)/\($0.key)", $0.value) }, uniquingKeysWith: { first, _ in first }))
      let paths = entries.keys.sorted().map { "\(path)/\($0)" }
      if let motion = EuRoC.motionPath(inAny: paths) {
        tables = [try DelimitedText(contents.open(motion))]
        isSingle = true
      } else {
        tables = try Self.tables(Self.onlyRecording(paths, path), path, contents)
        isSingle = false
      }
    } else if start.starts(with: [0x1f, 0x8b]) {
      let data = try Compression.inflate(try file.data, .gzip, limit: options.largestUnpacked)
        .mapError { $0.error(path, damaged: "the gzip file is damaged or cut off. Copy the recording again") }.get()
      (tables, isSingle) = try Self.single(TextFile(path: path, data: data, storage: file.storage))
    } else {
      switch OtherKind(start: start) {
      case .json?: (tables, isSingle) = (try SensorLogger.tables(inJSON: file, options), false)
      case let kind?: throw RecordingError.unreadableFile(path, reason: kind.rawValue)
      case nil: (tables, isSingle) = try Self.single(file)
      }
    }
  }

  /// A file's table, or the tables of its sensors where it is one in long form.
  private static func single(_ file: TextFile) throws -> (tables: [DelimitedText], isSingle: Bool) {
    let text = try DelimitedText(file)
    guard TraceFormat.recognizing([text]) == nil, try MappingFile.beside(text.file) == nil,
      let long = try LongTable(text)
    else { return ([text], true) }
    return (long.tables, false)
  }

  /// The CSV files of the folder in which a file lies.
  init(folderOf file: TextFile) throws {
    path = file.path
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let place = file.path.hasPrefix("/") && folder.isEmpty ? "/" : folder.isEmpty ? "." : folder
    // A file in memory without a folder has no others next to it.
    if case .memory = file.storage, folder.isEmpty {
      tables = [try DelimitedText(file)]
    } else {
      tables = try Self.tables(inFolder: place, file.storage)
    }
    isSingle = false
  }

  /// What the recording is called: the name of the file or folder without its extension.
  var name: String {
    let url = URL(fileURLWithPath: path)
    let name = url.deletingPathExtension()
    return (url.pathExtension == "gz" ? name.deletingPathExtension() : name).lastPathComponent
  }

  /// The table whose file has this name, without folder and extension, in any case; or else the only one whose name has
  /// this as a word, like `run 3_Gyroscope`.
  subscript(name: String) -> DelimitedText? {
    let wanted = name.lowercased()
    if let table = tables.first(where: { $0.file.stem.lowercased() == wanted }) { return table }
    let others = tables.filter {
      $0.file.stem.lowercased().split { !$0.isLetter }.contains { $0 == wanted }
    }
    return others.count == 1 ? others[0] : nil
  }

  /// Whether phyphox's own tables about the experiment are among these.
  var hasPhyphoxMetadata: Bool {
    tables.contains { $0.file.path.hasSuffix("meta/time.csv") || $0.file.path.hasSuffix("meta/device.csv") }
  }

  /// The folder itself when there are tables in it, or the only one of its folders in which there are.
  private static func onlyFolder(in path: String, _ storage: RecordingStorage) throws -> String {
    let names = storage.names(in: path)
    if names.contains(where: { isTable($0) && storage.kind(of: "\(path)/\($0)") == .file }) { return path }
    let folders = names.filter { name in
      !name.hasPrefix(".") && storage.kind(of: "\(path)/\(name)") == .folder
        && storage.names(in: "\(path)/\(name)").contains(where: isTable)
    }
    if folders.count > 1 { throw RecordingError.severalRecordings(folders, path: path) }
    return folders.first.map { "\(path)/\($0)" } ?? path
  }

  /// The only archive, or the only file of Sensor Logger's JSON, in a folder without tables; nil without any.
  ///
  /// - Throws: `RecordingError.severalRecordings`.
  private static func onlyOther(in path: String, _ storage: RecordingStorage) throws -> String? {
    let names = storage.names(in: path).filter { storage.kind(of: "\(path)/\($0)") == .file && !$0.hasPrefix(".") }
    guard !names.contains(where: isTable) else { return nil }
    let others = names.filter { name in [".zip", ".json"].contains { name.lowercased().hasSuffix($0) } }
    if others.count > 1 { throw RecordingError.severalRecordings(others, path: path) }
    return others.first.map { "\(path)/\($0)" }
  }

  /// The tables of an archive in which no name occurs in two folders.
  ///
  /// - Throws: `RecordingError.severalRecordings`.
  private static func onlyRecording(_ paths: [String], _ path: String) throws -> [String] {
    var folders = [String: Set<String>]()
    for table in paths {
      let parts = table.dropFirst(path.count + 1).split(separator: "/")
      folders[String(parts.last ?? ""), default: []].insert(parts.dropLast().joined(separator: "/"))
    }
    if let several = folders.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key })?.value {
      throw RecordingError.severalRecordings(several.sorted(), path: path, isPacked: true)
    }
    return paths
  }

  static func isTable(_ name: String) -> Bool {
    // What macOS adds to archives begins with a dot or lies in __MACOSX.
    let last = name.lastPart.lowercased()
    return (last.hasSuffix(".csv") || last.hasSuffix(".tsv")) && !last.hasPrefix(".") && !name.hasPrefix("__MACOSX")
  }

  private static func tables(
    inFolder path: String, _ storage: RecordingStorage
  ) throws -> [DelimitedText] {
    // What phyphox writes about the experiment lies in its own folder.
    let meta = storage.kind(of: "\(path)/meta") == .folder ? storage.names(in: "\(path)/meta").map { "meta/\($0)" } : []
    let files = (storage.names(in: path) + meta).filter(isTable).map { "\(path)/\($0)" }
    let tables = files.filter { storage.kind(of: $0) == .file }
    return try Self.tables(tables.isEmpty ? texts(inFolder: path, storage) : tables, path, storage)
  }

  /// The text files with rows of numbers, which some loggers write in place of CSV.
  private static func texts(inFolder path: String, _ storage: RecordingStorage) -> [String] {
    storage.names(in: path).filter { !$0.hasPrefix(".") && $0.lowercased().hasSuffix(".txt") }.map { "\(path)/\($0)" }
      .filter {
        guard storage.kind(of: $0) == .file, let file = try? storage.open($0), file.count > 0,
          let text = try? DelimitedText(file)
        else { return false }
        return (try? text.requireTable()) != nil
      }
  }

  /// An empty file among others is a sensor that was switched on and gave nothing.
  private static func tables(
    _ paths: [String], _ place: String, _ storage: RecordingStorage
  ) throws -> [DelimitedText] {
    var tables = [DelimitedText]()
    for path in paths {
      let file = try storage.open(path)
      guard file.count > 0, OtherKind(start: try file.prefix(8)) == nil else { continue }
      tables.append(try DelimitedText(file))
    }
    guard !tables.isEmpty else {
      throw RecordingError.unreadableFile(place, reason: "there is no CSV file in it, or only empty ones")
    }
    return tables
  }
}

extension String {
  /// The last part of a path.
  var lastPart: String { split(separator: "/").last.map(String.init) ?? self }

  /// The path of a folder without the slash with which a shell that completes its name ends it: the parts of the folder
  /// lies next to it.
  var withoutTrailingSlash: String {
    var path = self
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
