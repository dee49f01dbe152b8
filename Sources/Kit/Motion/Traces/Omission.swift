/// A recording that was left out of an evaluation, a sweep or a training, and why.
public struct Omission: Hashable, Sendable, CustomStringConvertible {
  /// The recording's name or path.
  public let name: String
  /// What is wrong with it, with file and line where it was read from a file.
  public let reason: String

  /// `name` was left out because of `error`.
  public init(_ name: String, _ error: any Error) { (self.name, reason) = (name, "\(error)") }

  /// Name and reason.
  public var description: String { reason.hasPrefix(name) ? reason : "\(name): \(reason)" }
}

extension Sequence {
  /// What `body` makes of each element, and those for which it throws: one broken recording must not end the work on many.
  package func partitioned<Result>(
    name: (Element) -> String, _ body: (Element) throws -> Result
  ) -> (results: [Result], omitted: [Omission]) {
    var (results, omitted) = ([Result](), [Omission]())
    for element in self {
      do { results.append(try body(element)) } catch { omitted.append(Omission(name(element), error)) }
    }
    return (results, omitted)
  }
}
