import Foundation

/// Programs on the path.
package enum Program {
  /// Where a program lies; nil where it is not installed.
  package static func find(_ name: String, path: String? = ProcessInfo.processInfo.environment["PATH"]) -> String? {
    (path ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The path of the newest of the programs called `name-17`, as distributions call one of several versions.
  package static func findNumbered(_ name: String, path: String?) -> String? {
    let found = (path ?? "").split(separator: ":").flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []).compactMap { file in
        file.hasPrefix("\(name)-") ? Int(file.dropFirst(name.count + 1)).map { ($0, "\(folder)/\(file)") } : nil
      }
    }
    return found.filter { FileManager.default.isExecutableFile(atPath: $0.1) }.max { $0.0 < $1.0 }?.1
  }
}
