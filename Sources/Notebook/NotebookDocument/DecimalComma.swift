import Basics

/// Numbers with a comma where YAML, Swift and the command line want a point.
package enum DecimalComma {
  /// The number with a point; nil for anything but a number with a comma.
  package static func mended(_ text: String) -> String? {
    guard text.wholeMatch(of: compiled(/[-+]?\d+,\d+/)) != nil else { return nil }
    return text.replacing(",", with: ".")
  }

  /// What helps where such a number, perhaps in quotation marks, is in place of another; nothing for anything else.
  static func remedy(_ text: String) -> String {
    mended(text.filter { !"“”\"'".contains($0) }).map { "; write it with a point: \($0)" } ?? ""
  }
}
