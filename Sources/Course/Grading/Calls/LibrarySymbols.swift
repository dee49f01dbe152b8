import Foundation

/// The names in the table of symbols of a shared library.
struct LibrarySymbols {
  /// What the library calls and does not hold.
  private(set) var wanted: Set<String> = []
  /// What it holds.
  private(set) var held: Set<String> = []
  /// Whether it has other functions that run as it is loaded than the one by which the runtime learns of it.
  private(set) var beginsByItself = false

  /// Nil where the bytes are not such a library, or its table is not whole.
  init?(_ data: Data) {
    guard let file = LibraryFile(data) else { return nil }
    for symbol in file.symbols {
      if symbol.isDefined { held.insert(symbol.name) } else { wanted.insert(symbol.name) }
    }
    beginsByItself = file.beginnings > 1
  }
}

/// A shared library (ELF, 64 bits, little endian), as far as its symbols say. Nothing in the file is believed.
struct LibraryFile {
  struct Symbol {
    var name: String
    /// The place in the library's memory.
    var place: Int
    var isDefined: Bool
    var isFunction: Bool
  }

  private(set) var symbols: [Symbol] = []
  /// How many functions run as the library is loaded.
  private(set) var beginnings = 0

  /// Nil where the bytes are not such a library, or its table is not whole. O(length).
  init?(_ data: Data) {
    let found = data.withUnsafeBytes { bytes -> (symbols: [Symbol], beginnings: Int)? in
      func number(_ offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, width <= 8, offset <= bytes.count - width else { return nil }
        let value = (0..<width).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[offset + $1]) }
        return Int(exactly: value)
      }
      guard bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]), let table = number(0x28, 8),
        let entry = number(0x3a, 2),
        let count = number(0x3c, 2), entry >= 64
      else { return nil }
      struct Section { var kind, offset, size, link, entry: Int }
      var sections: [Section] = []
      for index in 0..<count {
        let start = table + index * entry
        guard let kind = number(start + 4, 4), let offset = number(start + 24, 8), let size = number(start + 32, 8),
          let link = number(start + 40, 4), let entry = number(start + 56, 8)
        else { return nil }
        sections.append(Section(kind: kind, offset: offset, size: size, link: link, entry: entry))
      }
      let beginnings = sections.filter { [14, 16].contains($0.kind) }.map { $0.size / 8 }.reduce(0, +)
      // The whole table, and the one of the linker at run time.
      var symbols: [Symbol] = []
      var tables = 0
      for section in sections where section.kind == 2 || section.kind == 11 {
        guard section.entry == 24, sections.indices.contains(section.link) else { return nil }
        let names = sections[section.link]
        guard names.offset >= 0, names.size >= 0, names.offset <= bytes.count - names.size else { return nil }
        tables += 1
        for index in 0..<section.size / 24 {
          let start = section.offset + index * 24
          guard let name = number(start, 4), let info = number(start + 4, 1), let place = number(start + 6, 2),
            let value = number(start + 8, 8), name < max(names.size, 1)
          else { return nil }
          guard name > 0 else { continue }
          let text = bytes[(names.offset + name)..<(names.offset + names.size)].prefix { $0 != 0 }
          symbols.append(
            Symbol(
              name: String(decoding: text, as: UTF8.self), place: value, isDefined: place != 0,
              isFunction: info & 0xf == 2))
        }
      }
      return tables > 0 ? (symbols, beginnings) : nil
    }
    guard let found else { return nil }
    (symbols, beginnings) = found
  }
}

/// Swift's mangled names in readable form.
enum Demangling {
  /// The readable form of a symbol; nil for one that is not Swift's.
  static func words(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") else { return nil }
    guard let text = demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}

@_silgen_name("swift_demangle")
private func demangle(
  _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?,
  _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
