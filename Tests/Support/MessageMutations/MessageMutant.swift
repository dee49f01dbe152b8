import CellKernel
import Display

import struct Basics.SeededRandom

/// What a cell, or a program that writes where it should not, may send to the runner: messages of the display channel, and
/// the record of what a unit looked at.
public struct MessageMutant {
  private let seed: UInt64

  public init(seed: UInt64) { self.seed = seed }

  /// What is wrong with the way these bytes are read; nil when nothing is.
  public func fault() -> String? {
    var random = SeededRandom(seed: seed)
    return Bool.random(using: &random) ? messageFault(random) : logFault(random)
  }

  // MARK: Messages

  private func messageFault(_ start: SeededRandom) -> String? {
    var random = start
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var bundle = MIMEBundle([:])
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let type = ["text/plain", "text/html", "image/svg+xml", ""].randomElement(using: &random)!
        bundle.contents[type] = String(repeating: "é\n1 ", count: Int.random(in: 0...30, using: &random))
      }
      bytes += ChannelMessage(bundle: bundle).bytes
    }
    bytes = MutatedBytes(bytes, random: random).bytes
    var rest = bytes[...]
    while !rest.isEmpty {
      switch ChannelMessage.read(rest) {
      case .malformed: return nil
      case .partial(let needed):
        return needed > rest.count ? nil : "\(rest.count) bytes are too few, it says, and \(needed) enough"
      case .message(let message, let length):
        guard length > 0, length <= rest.count else { return "a message of \(length) of \(rest.count) bytes" }
        guard !message.bundle.contents.isEmpty else { return "a message without parts" }
        // The same from its own bytes alone, and none from fewer.
        guard case .message(message, length) = ChannelMessage.read(rest.prefix(length)) else {
          return "not the same alone"
        }
        if case .message = ChannelMessage.read(rest.prefix(length - 1)) { return "whole without its last byte" }
        rest = rest.dropFirst(length)
      }
    }
    return nil
  }

  // MARK: Records

  private func logFault(_ start: SeededRandom) -> String? {
    var random = start
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) { bytes += entry(&random) }
    let whole = RecordLog(bytes[...])
    let mutated = MutatedBytes(bytes, random: random).bytes
    let log = RecordLog(mutated[...])
    if log.isComplete, !Self.isTiled(mutated) { return "\(mutated.count) bytes are no whole entries, and complete" }
    if mutated == bytes, log != whole { return "the same bytes, another log" }
    // What is read does not depend on where in memory the bytes lie.
    let moved = [1, 2, 3] + mutated
    if RecordLog(moved[3...]) != log { return "the same bytes elsewhere, another log" }
    return nil
  }

  /// Whether the bytes are entries, each as long as it says, without a rest.
  private static func isTiled(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while rest.count >= 8 {
      let size = rest.prefix(4).enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) }
      guard size >= 8, size <= rest.count else { return false }
      rest = rest.dropFirst(size)
    }
    return rest.isEmpty
  }

  /// An entry as the host writes it, of any kind: size, kind and version, then fields of every sort.
  private func entry(_ random: inout SeededRandom) -> [UInt8] {
    var payload: [UInt8] = []
    func put<Number: FixedWidthInteger>(_ number: Number) {
      for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
        payload.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
      }
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let path = Array(["/x", "/folder/../y", "/", "relative", ""].randomElement(using: &random)!.utf8)
        put(UInt32(path.count))
        payload += path
      case 1: put(UInt32.random(in: 0...6, using: &random))
      case 2: put(UInt64.random(in: 0...(.max), using: &random))
      default: for _ in 0..<7 { put(UInt64.random(in: 0...40_000, using: &random)) }
      }
    }
    while payload.count % 8 != 0 { payload.append(0) }
    let fields = payload
    payload = []
    put(UInt32(fields.count + 8))
    put(UInt16.random(in: 0...12, using: &random))
    put(UInt16(1))
    return payload + fields
  }
}
