/// The patterns of docs/writing.md that make a text read as translated, and where a text has them.
enum English {
  /// A pattern: sequences of words, and sequences around them that are good English.
  ///
  /// In a sequence `/` separates words of which one is meant, `^` is the beginning of a sentence, and `…` at the end of one
  /// but the last word stands for any words. Commas count as words.
  struct Pattern {
    let name: String
    /// What to write instead.
    let remedy: String
    let sequences: [Sequence]
    let allowed: [Sequence]
    /// Whether questions are free of it.
    let sparesQuestions: Bool

    init(
      _ name: String, _ remedy: String, _ sequences: [String], except allowed: [String] = [],
      sparesQuestions: Bool = false
    ) {
      self.name = name
      self.remedy = remedy
      self.sequences = sequences.map(Sequence.init)
      self.allowed = allowed.map(Sequence.init)
      self.sparesQuestions = sparesQuestions
    }
  }

  /// Words, each one of several; a gap before the last one when `gap`.
  struct Sequence {
    let words: [Set<String>]
    let gap: Bool

    init(_ text: String) {
      let parts = text.split(separator: " ")
      words = parts.filter { $0 != "…" }.map { Set($0.split(separator: "/").map(String.init)) }
      gap = parts.contains("…")
    }

    /// Whether it begins at a word. O(length) with a gap.
    func begins(at index: Int, of text: [String]) -> Bool {
      var place = index
      for (number, word) in words.enumerated() {
        if gap, number == words.count - 1 { return text[min(place, text.count)...].contains { word.contains($0) } }
        guard place < text.count, word.contains(text[place]) else { return false }
        place += 1
      }
      return true
    }
  }

  /// A sentence that has a pattern.
  struct Finding: Equatable {
    let pattern: String
    let sentence: String
  }

  static let patterns: [Pattern] = [
    Pattern(
      "stand", "is, are, appears", ["stand/stands/stood/standing"],
      except: [
        "stand/stands/stood/standing still/still’s/for/out/up/alone/in/error/errors/by/back/upright", "not standing",
        "× standing",
      ]),
    Pattern(
      "what", "the thing's name",
      [
        "what acts/stands/stood/lies/belongs", "what comes/came out/back/in/of/after/before/from",
        "than/like/all/beside/without what", "what is doubtful/left",
      ], except: ["what comes next", "what stands for"]),
    Pattern(
      "said", "Gimbal warns, prints, lists, reports",
      [
        "is/are/was/were/be/been said", "says/say/said/saying so", "is/are/was/were/be/been told", "say/says/said no",
        "told/tells of/as",
      ], except: ["be told apart/from"]),
    Pattern("who", "you, or the reader", ["whoever", "for/of/than/as who", "^ who … ,"], sparesQuestions: true),
    Pattern(
      "taken for", "mistaken for, read as",
      [
        "taken for", "take/takes/took/taking it/them/one/this/that/these for",
      ], except: ["taken for granted"]),
    Pattern("of its own", "its own, separate", ["of its/his/her/their/our/my/your/one’s own"]),
    Pattern("beside", "next to, with, compared with", ["beside"]),
    Pattern(
      "off", "error, distance from the truth", ["off by", "far off", "metres/degrees/cm/m/mm/° off"]),
    Pattern(
      "genitive first", "the subject first; if",
      ["^ of", "^ where … ,"], except: ["^ of course"], sparesQuestions: true),
    Pattern(
      "dropped noun", "the noun again",
      [
        "of/from/for/in/with/to/than/by/on/as/like a "
          + "long/short/large/small/new/old/later/earlier/single/whole/good/bad/fast/slow/wrong/similar/unknown/usual one",
        "the usual one/ones",
      ]),
    Pattern(
      "coy", "the statement, without a negative",
      [
        "refuses/refuse/says/say/holds/hold/gives/give nothing", "nothing of", "is/are nothing that",
        "ask/asks nobody/anybody",
      ], except: ["nothing of the"]),
    Pattern(
      "translated", "again; is not a; this many; except; instead of; applies",
      [
        "anew", "stand/stands there", "look first", "is/are none", "^ so many/much", "for/of/than/last so many",
        "but for",
        "in the place of", "heed/heeds/heeded", "at hand",
      ], except: ["there is/are none"]),
  ]

  /// A sentence that begins with *What* and is no question: only in prose, for a comment may name its thing so.
  static let fragment = Pattern("what first", "the thing's name", ["^ what … ."], sparesQuestions: true)

  /// The patterns, and the sequences that a word begins.
  struct Index {
    let patterns: [Pattern]
    /// The numbers of patterns with their sequences, by first words.
    private let starts: [String: [(pattern: Int, sequence: Sequence)]]

    init(_ patterns: [Pattern]) {
      self.patterns = patterns
      var starts: [String: [(pattern: Int, sequence: Sequence)]] = [:]
      for (number, pattern) in patterns.enumerated() {
        for sequence in pattern.sequences {
          for word in sequence.words[0] { starts[word, default: []].append((number, sequence)) }
        }
      }
      self.starts = starts
    }

    /// The numbers of the patterns that a sentence has. O(length), except for sequences that begin in it.
    func found(in words: [String]) -> Set<Int> {
      var found: Set<Int> = []
      for (index, word) in words.enumerated() {
        for (number, sequence) in starts[word] ?? [] where sequence.begins(at: index, of: words) {
          let pattern = patterns[number]
          let isAllowed = (max(0, index - 2)...index).contains { place in
            pattern.allowed.contains { $0.begins(at: place, of: words) }
          }
          if !isAllowed, !(pattern.sparesQuestions && words.last == "?") { found.insert(number) }
        }
      }
      return found
    }
  }

  /// Everything but prose, and prose.
  static let index = Index(patterns), indexOfProse = Index(patterns + [fragment])

  /// The sentences of a text that have a pattern, with it, in order. O(length).
  static func findings(in text: String, index: Index = index) -> [Finding] {
    sentences(of: text).flatMap { sentence in
      index.found(in: sentence.words).sorted().map {
        Finding(pattern: index.patterns[$0].name, sentence: sentence.text)
      }
    }
  }

  /// Sentences with their words in lower case, without marks at their ends: `^` first where the sentence begins with a capital, `,`
  /// for commas, `?` or `.` last. Words in quotation marks keep them: they are mentioned, not used.
  private static func sentences(of text: String) -> [(text: String, words: [String])] {
    var found: [(text: String, words: [String])] = []
    var (piece, words) = ("", [String]())
    func end() {
      if !words.isEmpty { found.append((piece, words)) }
      (piece, words) = ("", [])
    }
    for raw in text.split(whereSeparator: \.isWhitespace) {
      piece += piece.isEmpty ? raw : " \(raw)"
      let word = raw.trimming { !$0.isLetter && !$0.isNumber && !"_°%…“|`×".contains($0) }
      if words.isEmpty, word.first?.isUppercase == true { words.append("^") }
      if !word.isEmpty { words.append(word.lowercased().replacing("'", with: "’")) }
      let closed = raw.trimming { "\"”’)*_".contains($0) }
      switch closed.last {
      case ",": words.append(",")
      case "?":
        words.append("?")
        end()
      case ".":
        words.append(".")
        end()
      case "!": end()
      default: break
      }
    }
    end()
    return found
  }
}

extension Substring {
  /// The text without such characters at its ends.
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    guard let start = firstIndex(where: { !isTrimmed($0) }), let end = lastIndex(where: { !isTrimmed($0) }) else {
      return ""
    }
    return self[start...end]
  }
}
