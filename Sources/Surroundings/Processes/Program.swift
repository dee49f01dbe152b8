import Foundation

/// Programs on the path.
package enum Program {
  /// Where a program lies; nil where it is not installed.
  package static func find(_ name: String, path: String? = ProcessInfo.processInfo.environment["PATH"]) -> String? {
    (path ?? "").split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
