import Foundation

/// A picture of the house, or of one of its wings: boxes, and who imports whom, from the programs down to what all need.
struct HousePicture {
  /// “wings” for all, or a wing's name, in small letters: the file is `docs/house/NAME.svg`.
  let name: String
  /// The boxes, each with its words.
  let boxes: [(name: String, words: String)]
  /// An arrow that follows from others is left out.
  let arrows: [(from: String, to: String)]

  var path: String { "docs/house/\(name).svg" }

  /// The picture in Graphviz's language.
  var source: String {
    let nodes = boxes.map { box in "  \"\(box.name)\" [label=\"\(box.words)\"]" }
    let edges = arrows.map { "  \"\($0.from)\" -> \"\($0.to)\"" }
    return """
      digraph house {
        bgcolor="white"; ranksep=0.35; nodesep=0.2
        node [shape=box, style="filled,rounded", fillcolor="#d9ebf7", color="#555555", fontname="DejaVu Sans", fontsize=11, height=0.3, margin="0.12,0.05"]
        edge [color="#888888", arrowsize=0.6]
      \((nodes + edges).joined(separator: "\n"))
      }

      """
  }

  /// The boxes and arrows that the picture must have, as Graphviz titles them: `Reports`, `Reports->Drawings`.
  var titles: Set<String> { Set(boxes.map(\.name) + arrows.map { "\($0.from)->\($0.to)" }) }

  /// The boxes and arrows that a drawn picture has.
  static func titles(of picture: String) -> Set<String> {
    let titles = picture.matches(of: /<title>([^<]*)<\/title>/).map { String($0.output.1) }
    return Set(titles.map { $0.replacing("&#45;", with: "-").replacing("&gt;", with: ">") }).subtracting(["house"])
  }
}

extension House {
  /// What is in each wing, in the order of the house.
  static let purposes: KeyValuePairs = [
    "Ground": "what all need of the system", "Kit": "what a notebook imports", "Notebook": "its text as a value",
    "Engine": "cells compile and run", "Pages": "reports and figures", "Course": "assignments, grading, the book",
    "Doors": "command line, editors, studio",
  ]

  /// The picture of the wings, and one of each wing's rooms.
  var pictures: [HousePicture] {
    let wings = Self.purposes.map(\.key)
    func wing(of room: String) -> String? { storey(of: room).map { storeys[$0] } }
    var needs = Dictionary(uniqueKeysWithValues: wings.map { ($0, Set<String>()) })
    for room in drawn {
      guard let own = wing(of: room.name) else { continue }
      needs[own]?.formUnion(room.dependencies.compactMap(wing).filter { $0 != own && wings.contains($0) })
    }
    let whole = HousePicture(
      name: "wings", boxes: Self.purposes.map { ($0.key, "\($0.key)\\n\($0.value)") },
      arrows: Self.reduced(wings, needs: needs))
    return [whole]
      + wings.map { name in
        let rooms = drawn.filter { wing(of: $0.name) == name }.map(\.name)
        let needs = Dictionary(
          uniqueKeysWithValues: rooms.map { ($0, Set(self[$0]!.dependencies).intersection(rooms)) })
        return HousePicture(
          name: name.lowercased(), boxes: rooms.map { ($0, $0) }, arrows: Self.reduced(rooms, needs: needs))
      }
  }

  /// The arrows that do not follow from others.
  private static func reduced(_ names: [String], needs: [String: Set<String>]) -> [(from: String, to: String)] {
    func reach(_ name: String) -> Set<String> {
      (needs[name] ?? []).reduce(into: []) { $0.formUnion(reach($1).union([$1])) }
    }
    return names.flatMap { name in
      let direct = needs[name] ?? []
      return direct.sorted().filter { one in !direct.contains { $0 != one && reach($0).contains(one) } }.map {
        (name, $0)
      }
    }
  }
}
