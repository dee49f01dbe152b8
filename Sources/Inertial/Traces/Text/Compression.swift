internal import CZlib
import Foundation

/// gzip and the deflate of zip, by zlib.
enum Compression {
  /// What a compressed stream is wrapped in; the raw value is zlib's `windowBits`.
  enum Wrapping: Int32 {
    case gzip = 31
    case none = -15
  }

  /// More than any recording needs; a file that unpacks to more was made to fill the memory.
  static let mostBytes = 1 << 30

  /// Unpacks `data`; nil when it is damaged or unpacks to more than `mostBytes`.
  static func inflate(_ data: Data, _ wrapping: Wrapping, sizeHint: Int = 0) -> Data? {
    var stream = z_stream()
    guard inflateInit2_(&stream, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    return run(&stream, data, sizeHint: max(sizeHint, data.count * 4)) { CZlib.inflate(&$0, Z_NO_FLUSH) }
  }

  /// Packs `data` as a gzip file without name and time, so that equal data gives equal files.
  static func gzip(_ data: Data) -> Data? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Wrapping.gzip.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    return run(&stream, data, sizeHint: data.count / 2) { deflate(&$0, Z_FINISH) }
  }

  /// Feeds all of `data` and collects what comes out, until zlib says that the stream has ended.
  private static func run(
    _ stream: inout z_stream, _ data: Data, sizeHint: Int, _ step: (inout z_stream) -> Int32
  ) -> Data? {
    guard data.count < Int(UInt32.max) else { return nil }
    var output = Data()
    output.reserveCapacity(min(sizeHint, mostBytes))
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    return data.withUnsafeBytes { input -> Data? in
      stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(input.count)
      while true {
        let (status, written) = chunk.withUnsafeMutableBufferPointer { buffer -> (Int32, Int) in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          let status = step(&stream)
          return (status, buffer.count - Int(stream.avail_out))
        }
        output.append(contentsOf: chunk[0..<written])
        if status == Z_STREAM_END { return output }
        guard status == Z_OK, output.count <= mostBytes, written > 0 || stream.avail_in > 0 else { return nil }
      }
    }
  }
}
