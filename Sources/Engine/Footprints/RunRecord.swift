import CHostLink
import Foundation

/// The memory that the runner shares with the process in which one unit runs: it gives parameters and draws to be
/// repeated, and the process writes what it looks at and changes.
package final class RunRecord {
  /// Given to the process; closed on exec and when this object goes.
  package let descriptor: Int32
  private let capacity: Int
  private let logStart: Int

  /// Makes the memory and writes what is given.
  ///
  /// - Parameters:
  ///   - capacity: bytes of the whole. Only pages that are written take memory; what does not fit makes the log incomplete,
  ///     and with it the unit not repeatable, so rather too large than too small.
  ///   - parameters: values as JSON text, by name.
  ///   - draws: what an earlier run drew, to be drawn again in order.
  ///   - calls: functions of libraries that are called behind the one that is asked for.
  /// - Throws: `POSIXError` when there is no memory for it, or what is given takes more than half of it.
  package init(
    capacity: Int = 64 << 20, parameters: [String: String] = [:], draws: Draws = Draws(),
    calls: [(library: String, function: String)] = []
  ) throws {
    var given = EntryWriter()
    for (name, json) in parameters.sorted(by: { $0.key < $1.key }) { given.appendParameter(name, json: json) }
    given.append(draws)
    for call in calls { given.appendCall(call.library, call.function) }
    logStart = RecordFormat.headerSize + given.bytes.count
    self.capacity = capacity
    guard logStart <= capacity / 2 else { throw POSIXError(.E2BIG) }
    descriptor = gimbal_memory(off_t(capacity))
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var header = EntryWriter.Payload()
    for number in [RecordFormat.magic, UInt64(capacity), UInt64(given.bytes.count), UInt64(logStart), 0, 0, 0, 0] {
      header.add(number)
    }
    try write(header.bytes + given.bytes)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// What the process wrote. To be called when it is done or has ended.
  ///
  /// Read into our memory before anything is looked at, and not through a map: the process may still write.
  package func read() -> RecordLog {
    guard let header = bytes(at: RecordFormat.usedOffset, count: 16) else {
      return RecordLog(entries: [], isComplete: false)
    }
    var reader = EntryReader(header[...])
    let used = (try? reader.number(UInt64.self)) ?? 0
    let flags = (try? reader.number(UInt64.self)) ?? RecordFormat.overflowFlag
    let count = Int(min(used, UInt64(capacity - logStart)))
    guard let log = bytes(at: logStart, count: count) else { return RecordLog(entries: [], isComplete: false) }
    let content = RecordLog(log[...])
    let fits = UInt64(count) == used && flags & RecordFormat.overflowFlag == 0
    return RecordLog(
      entries: content.entries, isComplete: content.isComplete && fits,
      hasAllDraws: flags & RecordFormat.drawsOverflowFlag == 0)
  }

  private func bytes(at offset: Int, count: Int) -> [UInt8]? {
    var complete = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
      complete = filled == count
    }
    return complete ? bytes : nil
  }

  private func write(_ bytes: [UInt8]) throws {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(done))
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      done += written
    }
  }
}
