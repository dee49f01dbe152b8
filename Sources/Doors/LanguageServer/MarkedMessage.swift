import CodeHelp
import Foundation
import NotebookDocument
import Reports

/// A message as a mark in a text.
struct MarkedMessage {
  let message: RunMessage
  let start: DocumentText.Place
  let end: DocumentText.Place

  /// The message at its place in a text: on the name that is there, or on the whole line where the line is meant.
  init(_ message: RunMessage, in text: DocumentText) {
    self.message = message
    let number = min(max(message.position.line - 1, 0), max(text.lineCount - 1, 0))
    let line = Array(text.line(number))
    let first = message.position.column - 1
    guard first > 0 || Self.isOfCode(message) else {
      let indent = line.prefix { $0 == 32 || $0 == 9 }.count
      start = .init(number, 0)
      end = .init(number, max(line.count, indent))
      return
    }
    let column = min(max(first, 0), line.count)
    // A label has hyphens.
    let isLabel = line[column...].first == UInt8(ascii: "@")
    var length = 0
    for scalar in String(decoding: line[column...], as: UTF8.self).unicodeScalars {
      let isWord =
        scalar.properties.isXIDContinue || scalar == "_"
        || isLabel && (scalar == "-" || length == 0)
      if length > 0, !isWord { break }
      length += UTF8.width(scalar)
      if !isWord { break }
    }
    start = .init(number, column)
    end = .init(number, column + length)
  }

  /// Whether the first column means a place, and not the line as a whole.
  private static func isOfCode(_ message: RunMessage) -> Bool { !message.more.isEmpty }

  /// The mark as the protocol has it.
  func json(in text: DocumentText) -> JSON {
    let severity =
      switch message.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      case .demand: 4
      }
    return [
      "range": text.range(start, end), "severity": .integer(severity), "source": "gimbal",
      "message": .text(message.message),
    ]
  }
}
