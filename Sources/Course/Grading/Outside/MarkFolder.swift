import Assignments
import Basics
import Files
import Foundation

/// The folder in which marks lie, a file for each submission. Only one grading writes there at a time.
package final class MarkFolder: Sendable {
  package struct Unwritable: Error, CustomStringConvertible {
    package var file: String
    package var reason: String
    package var description: String { "\(file): error: the mark cannot be written: \(reason)" }
  }

  private let path: String
  private let lock: Int32
  /// What random inputs are made from; made once for a folder, so that marks stay what they are when a grading goes on.
  let secret: String

  /// Makes the folder where it is not there.
  ///
  /// - Throws: `GradingError` where another grading has it, or it cannot be made.
  init(_ path: String) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw GradingError(.unreadable(SystemReason.words(error)), file: path)
    }
    lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw GradingError(.unreadable(SystemReason.words(errno)), file: path) }
    if case .held? = try? FileLock.take(lock) {
      FileLock.end(lock)
      throw GradingError(.otherGrading(path))
    }
    let file = "\(path)/.secret"
    if let data = FileManager.default.contents(atPath: file), data.count >= 32 {
      secret = String(decoding: data, as: UTF8.self)
    } else {
      secret = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
        .padding(toLength: 64, withPad: "0", startingAt: 0)
      do {
        try WholeFile.write(Data(secret.utf8), to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      } catch {
        FileLock.end(lock)
        throw GradingError(.unreadable(SystemReason.words(error)), file: file)
      }
    }
  }

  func close() { FileLock.end(lock) }

  private func file(of student: String) -> String { "\(path)/\(student).json" }

  /// Whether the marks of a submission are there and are those that it would get.
  ///
  /// - Throws: `GradingError` where a file of the name is there that is not a mark: it is not replaced.
  func holds(_ submission: SubmittedFile, basis: String) throws -> Bool {
    let file = file(of: submission.student)
    guard let data = FileManager.default.contents(atPath: file) else { return false }
    guard let mark = try? JSONDecoder().decode(Mark.self, from: data) else {
      throw GradingError(.notAMark(file))
    }
    return mark.submission == SubmissionHash.of(submission.text) && mark.basis == basis
      && mark.version == Mark.currentVersion
  }

  /// Writes a mark, whole or not at all.
  ///
  /// - Throws: `Unwritable`.
  func write(_ mark: Mark) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try WholeFile.write(encoder.encode(mark), to: file(of: mark.student))
    } catch {
      throw Unwritable(file: file(of: mark.student), reason: SystemReason.words(error))
    }
  }
}
