import CellKernel
import Foundation

/// The value of an inline expression as prose shows it.
package enum InlineText {
  /// As characters.
  package static func plain(_ outcome: InlineOutcome?) -> String {
    switch outcome {
    case .value(let value)?: value
    case .markup(let value)?: value.text
    case .failed(let failure)?: "⟨error: \(failure.message)⟩"
    case nil: "⟨not run⟩"
    }
  }

  /// As Markdown that shows these characters: what would mean something to Markdown is escaped. `isFirst` where the value
  /// begins a line.
  package static func markdown(_ outcome: InlineOutcome?, isFirst: Bool) -> String {
    if case .markup(let value)? = outcome, let markdown = value.markdown {
      return markdown.replacing(/\s*\n\s*/, with: " ")
    }
    let text = escaping(plain(outcome), isFirst: isFirst)
    if case .failed? = outcome { return "**\(text)**" }
    return text
  }

  /// O(length).
  package static func escaping(_ text: String, isFirst: Bool) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "$", "|", "~": result += "\\\(character)"
      // A line of its own could begin a list, a heading or a block.
      case _ where character.isNewline: result += " "
      default: result.append(character)
      }
    }
    guard isFirst, let first = result.first else { return result }
    if "#+-=".contains(first), Double(text) == nil { return "\\" + result }
    return result.replacing(/^(\d+)([.)])(?=\s|$)/) { "\($0.output.1)\\\($0.output.2)" }
  }
}
