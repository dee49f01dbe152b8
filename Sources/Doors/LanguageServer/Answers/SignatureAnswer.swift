import CodeHelp
import Foundation

/// The function whose arguments are being written at the cursor, and which of them.
enum SignatureAnswer {
  static func answer(_ question: Question) throws(AnswerFault) -> JSON {
    let place = try question.place()
    let knowledge = question.document.knowledge
    guard let cursor = question.cursor(at: place),
      let seen = knowledge.seen(cursor),
      let callee = CodePoints(code: seen.code).callee(around: seen.byte),
      let symbol = question.help.symbol(seen.code, atByte: callee.lowerBound, seen.assistance)
    else { return .null }
    let argument = Self.argument(in: Array(seen.code.utf8)[callee.upperBound..<seen.byte])
    let signatures = symbol.declarations.map { declaration -> JSON in
      let parameters = Self.parameters(of: declaration)
      return [
        "label": .text(declaration),
        "documentation": ["kind": "markdown", "value": .text(symbol.documentation)],
        "parameters": .list(parameters.map { ["label": .text($0)] }),
      ]
    }
    // The first declaration that takes this many arguments.
    let active = symbol.declarations.firstIndex { parameters(of: $0).count > argument } ?? 0
    return [
      "signatures": .list(signatures), "activeSignature": .integer(active), "activeParameter": .integer(argument),
    ]
  }

  /// How many commas are between the opening bracket and the cursor, those in their own brackets and in texts left out.
  static func argument(in bytes: some Collection<UInt8>) -> Int {
    var (depth, count, isText) = (0, 0, false)
    for byte in bytes.dropFirst() {
      switch byte {
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: count += 1
      default: break
      }
    }
    return count
  }

  /// The parameters of a declaration, as they are written: what is in its first brackets.
  static func parameters(of declaration: String) -> [String] {
    guard let open = declaration.firstIndex(of: "(") else { return [] }
    var (depth, found, current) = (0, [String](), "")
    for character in declaration[declaration.index(after: open)...] {
      if depth == 0, character == ")" { break }
      if "([<{".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && !current.hasSuffix("-") { depth -= 1 }
      if depth == 0, character == "," {
        found.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    return (found + [current]).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
  }
}
