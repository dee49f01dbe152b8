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

  /// Reads the text of a `Package.swift`. Targets that only some builds ask for, appended below the package, are left out.
  init(manifest: String) {
    let reader = TargetReader(viewMode: .sourceAccurate)
    reader.walk(Parser.parse(source: manifest))
    let names = Set(reader.rooms.map(\.name))
    rooms = reader.rooms.map {
      Room(name: $0.name, folder: $0.folder, kind: $0.kind, dependencies: $0.dependencies.filter(names.contains))
    }
  }

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

  /// The dependencies of a room that none of its other dependencies brings along: the arrows that a picture needs.
  func arrows(from room: Room) -> [String] {
    let shown = Set(drawn.map(\.name))
    return room.dependencies.filter { dependency in
      shown.contains(dependency)
        && !room.dependencies.contains { $0 != dependency && reach(of: $0).contains(dependency) }
    }
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
