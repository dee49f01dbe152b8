import Foundation
import Inertial
import Synchronization

/// The folder of recordings: `$GIMBAL_DATA`, by default `../shared/data`.
let recordings = ProcessInfo.processInfo.environment["GIMBAL_DATA"] ?? "../shared/data"

/// The files in a subfolder of the recordings whose name ends like this, sorted; none when there is no such folder.
func recordings(in folder: String, suffix: String) -> [String] {
  let path = "\(recordings)/\(folder)"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(path)/\($0)" }
}

/// What is wrong with a file or a row of it.
struct BrokenRecording: Error, CustomStringConvertible {
  var file: String
  var line: Int?
  var reason: String
  var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

/// What the area that is being scored has left out: it is listed next to the figures, with its count.
enum LeftOut {
  private static let omissions = Mutex<[Omission]>([])

  static func add(_ omitted: [Omission]) {
    omissions.withLock { kept in kept += omitted.filter { !kept.contains($0) } }
  }

  /// All of it, each once; the next area begins with none.
  static func taken() -> [Omission] {
    omissions.withLock { kept in
      defer { kept = [] }
      return kept
    }
  }
}

/// What `body` makes of each; what it throws for is left out.
func leavingOutBroken<Element, Result>(
  _ elements: [Element], name: (Element) -> String, _ body: (Element) throws -> Result
) -> [Result] {
  let (results, omitted) = elements.partitioned(name: name, body)
  LeftOut.add(omitted)
  return results
}

/// A choice of parameters, without the trials that cannot be used; nil where that leaves none.
func tuned<Candidate>(_ name: String, _ choose: () throws -> Tuning<Candidate>) -> Tuning<Candidate>? {
  let tuning = leavingOutBroken([name], name: \.self) { _ in try choose() }.first
  LeftOut.add(tuning?.omitted ?? [])
  return tuning
}

/// The recordings that can be read; the others are left out.
func traces(_ paths: [String], _ options: Trace.ReadingOptions = .init()) -> [Trace] {
  let set = RecordingSet(contentsOf: paths, options: options)
  LeftOut.add(set.omitted)
  return set.traces
}
