/// A text that is Markdown: `` `{swift} Markdown("*so*")` `` is in the prose as emphasis, where a `String` would show
/// its asterisks.
public struct Markdown: Hashable, Codable, Sendable, Displayable {
  /// The Markdown.
  public var text: String

  /// A text that is read as Markdown.
  public init(_ text: String) { self.text = text }

  public var mimeBundle: MIMEBundle { MIMEBundle([MediaType.plain: text, MediaType.markdown: text]) }
}

/// A text that is HTML: it goes into a page as it is. Reports in other formats show `fallback`.
public struct HTML: Hashable, Codable, Sendable, Displayable {
  /// The HTML.
  public var text: String
  /// What is in its place in other formats, as Markdown.
  public var fallback: String

  /// A text that is HTML, and what other formats show instead.
  public init(_ text: String, fallback: String) { (self.text, self.fallback) = (text, fallback) }

  /// Say what formats other than a page show.
  @available(
    *, unavailable,
    message: "say what other formats than a page show in its place: HTML(\"<b>so</b>\", fallback: \"so\")"
  )
  public init(_ text: String) { self.init(text, fallback: text) }

  public var mimeBundle: MIMEBundle {
    MIMEBundle([MediaType.plain: fallback, MediaType.html: text, MediaType.markdown: fallback])
  }
}
