import Basics
import Foundation
import Testing

@Suite("Words for what the system refuses")
struct SystemReasonTests {
  /// Every error of Foundation about files that a person can meet.
  private static let codes: [CocoaError.Code] = [
    .fileNoSuchFile, .fileReadNoSuchFile, .fileReadNoPermission, .fileWriteNoPermission, .fileWriteOutOfSpace,
    .fileWriteVolumeReadOnly, .fileWriteFileExists, .fileReadInvalidFileName, .fileReadInapplicableStringEncoding,
    .fileReadUnknownStringEncoding, .fileReadCorruptFile, .fileReadTooLarge, .fileReadUnknown, .fileWriteUnknown,
  ]

  @Test("No domain, no number, no “could not be completed”, whatever Foundation says", arguments: codes)
  func foundation(code: CocoaError.Code) {
    let words = SystemReason.words(CocoaError(code))
    for part in ["NSCocoa", "error \(code.rawValue)", "could not be completed", "couldn’t be completed"] {
      #expect(!words.contains(part), "\(words)")
    }
    #expect(!words.isEmpty && words.last != ".")
    // What the system said under it is surer.
    let full = CocoaError(code, userInfo: [NSUnderlyingErrorKey: POSIXError(.ENOSPC)])
    #expect(SystemReason.words(full) == "No space left on device")
  }

  @Test("A message is an error's own, or the system's with the path")
  func messages() {
    struct Own: Error, CustomStringConvertible { let description = "a.md:1: error: own words" }
    #expect(SystemReason.message(Own()) == "a.md:1: error: own words")
    let missing = #expect(throws: (any Error).self) { try Data(contentsOf: URL(fileURLWithPath: "/nowhere/a")) }
    #expect(
      missing.map(SystemReason.message) == "/nowhere/a: error: there is no such file; there is no folder /nowhere")
    // A file in whose folder others are, and a folder in place of a file.
    let folder = FileManager.default.temporaryDirectory.path
    let file = #expect(throws: (any Error).self) { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/none")) }
    #expect(file.flatMap(SystemReason.told)?.words == "there is no such file")
    let read = #expect(throws: (any Error).self) { try String(contentsOfFile: folder, encoding: .utf8) }
    #expect(read.flatMap(SystemReason.told)?.words == "it is a folder")
    #expect(SystemReason.message(POSIXError(.EAGAIN)) == "error: Resource temporarily unavailable")
  }

  @Test("The folder of a path, of one character, too, on which Foundation's own traps")
  func parentFolder() {
    let folders = [
      "a": "", "": "", "a/": "", "/": "/", "/a": "/", "a/b": "a", "a//b": "a", "/a/b/": "/a", "./é": ".", "//": "/",
    ]
    for (path, folder) in folders { #expect(ParentFolder.of(path) == folder, "\(path)") }
    #expect(SystemReason.missing("a") == "there is no such file")
  }

  @Test("Limits say where they are seen")
  func limits() {
    #expect(SystemReason.words(POSIXError(.EMFILE)).contains("ulimit -n"))
    #expect(SystemReason.words(POSIXError(.EACCES)) == "you do not have permission (Permission denied)")
  }

  @Test("A file that is given: what is there instead is named, and an empty one is empty")
  func givenFile() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func answer(_ path: String, most: Int = 1 << 20) -> String {
      do throws(GivenFile.Refusal) { return "\(try GivenFile.read(path, most: most).count)" } catch {
        return error.description
      }
    }
    let data = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0) })
    try data.write(to: URL(fileURLWithPath: "\(folder)/a"))
    try Data().write(to: URL(fileURLWithPath: "\(folder)/empty"))
    #expect(try GivenFile.read("\(folder)/a") == data)
    #expect(answer("\(folder)/empty") == "0")
    #expect(answer("\(folder)/none") == "there is no such file" && answer("\(folder)/a/b") == "there is no such file")
    #expect(answer(folder) == "it is a folder")
    #expect(
      answer("/dev/null") == "it is a device, not a file" && answer("/dev/zero") == "it is a device, not a file")
    #expect(answer("\(folder)/a", most: 1000) == "it has more than 0 MB")
  }
}
