import Foundation

/// A path, or a part of one, as the bytes that the system knows it by.
///
/// Not a `String`: names of files need not be UTF-8, and two strings are equal in Swift when they look the same
/// (`é` in one scalar or in two), while the system sees two files.
package struct FilePath: Hashable, Comparable, Sendable {
  /// The bytes with a zero behind them, so that a system call needs no copy.
  private let terminated: [UInt8]

  /// Takes the bytes up to the first zero: no path holds one.
  package init(bytes: some Sequence<UInt8>) {
    var all = Array(bytes.prefix { $0 != 0 })
    all.append(0)
    terminated = all
  }

  package init(_ text: String) { self.init(bytes: text.utf8) }

  package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

  package var isEmpty: Bool { terminated.count == 1 }

  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.terminated.lexicographicallyPrecedes(right.terminated)
  }

  /// Calls with the text that system calls take.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try terminated.withUnsafeBytes { try body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
  }
}

extension FilePath: CustomStringConvertible, ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }

  /// The path as text; bytes that are no UTF-8 appear as `�`.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: Parts

extension FilePath {
  private static let slash = UInt8(ascii: "/")

  package var isAbsolute: Bool { terminated.first == Self.slash }

  /// The names between the slashes.
  package var components: [FilePath] { bytes.split(separator: Self.slash).map { FilePath(bytes: $0) } }

  /// The number of names.
  package var depth: Int { bytes.split(separator: Self.slash).count }

  /// The path without its last name; `/` for a name directly below it, and for `/` itself.
  package var parent: FilePath {
    guard let end = bytes.lastIndex(of: Self.slash), end > 0 else { return "/" }
    return FilePath(bytes: bytes[..<end])
  }

  /// The last name, empty for `/`.
  package var name: FilePath {
    guard let end = bytes.lastIndex(of: Self.slash) else { return self }
    return FilePath(bytes: bytes[(end + 1)...])
  }

  /// This folder's entry of that name, or the path below it.
  package func appending(_ name: FilePath) -> FilePath {
    FilePath(bytes: terminated == [Self.slash, 0] ? [Self.slash] + name.bytes : bytes + [Self.slash] + name.bytes)
  }

  /// Whether this path is an entry of that folder, as `parent == folder` but cheaper.
  func isEntry(of folder: FilePath) -> Bool {
    let start = folder.terminated.count - 1
    return terminated.count > start + 2 && terminated[start] == Self.slash
      && terminated.withUnsafeBytes { path in
        folder.terminated.withUnsafeBytes { memcmp(path.baseAddress!, $0.baseAddress!, start) == 0 }
          && memchr(path.baseAddress! + start + 1, Int32(Self.slash), path.count - start - 1) == nil
      }
  }

  /// Whether this path lies below that folder, at any depth.
  package func isBelow(_ folder: FilePath) -> Bool { path(below: folder) != nil }

  /// The part of this path below that folder.
  package func path(below folder: FilePath) -> FilePath? {
    let start = folder.bytes.count
    guard bytes.count > start + 1, bytes[start] == Self.slash, bytes.starts(with: folder.bytes) else { return nil }
    return FilePath(bytes: bytes[(start + 1)...])
  }
}
