/// Names next to each other, in a legend, below an axis or in the head of a table, no longer than it takes to
/// distinguish them.
package enum DistinctNames {
  /// The longest name that stays as it is, in characters.
  package static let usualLimit = 28

  /// The names, in their order, each shortened where one of them is longer than `limit`.
  ///
  /// What all of them share goes first, as much of it as it takes: settings that are the same everywhere
  /// (`alpha=2, trace=a` next to `alpha=2, trace=b`), the folders and the ending of files, the names of settings
  /// (`0.5, a` next to `2, b`), then the words at the beginning and at the end, for which “…” is. What is still too
  /// long loses its middle. Numbers are never cut, different names stay different, and equal ones equal.
  ///
  /// - Complexity: O(characters), and O(characters · limit) where the middle of names goes.
  package static func shortened(_ names: [String], to limit: Int = usualLimit) -> [String] {
    var order: [String] = []
    var known: Set<String> = []
    for name in names where known.insert(name).inserted { order.append(name) }
    var short = order
    for step in [
      withoutCommonSettings, withoutPlacesOfSettings, withoutNamesOfSettings, withoutCommonPlaces, withoutCommonWords,
    ] {
      guard short.contains(where: { $0.count > limit }), short.count > 1 else { break }
      short = step(short)
    }
    if short.contains(where: { $0.count > limit }) { short = withoutMiddle(short, limit: max(limit, 8)) }
    let table = Dictionary(uniqueKeysWithValues: zip(order, short))
    return names.map { table[$0] ?? $0 }
  }

  // MARK: Steps: from different names to different names

  /// Without the settings, parted by “, ”, that all names have at the same place.
  private static func withoutCommonSettings(_ names: [String]) -> [String] {
    let settings = names.map { $0.split(separator: ", ", omittingEmptySubsequences: false) }
    guard let first = settings.first, settings.allSatisfy({ $0.count == first.count }) else { return names }
    let kept = first.indices.filter { index in settings.contains { $0[index] != first[index] } }
    return kept.isEmpty ? names : settings.map { all in kept.map { String(all[$0]) }.joined(separator: ", ") }
  }

  /// Without the folders and endings that all values of a setting share.
  private static func withoutPlacesOfSettings(_ names: [String]) -> [String] {
    guard let (keys, rows) = settings(names) else { return names }
    let columns = keys.indices.map { column in
      // A column of one value all through says none of what is shared.
      Set(rows.map { $0[column] }).count > 1 ? withoutCommonPlaces(rows.map { $0[column] }) : rows.map { $0[column] }
    }
    return rows.indices.map { row in
      keys.indices.map { "\(keys[$0])=\(columns[$0][row])" }.joined(separator: ", ")
    }
  }

  /// The values alone, where all names have the same settings.
  private static func withoutNamesOfSettings(_ names: [String]) -> [String] {
    settings(names)?.rows.map { $0.joined(separator: ", ") } ?? names
  }

  /// The names as settings and their values, `name=value` parted by “, ”; nil where they have not all the same ones.
  private static func settings(_ names: [String]) -> (keys: [String], rows: [[String]])? {
    let parts = names.map { name in
      name.split(separator: ", ", omittingEmptySubsequences: false).map {
        $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      }
    }
    // With blanks around the sign it is a sentence.
    func isSetting(_ part: [String]) -> Bool { part.count == 2 && !part[0].hasSuffix(" ") && !part[1].hasPrefix(" ") }
    guard let first = parts.first, parts.allSatisfy({ $0.allSatisfy(isSetting) }) else { return nil }
    let keys = first.map { $0[0] }
    guard parts.allSatisfy({ $0.map { $0[0] } == keys }) else { return nil }
    return (keys, parts.map { $0.map { $0[1] } })
  }

  /// Without the folders that all begin with, and the ending that all end with.
  private static func withoutCommonPlaces(_ names: [String]) -> [String] {
    let parts = names.map(words)
    let (shared, ending) = common(parts)
    let folders = parts[0].prefix(shared).lastIndex(of: "/").map { $0 + 1 } ?? 0
    let tail = parts[0].suffix(ending)
    let isEnding = tail.count >= 2 && tail[tail.endIndex - 2] == "."
    return parts.map { $0.dropFirst(folders).dropLast(isEnding ? 2 : 0).joined() }
  }

  /// With “…” in place of the words that all begin with, and of those that all end with.
  private static func withoutCommonWords(_ names: [String]) -> [String] {
    let parts = names.map(words)
    let (shared, ending) = common(parts)
    func isWorth(_ cut: some Collection<String>) -> Bool { cut.reduce(0) { $0 + $1.count } > 2 }
    let (head, tail) = (isWorth(parts[0].prefix(shared)), isWorth(parts[0].suffix(ending)))
    return parts.map { part in
      (head ? "…" : "") + part.dropFirst(head ? shared : 0).dropLast(tail ? ending : 0).joined() + (tail ? "…" : "")
    }
  }

  /// With “…” in the middle of names that are longer than `limit`, or than the least length at which all differ.
  private static func withoutMiddle(_ names: [String], limit: Int) -> [String] {
    let longest = names.map(\.count).max() ?? limit
    var length = limit
    while length < longest {
      let cut = names.map { $0.count > length ? shorter($0, length) : $0 }
      if Set(cut).count == names.count { return cut }
      length += max(1, length / 4)
    }
    return names
  }

  /// The words at both ends of a name that fit into `length` characters with “…” between them.
  private static func shorter(_ name: String, _ length: Int) -> String {
    let parts = words(name)
    var (head, tail) = (0, 0)
    var room = length - 1
    while head + tail < parts.count {
      // By turns, the end first: there names differ most often.
      let takesTail = tail <= head
      let word = takesTail ? parts[parts.count - 1 - tail] : parts[head]
      guard word.count <= room else { break }
      room -= word.count
      if takesTail { tail += 1 } else { head += 1 }
    }
    guard head + tail > 0 else { return String(name.prefix(length / 2)) + "…" + name.suffix(length - 1 - length / 2) }
    return parts.prefix(head).joined() + "…" + parts.suffix(tail).joined()
  }

  // MARK: Words

  /// How many words all names have in common at the beginning and at the end; of each name at least one remains.
  private static func common(_ parts: [[String]]) -> (first: Int, last: Int) {
    let least = (parts.map(\.count).min() ?? 1) - 1
    func shared(_ word: (_ part: [String], _ index: Int) -> String, _ most: Int) -> Int {
      (0..<max(most, 0)).first { index in parts.contains { word($0, index) != word(parts[0], index) } } ?? max(most, 0)
    }
    let first = shared({ $0[$1] }, least)
    return (first, shared({ $0[$0.count - 1 - $1] }, least - first))
  }

  /// The words of a name and what is between them, one character each. A number is one word, with its point, sign and
  /// exponent.
  private static func words(_ name: String) -> [String] {
    let characters = Array(name)
    func isDigit(_ index: Int) -> Bool { characters.indices.contains(index) && characters[index].isNumber }
    func isWord(_ index: Int) -> Bool {
      guard characters.indices.contains(index) else { return false }
      let character = characters[index]
      return character.isLetter || character.isNumber || character == "." && isDigit(index - 1) && isDigit(index + 1)
    }
    func isExponentSign(_ index: Int) -> Bool {
      (characters[index] == "-" || characters[index] == "+") && isDigit(index + 1) && index > 1 && isDigit(index - 2)
        && (characters[index - 1] == "e" || characters[index - 1] == "E")
    }
    var words: [String] = []
    var at = 0
    while at < characters.count {
      var end = at + 1
      let isSign = ["-", "−", "+"].contains(characters[at]) && isDigit(at + 1) && !isWord(at - 1)
      if isWord(at) || isSign {
        while end < characters.count, isWord(end) || isExponentSign(end) { end += 1 }
      }
      words.append(String(characters[at..<end]))
      at = end
    }
    return words
  }
}
