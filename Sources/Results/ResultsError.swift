import Foundation

/// Why results cannot be read, written or compared.
public enum ResultsError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
  /// The file is not there.
  case missing(String)
  /// The file is no database of a grid; why.
  case unreadable(String, String)
  /// The file cannot be written; why.
  case unwritable(String, String)
  /// Nothing of this name was recorded.
  case unknownName(String, known: [String])
  /// A query that is wrong, or that would change something.
  case badQuery(String)

  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): error: there are no results here; make them with “gimbal run NOTEBOOK --grid …” or “gimbal grid gather”"
    case .unreadable(let path, let why): "\(path): error: this is no database of a grid: \(why)"
    case .unwritable(let path, let why): "\(path): error: the results cannot be written: \(why)"
    case .unknownName(let name, let known):
      known.isEmpty
        ? "error: nothing was recorded; write record(\"\(name)\", value) in a cell"
        : "error: nothing was recorded as “\(name)”; there is \(known.joined(separator: ", "))"
    case .badQuery(let why): "error: the query cannot be answered: \(why)"
    }
  }
}
