internal import Basics

extension TraceError {
  /// What is wrong, where, what was expected and what to do, with options as they are called where the message is shown.
  public func message(naming option: OptionNaming) -> String {
    switch self {
    case .noRows(let place):
      "\(place.map { "\($0): " } ?? "")no samples. A trace needs at least one row of numbers after the header."
    case .repeatedTime(let time, let row, let place):
      "\(at(place, row))the time \(shortTime(time)) s appears a second time. Delete the row, or choose "
        + "\(option(.dropTimes)) to leave such rows out, \(option(.respaceTimes)) to spread them evenly."
    case .backwardTime(let time, let previous, let row, let place):
      "\(at(place, row))time runs backwards from \(shortTime(previous)) s to \(shortTime(time)) s. Sort or delete the rows, "
        + "or choose \(option(.dropTimes)) to leave such rows out, \(option(.respaceTimes)) to spread them evenly."
    case .notUnit(let column, let norm, let row, let place):
      "\(at(place, row))the quaternion in “\(column)” has length \(shortNumber(norm)), not 1. Check the order of its "
        + "columns (w first or last), or leave such rows out with \(option(.dropBadRows))."
    case .lengthMismatch(let column, let found, let expected):
      "\(column) has \(found) elements, and \(expected) were expected: arrays that belong together are equally long."
    case .notFinite(let column, let value, let row):
      "\(column)[\(row)] is \(value), not a finite number. Drop the sample or repair the recording."
    case .invalidParameter(let name, let value, let expected): "\(name) is \(value); it has to be \(expected)."
    case .missingQuantity(let quantity, let user, let remedy):
      "The trace has no `\(quantity)`, which “\(user)” needs; \(remedy)."
    case .stepTooLong(let step, let limit, let row):
      "sample \(row): \(step) s passed since the one before; at most \(limit) s is integrated. Split the recording there, "
        + "as `trace[0..<\(row)]`, or have it filled or cut when it is read (`gaps`); for live samples, call `restart()`, or raise "
        + "`longestStep` if the device did not turn meanwhile."
    case .empty(let what): "There is no \(what)."
    }
  }

  private func at(_ place: Place?, _ row: Int) -> String { place.map { "\($0): " } ?? "sample \(row): " }
}

extension TraceError.Place: CustomStringConvertible {
  /// `file:line`, as compilers write it.
  public var description: String { line.map { "\(file):\($0)" } ?? file }
}
