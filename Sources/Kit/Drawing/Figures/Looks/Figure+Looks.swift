extension Figure {
  /// The looks of all series without one, by the names under which they are given away (see `lookNames`).
  var looks: [String: Look] {
    var names: [String] = []
    var own: [Look] = []
    for panel in panels {
      for (name, look) in panel.series {
        if look == nil || look?.color == .automatic { names.append(name) }
        if let look { own.append(look) }
      }
    }
    return Look.assignment(for: names, beside: own)
  }
}

extension Figure.Panel {
  /// The series of a panel that have colours, each with the look that its author gave it. Laws, shaded intervals and lines that
  /// only help to see are drawn in neutral colours.
  var series: [(name: String, look: Look?)] {
    let all: [(name: String, look: Look?)] =
      switch self {
      case .plane(let plane): zip(plane.lookNames, plane.marks).filter { !$1.isNeutral }.map { ($0, $1.look) }
      case .space(let space): zip(space.lookNames, space.paths).map { ($0, $1.look) }
      case .cells: []
      }
    return all.filter { $0.look?.isGuide != true }
  }
}

extension Plane {
  /// The name under which each mark finds its look: its own, or its place among those of its kind that have none.
  var lookNames: [String] { Look.names(of: marks.map { ($0.name, $0.kind == .path ? .line : $0.kind, $0.look) }) }
}

extension Space {
  /// The name under which each path finds its look.
  var lookNames: [String] { Look.names(of: paths.map { ($0.name, Mark.Kind.line, $0.look) }) }
}

extension Look {
  /// The names under which series find their looks: unnamed ones are counted, so that they differ, too, as long as there are colours;
  /// more of them belong together, and have one look.
  fileprivate static func names(of series: [(name: String, kind: Mark.Kind, look: Look?)]) -> [String] {
    var counts: [Mark.Kind: Int] = [:]
    for (name, kind, look) in series where name.isEmpty && look?.isGuide != true { counts[kind, default: 0] += 1 }
    var seen: [Mark.Kind: Int] = [:]
    return series.map { name, kind, look in
      guard name.isEmpty, look?.isGuide != true else { return name }
      defer { seen[kind, default: 0] += 1 }
      // No name that a reader sees begins so.
      return "\u{0}\(counts[kind, default: 0] > 6 ? 0 : seen[kind, default: 0])"
    }
  }

  /// The look of a series: the one that it was given, with the colour that its name has where it was given none.
  static func resolved(_ own: Look?, _ name: String, _ looks: [String: Look]) -> Look {
    guard var look = own else { return looks[name] ?? Look(named: name) }
    if look.color == .automatic {
      let given = looks[name] ?? Look(named: name)
      (look.color, look.shade, look.isMarked) = (given.color, given.shade, given.isMarked)
    }
    return look
  }
}
