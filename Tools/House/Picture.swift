import Foundation

extension House {
  /// The picture of the rooms in Graphviz's language: who imports whom, from the programs down to what all need. An arrow
  /// that follows from others is left out.
  var picture: String {
    let kit = reach(of: "Gimbal")
    let runner = reach(of: "GimbalCommand").subtracting(kit)
    let nodes = drawn.map { room in
      let fill = kit.contains(room.name) ? "#d9ebf7" : runner.contains(room.name) ? "#fbe7cc" : "#eeeeee"
      let border = room.kind == .executableTarget ? ", penwidth=2" : ""
      return "  \"\(room.name)\" [fillcolor=\"\(fill)\"\(border)]"
    }
    let edges = drawn.flatMap { room in arrows(from: room).map { "  \"\(room.name)\" -> \"\($0)\"" } }
    return """
      digraph rooms {
        bgcolor="white"; ranksep=0.45; nodesep=0.18
        node [shape=box, style="filled,rounded", color="#555555", fontname="DejaVu Sans", fontsize=11, height=0.3, margin="0.1,0.04"]
        edge [color="#888888", arrowsize=0.6]
      \((nodes + edges).joined(separator: "\n"))
      }

      """
  }

  /// The rooms and arrows that the picture must have, as Graphviz titles them: `Reports`, `Reports->Drawings`.
  var titles: Set<String> {
    Set(drawn.flatMap { room in [room.name] + arrows(from: room).map { "\(room.name)->\($0)" } })
  }

  /// The rooms and arrows that a picture by Graphviz has.
  static func titles(ofPicture picture: String) -> Set<String> {
    let titles = picture.matches(of: /<title>([^<]*)<\/title>/).map { String($0.output.1) }
    return Set(titles.map { $0.replacing("&#45;", with: "-").replacing("&gt;", with: ">") }).subtracting(["rooms"])
  }
}
