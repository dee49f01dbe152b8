import Foundation

import enum Basics.ParentFolder
import enum Basics.SystemReason
import enum Basics.WholeFile

/// Why the studio does not do what was asked: a sentence for the person.
package enum StudioError: Error, Hashable, CustomStringConvertible {
  /// A value outside its range.
  case badValue(String, Double, String)
  /// A request that says something else than is expected.
  case malformed(String)
  /// A name of a kind that is not used here.
  case badName(String)
  /// What is asked for is not there.
  case missing(String)
  /// It would overwrite something.
  case exists(String)
  /// More than is taken.
  case tooLarge(String)
  /// The system refuses it.
  case unwritable(String, reason: String)
  /// What was asked makes no sense now.
  case notNow(String)

  package var description: String {
    switch self {
    case .badValue(let name, let value, let range): "\(name) cannot be \(value): it goes from \(range)."
    case .malformed(let expected): "Expected \(expected)."
    case .badName(let name):
      "“\(name)” cannot be a name: use 1 to 60 letters, digits, “-” and “_”, with a letter or digit first, and not "
        + "what Windows takes for a device (con, nul)."
    case .missing(let what): "There is no \(what)."
    case .exists(let what): "\(what) exists already, and it is not overwritten: choose another name."
    case .tooLarge(let what): "\(what)"
    case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)."
    case .notNow(let why): "\(why)"
    }
  }

  /// Writes a file, whole or not at all, into a folder that is made where it is missing.
  static func write(
    _ data: Data, to path: String, called name: String? = nil, replacing: Bool = true, mode: mode_t? = nil
  ) throws(StudioError) {
    do {
      try FileManager.default.createDirectory(
        atPath: ParentFolder.of(path), withIntermediateDirectories: true)
      try WholeFile.write(data, to: path, replacing: replacing, mode: mode)
    } catch {
      throw .unwritable(name ?? path, reason: SystemReason.words(error))
    }
  }

  var status: Int {
    switch self {
    case .badValue, .malformed, .badName: 400
    case .missing: 404
    case .exists, .notNow: 409
    case .tooLarge: 413
    case .unwritable: 500
    }
  }
}
