internal import Basics

/// What a check of an exercise found. `check` makes it, and it travels to the runner.
@_documentation(visibility: internal)
public struct CheckedResult: Codable, Hashable, Sendable, Displayable {
  /// Whether what came is right.
  public var hasPassed: Bool
  /// What was looked at, what was expected and what came.
  public var words: String
  /// What was looked at, as the check's author calls it: it holds none of what was expected. Nil where it has no name.
  public var title: String?
  /// The classical mistake that explains what came, if one does.
  public var mistake: String?

  /// A result with its words.
  public init(hasPassed: Bool, _ words: String, title: String? = nil, mistake: String? = nil) {
    (self.hasPassed, self.words) = (hasPassed, words)
    (self.title, self.mistake) = (title.flatMap { $0.isEmpty ? nil : $0 }, mistake)
  }

  /// As a line, with a mark that says whether it is right.
  public var mimeBundle: MIMEBundle {
    let line = "\(hasPassed ? "✓" : "✗") \(words)"
    let kind = hasPassed ? "check passed" : "check failed"
    var contents = [
      MediaType.plain: line, MediaType.markdown: Self.markdown(line),
      MediaType.html:
        "<p class=\"\(kind)\"><span aria-hidden=\"true\">\(hasPassed ? "✓" : "✗")</span> <strong>\(hasPassed ? "right" : "wrong")</strong>: \(MarkupText.escape(words))</p>",
    ]
    contents[MediaType.check] = json(self)
    return MIMEBundle(contents)
  }

  private static func markdown(_ line: String) -> String {
    String(line.flatMap { "\\`*_[]<>&$|~{#".contains($0) ? ["\\", $0] : [$0] })
  }
}
