import Foundation
import Inertial

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

/// What `body` makes of each, and what is left out because it throws, said with its count.
func leavingOutBroken<Element, Result>(
  _ elements: [Element], name: (Element) -> String, _ body: (Element) throws -> Result
) -> [Result] {
  let (results, omitted) = elements.partitioned(name: name, body)
  say(omitted, of: elements.count)
  return results
}

/// Says what was left out, and how much it is.
func say(_ omitted: [Omission], of count: Int? = nil) {
  guard !omitted.isEmpty else { return }
  print("left out: \(omitted.count)\(count.map { " of \($0)" } ?? "")")
  for omission in omitted { print("  \(omission)") }
}

/// The recordings that can be read; the others are named.
func traces(_ paths: [String], _ options: Trace.ReadingOptions = .init()) -> [Trace] {
  let set = RecordingSet(contentsOf: paths, options: options)
  say(set.omitted, of: paths.count)
  return set.traces
}
