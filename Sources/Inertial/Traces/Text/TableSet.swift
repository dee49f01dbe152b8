import Foundation

/// The tables of a recording: one file, or all the CSV files of a zip archive or a folder.
struct TableSet {
  let path: String
  let tables: [DelimitedText]
  /// Whether the tables are one file: a recording in one table.
  let isSingle: Bool

  /// Opens a file (gzipped or not), a zip archive or a folder.
  ///
  /// - Throws: `TraceError` for what is missing, damaged or empty.
  init(_ path: String, in storage: RecordingStorage, _ options: Trace.ReadingOptions) throws(TraceError) {
    self.path = path
    if storage.kind(of: path) == .folder {
      if let motion = EuRoC.motionPath(in: path, storage) {
        tables = [try DelimitedText(storage.open(motion))]
        isSingle = true
      } else {
        tables = try Self.tables(inFolder: path, storage)
        isSingle = false
      }
      return
    }
    let file = try storage.open(path)
    let start = try file.prefix(4)
    if start == [0x50, 0x4b, 3, 4] || start == [0x50, 0x4b, 5, 6] {
      let entries = try ZipArchive(file).entries(limit: options.largestUnpacked, where: Self.isTable)
      let archive = RecordingStorage.memory(
        Dictionary(entries.map { ("\(path)/\($0.key)", $0.value) }, uniquingKeysWith: { first, _ in first }))
      if let motion = EuRoC.motionPath(inAny: entries.keys.map { "\(path)/\($0)" }) {
        tables = [try DelimitedText(archive.open(motion))]
        isSingle = true
      } else {
        tables = try Self.tables(entries.keys.sorted().map { "\(path)/\($0)" }, path, archive)
        isSingle = false
      }
    } else if start.starts(with: [0x1f, 0x8b]) {
      switch Compression.inflate(try file.data, .gzip, limit: options.largestUnpacked) {
      case .success(let data): tables = [try DelimitedText(TextFile(path: path, data: data, storage: file.storage))]
      case .failure(.tooLarge):
        throw .unreadableFile(
          path, reason: "it unpacks to more bytes than `largestUnpacked` in the reading options")
      case .failure(.damaged):
        throw .unreadableFile(path, reason: "the gzip file is damaged or cut off. Copy the recording again")
      }
      isSingle = true
    } else {
      tables = [try DelimitedText(file)]
      isSingle = true
    }
  }

  /// The CSV files of the folder in which a file lies.
  init(folderOf file: TextFile) throws(TraceError) {
    path = file.path
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let place = file.path.hasPrefix("/") && folder.isEmpty ? "/" : folder.isEmpty ? "." : folder
    // A file in memory without a folder has no others beside it.
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

  /// The table whose file has this name, without folder and extension, in any case.
  subscript(name: String) -> DelimitedText? {
    tables.first { $0.file.stem.lowercased() == name.lowercased() }
  }

  private static func isTable(_ name: String) -> Bool {
    // What macOS adds to archives begins with a dot or lies in __MACOSX.
    let last = name.split(separator: "/").last ?? ""
    return last.lowercased().hasSuffix(".csv") && !last.hasPrefix(".") && !name.hasPrefix("__MACOSX")
  }

  private static func tables(
    inFolder path: String, _ storage: RecordingStorage
  ) throws(TraceError) -> [DelimitedText] {
    let files = storage.names(in: path).filter(isTable).map { "\(path)/\($0)" }
    return try tables(files.filter { storage.kind(of: $0) == .file }, path, storage)
  }

  /// An empty file among others is a sensor that was switched on and gave nothing.
  private static func tables(
    _ paths: [String], _ place: String, _ storage: RecordingStorage
  ) throws(TraceError) -> [DelimitedText] {
    var tables = [DelimitedText]()
    for path in paths {
      let file = try storage.open(path)
      if file.count > 0 { tables.append(try DelimitedText(file)) }
    }
    guard !tables.isEmpty else {
      throw .unreadableFile(place, reason: "there is no CSV file in it, or only empty ones")
    }
    return tables
  }
}
