import CodeHelp
import Foundation
import LanguageServer
import MessageMutations

import struct Basics.SeededRandom

/// What a broken editor may send to the language server, and what it may ask about any text.
public struct EditorMutant {
  private let seed: UInt64

  public init(seed: UInt64) { self.seed = seed }

  private static let text = """
    ---
    title: "Text: é"
    notebook: {timeout: 3}
    params:
      alpha: 2.0   # s⁻¹
    ---
    # Heading

    See @fig-a and `{swift} params.alpha + 1`, $x$ {#eq-b}.

    ```swift
    //| label: fig-a
    //| fig-cap: 🎲
    let value = f(params.alpha, "traces/a", [1, 2])
    struct S { var value = 1 }
    ```

    - list

      ```swift
      print(value)
      ```
    """

  /// What is wrong with the way this is taken; nil when nothing is.
  public func fault() -> String? {
    var random = SeededRandom(seed: seed)
    var bytes: [UInt8] = []
    var messages = 0
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var body = Array(Self.message(&random).data)
      if random.uniform() < 0.5 { body = MutatedBytes(body, random: random).bytes }
      bytes += Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
      messages += 1
    }
    if random.uniform() < 0.5 { bytes = MutatedBytes(bytes, random: random).bytes }
    var reader = MessageReader()
    var text = DocumentText(Self.text, encoding: PositionEncoding.allCases.randomElement(using: &random)!)
    var (rest, pieces) = (bytes[...], 0)
    while !rest.isEmpty {
      let count = min(rest.count, Int.random(in: 1...400, using: &random))
      reader.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
      while let piece = reader.next() {
        pieces += 1
        if pieces > bytes.count { return "more pieces than bytes" }
        guard case .message(let data) = piece else { continue }
        if let fault = Self.take(ClientMessage(data), &text) { return fault }
      }
    }
    if reader.waiting > bytes.count { return "more bytes wait than came" }
    return nil
  }

  private static func take(_ message: ClientMessage, _ text: inout DocumentText) -> String? {
    switch message {
    case .response, .invalid: return nil
    case .notification(_, let parameters):
      let changes = parameters["contentChanges"]?.elements ?? []
      for change in changes.prefix(20) {
        let before = text
        if !text.apply(change), text != before { return "a change that was refused has changed something" }
        if String(validating: text.bytes, as: UTF8.self) == nil { return "the text is not UTF-8 any more" }
      }
      return nil
    case .request(_, let method, let parameters):
      // Other programs are not asked here.
      if method.contains("ormatting") || method == "workspace/executeCommand" { return nil }
      do throws(AnswerFault) {
        let answer = try Answers.answer(method, parameters, about: text, uri: "file:///nowhere/test.md")
        return (try? JSON(answer.data)) == nil ? "an answer that is not JSON" : nil
      } catch {
        return error.message.isEmpty ? "a fault without words" : nil
      }
    }
  }

  private static func message(_ random: inout SeededRandom) -> JSON {
    func position() -> JSON {
      let odd = random.uniform() < 0.1
      return [
        "line": .integer(
          odd ? [-1, .max, 1 << 40].randomElement(using: &random)! : Int.random(in: 0...24, using: &random)),
        "character": .integer(
          odd ? [-1, .max, .min].randomElement(using: &random)! : Int.random(in: 0...50, using: &random)),
      ]
    }
    func range() -> JSON { ["start": position(), "end": position()] }
    if random.uniform() < 0.4 {
      let spices = [
        "", "x", "\n", "\r", "🎲", "```\n", "---\n", "`{swift} ", "@fig-", "//| ", "params.", "\"", "(", "\u{0}",
      ]
      let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ -> JSON in
        ["range": range(), "text": .text(spices.randomElement(using: &random)!)]
      }
      return [
        "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": [
          "textDocument": ["uri": "file:///nowhere/test.md", "version": 2], "contentChanges": .list(changes),
        ],
      ]
    }
    return [
      "jsonrpc": "2.0", "id": .integer(Int.random(in: 0...9, using: &random)),
      "method": .text(Answers.methods.randomElement(using: &random)!),
      "params": [
        "textDocument": ["uri": "file:///nowhere/test.md"], "position": position(), "range": range(),
        "newName": "other",
        "context": ["includeDeclaration": false],
      ],
    ]
  }
}
