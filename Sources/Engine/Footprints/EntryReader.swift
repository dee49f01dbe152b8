import Files

/// Reads the fields of one entry; every read is checked, and throws where too little is left.
struct EntryReader {
  /// The entry makes no sense.
  struct Malformed: Error {}

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var remaining: Int { bytes.endIndex - position }

  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(Malformed) -> Number {
    let size = MemoryLayout<Number>.size
    guard remaining >= size else { throw Malformed() }
    var value: Number = 0
    for offset in (0..<size).reversed() { value = value << 8 | Number(truncatingIfNeeded: bytes[position + offset]) }
    position += size
    return value
  }

  mutating func text() throws(Malformed) -> ArraySlice<UInt8> {
    let length = Int(try number(UInt32.self))
    guard length <= remaining else { throw Malformed() }
    defer { position += length }
    return bytes[position..<(position + length)]
  }

  mutating func string() throws(Malformed) -> String { String(decoding: try text(), as: UTF8.self) }

  /// A path that means the same everywhere.
  mutating func path() throws(Malformed) -> FilePath {
    let path = FilePath(bytes: try text())
    guard path.isAbsolute else { throw Malformed() }
    return path
  }

  mutating func signature() throws(Malformed) -> FileSignature {
    FileSignature(
      device: try number(), inode: try number(), mode: try number(), size: try number(), modified: try number(),
      changed: try number(), links: try number())
  }
}

extension RecordEntry {
  /// The entry in these bytes, header included.
  init(_ bytes: ArraySlice<UInt8>, kind: RecordFormat.Kind) throws(EntryReader.Malformed) {
    var reader = EntryReader(bytes.dropFirst(RecordFormat.entryHeaderSize))
    switch kind {
    case .contents: self = .contents(try reader.path(), try reader.signature())
    case .status:
      self = .status(
        try reader.path(), error: Int32(truncatingIfNeeded: try reader.number(UInt32.self)),
        follows: try reader.number(UInt32.self) != 0, try reader.signature())
    case .listing: self = .listing(try reader.path())
    case .environment:
      let name = try reader.string()
      let isPresent = try reader.number(UInt32.self) != 0
      let value = try reader.string()
      self = .environment(name, isPresent ? value : nil)
    case .parameter: self = .parameter(try reader.string())
    case .random:
      _ = try reader.text()
      self = .draw(Array(bytes))
    case .clock:
      _ = (try reader.number(UInt32.self), try reader.number(Int64.self))
      self = .draw(Array(bytes))
    case .before:
      self = .before(
        try reader.path(), try RecordedImage(try reader.number(), try reader.text()), try reader.signature())
    case .failure:
      self = .failure(try reader.path(), Int32(truncatingIfNeeded: try reader.number(UInt32.self)))
    case .outside: self = .outside(try reader.string())
    case .call: throw EntryReader.Malformed()
    }
  }
}

extension RecordedImage {
  fileprivate init(_ what: UInt32, _ saved: ArraySlice<UInt8>) throws(EntryReader.Malformed) {
    switch what {
    case 0: self = .absent
    case 1: self = .saved(FilePath(bytes: saved))
    case 2: self = .folder
    case 3: self = .link(FilePath(bytes: saved))
    case 4: self = .impossible(String(decoding: saved, as: UTF8.self))
    default: throw EntryReader.Malformed()
    }
  }
}
