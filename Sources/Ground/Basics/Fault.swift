import Foundation

/// An error in the form of a compiler's message: file, line, column, what is wrong, what to do.
package protocol PlacedError: Error, Sendable, LocalizedError, CustomStringConvertible {
  /// The file that is at fault; none when no file is.
  var file: String? { get set }
  /// Where in the file.
  var position: Position? { get set }
  /// What is wrong, and what to do. Without the place.
  var message: String { get }
}

extension PlacedError {
  package var errorDescription: String? { description }

  package var description: String {
    var place = ""
    if let file {
      place = file + ":"
      if let position { place += "\(position.line):\(position.column):" }
      place += " "
    }
    return "\(place)error: \(message)"
  }

  /// The error, with this file where it has none.
  package func inFile(_ file: String) -> Self {
    var error = self
    error.file = self.file ?? file
    return error
  }
}

/// What can go wrong in a room, and its words.
package protocol FaultReason: Hashable, Sendable {
  /// What is wrong, and what to do. Without the place.
  var message: String { get }
}

/// The error of a room: one of its reasons, with the file and the place that it concerns.
package struct Fault<Reason: FaultReason>: PlacedError, Hashable {
  package var file: String?
  package var position: Position?
  package var reason: Reason

  package init(_ reason: Reason, file: String? = nil, position: Position? = nil) {
    (self.file, self.position, self.reason) = (file, position, reason)
  }

  package var message: String { reason.message }
}
