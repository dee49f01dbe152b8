import Basics
import Foundation
import Fusion
import PhoneLink
import Recordings
import Stabilization
import Traces

import enum Basics.ParentFolder
import enum Basics.SystemReason

#if canImport(Glibc)
  import Glibc
#endif

/// The recordings of a folder: those in `traces/`, and those that nobody has named yet.
///
/// While a recording runs, its events go into a journal, and they are on the disk before the phone learns that they
/// have arrived: neither a power failure nor a killed server nor a full disk loses any.
package struct RecordingShelf: Sendable {
  /// Where recordings lie.
  package let folder: String

  package init(folder: String) { self.folder = "\(folder)/traces" }

  /// How the events of a recording are called next to its trace.
  static let eventsSuffix = ".events.jsonl"
  private static let journalPrefix = ".recording-"
  /// How the ids of recordings begin that a calibration makes.
  static let calibrationPrefix = "calibration"
  /// Recordings that are listed.
  private static let most = 1000
  /// Recordings without a name. A phone that makes more learns that, and keeps its events until some have got one.
  static let mostUnnamed = 50
  /// Bytes of a journal that is read: somewhat more than `RunningRecording.mostBytes`.
  private static let largestJournal = 300 << 20
  /// Bytes. If the disk has less room than this, the studio warns: it is enough for an hour of recording and for
  /// saving it.
  package static let littleRoom = 256 << 20

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
    return names.compactMap { file -> Entry? in
      guard !file.hasPrefix("."), let name = Self.name(of: file),
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")
      else { return nil }
      let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return Entry(
        name: name, file: file, bytes: attributes[.size] as? Int ?? 0, modified: modified)
    }.sorted { ($1.modified, $0.name) < ($0.modified, $1.name) }.prefix(Self.most).map { $0 }
  }

  /// The name of a recording whose file is called so; nil for other files.
  private static func name(of file: String) -> String? {
    [".csv", ".csv.gz", ".zip"].first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) }
  }

  /// Whether a name is one of ours: nothing that leads out of the folder, hides, or has to be quoted.
  package static func check(_ name: String) throws(StudioError) {
    let allowed = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    guard (1...60).contains(name.count), allowed, let first = name.first, first.isLetter || first.isNumber else {
      throw .badName(name)
    }
    // A folder that is shared with Windows could not hold these.
    let device = name.uppercased()
    guard !["CON", "PRN", "AUX", "NUL"].contains(device), device.wholeMatch(of: compiled(/(COM|LPT)[0-9]/)) == nil
    else {
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

  /// Makes the folder, if it is missing, and looks whether a recording can begin.
  func prepare() throws(StudioError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(folder, reason: SystemReason.words(error))
    }
    guard access(folder, W_OK) == 0 else { throw .unwritable(folder, reason: String(cString: strerror(errno))) }
    guard unnamed().count < Self.mostUnnamed else {
      throw .notNow(
        "\(Self.mostUnnamed) recordings have no name yet, the most that are kept: name or discard some of them.")
    }
  }

  /// Makes the journal of a recording, which has none yet; its descriptor, to whose end is written.
  func makeJournal(_ id: String) throws(StudioError) -> Int32 {
    let path = try journal(id)
    try prepare()
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw .unwritable(path, reason: String(cString: strerror(errno))) }
    // Also its name shall be on the disk.
    let entries = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if entries >= 0 {
      fsync(entries)
      close(entries)
    }
    return file
  }

  /// What a person should know when there is little room on the disk; nil while there is enough.
  package var shortage: String? {
    var status = statvfs()
    let places = [folder, ParentFolder.of(folder)]
    let present = places.first { place in statvfs(place, &status) == 0 }
    let room = Double(status.f_bavail) * Double(status.f_frsize)
    guard present != nil, room < Double(Self.littleRoom) else { return nil }
    return "Only \(Int(room) >> 20) MB are free on the studio's disk: make room before it is full."
  }

  /// Reads a recording that has no name yet.
  package func read(_ id: String) throws -> PhoneRecording {
    let path = try journal(id)
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw StudioError.missing("recording “\(id)”; it may have been saved or discarded")
    }
    guard Int(status.st_size) <= Self.largestJournal, let data = FileManager.default.contents(atPath: path) else {
      throw StudioError.tooLarge("The recording is larger than \(Self.largestJournal >> 20) MB, the most that is read.")
    }
    return try PhoneRecording(lines: data)
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

  /// Gives a recording its name: `NAME.csv` in the project's format, and the events as they were sent next to it.
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
    let pauses = SampleQuality.pauses(in: trace.timestamps).map { start, length in
      String(
        format: "nothing came for %.1f s from %.1f s on; a notebook integrates the longest piece without such a pause",
        length, start)
    }
    return Saved(name: name, file: "\(name).csv", notes: trace.notes, doubts: pauses + trace.doubts.map(\.description))
  }

  /// Whether a recording is read only in pieces: samples are missing for longer than a line may bridge.
  func hasPause(_ file: String) -> Bool {
    let path = "\(folder)/\(file)"
    return (try? Trace(contentsOf: path)) == nil
      && (try? Trace(contentsOf: path, options: .init(gaps: .longestPiece))) != nil
  }

  /// Puts a recording that was made elsewhere here, as it is, once it has been looked at.
  package func keep(_ data: Data, named file: String) throws -> String {
    guard let name = Self.name(of: file) else {
      throw StudioError.malformed("a recording whose name ends in .csv, .csv.gz or .zip")
    }
    try Self.check(name)
    guard !FileManager.default.fileExists(atPath: "\(folder)/\(file)") else { throw StudioError.exists(file) }
    try StudioError.write(data, to: "\(folder)/\(file)", replacing: false)
    return file
  }
}
