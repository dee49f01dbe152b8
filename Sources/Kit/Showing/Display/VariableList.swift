import Foundation

/// The names, types and values of a notebook's variables, for a list of them. The runner makes it; a notebook's code has no need
/// to.
@_documentation(visibility: internal)
public struct GimbalVariables: Displayable {
  private struct Entry: Encodable {
    var name: String
    var type: String
    var value: String
  }

  private let entries: [Entry]

  /// The variables of these names and values. O(names): of large values only the beginning is looked at.
  public init(_ variables: [(name: String, value: Any)]) {
    entries = variables.map { name, value in
      Entry(name: name, type: Excerpt.name(of: Swift.type(of: value)), value: Self.line(Excerpt.summary(of: value)))
    }
  }

  /// As `text/plain`, a list of objects in JSON with `name`, `type` and `value`, a text of one line.
  public var mimeBundle: MIMEBundle { MIMEBundle([MediaType.plain: json(entries) ?? "[]"]) }

  /// Characters of a value that the list shows.
  private static let longest = 200

  private static func line(_ text: String) -> String {
    let line = text.prefix(longest + 1).split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > longest ? "\(line.prefix(longest))…" : line
  }
}
