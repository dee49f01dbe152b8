internal import Basics

/// Flattens gnuplot's SVG: every shape carries what it inherits, and nothing else is kept.
struct GraphicWriter {
  let label: String
  let seriesNames: [String]
  let palette: Palette
  private var plots = 0
  private(set) var body = ""
  private(set) var hasDrawn = false
  private var markers: [String: MarkupNode] = [:]
  private var usedMarkers: [String] = []
  private var usedRoles: Set<String> = []
  private let roles: [Color: ColorRole]

  init(label: String, seriesNames: [String], palette: Palette) {
    (self.label, self.seriesNames, self.palette) = (label, seriesNames, palette)
    roles = ColorRole.byColor(palette)
  }

  var usesMarkers: Bool { !usedMarkers.isEmpty }

  /// What a group hands down to its shapes: attributes by name.
  typealias State = [String: String]

  // MARK: Reading

  mutating func visit(_ node: MarkupNode, _ state: State) {
    guard case .element(let name, let attributes, let children) = node else { return }
    switch name {
    case "title", "desc": return
    case "rect" where attributes.contains { $0.name == "fill" && $0.value == "none" }: return
    case "defs":
      for case .element(let name, let attributes, let children) in children {
        guard let id = attributes.first(where: { $0.name == "id" })?.value else { continue }
        markers[id] = .element(name: name, attributes: attributes, children: children)
      }
    case "g": visitGroup(attributes, children, state)
    case "text": writeText(attributes, children, state)
    case "use": writeMarker(attributes, state)
    default: writeShape(name, attributes, state)
    }
  }

  private mutating func visitGroup(
    _ attributes: [(name: String, value: String)], _ children: [MarkupNode], _ state: State
  ) {
    let inner = state.merging(attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    // A series' name appears when the pointer rests on it.
    var title = ""
    if attributes.contains(where: { $0.name == "id" && $0.value.contains("_plot_") }) {
      if plots < seriesNames.count { title = MarkupText.escape(seriesNames[plots]) }
      plots += 1
    }
    let isSeries = !title.isEmpty
    let before = body
    if isSeries { body += "<g><title>\(title)</title>\n" }
    let start = body.utf8.count
    for child in children { visit(child, inner) }
    if isSeries { body = body.utf8.count == start ? before : body + "</g>\n" }
  }

  // MARK: Writing

  private mutating func writeShape(_ name: String, _ attributes: [(name: String, value: String)], _ state: State) {
    var own = ""
    var (fill, stroke) = (state["fill"] ?? "none", state["stroke"] ?? "none")
    var width = state["stroke-width"] ?? "1"
    var geometry = ""
    for (name, value) in attributes {
      switch name {
      case "fill": fill = value
      case "stroke": stroke = value
      case "stroke-width": width = value
      case "class": break
      case "stroke-dasharray": own += " stroke-dasharray=\"\(value)\""
      case "d": geometry = " d=\"\(compactPath(value))\""
      case "points": geometry = " points=\"\(compactPath(value))\""
      case "id": own += " id=\"\(label)-\(value)\""
      default: own += " \(name)=\"\(value.replacing("url(#", with: "url(#\(label)-"))\""
      }
    }
    // Neighbouring cells would show the ground between them where their common edge falls inside a pixel.
    if name == "polygon" { own += " shape-rendering=\"crispEdges\"" }
    guard name != "path" || geometry.count > 5 else { return }
    hasDrawn = true
    var paint: [(String, String)] = []
    if fill != "none" { paint.append(("fill", fill)) }
    // gnuplot gives filled shapes the stroke of whatever came before them.
    if stroke != "none", name == "path" || fill == "none" { paint.append(("stroke", stroke)) }
    body += "<\(name)\(painted(paint, state))"
    if paint.contains(where: { $0.0 == "stroke" }), let value = Double(width) {
      body += " stroke-width=\"\(coordinate(value))\""
    }
    body += "\(own)\(geometry)/>\n"
  }

  private mutating func writeText(
    _ attributes: [(name: String, value: String)], _ children: [MarkupNode], _ state: State
  ) {
    let words = children.map(GraphicWriter.plain).joined()
    guard !words.allSatisfy(\.isWhitespace) else { return }
    hasDrawn = true
    body += "<text\(painted([("fill", state["fill"] ?? "none")], state))"
    if let size = state["font-size"].flatMap({ Double($0) }), size != 10 {
      body += " font-size=\"\(coordinate(size))\""
    }
    if let anchor = state["text-anchor"], anchor != "start" { body += " text-anchor=\"\(anchor)\"" }
    let transform = state["transform"] ?? ""
    if let (x, y) = GraphicWriter.translation(transform) {
      body += " x=\"\(x)\" y=\"\(y)\""
    } else {
      body += " transform=\"\(transform)\""
    }
    body += ">\(words)</text>\n"
  }

  private mutating func writeMarker(_ attributes: [(name: String, value: String)], _ state: State) {
    guard let target = attributes.first(where: { $0.name == "xlink:href" })?.value.dropFirst() else { return }
    use(String(target))
    hasDrawn = true
    let color = attributes.first { $0.name == "color" }?.value ?? state["color"] ?? "black"
    let transform = attributes.first { $0.name == "transform" }?.value ?? ""
    body +=
      "<use\(painted([("color", color)], state)) xlink:href=\"#\(label)-\(target)\" transform=\"\(transform)\"/>\n"
  }

  private mutating func use(_ marker: String) {
    guard let node = markers[marker], case .element(_, let attributes, _) = node else { return }
    if let base = attributes.first(where: { $0.name == "xlink:href" })?.value.dropFirst() { use(String(base)) }
    if !usedMarkers.contains(marker) { usedMarkers.append(marker) }
  }

  /// The markers that are used, under their own names.
  var definitions: String {
    guard usesMarkers else { return "" }
    var text = "<defs>"
    for case .element(let name, let attributes, _)? in usedMarkers.map({ markers[$0] }) {
      text += "<\(name)"
      for (name, value) in attributes {
        let own = name == "id" ? "\(label)-\(value)" : name == "xlink:href" ? "#\(label)-\(value.dropFirst())" : value
        text += " \(name)=\"\(own)\""
      }
      text += "/>"
    }
    return text + "</defs>\n"
  }

  /// The dark colours of the classes that occur.
  var styleSheet: String {
    var rules = ".f-paper{fill:\(Palette.dark.paper.hex)}"
    for role in ColorRole.all {
      for property in ["stroke", "fill", "color"] where usedRoles.contains("\(property.prefix(1))-\(role.name)") {
        rules += ".\(property.prefix(1))-\(role.name){\(property):\(role.color(.dark).hex)}"
      }
    }
    return "<style>@media (prefers-color-scheme:dark){\(rules)}</style>\n"
  }

  private mutating func painted(_ paints: [(String, String)], _ state: State) -> String {
    var text = ""
    var classes: [String] = []
    for (property, value) in paints {
      let resolved = value == "currentColor" ? state["color"] ?? "black" : value
      guard let color = Color(css: resolved) else {
        text += " \(property)=\"\(resolved)\""
        continue
      }
      if let role = roles[color] {
        classes.append("\(property.prefix(1))-\(role.name)")
        usedRoles.insert("\(property.prefix(1))-\(role.name)")
      }
      text += " \(property)=\"\(color.hex)\""
    }
    return (classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\"") + text
  }

  // MARK: Compact text

  private static func plain(_ node: MarkupNode) -> String {
    switch node {
    case .text(let text): text
    case .element(_, _, let children): children.map(plain).joined()
    }
  }

  /// "12.50,3.00" is "12.5,3".
  private static func trimmedZeros(_ pair: Substring) -> String {
    pair.split(separator: ",", omittingEmptySubsequences: false).map { number in
      guard number.contains(".") else { return String(number) }
      var digits = number
      while digits.last == "0" { digits.removeLast() }
      if digits.last == "." { digits.removeLast() }
      return String(digits)
    }.joined(separator: ",")
  }

  private static func translation(_ transform: String) -> (String, String)? {
    guard transform.hasPrefix("translate("), transform.hasSuffix(")"), !transform.contains("rotate") else { return nil }
    let numbers = transform.dropFirst("translate(".count).dropLast().split(separator: ",")
    return numbers.count == 2 ? (trimmedZeros(numbers[0]), trimmedZeros(numbers[1])) : nil
  }
}
