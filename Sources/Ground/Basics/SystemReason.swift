import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the system refused something, in words: the one place that turns errors of the system and of Foundation into them.
///
/// Foundation's own words name domains and numbers, or say that permission is missing where it is a folder.
package enum SystemReason {
  /// The message about an error: its own words, or those of the system with the path that they concern.
  package static func message(_ error: any Error) -> String {
    guard let told = told(error) else { return "\(error)" }
    return "\(told.path.map { "\($0): " } ?? "")error: \(told.words)"
  }

  /// The words of an error of the system or of Foundation, with the path that they concern; nil for an error that has
  /// its own words.
  package static func told(_ error: any Error) -> (path: String?, words: String)? {
    guard error is CocoaError || error is POSIXError || type(of: error) == NSError.self else { return nil }
    let information = (error as NSError).userInfo
    let path = information[NSFilePathErrorKey] as? String ?? (information[NSURLErrorKey] as? URL)?.path
    guard let path else { return (nil, words(error)) }
    if isMissing(error) { return (path, missing(path)) }
    var status = stat()
    if [nil, EISDIR].contains(code(error)), stat(path, &status) == 0, let kind = GivenFile.kind(status) {
      return (path, kind)
    }
    return (path, words(error))
  }

  /// That nothing is at a path, with the folder on the way that is not there.
  package static func missing(_ path: String) -> String {
    let folder = ParentFolder.of(path)
    guard !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) else { return "there is no such file" }
    return "there is no such file; there is no folder \(folder)"
  }

  private static func isMissing(_ error: any Error) -> Bool {
    if let code = code(error) { return code == ENOENT || code == ENOTDIR }
    let cocoa = CocoaError.Code(rawValue: (error as NSError).code)
    return (error as NSError).domain == NSCocoaErrorDomain && [.fileNoSuchFile, .fileReadNoSuchFile].contains(cocoa)
  }

  /// The words of the error of the system that lies under this one, if one does.
  package static func words(_ error: any Error) -> String {
    if let code = code(error) { return words(code) }
    let error = error as NSError
    return error.domain == NSCocoaErrorDomain ? words(cocoa: error) : error.localizedDescription
  }

  /// The words of the system's number of an error, with what to do where that is not clear.
  package static func words(_ code: Int32) -> String {
    switch code {
    case EMFILE: "this program has reached its limit of open files (“ulimit -n” shows it)"
    case ENFILE: "the machine has reached its limit of open files"
    case EACCES: "you do not have permission (Permission denied)"
    default: String(cString: strerror(code))
    }
  }

  /// The system's number of the error that lies under this one.
  package static func code(_ error: any Error) -> Int32? {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(code)
  }

  /// What Foundation means where it does not say what the system said.
  private static func words(cocoa error: NSError) -> String {
    switch CocoaError.Code(rawValue: error.code) {
    case .fileNoSuchFile, .fileReadNoSuchFile: words(ENOENT)
    case .fileReadNoPermission, .fileWriteNoPermission: words(EACCES)
    case .fileWriteOutOfSpace: words(ENOSPC)
    case .fileWriteVolumeReadOnly: words(EROFS)
    case .fileWriteFileExists: words(EEXIST)
    case .fileReadInvalidFileName, .fileWriteInvalidFileName: "a file cannot have this name"
    case .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding, .fileReadCorruptFile:
      "it is not UTF-8 text"
    case .fileReadTooLarge: words(EFBIG)
    default: "the system did not say why"
    }
  }
}
