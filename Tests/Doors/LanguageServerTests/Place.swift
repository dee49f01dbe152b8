import CodeHelp

/// A place in a text as an editor counts it, by what is there.
struct Place {
  let line: Int
  let column: Int

  /// The place of a part of a text, or of what is so many units behind its beginning.
  ///
  /// - Parameter after: what is above: the first such part behind it is meant.
  init(_ part: String, _ offset: Int = 0, after: String = "", in text: String) {
    let start = after.isEmpty ? text.startIndex : text.range(of: after)!.upperBound
    let before = text[..<text.range(of: part, range: start..<text.endIndex)!.lowerBound]
    line = before.count { $0 == "\n" }
    column = (before.split(separator: "\n", omittingEmptySubsequences: false).last?.utf16.count ?? 0) + offset
  }

  /// The starts of an answer's ranges or locations, or of a renaming's edits, in the order of the text.
  static func starts(_ answer: JSON?) -> [[Int]] {
    let elements = answer?.elements ?? answer?["changes"]?.members?.values.first?.elements ?? []
    return elements.map {
      let range = $0["range"] ?? $0["location"]?["range"]
      return [range?["start"]?["line"]?.int ?? -1, range?["start"]?["character"]?.int ?? -1]
    }.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
  }
}
