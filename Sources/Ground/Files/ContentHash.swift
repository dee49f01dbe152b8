import CXXHash
import Foundation

/// A 128-bit hash of content (XXH3), for cache keys: never a file's time, always what is in it.
package struct ContentHash: Hashable, Codable, Sendable, CustomStringConvertible {
  package let high: UInt64
  package let low: UInt64

  /// The hash of these bytes, where they lie: a file that is mapped is not copied. O(length), about 10 GB/s.
  package init(_ data: Data) { self = data.withUnsafeBytes { ContentHash($0) } }

  package init(_ bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_128bits(bytes.baseAddress, bytes.count)
    (high, low) = (hash.high64, hash.low64)
  }

  /// The hash of several texts, each with its length, so that none can run into its neighbour.
  package init(_ parts: [String]) {
    var data = Data()
    for part in parts {
      withUnsafeBytes(of: UInt64(part.utf8.count)) { data.append(contentsOf: $0) }
      data.append(contentsOf: part.utf8)
    }
    self.init(data)
  }

  /// The hash of these 32 hexadecimal digits; nil for another text.
  package init?(digits text: String) {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// 32 hexadecimal digits.
  package var description: String { String(format: "%016llx%016llx", high, low) }
}
