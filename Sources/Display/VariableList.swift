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
      Entry(name: name, type: Self.name(of: Swift.type(of: value)), value: Self.line(Self.summary(of: value)))
    }
  }

  /// As `text/plain`, a list of objects in JSON with `name`, `type` and `value`, a text of one line.
  public var mimeBundle: MIMEBundle { MIMEBundle([MediaType.plain: json(entries) ?? "[]"]) }

  /// Characters of a value, parts of it, and levels of parts that the list shows.
  private static let (longest, mostParts, deepest) = (200, 10, 3)

  private static func summary(of value: Any, depth: Int = 0) -> String {
    if let value = value as? any Readable { return value.readable }
    // To show it may cost what drawing costs.
    if value is any Displayable { return "…" }
    let mirror = Mirror(reflecting: value)
    let count = mirror.children.count
    let isPlain = value is any CustomStringConvertible && mirror.displayStyle != .collection
    if count == 0 || isPlain && ![.set, .dictionary].contains(mirror.displayStyle) { return text(of: value) }
    guard depth < deepest else { return "…" }
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { summary(of: $0.value, depth: depth) } ?? "nil"
    }
    let parts = mirror.children.prefix(mostParts).map { child in
      if mirror.displayStyle == .dictionary {
        let pair = Mirror(reflecting: child.value).children.map { summary(of: $0.value, depth: depth + 1) }
        return pair.joined(separator: ": ")
      }
      let text = summary(of: child.value, depth: depth + 1)
      return child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): \(text)" } ?? text
    }
    let list = parts.joined(separator: ", ") + (count > mostParts ? ", …" : "")
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      return count > mostParts ? "\(NumberFormat.grouped(count)) elements: \(list)" : "[\(list)]"
    case .tuple: return "(\(list))"
    default: return "\(name(of: Swift.type(of: value)))(\(list))"
    }
  }

  private static func line(_ text: String) -> String {
    let line = text.prefix(longest + 1).split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > longest ? "\(line.prefix(longest))…" : line
  }

  /// A type's name as Swift code writes it: `[Double]`, where the runtime says `Array<Double>`.
  private static func name(of type: Any.Type) -> String {
    var name = "\(type)"
    while let match = name.firstMatch(of: /(Array|Optional|Dictionary)<([^<>]*)>/) {
      let inner = match.output.2
      let short = match.output.1 == "Array" ? "[\(inner)]" : match.output.1 == "Optional" ? "\(inner)?" : nil
      name.replaceSubrange(match.range, with: short ?? "[\(inner.replacing(", ", with: ": ", maxReplacements: 1))]")
    }
    return name
  }
}
