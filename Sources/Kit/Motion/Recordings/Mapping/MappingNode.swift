/// The part of YAML that mapping files use: keys with values in braces, brackets or alone, or with indented keys below
/// them; quotation marks, comments.
///
/// A YAML library refuses names of columns as people copy them from a header: `column: Time [s]`, `%t` or `@x` without
/// quotation marks. Here each of them is a name.
struct MappingNode {
  indirect enum Value {
    case scalar(String)
    case sequence([MappingNode])
    case mapping([(key: MappingNode, value: MappingNode)])
  }

  let value: Value
  /// From 1.
  let line: Int

  var string: String? { if case .scalar(let text) = value { text } else { nil } }
  var number: Double? { string.flatMap { Double($0) } }
  var sequence: [MappingNode]? { if case .sequence(let nodes) = value { nodes } else { nil } }
  var mapping: [(key: MappingNode, value: MappingNode)]? {
    if case .mapping(let entries) = value { entries } else { nil }
  }

  subscript(_ key: String) -> MappingNode? { mapping?.first { $0.key.string == key }?.value }

  /// Where a text is something else.
  struct Failure: Error { let line: Int }

  /// Reads a file.
  static func read(_ yaml: String) throws(Failure) -> MappingNode {
    var entries = [(key: MappingNode, value: MappingNode)]()
    for (index, raw) in yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(10_000)
      .enumerated()
    {
      let bare = raw.trimmingBlanks
      guard !bare.isEmpty, !bare.hasPrefix("#"), bare != "---" else { continue }
      var parser = Parser(raw, line: index + 1)
      let isIndented = raw.first?.isWhitespace == true
      let entry = try parser.entry()
      guard isIndented else {
        entries.append(entry)
        continue
      }
      guard let last = entries.last else { throw Failure(line: index + 1) }
      var inner = last.value.mapping ?? []
      guard last.value.string == "" || !inner.isEmpty else { throw Failure(line: index + 1) }
      inner.append(entry)
      entries[entries.count - 1].value = MappingNode(value: .mapping(inner), line: last.value.line)
    }
    return MappingNode(value: .mapping(entries), line: 1)
  }

  private struct Parser {
    private var rest: Substring
    private let line: Int

    init(_ text: Substring, line: Int) { (rest, self.line) = (text, line) }

    /// `key: value`, to the end of the line or a comment.
    mutating func entry() throws(Failure) -> (key: MappingNode, value: MappingNode) {
      let key = try scalar(until: ":")
      try take(":")
      let value = try value(until: "", depth: 0)
      skip()
      guard rest.isEmpty || rest.first == "#" else { throw Failure(line: line) }
      return (key, value)
    }

    private mutating func skip() { while rest.first?.isWhitespace == true { rest.removeFirst() } }

    private mutating func take(_ character: Character) throws(Failure) {
      skip()
      guard rest.first == character else { throw Failure(line: line) }
      rest.removeFirst()
    }

    private mutating func value(until ends: String, depth: Int) throws(Failure) -> MappingNode {
      skip()
      guard depth < 8 else { throw Failure(line: line) }
      if rest.first == "[" { return try list("]", depth) }
      if rest.first == "{" { return try list("}", depth) }
      return try scalar(until: ends)
    }

    private mutating func list(_ end: Character, _ depth: Int) throws(Failure) -> MappingNode {
      rest.removeFirst()
      var (nodes, entries) = ([MappingNode](), [(key: MappingNode, value: MappingNode)]())
      skip()
      while rest.first != end {
        if end == "]" {
          nodes.append(try value(until: ",]", depth: depth + 1))
        } else {
          let key = try scalar(until: ":")
          try take(":")
          entries.append((key, try value(until: ",}", depth: depth + 1)))
        }
        skip()
        if rest.first == "," {
          rest.removeFirst()
          skip()
        } else if rest.first != end {
          throw Failure(line: line)
        }
      }
      rest.removeFirst()
      return MappingNode(value: end == "]" ? .sequence(nodes) : .mapping(entries), line: line)
    }

    private mutating func scalar(until ends: String) throws(Failure) -> MappingNode {
      skip()
      var text = ""
      if let quote = rest.first, quote == "\"" || quote == "'" {
        rest.removeFirst()
        while let next = rest.first, next != quote {
          rest.removeFirst()
          if next == "\\", quote == "\"", let escaped = rest.first {
            rest.removeFirst()
            text.append(escaped)
          } else {
            text.append(next)
          }
        }
        try take(quote)
        return MappingNode(value: .scalar(text), line: line)
      }
      while let next = rest.first, !ends.contains(next) {
        if next == "#", text.isEmpty || text.last?.isWhitespace == true { break }
        text.append(next)
        rest.removeFirst()
      }
      return MappingNode(value: .scalar(text.trimmingBlanks), line: line)
    }
  }
}
