/// Labels that tell schemes apart: where two have the same, each says the settings in which they differ.
enum DistinctLabels {
  /// One label for each scheme, in order. O(schemes² · settings).
  static func of(_ schemes: [any Scheme]) -> [String] {
    let labels = schemes.map(\.label)
    let settings = schemes.map { Dictionary(leaves(of: $0, path: []), uniquingKeysWith: { first, _ in first }) }
    var distinct = labels
    for (index, label) in labels.enumerated() {
      let alike = labels.indices.filter { labels[$0] == label }
      guard alike.count > 1 else { continue }
      let differing = Set(alike.flatMap { settings[$0].keys }).sorted().filter { key in
        Set(alike.map { settings[$0][key] ?? "" }).count > 1
      }
      let words = differing.compactMap { key in settings[index][key].map { "\(key) \($0)" } }
      if !words.isEmpty { distinct[index] = "\(label) (\(words.joined(separator: ", ")))" }
    }
    // Schemes that are the same in everything are told apart by their place.
    for index in distinct.indices {
      let before = distinct[..<index].count { $0 == distinct[index] }
      if before > 0 { distinct[index] += " · \(before + 1)" }
    }
    return distinct
  }

  /// The stored values of a scheme by name: those of its parts as “detector threshold”.
  private static func leaves(of value: Any, path: [String]) -> [(String, String)] {
    let mirror = Mirror(reflecting: value)
    let isWhole = mirror.children.isEmpty || value is any SIMD || path.count > 6 || mirror.displayStyle == .collection
    guard !isWhole else { return [(path.joined(separator: " "), text(of: value))] }
    return mirror.children.flatMap { child in
      let label = child.label.map(words) ?? ""
      // Parts without a name of their own, as the value of an optional, go by their owner's.
      let isNamed = !label.isEmpty && label != "some" && !label.hasPrefix(".")
      return leaves(of: child.value, path: isNamed ? path + [label] : path)
    }
  }

  private static func text(of value: Any) -> String {
    if let number = value as? Double, number == number.rounded(), abs(number) < 1e15 { return "\(Int(number))" }
    return String(describing: value)
  }

  /// “velocityRate” is “velocity rate”.
  private static func words(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }
}
