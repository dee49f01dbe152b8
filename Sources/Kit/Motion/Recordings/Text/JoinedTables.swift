internal import Basics
import Foundation
import Rotations
import Traces

/// The tables of an unknown app that writes one for each sensor: `walk_acc.csv` and `walk_gyro.csv`. They are one recording when
/// no two of them hold the same sensor, and together they hold an acceleration and a rotation rate or an attitude; that their
/// times overlap is made sure of where they are joined.
struct JoinedTables {
  /// Each table, and what its columns are.
  let parts: [(text: DelimitedText, proposal: MappingProposal)]
  /// The names of tables of sensors that are left out, because they are named as if they were of another recording.
  private let others: [String]

  /// The one recording among tables; nil where they make none, or one of them is a recording by itself.
  ///
  /// - Throws: `RecordingError.severalRecordings` through `several` where there is a choice.
  init?(_ tables: [DelimitedText], several: ([DelimitedText]) throws -> Void) throws {
    let found = tables.compactMap { text -> (text: DelimitedText, proposal: MappingProposal)? in
      guard let proposal = try? MappingProposal(text), !proposal.sensors.isEmpty, proposal.hasClock else { return nil }
      return (text, proposal)
    }
    guard found.count > 1, !found.contains(where: { $0.proposal.isWhole }) else { return nil }
    if Self.isRecording(found.map(\.proposal.sensors)) {
      parts = Self.settled(found)
      others = []
      return
    }
    let groups = Dictionary(grouping: found) { Self.additions(toSensors: $0.text.file.stem) }.values
      .filter { Self.isRecording($0.map(\.proposal.sensors)) }
      .sorted { $0[0].text.file.path < $1[0].text.file.path }
    guard let only = groups.first else { return nil }
    if groups.count > 1 { try several(groups.map { $0[0].text }) }
    parts = Self.settled(only)
    let chosen = Set(only.map(\.text.file.path))
    others = found.map(\.text.file.path).filter { !chosen.contains($0) }.map(\.lastPart)
  }

  /// The tables that belong to one that is given alone: those named as it is except for the sensor, or else all in its folder.
  init?(around text: DelimitedText) throws {
    guard let own = try? MappingProposal(text), !own.sensors.isEmpty, !own.isWhole else { return nil }
    let names = Self.siblings(of: text.file)
    let addition = Self.additions(toSensors: text.file.stem)
    let alike = names.filter { Self.additions(toSensors: $0.stem) == addition }
    for files in [alike, names.count <= 12 ? names : []] where !files.isEmpty {
      let others = files.compactMap { file in
        (try? text.file.storage.open(file.path)).flatMap { try? DelimitedText($0) }
      }
      if let joined = try JoinedTables([text] + others, several: { _ in }),
        joined.parts.contains(where: { $0.text.file.path == text.file.path })
      {
        self = joined
        return
      }
    }
    return nil
  }

  /// Sets of sensors that are each held once, and make a motion together.
  static func isRecording(_ sensors: [Set<String>]) -> Bool {
    let all = sensors.reduce(into: Set<String>()) { $0.formUnion($1) }
    return sensors.count > 1 && all.count == sensors.reduce(0) { $0 + $1.count } && MappingProposal.isWhole(all)
  }

  /// The other tables in a file's folder whose names say a sensor.
  private static func siblings(of file: TextFile) -> [(path: String, stem: String)] {
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let place = file.path.hasPrefix("/") && folder.isEmpty ? "/" : folder.isEmpty ? "." : folder
    return file.storage.names(in: place).filter { TableSet.isTable($0) || $0.lowercased().hasSuffix(".txt") }.map {
      name in
      (folder.isEmpty && place == "." ? name : "\(place)/\(name)", (name as NSString).deletingPathExtension)
    }.filter { $0.path != file.path && file.storage.kind(of: $0.path) == .file }
  }

  private static let sensorWords = [
    "acc", "gyr", "mag", "lin", "grav", "rot", "att", "quat", "orient", "user", "sensor", "angular", "velocity", "rate",
    "field", "uncal", "imu", "raw", "data",
  ]

  /// What a table's name has besides its sensor's: `walk` for `walk_acc`.
  static func additions(toSensors stem: String) -> String {
    ColumnName.words(of: stem).filter { word in !sensorWords.contains { word.hasPrefix($0) } }.joined(separator: " ")
  }

  /// The unit of a rotation rate is settled by the acceleration in the other table.
  private static func settled(
    _ parts: [(text: DelimitedText, proposal: MappingProposal)]
  ) -> [(text: DelimitedText, proposal: MappingProposal)] {
    guard let force = parts.lazy.compactMap({ $0.proposal.track(of: ["gravity", "specific-force"]) }).first else {
      return parts
    }
    return parts.map { part in
      guard let rate = part.proposal.track(of: ["rotation-rate"]),
        let index = part.proposal.findings.firstIndex(where: { $0.key == "rotation-rate" }),
        part.proposal.findings[index].confidence != .sure
      else { return part }
      var findings = part.proposal.findings
      // Each table may count from its own first row.
      let shift = rate.times[0] - force.times[0]
      let isOneClock = abs(shift) < force.times[force.times.count - 1] - force.times[0]
      let times = isOneClock ? rate.times : rate.times.map { $0 - shift }
      let forces = Resampling(at: times, of: force.times).vectors(force.vectors)
      judge(&findings[index], times, forces, rate.vectors)
      if findings[index].confidence == .guess, let lag = GravityTurning.lag(times, forces, rate.vectors) {
        findings[index].reasons.append(
          "gravity turns as it says \(shortSeconds(abs(lag))) \(lag > 0 ? "later" : "earlier"): the clocks of the tables differ"
        )
      }
      return (part.text, part.proposal.replacing(findings))
    }
  }

  /// The recording as proposed.
  ///
  /// - Throws: `RecordingError.unsureProposal` where a part that is needed is only a guess.
  func read(_ path: String, _ options: Trace.ReadingOptions) throws -> TraceTable {
    let sure = parts.map { (text: $0.text, keys: $0.proposal.sureKeys) }
    let keys = sure.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    guard MappingProposal.isWhole(keys), sure.allSatisfy({ $0.keys.contains("time") }) else {
      throw RecordingError.unsureProposal(
        .init(file: path),
        reasons: parts.flatMap { part in
          part.proposal.findings.filter { $0.confidence == .guess }.map {
            "\($0.key) of \(part.text.file.path.lastPart) is a guess (\($0.reasons.joined(separator: ", ")))"
          }
        })
    }
    var words = [String]()
    let mapped = try parts.filter { $0.proposal.sureKeys.count > 1 }.map { part in
      words.append("\(part.text.file.path.lastPart): \(part.proposal.sureWords.joined(separator: ", "))")
      return StreamedRecording.Part(text: part.text, mapping: try part.proposal.mappingOfSure())
    }
    let guesses = parts.flatMap { part in
      part.proposal.findings.filter { $0.confidence == .guess }.map { "\($0.key) of \(part.text.file.path.lastPart)" }
    }
    if !guesses.isEmpty { words.append("left out what is only guessed: \(guesses.joined(separator: ", "))") }
    words += parts.flatMap(\.proposal.doubles)
    if !others.isEmpty { words.append("left out \(others.joined(separator: ", ")): named as if of another recording") }
    return try Self.table(mapped, path, options, "read as proposed: \(words.joined(separator: "; "))")
  }

  /// Tables with a mapping each as one table.
  static func table(
    _ parts: [StreamedRecording.Part], _ path: String, _ options: Trace.ReadingOptions, _ note: String
  ) throws -> TraceTable {
    var table = try StreamedRecording.table(of: parts, path, options)
    table.notes.insert(note, at: 0)
    if parts.contains(where: \.mapping.convertsRate) { table.notes.append(TraceTable.convertedRate) }
    if options.correction == .none, let corrected = parts.map(\.mapping).first(where: { $0.correction != .none }) {
      try corrected.correction.apply(to: &table, path, corrected.name)
    }
    table.calibrationFile = parts.lazy.compactMap(\.mapping.calibration).first
    return table
  }
}
