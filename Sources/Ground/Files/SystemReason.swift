import Foundation

@_exported import enum Basics.SystemReason

extension SystemReason {
  /// Why nothing more can be written into a folder; nil when something can. Programs that we call may not say.
  package static func unwritable(_ folder: String) -> String? {
    let probe = "\(folder)/.probe.\(UUID().uuidString)"
    defer { unlink(probe) }
    do {
      try Data(count: 1 << 16).write(to: URL(fileURLWithPath: probe))
      return nil
    } catch {
      return words(error)
    }
  }
}
