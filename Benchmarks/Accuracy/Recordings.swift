import Foundation

/// The folder of recordings: `$GIMBAL_DATA`, by default `../shared/data`.
let recordings = ProcessInfo.processInfo.environment["GIMBAL_DATA"] ?? "../shared/data"

/// The files in a subfolder of the recordings whose name ends like this, sorted; none when there is no such folder.
func recordings(in folder: String, suffix: String) -> [String] {
  let path = "\(recordings)/\(folder)"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(path)/\($0)" }
}
