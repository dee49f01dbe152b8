extension Look {
  /// The look that a name has in its own figure.
  ///
  /// The stabilisation schemes, the truth and the three components of a vector have their own looks in every figure, a
  /// scheme with its parameters ("exponential (2.0 s⁻¹)") has the scheme's. Any other name gets the first look that is
  /// left (see ``assignment(for:beside:)``).
  public init(named name: String) { self = Look.assignment(for: [name])[name] ?? Look.free[0] }

  /// A look for each name.
  ///
  /// - The truth, the schemes and the components of vectors have their own looks; where two would be alike the scheme keeps its own.
  /// - Names of one family, the same scheme with other parameters, have the family's colour in other shades, and each another marker,
  ///   some of which are along its line. They have the family's dash, too, as long as there are shades: three at least.
  /// - All others get the remaining looks in the order in which they come: first in colours and dashes that the figure does not
  ///   have yet.
  ///
  /// As long as there is one, a name gets a look that differs from all others in its dash or clearly in grey (see
  /// ``isTold(from:)``); that holds for a dozen series at least. `others` are looks that the figure has next to those
  /// of names. O(names² · looks).
  public static func assignment(for names: [String], beside others: [Look] = []) -> [String: Look] {
    var order: [String] = []
    for name in names where !order.contains(name) { order.append(name) }
    var assignment = Assignment(others: others)
    for name in order where !components.contains(name) {
      if let look = fixed[name] ?? baselines[name] { assignment.take(look, for: name) }
    }
    for name in order where components.contains(name) {
      if let look = fixed[name], assignment.isFree(look) { assignment.take(look, for: name) }
    }
    for name in order where assignment.looks[name] == nil {
      let stem = stem(of: name)
      let isFamily = stem != name && (fixed[stem] != nil || order.contains { $0 != name && Look.stem(of: $0) == stem })
      guard isFamily else {
        assignment.takeFree(for: name)
        continue
      }
      // The first of a family gives the look from which the others differ in their shade.
      let first =
        fixed[stem] ?? order.lazy.filter { Look.stem(of: $0) == stem }.compactMap { assignment.looks[$0] }.first
      // One of a kind needs nothing next to its look.
      let isMarked = order.contains { $0 != name && Look.stem(of: $0) == stem }
      if let first {
        assignment.takeShade(of: first, for: name, isMarked: isMarked)
      } else {
        assignment.takeFree(for: name, isMarked: isMarked)
      }
    }
    return assignment.looks
  }

  /// What a name says before its parameters: "exponential" of "exponential (2.0 s⁻¹)" and of "exponential over Mine".
  static func stem(of name: String) -> String {
    for separator in [" (", " over ", ", ", ": "] {
      if let range = name.range(of: separator), range.lowerBound > name.startIndex {
        return String(name[..<range.lowerBound])
      }
    }
    return name
  }

  /// Whether two lines can be distinguished by readers who see no colours, or few: by their dashes, or by their
  /// lightness.
  func isTold(from other: Look) -> Bool {
    guard dash == other.dash else { return true }
    let (own, theirs) = (Palette.light.line(self), Palette.light.line(other))
    return own.contrast(with: theirs) >= Look.leastContrast
      && own.dichromaticDistance(to: theirs) >= Look.leastDistance
  }

  /// Two greys of this contrast are distinguished next to each other, and two colours of this distance by a
  /// colour-blind reader.
  static let (leastContrast, leastDistance) = (1.3, 0.1)

  /// The looks for names without one by convention: every colour in every dash that no such name has. Each of the first six has another
  /// colour and another dash.
  static let free: [Look] = {
    let colors: [Hue] = [.blue, .orange, .green, .purple, .sky, .vermilion]
    let dashes: [Dash] = [.solid, .short, .dotted, .long, .dashDot, .dashDotDot]
    let markers = Marker.allCases
    let all = dashes.indices.flatMap { turn in
      colors.indices.map { index in
        Look(
          color: colors[index], dash: dashes[(index + turn) % dashes.count],
          marker: markers[(index + turn) % markers.count])
      }
    }
    return all.filter { look in !fixed.values.contains { $0.color == look.color && $0.dash == look.dash } }
  }()

  /// The same in all other shades.
  static let shaded: [Look] = free.flatMap { look in
    Palette.shades(of: look.color).filter { $0 != 0 }.map { shade in
      var shaded = look
      shaded.shade = shade
      return shaded
    }
  }

  /// The names of components: of vectors, of quaternions, of attitudes.
  private static let components: Set<String> = ["x", "y", "z", "w", "roll", "pitch", "yaw"]
}

/// Looks as they are given away, one after the other.
private struct Assignment {
  private(set) var looks: [String: Look] = [:]
  private var taken: [Look]

  init(others: [Look]) { taken = others.filter { $0.color != .automatic } }

  mutating func take(_ look: Look, for name: String) {
    looks[name] = look
    taken.append(look)
  }

  /// Whether no name has a look that cannot be told from this one.
  func isFree(_ look: Look) -> Bool { looks.values.allSatisfy { look.isTold(from: $0) } }

  mutating func takeFree(for name: String, isMarked: Bool = false) {
    let taken = self.taken
    let colors = Set(taken.map(\.color))
    // The truth is black, which distinguishes its line from any other.
    let dashes = Set(taken.filter { $0.color != .foreground }.map(\.dash))
    let markers = Set(taken.map(\.marker))
    func isTold(_ look: Look) -> Bool { taken.allSatisfy { look.isTold(from: $0) } }
    func isPair(_ look: Look) -> Bool { !taken.contains { $0.color == look.color && $0.dash == look.dash } }
    func isNew(_ look: Look) -> Bool { !colors.contains(look.color) }
    let wishes: [(looks: [Look], isRight: (Look) -> Bool)] = [
      (Look.free, { isNew($0) && !dashes.contains($0.dash) }), (Look.free, { isNew($0) && isTold($0) }),
      (Look.shaded, { isNew($0) && isTold($0) }), (Look.free, { !dashes.contains($0.dash) }),
      (Look.free, { isTold($0) && isPair($0) }), (Look.shaded, isTold), (Look.free, isNew), (Look.free, isPair),
    ]
    for wish in wishes {
      guard var look = wish.looks.first(where: wish.isRight) else { continue }
      if markers.contains(look.marker), let other = Look.Marker.allCases.first(where: { !markers.contains($0) }) {
        look.marker = other
      }
      look.isMarked = isMarked
      return take(look, for: name)
    }
    takeShade(of: Look.free[looks.count % Look.free.count], for: name, isMarked: isMarked)
  }

  mutating func takeShade(of first: Look, for name: String, isMarked: Bool) {
    let markers = Look.Marker.allCases
    let start = markers.firstIndex(of: first.marker) ?? 0
    let dashes = [first.dash] + Look.Dash.allCases.filter { $0 != first.dash }
    let candidates = dashes.flatMap { dash in
      Palette.shades(of: first.color).map { shade in
        var look = first
        (look.dash, look.shade) = (dash, shade)
        return look
      }
    }
    let members = taken.count { $0.color == first.color }
    var look =
      candidates.first { look in taken.allSatisfy { look.isTold(from: $0) } }
      ?? candidates.first { look in
        !taken.contains { $0.color == look.color && $0.dash == look.dash && $0.shade == look.shade }
      } ?? candidates[members % candidates.count]
    look.marker = markers[(start + members) % markers.count]
    look.isMarked = isMarked
    take(look, for: name)
  }
}
