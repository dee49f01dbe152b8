import Files

/// Reads the fields of one entry; every read is checked, and the first that finds too little says so with nil.
struct EntryReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var remaining: Int { bytes.endIndex - position }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let size = MemoryLayout<Number>.size
    guard remaining >= size else { return nil }
    var value: Number = 0
    for offset in (0..<size).reversed() { value = value << 8 | Number(truncatingIfNeeded: bytes[position + offset]) }
    position += size
    return value
  }

  mutating func text() -> ArraySlice<UInt8>? {
    guard let length = number(UInt32.self), Int(length) <= remaining else { return nil }
    defer { position += Int(length) }
    return bytes[position..<(position + Int(length))]
  }

  mutating func string() -> String? { text().map { String(decoding: $0, as: UTF8.self) } }

  /// A path that means the same everywhere.
  mutating func path() -> FilePath? {
    guard let path = text().map({ FilePath(bytes: $0) }), path.isAbsolute else { return nil }
    return path
  }

  mutating func signature() -> FileSignature? {
    guard remaining >= RecordFormat.signatureSize, let device = number(UInt64.self), let inode = number(UInt64.self),
      let mode = number(UInt64.self), let size = number(UInt64.self), let modified = number(Int64.self),
      let changed = number(Int64.self), let links = number(UInt64.self)
    else { return nil }
    return FileSignature(
      device: device, inode: inode, mode: mode, size: size, modified: modified, changed: changed, links: links)
  }
}

extension RecordEntry {
  /// The entry in these bytes, header included; nil when it makes no sense.
  init?(_ bytes: ArraySlice<UInt8>, kind: RecordFormat.Kind) {
    var reader = EntryReader(bytes.dropFirst(RecordFormat.entryHeaderSize))
    switch kind {
    case .contents:
      guard let path = reader.path(), let signature = reader.signature() else { return nil }
      self = .contents(path, signature)
    case .status:
      guard let path = reader.path(), let error = reader.number(UInt32.self), let follows = reader.number(UInt32.self),
        let signature = reader.signature()
      else { return nil }
      self = .status(path, error: Int32(truncatingIfNeeded: error), follows: follows != 0, signature)
    case .listing:
      guard let path = reader.path() else { return nil }
      self = .listing(path, reader.signature())
    case .environment:
      guard let name = reader.string(), let present = reader.number(UInt32.self), let value = reader.string()
      else { return nil }
      self = .environment(name, present != 0 ? value : nil)
    case .parameter:
      guard let name = reader.string() else { return nil }
      self = .parameter(name)
    case .random:
      guard reader.text() != nil else { return nil }
      self = .draw(Array(bytes))
    case .clock:
      guard reader.number(UInt32.self) != nil, reader.number(Int64.self) != nil else { return nil }
      self = .draw(Array(bytes))
    case .before:
      guard let path = reader.path(), let what = reader.number(UInt32.self), let saved = reader.text(),
        let signature = reader.signature(), let image = RecordedImage(what, saved)
      else { return nil }
      self = .before(path, image, signature)
    case .failure:
      guard let path = reader.path(), let error = reader.number(UInt32.self) else { return nil }
      self = .failure(path, Int32(truncatingIfNeeded: error))
    case .outside:
      guard let reason = reader.string() else { return nil }
      self = .outside(reason)
    case .call: return nil
    }
  }
}

extension RecordedImage {
  fileprivate init?(_ what: UInt32, _ saved: ArraySlice<UInt8>) {
    switch what {
    case 0: self = .absent
    case 1: self = .saved(FilePath(bytes: saved))
    case 2: self = .folder
    case 3: self = .link(FilePath(bytes: saved))
    case 4: self = .impossible(String(decoding: saved, as: UTF8.self))
    default: return nil
    }
  }
}
