import Foundation

/// Why results cannot be read, written or compared.
public enum ResultsError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
  /// The file is not there.
  case missing(String)
  /// The file is not a database of a grid; why.
  case unreadable(String, String)
  /// The file cannot be written; why.
  case unwritable(String, String)
  /// No result of this name was recorded.
  case unknownName(String, known: [String])
  /// No table has this label.
  case unknownTable(String, known: [String])
  /// The table of this label has no such column of numbers.
  case unknownColumn(String, table: String, known: [String])
  /// No parameter of this name differs between points.
  case unknownParameter(String, known: [String])
  /// What was recorded under this name is not a number in any point.
  case noNumbers(String)
  /// A figure needs a parameter with numbers for its axis.
  case noAxis(String?, known: [String])
  /// No parameter names recordings, or several could.
  case noRecordings(known: [String])
  /// A query that is wrong, or that would change something.
  case badQuery(String)

  /// The place and the message, without the word “error”: a cell's failure adds it.
  public var errorDescription: String? { [place, words].compactMap { $0 }.joined(separator: ": ") }

  /// The same as a message of a command.
  public var description: String { [place, "error", words].compactMap { $0 }.joined(separator: ": ") }

  /// The file that it is about.
  private var place: String? {
    switch self {
    case .missing(let path), .unreadable(let path, _), .unwritable(let path, _): path
    default: nil
    }
  }

  private var words: String {
    switch self {
    case .missing:
      "there are no results here; “gimbal run NOTEBOOK --grid …” and “gimbal grid gather” make them"
    case .noRecordings(let known):
      "a ranking is over recordings, and it is not clear which parameter names them; say it with `over:`, one of "
        + known.joined(separator: ", ")
    case .unreadable(_, let why): "this is not the database of a grid: \(why)"
    case .unwritable(_, let why): "the results cannot be written: \(why)"
    case .unknownName(let name, let known):
      known.isEmpty
        ? "no point has recorded anything; write record(\"\(name)\", value) in a cell"
        : "no point has recorded “\(name)”; recorded are \(known.joined(separator: ", "))"
    case .unknownTable(let label, let known):
      known.isEmpty
        ? "no point has shown a table; a cell shows one by its last expression"
        : "no table has the label “\(label)”; the labels are \(known.joined(separator: ", "))"
    case .unknownColumn(let name, let table, let known):
      "the table “\(table)” has no column of numbers “\(name)”; its columns of numbers are \(known.joined(separator: ", "))"
    case .unknownParameter(let name, let known):
      "“\(name)” is the same in all points; \(known.isEmpty ? "no parameter varies" : "what varies is \(known.joined(separator: ", "))")"
    case .noNumbers(let name):
      "no point has a number under “\(name)”; “gimbal results list” shows what there is"
    case .noAxis(let name?, let known):
      "the values of “\(name)” are not numbers, and an axis needs numbers; "
        + (known.isEmpty ? "results.table shows what there is" : "name \(known.joined(separator: " or "))")
    case .noAxis(nil, _):
      "no parameter with numbers varies between the points, so the figure has nothing to draw over; results.table shows what varies"
    case .badQuery(let why): "the query cannot be answered: \(why)"
    }
  }
}
