import Basics
import Foundation

/// A fence of colons with what it says: `::: columns`, `::: {.column width="40%"}`, `::: {.guess #name}`. A value stands in quotes of
/// either kind, or in none.
package struct DivisionFence: Hashable, Sendable {
  package var classes: [String] = []
  package var identifier: String?
  package var attributes: [String: String] = [:]
  /// Other words.
  package var rest: [String] = []

  /// What gives the right value of a guess; nil where nothing is written.
  var answer: String? {
    let text = attributes["answer"]?.trimmingCharacters(in: .whitespaces)
    return text?.isEmpty == false ? text : nil
  }

  /// What messages call it.
  package var name: String { classes.first ?? identifier.map { "#\($0)" } ?? rest.first ?? "" }

  /// What is behind the colons of a line, an empty text where the line ends a division; nil for any other line.
  package static func words(_ line: String) -> String? {
    guard line.holds(":::") else { return nil }
    let indent = line.prefix { $0 == " " }.count
    guard indent < 4, line.dropFirst(indent).hasPrefix(":::") else { return nil }
    var words = line.dropFirst(indent).drop { $0 == ":" }[...]
    while words.last?.isWhitespace == true || words.last == ":" { words.removeLast() }
    return words.trimmingCharacters(in: .whitespaces)
  }

  /// What a fence says behind its colons.
  package init(_ words: String) {
    guard words.hasPrefix("{") else {
      classes = words.split(whereSeparator: { " :{".contains($0) }).first.map { [String($0)] } ?? []
      return
    }
    let inside = words.dropFirst().prefix(upTo: words.lastIndex(of: "}") ?? words.endIndex)
    for part in inside.matches(of: compiled(/([A-Za-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|(\S+)/)) {
      let (_, key, quoted, single, plain, word) = part.output
      if let key {
        attributes[String(key)] = String(quoted ?? single ?? plain ?? "")
      } else if let word, word.hasPrefix("."), word.count > 1 {
        classes.append(String(word.dropFirst()))
      } else if let word, word.hasPrefix("#"), word.count > 1 {
        identifier = String(word.dropFirst())
      } else if let word {
        rest.append(String(word))
      }
    }
  }
}
