import Basics
import Foundation

import enum Basics.SystemReason

/// Lines of fields between tabs, as spreadsheets read and write them: a field in double quotes may hold doubled quotes.
enum TabSeparated {
  /// The lines of a file that are not blank, with their numbers from 1; none where there is no file.
  ///
  /// - Throws: `MarksError` for one that cannot be read.
  static func lines(of file: String) throws(MarksError) -> [(number: Int, fields: [String])] {
    guard FileManager.default.fileExists(atPath: file) else { return [] }
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
      throw MarksError(.unreadable(SystemReason.words(error)), file: file)
    }
    guard var text = String(validating: data, as: UTF8.self) else {
      throw MarksError(.unreadable("it is not UTF-8 text; save it as UTF-8"), file: file)
    }
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap {
      index, line in
      guard !line.allSatisfy(\.isWhitespace) else { return nil }
      return (index + 1, line.split(separator: "\t", omittingEmptySubsequences: false).map(plain))
    }
  }

  private static func plain(_ field: Substring) -> String {
    let text = field.trimmingCharacters(in: .whitespaces)
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast()).replacing(bytes: "\"\"", with: "\"")
  }

  /// A field, in quotes where it would be read as something else.
  static func field(_ text: String) -> String {
    let flat = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return flat.utf8.first == UInt8(ascii: "\"") ? "\"" + flat.replacing(bytes: "\"", with: "\"\"") + "\"" : flat
  }
}
