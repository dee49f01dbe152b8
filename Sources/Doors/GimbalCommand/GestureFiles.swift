import ArgumentParser
import Foundation
import Gestures
import Inertial

import enum Basics.CommaSeparated
import enum Basics.GivenFile

/// What a file with gestures can hold.
enum GestureFile {
  case strokes(StrokeFile)
  case trace(Trace)

  /// Strokes, if it is JSON or a table with the columns x, y and t (and no z); otherwise the recording of a device.
  init(_ path: String) throws {
    if path.hasSuffix(".json") {
      self = .strokes(try StrokeFile(json: Self.bytes(path), file: path))
    } else if let text = try Self.text(path), Self.hasStrokes(text) {
      self = .strokes(try StrokeFile(csv: text, file: path))
    } else {
      self = .trace(try Trace(contentsOf: path))
    }
  }

  /// The file's text; nil for what is not text: an archive, a folder.
  static func text(_ path: String) throws -> String? {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return nil }
    return String(data: try bytes(path), encoding: .utf8)
  }

  /// What of a recording of motion this file holds, in words; nil for any other file.
  static func recording(_ path: String) -> String? {
    if let trace = try? Trace(contentsOf: path) { return "\(trace.count) samples" }
    let keys = ["specific-force", "user-acceleration", "gravity", "rotation-rate"]
    let found = (try? MappingProposal(contentsOf: path))?.findings.filter { keys.contains($0.key) } ?? []
    return found.isEmpty ? nil : "with \(found.flatMap(\.columns).joined(separator: ", "))"
  }

  private static func bytes(_ path: String) throws -> Data {
    do { return try GivenFile.read(path) } catch {
      throw GestureError.unreadable(file: path, reason: error.description)
    }
  }

  /// Whether the first line names the columns of a stroke.
  static func hasStrokes(_ text: String) -> Bool {
    let line = text.split(maxSplits: 1, whereSeparator: \.isNewline).first ?? ""
    let names = Set(CommaSeparated.fields(line))
    return names.isSuperset(of: ["x", "y", "t"]) && !names.contains("z")
  }
}

/// Says what was left out, on standard error.
func complain(about problems: [GestureError]) {
  for problem in problems { Terminal.complain("left out: \(problem)\n") }
}
