/// Files that hold a recording, perhaps, in a form that is not a text table; each says what it is and what to do about it.
enum OtherKind: String {
  case workbook = """
    it is an Excel workbook. Choose CSV where the app asks for a format, or write each of its sheets to a folder with \
    `xlsx2csv --all FILE FOLDER`
    """
  case oldWorkbook = """
    it is an Excel workbook. Choose CSV where the app asks for a format, or write it as CSV with \
    `libreoffice --convert-to csv FILE`
    """
  case json = "it is JSON. Choose CSV (zipped) where the app asks for a format"
  case matlab = "it is a MATLAB file. Write its table to a CSV file there: `writetable(T, \"walk.csv\")`"
  case pdf = "it is a PDF. Export the recording as CSV"
  case database = "it is a database. Choose CSV (zipped) where the app asks for a format"
  case archives = "it is an archive of archives. Unpack it, and give one of the archives in it"

  /// - Parameter start: The first bytes of a file.
  init?(start: [UInt8]) {
    let text = String(decoding: start, as: UTF8.self)
    if start.starts(with: [0xd0, 0xcf, 0x11, 0xe0]) {
      self = .oldWorkbook
    } else if text.hasPrefix("MATLAB") {
      self = .matlab
    } else if text.hasPrefix("%PDF") {
      self = .pdf
    } else if text.hasPrefix("SQLite") {
      self = .database
    } else if let first = text.first(where: { !$0.isWhitespace && $0 != "\u{feff}" }),
      first == "{" || text.hasPrefix("[{")
    {
      self = .json
    } else {
      return nil
    }
  }

  /// - Parameter names: Those of the entries of a zip archive.
  init?(entries names: [String]) {
    if names.contains("xl/workbook.xml") {
      self = .workbook
    } else if names.contains(where: { $0.lowercased().hasSuffix(".zip") }),
      !names.contains(where: { $0.lowercased().hasSuffix(".csv") })
    {
      self = .archives
    } else {
      return nil
    }
  }
}
