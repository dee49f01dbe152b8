extension Table {
  /// A table of values with one column for each of their stored properties, in the order of their declaration.
  ///
  /// Titles are the properties' names as words: `finalError` becomes “final error”. A property that is a structure or a
  /// tuple itself gives one column for each of its properties (`position x`), unless it says itself how it is printed. An
  /// optional that is nil is an empty entry. Numbers stay numbers; everything else is there as it prints.
  ///
  /// - Parameter columns: another title, unit or number of digits for some properties, by the property's name; the parts of
  ///   one as `position.x`.
  /// - Throws: `TableError` for values without properties, and for a name that no value has.
  /// - Complexity: O(values · properties).
  public init(reflecting values: some Sequence, columns: [String: Column] = [:]) throws(TableError) {
    let rows = values.map { Reflection.properties(of: $0) }
    let names = Reflection.mergedNames(rows)
    if names.isEmpty, let row = values.first(where: { _ in true }) {
      throw .noProperties(type: String(describing: Swift.type(of: row)))
    }
    if let stranger = columns.keys.sorted().first(where: { !names.contains($0) }), !rows.isEmpty {
      throw .noSuchColumn(stranger, known: names)
    }
    self.init(
      columns: names.map { columns[$0] ?? Column(Reflection.words(of: $0)) },
      rows: rows.map { row in
        let cells = Dictionary(row, uniquingKeysWith: { first, _ in first })
        return names.map { cells[$0] ?? .empty }
      })
  }
}

/// Looks into values.
enum Reflection {
  /// The stored properties of a value with their entries; those of a part are called `part.property`.
  static func properties(of value: Any) -> [(name: String, cell: Table.Cell)] {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { properties(of: $0.value) } ?? [] }
    return children(of: mirror).flatMap { label, child in entries(of: child, name: label) }
  }

  /// Stored properties, inherited ones first; those of a tuple without names are counted from 0.
  private static func children(of mirror: Mirror) -> [(String, Any)] {
    let inherited = mirror.superclassMirror.map(children) ?? []
    return inherited
      + mirror.children.compactMap { child in
        guard let label = child.label, !label.hasPrefix("$") else { return nil }
        return (label.hasPrefix(".") ? String(label.dropFirst()) : label, child.value)
      }
  }

  /// The entry of a value without properties.
  static func entry(of value: Any) -> Table.Cell { entries(of: value, name: "").first?.cell ?? .empty }

  private static func entries(of value: Any, name: String) -> [(name: String, cell: Table.Cell)] {
    if let value = value as? any TableValue { return [(name, value.tableCell)] }
    if let value = value as? any BinaryInteger {
      return [(name, Int(exactly: value).map(Table.Cell.count) ?? .text(String(describing: value)))]
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { entries(of: $0.value, name: name) } ?? [(name, .empty)]
    case .struct?, .tuple?:
      guard !(value is any CustomStringConvertible), !mirror.children.isEmpty else { break }
      return children(of: mirror).flatMap { label, child in entries(of: child, name: "\(name).\(label)") }
    default: break
    }
    if let value = value as? any Readable { return [(name, .text(value.readable))] }
    return [(name, .text(Excerpt.isSmall(value) ? String(describing: value) : Excerpt.summary(of: value)))]
  }

  /// The names of all rows: each row's order is kept, and what only some rows have is behind what precedes it there.
  static func mergedNames(_ rows: [[(name: String, cell: Table.Cell)]]) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for row in rows {
      var place = 0
      for (name, _) in row {
        if known.insert(name).inserted {
          names.insert(name, at: place)
          place += 1
        } else if let index = names.firstIndex(of: name) {
          place = index + 1
        }
      }
    }
    // If a part is nil in some rows, its own name stands for what other rows have of it.
    return names.filter { name in !names.contains { $0.hasPrefix("\(name).") } }
  }

  /// A property's name as words: “finalError” is “final error”, “position.x” is “position x”.
  static func words(of name: String) -> String {
    name.split(separator: ".").map { part in
      var words: [String] = []
      var previous: Character?
      for character in part {
        let begins = character.isUppercase && !(previous?.isUppercase ?? true)
        if words.isEmpty || begins || character == "_" { words.append("") }
        if character != "_" { words[words.count - 1].append(character) }
        previous = character
      }
      // A word in capitals is an abbreviation.
      return words.filter { !$0.isEmpty }.map { word in
        word.count > 1 && word.allSatisfy(\.isUppercase) ? word : word.lowercased()
      }.joined(separator: " ")
    }.joined(separator: " ")
  }

  /// An array that is best shown as a table of its first elements, and how many it has: structures or tuples with
  /// names that do not say themselves how they are printed, or dictionaries with words for keys.
  static func table(of value: Any) -> (table: Table, count: Int)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .collection, let count = Int(exactly: mirror.children.count), count > 0 else {
      return nil
    }
    // The first element shows for most arrays that they are not tables: they need not be copied.
    let values = mirror.children.prefix(Excerpt.rows(of: count)).map(\.value)
    guard let first = values.lazy.compactMap(unwrapped).first else { return nil }
    if first is [String: Any] {
      let rows = values.compactMap { $0 as? [String: any TableValue] }
      guard rows.count == values.count, let table = try? Table(rows), !table.columns.isEmpty else { return nil }
      return (table, count)
    }
    let element = Mirror(reflecting: first)
    let isNamed = element.children.contains { $0.label.map { !$0.hasPrefix(".") } ?? false }
    guard element.displayStyle == .struct || element.displayStyle == .tuple, isNamed,
      !(first is any CustomStringConvertible), !(first is any CustomDebugStringConvertible),
      let table = try? Table(reflecting: values)
    else { return nil }
    return (table, count)
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}
