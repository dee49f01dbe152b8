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
  init(_ path: String) throws(TraceError) {
    self.path = path
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      tables = try Self.tables(inFolder: path)
      isSingle = false
      return
    }
    let file = try TextFile(path)
    let start = try file.prefix(4)
    if start == [0x50, 0x4b, 0x03, 0x04] {
      tables = try Self.tables(ZipArchive.entries(in: file, where: Self.isTable), path)
      isSingle = false
    } else if start.starts(with: [0x1f, 0x8b]) {
      guard let data = Compression.inflate(try file.data, .gzip) else {
        throw .unreadableFile(path, reason: "the gzip file is damaged")
      }
      tables = [try DelimitedText(TextFile(path: path, data: data))]
      isSingle = true
    } else {
      tables = [try DelimitedText(file)]
      isSingle = true
    }
  }

  /// The CSV files of a folder.
  init(folderOf path: String) throws(TraceError) {
    self.path = path
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    tables = try Self.tables(inFolder: folder)
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

  private static func tables(inFolder path: String) throws(TraceError) -> [DelimitedText] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var files = [TextFile]()
    for name in names.sorted() where isTable(name) { files.append(try TextFile("\(path)/\(name)")) }
    return try tables(files, path)
  }

  /// An empty file among others is a sensor that was switched on and gave nothing.
  private static func tables(_ files: [TextFile], _ path: String) throws(TraceError) -> [DelimitedText] {
    var tables = [DelimitedText]()
    for file in files where file.count > 0 { tables.append(try DelimitedText(file)) }
    guard !tables.isEmpty else {
      throw .unreadableFile(path, reason: "there is no CSV file in it")
    }
    return tables
  }
}
