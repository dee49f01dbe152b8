import Basics
import Foundation
import Reports

/// What texts are made of, in a form in which names, spaces and remarks do not count: every run of a few words in a row, as numbers.
enum Shingles {
  /// The words of Swift code: names stand for one another, so that renaming changes nothing; remarks are left out.
  /// O(length).
  static func ofCode(_ code: String) -> Set<UInt64> {
    var words: [Substring] = []
    for (kind, text) in CodeColors.words(of: code) {
      switch kind {
      case "c": continue
      case "s": words.append("\"\"")
      case "n", "k": words.append(text.trimmingCharacters(in: .whitespaces)[...])
      default: words += plainWords(text).map { $0.first?.isLetter == true || $0.first == "_" ? "name" : $0 }
      }
    }
    return runs(of: words.filter { !$0.isEmpty }, length: 6)
  }

  /// The words of prose, without case and punctuation. O(length).
  static func ofProse(_ text: String) -> Set<UInt64> {
    runs(of: text.lowercased().split { !$0.isLetter && !$0.isNumber }, length: 4)
  }

  /// Names and numbers as they are, and every other sign by itself.
  private static func plainWords(_ text: String) -> [Substring] {
    var (words, rest) = ([Substring](), text[...])
    while let first = rest.first {
      let isWord = first.isLetter || first.isNumber || first == "_"
      let word = isWord ? rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" } : rest.prefix(1)
      if !first.isWhitespace { words.append(word) }
      rest = rest.dropFirst(word.count)
    }
    return words
  }

  /// The hashes of all runs of this length.
  private static func runs(of words: [Substring], length: Int) -> Set<UInt64> {
    guard words.count >= length else { return [] }
    var found: Set<UInt64> = []
    for start in 0...(words.count - length) {
      var hash = FNV()
      for word in words[start..<start + length] {
        hash.add(word.utf8)
        hash.add(CollectionOfOne(0xff))
      }
      found.insert(hash.value)
    }
    return found
  }
}
