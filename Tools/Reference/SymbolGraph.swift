import Foundation

/// What the compiler knows of a module's public names: what `swift symbolgraph-extract` writes.
struct SymbolGraph: Decodable {
  struct Module: Decodable { let name: String }

  struct Fragment: Decodable { let spelling: String }

  struct Line: Decodable { let text: String }

  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Comment: Decodable { let lines: [Line] }
    struct Location: Decodable {
      struct Position: Decodable { let line, character: Int }
      let uri: String
      let position: Position
    }

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let docComment: Comment?
    let location: Location?
  }

  /// That a name belongs to another. What fulfils a requirement of a protocol says of which.
  struct Relationship: Decodable {
    struct Origin: Decodable { let identifier, displayName: String }
    let source: String
    let sourceOrigin: Origin?
  }

  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]
}

/// A public name of the kit.
struct PublicName {
  enum Kind: Equatable { case type, call, property, `case` }

  /// The compiler's name for it, which no other has.
  let identifier: String
  let kind: Kind
  /// `Quaternion`, `init(axis:angle:)`.
  let path: [String]
  let declaration: String
  /// The lines of its comment.
  let comment: [String]
  let module: String
  /// The file below `Sources` that declares it, and where; nil for what the compiler made.
  let file: String?
  let line: Int
  let character: Int
  /// The requirement of a protocol that it fulfils.
  let requirement: SymbolGraph.Relationship.Origin?

  /// Whether its requirement says all that there is to say of it.
  var isSaidElsewhere: Bool { requirement != nil && comment.isEmpty }

  /// The type that it belongs to, and the type itself for a type.
  var owner: String { (kind == .type || path.count == 1 ? path[...] : path.dropLast()).joined(separator: ".") }

  /// Calls that nobody writes: protocols of the standard library ask for them, and it makes them.
  private static let implied: Set<String> = [
    "init(from:)", "encode(to:)", "init(rawValue:)", "hash(into:)", "==(_:_:)",
  ]

  init?(_ symbol: SymbolGraph.Symbol, module: String, requirement: SymbolGraph.Relationship.Origin?) {
    if let last = symbol.pathComponents.last, Self.implied.contains(last) { return nil }
    switch symbol.kind.identifier {
    case "swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias": kind = .type
    case "swift.init", "swift.method", "swift.type.method", "swift.func", "swift.func.op", "swift.subscript",
      "swift.type.subscript":
      kind = .call
    case "swift.property", "swift.type.property", "swift.var": kind = .property
    case "swift.enum.case": kind = .case
    default: return nil
    }
    identifier = symbol.identifier.precise
    path = symbol.pathComponents
    declaration = symbol.declarationFragments.map(\.spelling).joined()
      .split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    comment = symbol.docComment?.lines.map(\.text) ?? []
    (self.module, self.requirement) = (module, requirement)
    file = symbol.location.map {
      $0.uri.split(separator: "/").drop { !Task.rooms.contains(String($0)) }.joined(separator: "/")
    }
    line = symbol.location?.position.line ?? 0
    character = symbol.location?.position.character ?? 0
  }

  /// The public names that a folder of symbol graphs holds, each once.
  static func all(in folder: URL) throws -> [PublicName] {
    var known: Set<String> = []
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { name in
      let data = try Data(contentsOf: folder.appending(path: name))
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
      let requirements = Dictionary(
        graph.relationships.compactMap { link in link.sourceOrigin.map { (link.source, $0) } },
        uniquingKeysWith: { first, _ in first })
      return graph.symbols.compactMap {
        PublicName($0, module: graph.module.name, requirement: requirements[$0.identifier.precise])
      }
    }.filter { known.insert($0.identifier).inserted }
  }
}
