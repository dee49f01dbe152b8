internal import Basics
import Foundation
import Traces

extension RecordingError {
  /// What is wrong, where, what was expected and what to do, with options as they are called where the message is shown.
  public func message(naming option: OptionNaming) -> String {
    fileMessage(option) ?? rowMessage(option) ?? recordingMessage(option) ?? mappingMessage
  }

  /// The name of the folder that paths are seen from. Not its path: reports, in which this may be, are the same on all
  /// machines.
  private static var folder: String { URL(filePath: FileManager.default.currentDirectoryPath).lastPathComponent }

  private var formats: String { TraceFormat.allCases.map(\.rawValue).joined(separator: ", ") }

  /// What is wrong with a file as a whole.
  private func fileMessage(_ option: OptionNaming) -> String? {
    switch self {
    case .missingFile(let file):
      "\(file): no such file. "
        + (Self.near(file).map { "Did you mean “\($0)”?" }
          ?? "Check the path"
          + (file.hasPrefix("/") ? "." : "; it was looked for from the folder “\(Self.folder)”."))
    case .unreadableFile(let file, let reason): "\(file): cannot be read: \(reason)."
    case .unwritableFile(let file, let reason): "\(file): cannot be written: \(reason)."
    case .unknownFormat(let place, let header):
      "\(place): no known trace format has this header: “\(header)”. \(option(.writeMapping, place.file)) looks which "
        + "column is what and writes it down next to the recording, \(option(.proposed)) reads it so at once where that is sure; "
        + "or name the format (\(option(.format, "NAME")), one of "
        + "\(formats))."
    case .unknownFormatName(let name, let suggestion):
      "There is no trace format “\(name)”\(meant(suggestion)). Known formats: \(formats)."
    case .missingColumn(let column, let found, let suggestion, let place):
      "\(place): the column “\(column)” is missing\(meant(suggestion)). The file has: \(list(found)). "
        + "Rename the column in the header, or record that sensor too."
    case .missingTable(let table, let found, let path):
      "\(path): “\(table)” is missing. There is: \(list(found)). Switch that sensor on in the app and record again."
    case .repeatedColumn(let column, let place):
      "\(place): the column “\(column)” appears twice. Remove or rename one of them."
    case .severalRecordings(let names, let path, let isPacked):
      "\(path): it holds \(names.count) recordings, in “\(names.prefix(5).joined(separator: "”, “"))”"
        + "\(names.count > 5 ? " and others" : ""). "
        + (isPacked
          ? "Unpack it, and give one of them."
          : "Give one of them, such as “\(path)/\(names[0])”, or run a notebook over all of them: "
            + "\(option(.over, Self.pattern(names, in: path))).")
    case .unsureProposal(let place, let reasons):
      "\(place): the table is in no known format, and what its columns are is not sure: "
        + "\(reasons.joined(separator: "; ")). \(option(.writeMapping, place.file)) writes down what is proposed; correct it "
        + "there."
    case .poseTrack(let place):
      "\(place): this is a track of poses (positions and attitudes over time), not a recording of motion sensors. Give it "
        + "as the truth of a recording: \(option(.truth, place.file))."
    case .noTrack(let place, let hasNoTimes):
      "\(place): this is not a track of poses\(hasNoTimes ? " with times" : ""). A row has a time, a position and a quaternion: "
        + "“time x y z qx qy qz qw” (TUM), or names for them in a header."
    case .badMapping(let place, let problem, let suggestion):
      "\(place): \(problem)\(meant(suggestion)). Correct the mapping, or delete it to read the recording as it is."
    case .badCalibration(let place, let problem, let suggestion):
      "\(place): \(problem)\(meant(suggestion)). Correct the file, or write it again with “gimbal calibrate”."
    case .truthMismatch(let file, let rows, let expected):
      "\(file): \(rows) rows of truth for \(expected) rows of motion. Row i of one belongs to row i of the other; choose "
        + "\(option(.withoutTruth)) to read the motion alone."
    case .truthElsewhere(let file, let from, let to, let start, let end):
      "\(file): the truth lasts from \(shortTime(from)) s to \(shortTime(to)) s, the motion from \(shortTime(start)) s to "
        + "\(shortTime(end)) s: they have no time in common. Give the truth of this recording, or choose "
        + "\(option(.withoutTruth)) to read the motion alone."
    default: nil
    }
  }

  /// What is wrong with one row.
  private func rowMessage(_ option: OptionNaming) -> String? {
    switch self {
    case .fieldCount(let found, let expected, let place):
      "\(place): \(Counting.words(found, "field")), but the header has \(expected). "
        + (found > expected
          ? "Give each column a name in the header, or delete the fields that have none"
          : "The row may be cut off; delete or complete it") + ", or leave such rows out with \(option(.dropBadRows))."
    case .headerCount(let found, let expected, let place):
      "\(place): \(Counting.words(found, "field")), but the header has \(expected), and so it is in most rows. "
        + (found > expected
          ? "Give each column a name in the header, or delete the fields that have none."
          : "Delete the names that have no column, or put names with commas in quotation marks.")
    case .noEvenSpread(let time, let previous, let place):
      "\(place): \(shortTime(time)) s comes after \(shortTime(previous)) s, and the samples that overlap have no room "
        + "to be spread evenly: the clock was set back, or two recordings are in one file. Correct the times, or choose "
        + "\(option(.dropTimes)) to leave such rows out."
    case .notANumber(let text, let column, let place):
      "\(place): “\(text)” in column “\(column)” is not a number. Correct the value or delete the row, or leave such rows "
        + "out with \(option(.dropBadRows))."
    case .nonFinite(let text, let column, let place):
      "\(place): “\(text)” in column “\(column)” is not a finite number. Delete the row, or fill the value in, or leave such "
        + "rows out with \(option(.dropBadRows))."
    case .gap(let from, let to, let usual, let count, let place):
      "\(place.map { "\($0): " } ?? "")nothing was recorded between \(shortTime(from)) s and \(shortTime(to)) s, while "
        + "samples usually come every \(shortSeconds(usual))\(count > 1 ? " (\(count) gaps in all)" : ""). Choose "
        + "\(option(.longestPiece)) to take the longest piece without a gap, "
        + (to - from <= GapList.longestFilled ? "\(option(.interpolateGaps)) to fill it with a line, " : "")
        + "or \(option(.keepGaps)) to leave it."
    case .gapBeyondLimit(let from, let to, let limit, let place):
      "\(place.map { "\($0): " } ?? "")nothing was recorded between \(shortTime(from)) s and \(shortTime(to)) s, and a gap of "
        + "more than \(shortSeconds(limit)) is not filled: a line does not show the motion in it. Choose "
        + "\(option(.longestPiece)) or \(option(.keepGaps)); \(option(.longestFilled, "\(Int(min((to - from).rounded(.up), 1e9)))")) "
        + "fills it all the same."
    case .gapTooLong(let from, let to, let samples, let limit, let place):
      "\(place.map { "\($0): " } ?? "")to fill the gap between \(shortTime(from)) s and \(shortTime(to)) s takes "
        + "\(shortNumber(samples)) interpolated samples; at most \(limit) are put into this recording. Correct the time "
        + "there, or choose \(option(.longestPiece)) or \(option(.keepGaps))."
    default: nil
    }
  }

  /// What a recording lacks, or holds too much of.
  private func recordingMessage(_ option: OptionNaming) -> String? {
    switch self {
    case .contradictoryGravity(let agreement, let place):
      "\(place): gravity as measured and gravity as the attitude implies it do not fit (mean cosine "
        + "\(shortNumber(agreement))). The columns of one of them may be in another order or frame; give their mapping: "
        + "\(option(.mapping))."
    case .implausibleGravity(let length, let place):
      "\(place): the accelerations have a length of \(shortNumber(length)), which gravity has neither in m/s² (9.8) nor in g "
        + "(1). Check what the columns hold; \(option(.scaleAcceleration)) corrects a unit."
    case .noAttitude(let place, let reason):
      "\(place): the recording has no attitude, and it cannot be estimated: \(reason). A device that never turned is read "
        + "with \(option(.fixedAttitude))."
    case .noAcceleration(let place, let found):
      "\(place): there is no acceleration in it, only \(list(found)). Switch the accelerometer on in the app (“Acceleration "
        + "with g” or “without g”, “Accelerometer”) and record again."
    case .differentRecordings(let tables):
      "\(tables.first?.file ?? ""): the tables cannot be of one recording: "
        + tables.map { "\($0.file.lastPart) (\($0.span))" }.joined(separator: ", ")
        + ". Put the tables of one recording into a separate folder."
    case .undersampled(let names, let rate, let change, let path):
      "\(path): something shakes the phone faster than its \(shortNumber(rate)) samples a second can show: the acceleration "
        + "changes by \(shortNumber(change)) m/s² from one sample to the next, so that \(names.joined(separator: " and ")), which "
        + "were read at other moments, do not fit each other. Record at the highest rate that the app offers (100 Hz or more); "
        + "with one of the two tables moved out of the folder the other is read, for what it is worth."
    case .severalRuns(let durations, let place):
      "\(place): the file holds \(durations.count) runs one after the other (of "
        + "\(durations.prefix(6).map { shortSeconds($0) }.joined(separator: ", "))\(durations.count > 6 ? ", …" : "")). "
        + "Choose one: \(option(.run, "1")) to \(option(.run, "\(durations.count)"))."
    case .nothingLeft(let rows, let dropped, let place):
      "\(place): \(dropped) of \(rows) rows were to be dropped. Choose less trimming in the reading options."
    default: nil
    }
  }

  /// What is wrong with how columns and axes are named.
  private var mappingMessage: String {
    switch self {
    case .unknownAxes(let text):
      "“\(text)” does not name axes. Write x, y and z, each once, with a minus sign or without: “-y,x,z”."
    case .columnCount(let quantity, let found, let expected):
      "The mapping of columns names \(found) columns for `\(quantity)`; it takes \(expected)."
    default: ""
    }
  }

  private func list(_ found: [String]) -> String {
    found.isEmpty ? "nothing" : "\(found.prefix(40).joined(separator: ", "))\(found.count > 40 ? ", …" : "")"
  }
}

extension RecordingError {
  /// A table of which no format is known.
  static func unknownFormat(_ text: DelimitedText) -> RecordingError {
    .unknownFormat(text.place(text.headerLine), header: String(text.header.joined(separator: ",").prefix(120)))
  }

  /// A pattern of the shell that names these files of a folder: all of them by name when they are few.
  private static func pattern(_ names: [String], in folder: String) -> String {
    if names.count <= 5 { return "'\(folder)/{\(names.joined(separator: ","))}'" }
    let (start, end) = names.dropFirst().reduce((names[0], names[0])) { shared, name in
      (
        String(zip(shared.0, name).prefix { $0 == $1 }.map(\.0)),
        String(zip(shared.1.reversed(), name.reversed()).prefix { $0 == $1 }.map(\.0).reversed())
      )
    }
    return "'\(folder)/\(start)*\(end)'"
  }

  /// The file next to a missing one whose name is nearly its.
  private static func near(_ path: String) -> String? {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder),
      let near = Spelling.nearest(to: url.lastPathComponent, among: files.sorted())
    else { return nil }
    return (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + near
  }
}
