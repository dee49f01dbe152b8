import Files

/// Writes entries of a record, one behind the other.
package struct EntryWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends one entry; the closure writes its payload.
  mutating func append(_ kind: RecordFormat.Kind, _ payload: (inout Payload) -> Void) {
    var content = Payload()
    payload(&content)
    while content.bytes.count % 8 != 0 { content.bytes.append(0) }
    var header = Payload()
    header.add(UInt32(RecordFormat.entryHeaderSize + content.bytes.count))
    header.add(kind.rawValue)
    header.add(UInt16(1))
    bytes += header.bytes + content.bytes
  }

  package mutating func append(_ draws: Draws) { bytes += draws.entries }

  package mutating func appendParameter(_ name: String, json: String) {
    append(.parameter) {
      $0.add(name.utf8)
      $0.add(json.utf8)
    }
  }

  mutating func appendCall(_ library: String, _ function: String) {
    append(.call) {
      $0.add(library.utf8)
      $0.add(function.utf8)
    }
  }

  struct Payload {
    fileprivate(set) var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func add(_ text: some Collection<UInt8>) {
      add(UInt32(text.count))
      bytes += text
    }

    mutating func add(_ signature: FileSignature) {
      for number in [signature.device, signature.inode, signature.mode, signature.size] { add(number) }
      add(signature.modified)
      add(signature.changed)
      add(signature.links)
    }
  }
}
