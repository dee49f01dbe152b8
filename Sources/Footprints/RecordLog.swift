/// What a process wrote into its record, as values.
///
/// The process may be one that writes over memory that isn't its own, so nothing here trusts a number that it reads.
package struct RecordLog: Hashable, Sendable {
  package private(set) var entries: [RecordEntry] = []
  /// False when the log holds something that can't be read, or when something did not fit: then the entries are those
  /// before that place.
  package private(set) var isComplete: Bool

  package init(entries: [RecordEntry], isComplete: Bool) {
    (self.entries, self.isComplete) = (entries, isComplete)
  }

  /// Reads the bytes of a log. O(their number).
  package init(_ bytes: ArraySlice<UInt8>) {
    isComplete = true
    var position = bytes.startIndex
    while position < bytes.endIndex {
      var header = EntryReader(bytes[position...])
      guard let size = header.number(UInt32.self).map(Int.init), size % 8 == 0, size >= RecordFormat.entryHeaderSize,
        size <= bytes.endIndex - position, let kind = header.number(UInt16.self).flatMap(RecordFormat.Kind.init),
        header.number(UInt16.self) == 1, let entry = RecordEntry(bytes[position..<(position + size)], kind: kind)
      else {
        isComplete = false
        return
      }
      entries.append(entry)
      position += size
    }
  }
}
