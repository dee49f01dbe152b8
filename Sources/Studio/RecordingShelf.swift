import Basics
import Foundation
import Inertial
import PhoneLink

/// The recordings of a folder: those in `traces/`, and those that nobody has named yet.
///
/// What comes in while a recording runs is written behind a journal at once, so that a power failure or a killed server loses
/// nothing that the phone was told had arrived.
package struct RecordingShelf: Sendable {
  /// Where recordings lie.
  package let folder: String

  package init(folder: String) { self.folder = "\(folder)/traces" }

  /// How the events of a recording are called beside its trace.
  static let eventsSuffix = ".events.jsonl"
  private static let journalPrefix = ".recording-"
  /// Recordings that are listed.
  private static let most = 1000

  /// A recording as the page lists it.
  package struct Entry: Codable, Hashable, Sendable {
    package var name: String
    package var file: String
    package var bytes: Int
    /// Seconds since 1970.
    package var modified: Double
  }

  /// The recordings that have a name, the newest first.
  package func entries() -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let kinds = [".csv", ".csv.gz", ".zip"]
    return names.compactMap { file -> Entry? in
      guard !file.hasPrefix("."), let kind = kinds.first(where: { file.hasSuffix($0) }),
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")
      else { return nil }
      let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return Entry(
        name: String(file.dropLast(kind.count)), file: file, bytes: attributes[.size] as? Int ?? 0, modified: modified)
    }.sorted { ($1.modified, $0.name) < ($0.modified, $1.name) }.prefix(Self.most).map { $0 }
  }

  /// Whether a name is one of ours: nothing that leads out of the folder, hides, or has to be quoted.
  package static func check(_ name: String) throws(StudioError) {
    let allowed = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    guard (1...60).contains(name.count), allowed, let first = name.first, first.isLetter || first.isNumber else {
      throw .badName(name)
    }
    // A folder that is shared with Windows could not hold these.
    let device = name.uppercased()
    guard !["CON", "PRN", "AUX", "NUL"].contains(device), device.wholeMatch(of: /(COM|LPT)[0-9]/) == nil else {
      throw .badName(name)
    }
  }

  // MARK: Journals

  /// The file behind a recording that has no name yet.
  func journal(_ id: String) throws(StudioError) -> String {
    guard id.count <= 40, !id.isEmpty, id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      throw .missing("such recording")
    }
    return "\(folder)/\(Self.journalPrefix)\(id)\(Self.eventsSuffix)"
  }

  /// The recordings that have no name yet, the oldest first.
  package func unnamed() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(Self.journalPrefix) && $0.hasSuffix(Self.eventsSuffix) }
      .map { String($0.dropFirst(Self.journalPrefix.count).dropLast(Self.eventsSuffix.count)) }.sorted()
  }

  /// Reads a recording that has no name yet.
  package func read(_ id: String) throws -> PhoneRecording {
    guard let data = FileManager.default.contents(atPath: try journal(id)) else {
      throw StudioError.missing("recording “\(id)”; it may have been saved or discarded")
    }
    return try PhoneRecording(text: String(decoding: data, as: UTF8.self))
  }

  /// Forgets a recording that has no name yet.
  ///
  /// - Throws: `StudioError` when there is none.
  package func discard(_ id: String) throws {
    guard unlink(try journal(id)) == 0 else {
      throw StudioError.missing("recording “\(id)”; it may have been saved or discarded")
    }
  }

  // MARK: Saving

  /// What saving made.
  package struct Saved: Codable, Sendable {
    package var name: String
    package var file: String
    package var notes: [String]
    package var doubts: [String]
  }

  /// Gives a recording its name: `NAME.csv` in the project's format, and the events as they were sent beside it.
  ///
  /// - Throws: `StudioError`, and `TraceError` when nothing can be integrated.
  package func save(_ id: String, as name: String, seconds: ClosedRange<Double>?) throws -> Saved {
    try Self.check(name)
    var recording = try read(id)
    if let seconds { recording = recording.trimmed(to: seconds) }
    let trace = try recording.trace(named: name)
    let (path, events) = ("\(folder)/\(name).csv", "\(folder)/\(name)\(Self.eventsSuffix)")
    for present in [path, events] where FileManager.default.fileExists(atPath: present) {
      throw StudioError.exists((present as NSString).lastPathComponent)
    }
    try StudioError.write(Data(recording.text.utf8), to: events, replacing: false)
    do {
      try StudioError.write(Data(trace.table.utf8), to: path, replacing: false)
    } catch {
      try? FileManager.default.removeItem(atPath: events)
      throw error
    }
    try discard(id)
    return Saved(name: name, file: "\(name).csv", notes: trace.notes, doubts: trace.doubts.map(\.description))
  }

  /// Puts a recording that was made elsewhere here, as it is, once it has been looked at.
  package func keep(_ data: Data, named file: String) throws -> String {
    guard let kind = [".csv", ".csv.gz", ".zip"].first(where: { file.hasSuffix($0) }) else {
      throw StudioError.malformed("a recording whose name ends in .csv, .csv.gz or .zip")
    }
    let name = String(file.dropLast(kind.count))
    try Self.check(name)
    guard !FileManager.default.fileExists(atPath: "\(folder)/\(file)") else { throw StudioError.exists(file) }
    try StudioError.write(data, to: "\(folder)/\(file)", replacing: false)
    return file
  }
}

/// A recording that runs: its journal, and how its samples come.
final class RunningRecording {
  let id: String
  let page: String
  private let file: FileHandle
  private var times: [Double] = []
  private var previous: Double?
  private(set) var count = 0
  private(set) var dropped = 0
  private(set) var start: Double?
  private(set) var end = 0.0

  /// Starts a journal.
  init(id: String, page: String, device: PhoneBatch.Device, on shelf: RecordingShelf) throws {
    (self.id, self.page) = (id, page)
    let path = try shelf.journal(id)
    do {
      try FileManager.default.createDirectory(atPath: shelf.folder, withIntermediateDirectories: true)
      guard FileManager.default.createFile(atPath: path, contents: Data(PhoneRecording.header(device).utf8)),
        let file = FileHandle(forWritingAtPath: path)
      else { throw CocoaError(.fileWriteUnknown) }
      self.file = file
      try file.seekToEnd()
    } catch {
      throw StudioError.unwritable(path, reason: SystemReason.words(error))
    }
  }

  deinit { try? file.close() }

  /// Writes events down.
  func append(_ events: [PhoneEvent]) throws(StudioError) {
    do {
      try file.write(contentsOf: Data(PhoneRecording.lines(events).utf8))
    } catch {
      throw .unwritable("the recording", reason: SystemReason.words(error))
    }
    for case .motion(let motion) in events {
      start = start ?? motion.time
      end = motion.time
      count += 1
      if let previous, motion.time > previous {
        if times.count >= 20 {
          let median = median(of: times)
          dropped += max(0, Int(min((motion.time - previous) / median, 1e6).rounded()) - 1)
        }
        times.append(motion.time - previous)
        if times.count > 100 { times.removeFirst() }
      }
      previous = motion.time
    }
  }

  /// Seconds from the first sample to the last.
  var seconds: Double { start.map { (end - $0) / 1000 } ?? 0 }
}
