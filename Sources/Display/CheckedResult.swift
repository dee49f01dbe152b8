/// What a check of an exercise found. `check` makes it, and it travels to the runner.
@_documentation(visibility: internal)
public struct CheckedResult: Codable, Hashable, Sendable, Displayable {
  /// Whether what came is right.
  public var hasPassed: Bool
  /// What was looked at, what was expected and what came.
  public var words: String

  /// A result with its words.
  public init(hasPassed: Bool, _ words: String) { (self.hasPassed, self.words) = (hasPassed, words) }

  /// As a line, with a mark that says whether it is right.
  public var mimeBundle: MIMEBundle {
    let line = "\(hasPassed ? "✓" : "✗") \(words)"
    let kind = hasPassed ? "check passed" : "check failed"
    let escaped = words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    var contents = [
      MediaType.plain: line, MediaType.markdown: Self.markdown(line),
      MediaType.html:
        "<p class=\"\(kind)\"><span aria-hidden=\"true\">\(hasPassed ? "✓" : "✗")</span> <strong>\(hasPassed ? "right" : "wrong")</strong>: \(escaped)</p>",
    ]
    contents[MediaType.check] = json(self)
    return MIMEBundle(contents)
  }

  private static func markdown(_ line: String) -> String {
    String(line.flatMap { "\\`*_[]<>&$|~{#".contains($0) ? ["\\", $0] : [$0] })
  }
}
