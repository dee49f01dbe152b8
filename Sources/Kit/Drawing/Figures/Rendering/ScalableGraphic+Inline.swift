extension ScalableGraphic {
  /// A finished SVG file as part of an HTML page, in the page's own colours.
  ///
  /// Ink, grid and truth take the colour of the text around the figure (`currentColor`), names of series are mixed with
  /// it, the ground is transparent, and the width is left to the page: so the figure is right on any page, and follows
  /// when the reader switches between light and dark. Identifiers start with the figure's label and do not collide with
  /// those of other figures.
  ///
  /// - Parameter file: what ``FigureRenderer`` wrote as `LABEL.svg`.
  /// - Returns: an `svg` element, or `nil` where `file` is not such a file.
  /// - Complexity: O(length of the file).
  public static func inline(_ file: String) -> String? {
    guard case .element("svg", let attributes, let children)? = MarkupNode.root(of: file),
      attributes.contains(where: { $0.name == "class" && $0.value == "gimbal-figure" })
    else { return nil }
    var text = "<svg"
    for (name, value) in attributes where name != "width" && name != "height" { text += " \(name)=\"\(value)\"" }
    text += ">"
    for child in children where !isGround(child) { write(child, into: &text) }
    return text + "</svg>\n"
  }

  /// The style sheet and the ground behind everything.
  private static func isGround(_ node: MarkupNode) -> Bool {
    guard case .element(let name, let attributes, _) = node else { return false }
    return name == "style" || (name == "rect" && attributes.contains { $0.name == "fill" } && attributes.count <= 4)
  }

  private static func write(_ node: MarkupNode, into text: inout String) {
    switch node {
    case .text(let words): text += words
    case .element(let name, let attributes, let children):
      text += "<\(name)"
      let classes = attributes.first { $0.name == "class" }?.value.split(separator: " ") ?? []
      var paints: [String: ColorRole.Inline] = [:]
      for word in classes {
        guard let property = ["s": "stroke", "f": "fill", "c": "color"][word.prefix(1)],
          let role = ColorRole.all.first(where: { $0.name == word.dropFirst(2) })
        else { continue }
        paints[property] = role.inline
      }
      for (name, value) in attributes where name != "class" {
        if let paint = paints[name] {
          text += painted(name, value, paint)
        } else {
          text += " \(name)=\"\(value)\""
        }
      }
      if children.isEmpty {
        text += "/>"
      } else {
        text += ">"
        for child in children { write(child, into: &text) }
        text += "</\(name)>"
      }
    }
  }

  private static func painted(_ property: String, _ value: String, _ paint: ColorRole.Inline) -> String {
    switch paint {
    case .ink(let opacity):
      // A marker inherits the colour of the text around it.
      if property == "color" { return opacity == "1" ? "" : " opacity=\"\(opacity)\"" }
      return " \(property)=\"currentColor\"" + (opacity == "1" ? "" : " \(property)-opacity=\"\(opacity)\"")
    case .tinted(let color): return " \(property)=\"\(color.hex)\" \(property)-opacity=\".25\""
    case .mixed(let color):
      // Browsers that cannot mix take the attribute.
      return " \(property)=\"\(value)\" style=\"\(property):\(ColorRole.mixed(color))\""
    }
  }
}
