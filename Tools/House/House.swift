import Foundation
import SwiftParser
import SwiftSyntax

/// The targets of the package and which of them import which, as `Package.swift` declares it.
struct House {
  /// A target of the package.
  struct Room {
    let name: String
    /// Its folder, from the package's root.
    let folder: String
    let kind: Kind
    /// The targets of this package that it may import, in the order in which they are declared.
    let dependencies: [String]

    /// What sources call it: a hyphen cannot be in an import.
    var module: String { name.replacing("-", with: "_") }
  }

  /// How a target is declared.
  enum Kind: String {
    case target, executableTarget, systemLibrary, testTarget

    /// Where SwiftPM looks for the sources of a target that names no folder.
    var parent: String { self == .testTarget ? "Tests" : "Sources" }
  }

  /// In the order in which they are declared.
  let rooms: [Room]
  /// The wings, each with the rooms and tests in it, in the order of the house: a room imports those of its wing and of
  /// the wings above.
  let wings: [(name: String, rooms: [String])]

  /// Reads the text of a `Package.swift`. Targets that only some builds ask for, appended below the package, are left out.
  init(manifest: String) {
    let reader = TargetReader(viewMode: .sourceAccurate)
    reader.walk(Parser.parse(source: manifest))
    let names = Set(reader.rooms.map(\.name))
    wings = reader.wings
    rooms = reader.rooms.map { room in
      let wing = reader.wings.first { $0.rooms.contains(room.name) }?.name
      let isForTests = room.kind == .testTarget || wing == "Support"
      let folder = wing.map { "\(isForTests ? "Tests" : "Sources")/\($0)/\(room.name)" } ?? room.folder
      return Room(
        name: room.name, folder: folder, kind: room.kind, dependencies: room.dependencies.filter(names.contains))
    }
  }

  /// The place of a room's wing among all; nil for a room in none. The parts of a wing count as one.
  func storey(of name: String) -> Int? {
    wings.first { $0.rooms.contains(name) }.flatMap { storeys.firstIndex(of: Self.storey(ofWing: $0.name)) }
  }

  /// The wings, whose parts count as one.
  var storeys: [String] {
    wings.map { Self.storey(ofWing: $0.name) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func storey(ofWing name: String) -> String { String(name.prefix { $0 != "/" }) }

  subscript(name: String) -> Room? { rooms.first { $0.name == name } }

  /// The rooms that the program and the kit are made of: Swift sources below `Sources`.
  var drawn: [Room] {
    rooms.filter { $0.kind != .systemLibrary && $0.folder.hasPrefix("Sources/") && !$0.isDoorToC }
  }

  /// Every room that importing this one brings along, itself included.
  func reach(of name: String) -> Set<String> {
    var found: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      guard found.insert(next).inserted else { continue }
      open += self[next]?.dependencies ?? []
    }
    return found
  }
}

extension House.Room {
  /// Whether the room is C for the others' use, by how such rooms are named: `CHostLink`, `CTLS`.
  fileprivate var isDoorToC: Bool { name.first == "C" && name.dropFirst().first?.isUppercase == true }
}

extension House {
  /// The modules that a source file imports: lines above its first declaration, where imports are.
  static func imports(of source: String) -> Set<String> {
    var found: Set<String> = []
    for line in source.utf8.split(separator: UInt8(ascii: "\n")).lazy.map({ Substring($0) }) {
      let words = line.split(separator: " ")
      if let index = words.firstIndex(of: "import"), !line.hasPrefix("//") {
        // `import struct Foundation.Data` names the module last.
        found.insert(String(words[index + (words.count > index + 2 ? 2 : 1)].prefix { $0 != "." }))
      } else if !words.isEmpty, !line.hasPrefix("//"), !line.hasPrefix("#") {
        break
      }
    }
    return found
  }
}

/// Collects the targets among the calls of a manifest.
private final class TargetReader: SyntaxVisitor {
  var rooms: [House.Room] = []
  var wings: [(name: String, rooms: [String])] = []

  override func visit(_ variable: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard variable.pattern.trimmedDescription == "wings",
      let listed = variable.initializer?.value.as(DictionaryExprSyntax.self)?.content.as(
        DictionaryElementListSyntax.self)
    else { return .visitChildren }
    for element in listed {
      guard let name = element.key.literalText, let rooms = element.value.as(ArrayExprSyntax.self)?.elements else {
        continue
      }
      wings.append((name, rooms.compactMap { $0.expression.literalText }))
    }
    return .skipChildren
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.base == nil,
      let kind = House.Kind(rawValue: member.declName.baseName.text), let name = call.text(of: "name")
    else { return .visitChildren }
    let listed = call.argument("dependencies")?.as(ArrayExprSyntax.self)?.elements ?? []
    rooms.append(
      House.Room(
        name: name, folder: call.text(of: "path") ?? "\(kind.parent)/\(name)", kind: kind,
        dependencies: listed.compactMap {
          $0.expression.literalText ?? $0.expression.as(FunctionCallExprSyntax.self)?.text(of: "name")
        }))
    return .skipChildren
  }

  override func visit(_ condition: IfExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionCallExprSyntax {
  fileprivate func argument(_ label: String) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }

  fileprivate func text(of label: String) -> String? { argument(label)?.literalText }
}

extension ExprSyntax {
  /// The text of a literal without interpolations.
  fileprivate var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
