import Foundation

/// Why the system refused something, in its own words.
package enum SystemReason {
  /// The words of the error of the system that lies under this one, if one does.
  package static func words(_ error: any Error) -> String {
    if let code = code(error) { return String(cString: strerror(code)) }
    return (error as NSError).localizedDescription
  }

  /// The system's number of the error that lies under this one.
  package static func code(_ error: any Error) -> Int32? {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(code)
  }

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
