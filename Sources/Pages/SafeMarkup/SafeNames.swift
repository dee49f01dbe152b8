/// The elements and attributes that show something and do nothing.
enum SafeNames {
  /// Elements of HTML that stay.
  static let elements = names(
    """
    a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup data dd del details
    dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd li main mark meter nav
    ol p picture pre progress q rp rt ruby s samp search section small source span strike strong sub summary sup table tbody
    td tfoot th thead time tr tt u ul var video wbr
    """)

  /// Those of them that have no content.
  static let empty = names("br col hr img input source wbr")

  /// Elements that are left out with their content, which is not text for readers. Among all others only the tags are.
  static let unread = names(
    "annotation-xml embed foreignobject frameset iframe noembed noframes script style template title")

  /// Elements of drawings (SVG), which are also known in small letters, and of formulas (MathML).
  static let foreign = Dictionary(
    uniqueKeysWithValues: names(
      """
      svg g path rect circle ellipse line polyline polygon text tspan textPath defs symbol use image marker pattern mask
      clipPath linearGradient radialGradient stop filter title desc metadata view switch
      animate animateTransform animateMotion mpath set
      feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
      feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
      feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
      math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom menclose mfenced msub msup msubsup
      munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr semantics annotation
      """
    ).map { ($0.lowercased(), $0) })

  /// Those that change what another attribute says.
  static let animations = names("animate animatetransform animatemotion set")

  /// Attributes of HTML that say something and load nothing.
  static let attributes = names(
    """
    abbr align alt axis bgcolor border cellpadding cellspacing char charoff cite class clear color cols colspan compact
    controls datetime dir disabled download face frame headers height hidden high hreflang hspace id kind label lang loading
    loop low max media min muted noshade nowrap open optimum reversed role rowspan rules scope size sizes span start
    summary tabindex title translate type valign value vspace width
    """)

  private static func names(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Whether an attribute, in lower case, may stay on an element of HTML.
  static func keeps(_ attribute: String) -> Bool {
    attributes.contains(attribute)
      || (attribute.hasPrefix("aria-") || attribute.hasPrefix("data-")) && isPlain(attribute)
  }

  /// Whether an attribute, in lower case, may stay on an element of a drawing or a formula. They have hundreds, all of which
  /// say how something looks, except for those that run something or name an address.
  static func keepsForeign(_ attribute: String) -> Bool {
    if ["xml:space", "xml:lang", "xmlns:xlink", "xmlns"].contains(attribute) { return true }
    return isPlain(attribute) && !attribute.hasPrefix("on") && !acting.contains(attribute)
  }

  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || "-_".utf8.contains($0) }
  }

  private static let acting = names(
    "action actiontype autofocus base code codebase contenteditable data encoding formaction href is nonce part ping "
      + "popover popovertarget slot src srcdoc srcset target")
}
