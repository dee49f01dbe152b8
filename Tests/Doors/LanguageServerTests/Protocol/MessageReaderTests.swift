import EditorMutations
import Foundation
import LanguageServer
import TestTiers
import Testing

import struct Basics.SeededRandom

@Suite struct MessageReaderTests {
  private static func framed(_ text: String, _ end: String = "\r\n") -> [UInt8] {
    Array("Content-Length: \(text.utf8.count)\(end)\(end)\(text)".utf8)
  }

  private static func pieces(_ bytes: [UInt8]) -> [MessageReader.Piece] {
    var reader = MessageReader()
    reader.feed(bytes)
    var found: [MessageReader.Piece] = []
    while let piece = reader.next() { found.append(piece) }
    return found
  }

  @Test func messagesComeWholeHoweverTheirBytesCome() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<500 {
      let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        String(repeating: "é{\r\n", count: Int.random(in: 0...50, using: &random))
      }
      let bytes = texts.flatMap { Self.framed($0, Bool.random(using: &random) ? "\r\n" : "\n") }
      var (reader, found, index) = (MessageReader(), [MessageReader.Piece](), 0)
      while index < bytes.count {
        let count = min(Int.random(in: 1...60, using: &random), bytes.count - index)
        reader.feed(bytes[index..<index + count])
        index += count
        while let piece = reader.next() { found.append(piece) }
      }
      #expect(found == texts.map { .message(Data($0.utf8)) })
      #expect(reader.waiting == 0)
    }
  }

  @Test func otherHeadsAndAnyCaseAreTaken() {
    let bytes = Array("content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}".utf8)
    #expect(Self.pieces(bytes) == [.message(Data("{}".utf8))])
  }

  @Test(arguments: [
    "garbage\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "Content-Length: 99999999999999999999\r\n\r\n", String(repeating: "x", count: 5000), "Content-Length:\r\n\r\n",
  ])
  func whatIsNoMessageIsToldOnceAndPassedOver(garbage: String) {
    let found = Self.pieces(Array(garbage.utf8) + Self.framed("{}"))
    #expect(found.count == 2)
    guard case .fault? = found.first else { return #expect(Bool(false), "no fault in \(found)") }
    #expect(found.last == .message(Data("{}".utf8)))
  }

  @Test func aMessageThatIsTooLongIsPassedOverWithoutBeingKept() {
    var reader = MessageReader()
    let length = MessageReader.longestBody + 7
    reader.feed(Array("Content-Length: \(length)\r\n\r\n".utf8))
    guard case .fault? = reader.next() else { return #expect(Bool(false)) }
    let part = [UInt8](repeating: 120, count: 1 << 20)
    var left = length
    while left > 0 {
      reader.feed(part.prefix(left))
      left -= min(part.count, left)
      #expect(reader.next() == nil)
      #expect(reader.waiting == 0)
    }
    reader.feed(Self.framed("{}"))
    #expect(reader.next() == .message(Data("{}".utf8)))
  }

  @Test func damagedConversationsAreSurvived() {
    for seed in 0..<Tier.count(3_000, proof: 100_000) {
      #expect(EditorMutant(seed: UInt64(seed)).fault() == nil, "seed \(seed)")
    }
  }
}
