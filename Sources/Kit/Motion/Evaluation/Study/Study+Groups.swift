import Foundation

extension Study {
  /// The groups in a table with a recording and its group in each line, for `group:`.
  ///
  /// Commas, semicolons or tabs separate the columns. A head may name the column of the recordings: “recording”, “file”, “trace” or “name”; the
  /// group is in the next one. Without a head the recordings come first. Lines that begin with `#` are comments.
  ///
  /// A recording is found by its path, the end of it from some folder on, its file's name, or that without its ending.
  ///
  /// - Throws: What reading throws, and ``StudyError/badGroups(path:line:)``, ``StudyError/unreadableGroups(path:)`` or
  ///   ``StudyError/twoGroups(path:line:recording:)`` for what is wrong with the table.
  public static func groups(inFile path: String) throws -> (String) -> String? {
    let table = try GroupTable(path)
    return { table.group(of: $0) }
  }
}

/// Which group each recording belongs to.
private struct GroupTable {
  /// The components of a path, the last of which may lack its ending, and the group.
  private var entries: [(path: [Substring], group: String)] = []

  init(_ path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let isWide = data.starts(with: [0xff, 0xfe]) || data.starts(with: [0xfe, 0xff])
    guard let text = String(data: data, encoding: isWide ? .utf16 : .utf8) else {
      throw StudyError.unreadableGroups(path: path)
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
      (number: $0 + 1, text: $1.trimmingCharacters(in: .whitespaces.union(["\u{feff}"])))
    }.filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
    let separator = "\t;,".first { lines.first?.text.contains($0) ?? false } ?? ","
    var columns = (recording: 0, group: 1)
    for (place, line) in lines.enumerated() {
      let fields = Self.fields(of: line.text, separatedBy: separator)
      if place == 0, let head = fields.firstIndex(where: { Self.heads.contains($0.lowercased()) }), fields.count > 1 {
        columns = (head, head == fields.count - 1 ? head - 1 : head + 1)
        continue
      }
      guard fields.count > max(columns.recording, columns.group), !fields[columns.recording].isEmpty,
        !fields[columns.group].isEmpty
      else { throw StudyError.badGroups(path: path, line: line.number) }
      let (recording, group) = (fields[columns.recording], fields[columns.group])
      let own = Self.components(recording, besides: path)
      guard entries.allSatisfy({ $0.path != own || $0.group == group }) else {
        throw StudyError.twoGroups(path: path, line: line.number, recording: recording)
      }
      entries.append((own, group))
    }
    if entries.isEmpty { throw StudyError.badGroups(path: path, line: lines.last?.number ?? 1) }
  }

  /// The group of the entry that fits most of a recording's path.
  func group(of recording: String) -> String? {
    let whole = URL(fileURLWithPath: recording).standardizedFileURL.path.split(separator: "/")
    guard let file = whole.last else { return nil }
    let folders = whole.dropLast()
    return entries.filter { entry in
      guard let last = entry.path.last else { return false }
      let isFile = last == file || last == file.split(separator: ".").first || file.hasPrefix(last + ".")
      return isFile && folders.suffix(entry.path.count - 1) == entry.path.dropLast()[...]
    }.max { ($0.path.count, $0.path.last?.count ?? 0) < ($1.path.count, $1.path.last?.count ?? 0) }?.group
  }

  private static let heads: Set<String> = ["recording", "recordings", "file", "trace", "name"]

  /// A path that climbs is one from the table's folder on.
  private static func components(_ recording: String, besides table: String) -> [Substring] {
    guard recording.hasPrefix("../") else { return recording.split(separator: "/").filter { $0 != "." } }
    let folder = URL(fileURLWithPath: table).deletingLastPathComponent()
    return folder.appendingPathComponent(recording).standardizedFileURL.path.split(separator: "/")
  }

  /// The fields of a line; quotation marks keep separators together.
  private static func fields(of line: String, separatedBy separator: Character) -> [String] {
    var (fields, isQuoted) = ([""], false)
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
