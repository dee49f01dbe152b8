internal import Basics
internal import CInertial

/// Some whole lines of a text.
struct TextBlock: Sendable {
  /// From the start of a line to the end of another.
  var bytes: Range<Int>
  /// The number of the first line, from 1.
  var line: Int
  /// How many lines there are.
  var lines: Int
}

extension DelimitedText {
  /// Bytes of a block: small enough to stay in a processor's second cache from the first look at it to the last, and
  /// large enough that a thread has something to do.
  static let blockSize = 1 << 18

  /// The rows cut into blocks at line ends. One pass over the bytes, on `threads` threads.
  ///
  /// A line belongs to the block in which it starts, so a line longer than `blockSize` makes a longer block.
  ///
  /// - Throws: `RecordingError.unreadableFile`.
  /// - Complexity: O(bytes).
  func blocks(threads: Int) throws -> [TextBlock] {
    let rows = rows
    let starts = Array(stride(from: rows.lowerBound, to: rows.upperBound, by: Self.blockSize))
    /// What is known of the bytes between two starts.
    struct Piece {
      var lineEnds = 0
      var afterFirst: Int?
    }
    let pieces = try Parallel.map(starts.count, threads: threads) { (index) throws -> Piece in
      let range = starts[index]..<min(starts[index] + Self.blockSize, rows.upperBound)
      return try file.withBytes(range) { bytes -> Piece in
        let base = bytes.baseAddress!
        return Piece(
          lineEnds: inertial_count_lines(base, range.count),
          afterFirst: bytes.firstIndex(of: 10).map { range.lowerBound + $0 + 1 })
      }
    }
    var blocks = [TextBlock]()
    var block = TextBlock(bytes: rows.lowerBound..<rows.lowerBound, line: firstLine, lines: 0)
    for (index, piece) in pieces.enumerated() {
      // The first piece begins with a line, the others begin within one that belongs to a block before.
      if index > 0, let start = piece.afterFirst {
        block.lines += 1
        block.bytes = block.bytes.lowerBound..<start
        blocks.append(block)
        block = TextBlock(bytes: start..<start, line: block.line + block.lines, lines: piece.lineEnds - 1)
      } else {
        block.lines += piece.lineEnds
      }
    }
    block.bytes = block.bytes.lowerBound..<rows.upperBound
    // The last line may have no end.
    block.lines += 1
    if !block.bytes.isEmpty { blocks.append(block) }
    return blocks
  }
}

extension TextFile {
  /// Calls `body` with the bytes in `range`, a line feed behind them and readable padding behind that.
  func withBytes<T>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws -> T
  ) throws -> T {
    let padding = Int(inertial_padding)
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: range.count + padding, alignment: 64)
    defer { buffer.deallocate() }
    try copy(range, to: buffer)
    (buffer + range.count).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    (buffer + range.count).storeBytes(of: 10, as: UInt8.self)
    return try body(
      UnsafeBufferPointer(start: buffer.assumingMemoryBound(to: UInt8.self), count: range.count))
  }
}
