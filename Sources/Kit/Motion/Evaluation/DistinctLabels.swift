import Stabilization

/// Labels that tell schemes apart: where two have the same, each says the parameters in which they differ.
enum DistinctLabels {
  /// One label for each scheme, in order; schemes that differ in none are distinguished by their place where that `isNumbered`. O(schemes² ·
  /// parameters).
  static func of(_ schemes: [any Scheme], isNumbered: Bool = true) -> [String] {
    let (labels, details) = (schemes.map(\.label), schemes.map { unlabelled($0) })
    var distinct = labels
    for (index, label) in labels.enumerated() {
      let alike = labels.indices.filter { labels[$0] == label }
      let differing = details[index].filter { own in !alike.allSatisfy { details[$0].contains(own) } }
      if !differing.isEmpty { distinct[index] = "\(label) (\(differing.joined(separator: ", ")))" }
    }
    for index in distinct.indices where isNumbered {
      let before = distinct[..<index].count { $0 == distinct[index] }
      if before > 0 { distinct[index] += " · \(before + 1)" }
    }
    return distinct
  }

  /// What the label does not say, of the whole chain; that of a link further down has the link's name before it.
  private static func unlabelled(_ scheme: some Scheme) -> [String] {
    scheme.links.enumerated().flatMap { depth, link in
      link.parameters.filter { !$0.isInLabel }.map {
        depth == 0 ? "\($0.name) \($0.text)" : "\(link.name) \($0.name) \($0.text)"
      }
    }
  }
}
