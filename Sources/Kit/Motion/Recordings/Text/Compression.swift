internal import CZlib
import Foundation

/// gzip and the deflate of zip, by zlib.
enum Compression {
  /// What a compressed stream is wrapped in; the raw value is zlib's `windowBits`.
  enum Wrapping: Int32 {
    case gzip = 31
    case none = -15
  }

  /// Why something could not be unpacked.
  enum Failure: Error {
    case damaged, tooLarge

    /// What it is for a reader of the file.
    func error(_ path: String, damaged: String) -> RecordingError {
      .unreadableFile(
        path,
        reason: self == .damaged
          ? damaged : "it unpacks to more bytes than are read at once. Unpack it, and take the files that are needed")
    }
  }

  /// Unpacks `data`.
  ///
  /// - Parameter limit: The most bytes that come out: a small stream can unpack to any size.
  static func inflate(
    _ data: Data, _ wrapping: Wrapping, limit: Int, sizeHint: Int = 0
  ) -> Result<Data, Failure> {
    var stream = z_stream()
    guard inflateInit2_(&stream, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return .failure(.damaged) }
    defer { inflateEnd(&stream) }
    let hint = min(max(sizeHint, data.count * 4), limit)
    return run(&stream, data, limit: limit, sizeHint: hint) { CZlib.inflate(&$0, Z_NO_FLUSH) }
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
    return try? run(&stream, data, limit: .max, sizeHint: data.count / 2) { deflate(&$0, Z_FINISH) }.get()
  }

  /// Feeds all of `data` and collects the output until zlib reports the end of the stream.
  private static func run(
    _ stream: inout z_stream, _ data: Data, limit: Int, sizeHint: Int, _ step: (inout z_stream) -> Int32
  ) -> Result<Data, Failure> {
    guard data.count < Int(UInt32.max) else { return .failure(.tooLarge) }
    // One byte more than is allowed tells that it is too much.
    let most = limit == .max ? limit : limit + 1
    var output = Data(count: min(max(sizeHint, 1 << 16), most))
    var filled = 0
    return data.withUnsafeBytes { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(input.count)
      while true {
        if filled == output.count { output.count = min(2 * filled, most) }
        let (status, written) = output.withUnsafeMutableBytes { buffer -> (Int32, Int) in
          let room = UInt32(clamping: buffer.count - filled)
          stream.next_out = buffer.bindMemory(to: UInt8.self).baseAddress.map { $0 + filled }
          stream.avail_out = room
          let status = step(&stream)
          return (status, Int(room - stream.avail_out))
        }
        filled += written
        guard filled <= limit else { return .failure(.tooLarge) }
        if status == Z_STREAM_END { return .success(output.prefix(filled)) }
        guard status == Z_OK, written > 0 || stream.avail_in > 0 else { return .failure(.damaged) }
      }
    }
  }
}
