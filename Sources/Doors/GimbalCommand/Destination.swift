import ArgumentParser
import Files
import Foundation
import NotebookDocument

import enum Basics.ParentFolder
import enum Basics.WholeFile

/// What happens with a file that is where a command is to write.
struct Replacing: ParsableArguments {
  @Flag(help: "Replace what is there already, whosever it is. What the command itself reads is never replaced.")
  var force = false
}

/// Other values of parameters than those of the notebook.
struct GivenParameters: ParsableArguments {
  @Option(
    name: [.customShort("P"), .customLong("param")],
    help: ArgumentHelp("Give a parameter another value.", valueName: "name=value"))
  var assignments: [String] = []

  func validate() throws {
    var seen: Set<Substring> = []
    for name in assignments.map({ $0.prefix { $0 != "=" } }) where !seen.insert(name).inserted {
      throw ValidationError("“-P \(name)=…” is there twice; leave out the one that is not meant")
    }
  }
}

/// The files that a command writes. It never overwrites a file that it reads, and overwrites other people's files
/// only with `--force`.
enum Destination {
  /// Writes a text; the folder is made where it is missing.
  ///
  /// - Parameter hash: The hash of the file as we last wrote it; nil when it is unknown.
  /// - Throws: `PlacedError` for a file that must stay, or cannot be written.
  static func write(
    _ text: String, to path: String, madeOf inputs: [String] = [], written hash: String? = nil, _ replacing: Replacing
  ) throws {
    try write([(Data(text.utf8), path)], madeOf: inputs, written: hash, replacing)
  }

  /// Has `body` write files into a folder for the time of the call, and then puts them into this one: all, or none where one
  /// of them must stay away.
  ///
  /// - Returns: The paths, in the order of the names.
  /// - Throws: what `body` throws, or as `write`.
  @discardableResult
  static func make(
    in folder: String, madeOf inputs: [String] = [], written hash: String? = nil, _ replacing: Replacing,
    _ body: (_ scratch: String) throws -> Void
  ) throws -> [String] {
    let scratch = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try body(scratch)
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch).sorted().map { name in
      (try Data(contentsOf: URL(fileURLWithPath: "\(scratch)/\(name)")), folder.isEmpty ? name : "\(folder)/\(name)")
    }
    try write(files, madeOf: inputs, written: hash, replacing)
    return files.map(\.1)
  }

  /// The same for one file.
  static func make(
    _ path: String, madeOf inputs: [String] = [], written hash: String? = nil, _ replacing: Replacing,
    _ body: (_ scratch: String) throws -> Void
  ) throws {
    let parts = path as NSString
    try make(in: ParentFolder.of(path), madeOf: inputs, written: hash, replacing) {
      try body("\($0)/\(parts.lastPathComponent)")
    }
  }

  private static func write(
    _ files: [(data: Data, path: String)], madeOf inputs: [String], written hash: String?, _ replacing: Replacing
  ) throws {
    for (data, path) in files {
      try FileOwner.require(path, for: data, madeOf: inputs, written: hash, force: replacing.force)
    }
    for (data, path) in files {
      do {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try WholeFile.write(data, to: path)
      } catch {
        throw CommandError(.unwritableFile(SystemReason.words(error)), file: path)
      }
    }
  }
}
