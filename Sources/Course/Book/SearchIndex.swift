import Foundation
import Reports

/// What the book's search finds: for each word the places that have it, in the order of the alphabet, so that the beginning of a
/// word is enough. It is a script, which a page loads from a folder as well as from a server.
struct SearchIndex {
  /// Something that can be found: a chapter, a section, a figure or a table.
  struct Place: Equatable {
    /// The index of the chapter.
    var chapter: Int
    /// Where it is in the chapter's page; empty for its beginning.
    var anchor: String
    var title: String
    var text: String
    /// The keys of the guesses that veil it: it is found when all of them are made.
    var guesses: [String] = []
  }

  /// Where in a place a word is; what is more telling comes first.
  enum Field: Int, CaseIterable { case chapter, heading, prose, caption }

  private(set) var places: [Place] = []
  private var pages: [(file: String, title: String)] = []
  /// By word: the numbers of places and fields, `place · 4 + field`, each once and in order.
  private(set) var postings: [String: [Int]] = [:]

  /// Adds a chapter; `filled` puts numbers and names into a text. O(length).
  mutating func add(_ part: BookSite.Part, number: Int, filled: (String) -> String) {
    pages.append((part.file, "\(part.number) \(part.chapter.title)"))
    let outline = part.chapter.page.outline
    var title = part.chapter.title
    for section in outline.sections {
      let isFirst = section.anchor.isEmpty
      if !isFirst, !section.isRest { title = filled(section.title) }
      add(
        Place(
          chapter: number, anchor: section.anchor, title: title, text: filled(section.text), guesses: section.guesses),
        section.isRest ? .prose : isFirst ? .chapter : .heading, .prose)
    }
    for item in part.chapter.items where [.figure, .table].contains(item.kind) {
      add(
        Place(
          chapter: number, anchor: item.anchor, title: part.numbered(item.name),
          text: part.numbered(item.words ?? ""), guesses: outline.anchors[item.anchor] ?? []), .heading, .caption)
    }
  }

  private mutating func add(_ place: Place, _ titleField: Field, _ textField: Field) {
    let number = places.count
    places.append(place)
    for (text, field) in [(place.title, titleField), (place.text, textField)] {
      for word in Set(Self.words(of: text)) { postings[word, default: []].append(number * 4 + field.rawValue) }
    }
  }

  /// The words of a text, as they are looked for: small letters without accents. Numbers are words, too. O(length).
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: continue
      case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber,
        .otherNumber:
        word.append(scalar)
      default:
        if !word.isEmpty { words.append(String(word)) }
        word = .init()
      }
    }
    return word.isEmpty ? words : words + [String(word)]
  }

  /// The script that gives a page the index. O(length).
  var script: String {
    let words = postings.keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    let index = Written(
      pages: pages.map { [$0.file, $0.title] },
      places: places.map { place in
        [.number(place.chapter), .text(place.anchor), .text(place.title), .text(place.text)]
          + place.guesses.map(Entry.text)
      }, words: words,
      postings: words.map { postings[$0]!.sorted() })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(index)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    return "window.gimbalSearch = \(json);\n"
  }

  private struct Written: Encodable {
    var pages: [[String]]
    var places: [[Entry]]
    var words: [String]
    var postings: [[Int]]
  }

  private enum Entry: Encodable {
    case number(Int)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }
}
