/// What a process wrote into its record, as values.
///
/// The process may be one that writes over memory that isn't its own, so nothing here trusts a number that it reads.
package struct RecordLog: Hashable, Sendable {
  package private(set) var entries: [RecordEntry] = []
  /// False when the log holds something that can't be read, or when something did not fit: then the entries are those
  /// before that place.
  package private(set) var isComplete: Bool

  /// False when the unit drew more than a record keeps, so that it can't be given the same again.
  package var hasAllDraws = true

  package init(entries: [RecordEntry], isComplete: Bool, hasAllDraws: Bool = true) {
    (self.entries, self.isComplete, self.hasAllDraws) = (entries, isComplete, hasAllDraws)
  }

  /// Reads the bytes of a log. O(their number).
  package init(_ bytes: ArraySlice<UInt8>) {
    isComplete = true
    var position = bytes.startIndex
    while position < bytes.endIndex {
      var header = EntryReader(bytes[position...])
      guard let size = try? Int(header.number(UInt32.self)), size % 8 == 0, size >= RecordFormat.entryHeaderSize,
        size <= bytes.endIndex - position, let number = try? header.number(UInt16.self),
        let committed = try? header.number(UInt16.self)
      else {
        isComplete = false
        return
      }
      let whole = bytes[position..<(position + size)]
      position += size
      // An entry that was unfinished when the process ended describes nothing that happened; an entry of an unknown
      // kind is meant to be skipped.
      guard committed == 1, let kind = RecordFormat.Kind(rawValue: number) else { continue }
      guard let entry = try? RecordEntry(whole, kind: kind) else {
        isComplete = false
        return
      }
      entries.append(entry)
    }
  }
}
