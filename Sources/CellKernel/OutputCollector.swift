import Display
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Puts together what a cell printed and what it showed, in the order in which it did.
///
/// A cell may print without end: the first part and the last lines are kept, what lies between is counted. Memory stays
/// bounded by `headLimit` + `tailLimit` and the bundles.
package struct OutputCollector {
  /// Bytes of printed text that are kept from the beginning.
  package static let headLimit = 64 << 10
  /// Bytes of printed text that are kept from the end.
  package static let tailLimit = 8 << 10

  private enum Piece {
    case text(Data)
    case place(Int)
  }

  private var pieces: [Piece] = []
  private var headSize = 0
  private var tail = Data()
  private var omitted = 0
  /// Bytes that may be the beginning of a mark.
  private var pending = Data()
  private var errorText = Data()
  private var errorOmitted = 0
  private var displayBuffer: [UInt8] = []
  /// As many bytes of the display channel must be there before another message can be whole.
  private var displayNeeded = 1
  private var shown: [Int: MIMEBundle] = [:]

  package private(set) var inputs: [InputFile] = []
  package private(set) var error: CellError?
  package private(set) var inlineValues: [String] = []

  /// Takes bytes of standard output.
  package mutating func addOutput(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    if pending.isEmpty, memchr(base, 1, bytes.count) == nil { return keep(bytes) }
    pending.append(contentsOf: bytes)
    splitAtMarks()
  }

  private mutating func splitAtMarks() {
    // A mark is \u{1}\u{2}gimbal N\u{2}\u{1}.
    let start = Data([1, 2] + "gimbal ".utf8)
    let end = Data([2, 1])
    while let first = pending.firstIndex(of: 1) {
      if first > pending.startIndex {
        pending[..<first].withUnsafeBytes { keep($0) }
        pending = Data(pending[first...])
      }
      let beginning = pending.prefix(start.count)
      guard start.starts(with: beginning) else {
        pending.prefix(1).withUnsafeBytes { keep($0) }
        pending = Data(pending.dropFirst())
        continue
      }
      guard pending.count > start.count, let close = pending.range(of: end, in: start.count..<pending.count) else {
        if pending.count < 40 { return }  // the rest of the mark is still to come
        pending.prefix(1).withUnsafeBytes { keep($0) }
        pending = Data(pending.dropFirst())
        continue
      }
      if let place = Int(String(decoding: pending[start.count..<close.lowerBound], as: UTF8.self)) {
        // What was left out before a figure is left out there; the figure keeps its place.
        pieces.append(.place(place))
      }
      pending = Data(pending[close.upperBound...])
    }
    pending.withUnsafeBytes { keep($0) }
    pending = Data()
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    var bytes = bytes[...]
    if headSize < Self.headLimit {
      let head = bytes.prefix(Self.headLimit - headSize)
      headSize += head.count
      if case .text(var text)? = pieces.last {
        pieces.removeLast()
        text.append(contentsOf: head)
        pieces.append(.text(text))
      } else if !head.isEmpty {
        pieces.append(.text(Data(head)))
      }
      bytes = bytes.dropFirst(head.count)
    }
    guard !bytes.isEmpty else { return }
    if bytes.count >= Self.tailLimit {
      omitted += tail.count + bytes.count - Self.tailLimit
      tail = Data(bytes.suffix(Self.tailLimit))
    } else {
      tail.append(contentsOf: bytes)
      if tail.count > 4 * Self.tailLimit {
        omitted += tail.count - Self.tailLimit
        tail = Data(tail.suffix(Self.tailLimit))
      }
    }
  }

  /// Takes bytes of standard error.
  package mutating func addError(_ bytes: UnsafeRawBufferPointer) {
    let kept = bytes.prefix(max(0, Self.headLimit - errorText.count))
    errorText.append(contentsOf: kept)
    errorOmitted += bytes.count - kept.count
  }

  /// Takes bytes of the display channel. What is no message (a cell may write there, too) is left out.
  package mutating func addDisplay(_ bytes: UnsafeRawBufferPointer) {
    displayBuffer.append(contentsOf: bytes)
    var position = 0
    while displayBuffer.count - position >= displayNeeded {
      switch ChannelMessage.read(displayBuffer[position...]) {
      case .message(let message, let length):
        if let place = message.place { shown[place] = message.bundle } else { note(message.bundle) }
        position += length
        displayNeeded = 1
      case .partial(let needed): displayNeeded = needed
      case .malformed: position = displayBuffer.count
      }
    }
    displayBuffer.removeFirst(position)
  }

  private mutating func note(_ bundle: MIMEBundle) {
    func decode<T: Decodable>(_ type: T.Type, _ media: String) -> T? {
      bundle.contents[media].flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
    if let file = decode(InputFile.self, MediaType.input), !inputs.contains(file) { inputs.append(file) }
    if let error = decode(CellError.self, MediaType.error) { self.error = error }
    if let value = bundle.contents[MediaType.inline] { inlineValues.append(value) }
  }

  /// What the cell produced, once it is over.
  package mutating func finish() -> [Output] {
    pending.withUnsafeBytes { keep($0) }
    pending = Data()
    var outputs: [Output] = pieces.compactMap { piece in
      switch piece {
      case .text(let data): .text(String(decoding: data, as: UTF8.self))
      case .place(let place): shown[place].map(Output.bundle)
      }
    }
    if omitted > 0 {
      outputs.append(.omitted(bytes: omitted))
      // The tail begins in the middle of a line.
      if let newline = tail.firstIndex(of: 10) { tail = Data(tail[(newline + 1)...]) }
    }
    if !tail.isEmpty {
      let text = String(decoding: tail, as: UTF8.self)
      if omitted == 0, case .text(let head)? = outputs.last {
        outputs[outputs.count - 1] = .text(head + text)
      } else {
        outputs.append(.text(text))
      }
    }
    if !errorText.isEmpty { outputs.append(.errorText(String(decoding: errorText, as: UTF8.self))) }
    if errorOmitted > 0 { outputs.append(.omitted(bytes: errorOmitted)) }
    return outputs
  }
}
