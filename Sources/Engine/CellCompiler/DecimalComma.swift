import Basics
import Foundation

import enum NotebookDocument.DecimalComma

extension DecimalComma {
  /// What the compiler complains of where a comma has made two numbers of one.
  private static let complaints = [
    "expected pattern", "expected expression", "consecutive statements on a line", "extra argument", "missing argument",
    "no exact matches", "'(Int, Int)'", "cannot be used as a boolean",
  ]

  /// What helps against a message on a line that holds a number with a comma; nil for any other line or message.
  static func remedy(for message: String, in line: some StringProtocol) -> String? {
    guard complaints.contains(where: message.contains) else { return nil }
    let line = String(line)
    // “1,5” by itself: neither a list as “1,2,3” nor a part of a name.
    for match in line.matches(of: compiled(/[-\w.,]*\d,\d[\w,]*/)) {
      let digits = String(match.output.drop { $0 == "-" }).trimmingCharacters(in: [","])
      if let number = mended(digits) {
        return "a comma separates values: if “\(digits)” is one number, write it with a point, \(number)"
      }
    }
    return nil
  }
}
