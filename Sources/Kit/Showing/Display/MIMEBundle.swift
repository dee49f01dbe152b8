/// One thing to show, in one or more media types; the one that shows it picks the richest that it understands.
public struct MIMEBundle: Codable, Hashable, Sendable {
  /// From media type to content, as text.
  public var contents: [String: String]

  /// A bundle with these contents, by media type.
  public init(_ contents: [String: String]) { self.contents = contents }

  /// A bundle that says one thing, in plain text.
  public init(text: String) { contents = [MediaType.plain: text] }
}

/// The media types that pass between a cell and the runner.
public enum MediaType {
  /// Plain text, which every place can show.
  public static let plain = "text/plain"
  /// Markdown, which a page typesets.
  public static let markdown = "text/markdown"
  /// HTML, of which a page shows what does not act.
  public static let html = "text/html"
  /// A picture as SVG.
  public static let svg = "image/svg+xml"
  /// A `Figures.Figure` as JSON: the runner draws it.
  public static let figure = "application/vnd.gimbal.figure+json"
  /// A scene as JSON, for example a `Figures.InteractiveScene`: it is drawn in the size that the notebook asks for, and one that
  /// turns is shown in a page with its own script.
  public static let scene = "application/vnd.gimbal.scene+json"
  /// A `Display.Table` as JSON: the runner typesets it.
  public static let table = "application/vnd.gimbal.table+json"
  /// A `Display.CellError` as JSON: the error that ended the cell.
  public static let error = "application/vnd.gimbal.error+json"
  /// A `Display.RecordedValue` as JSON: a result with a name, which no page shows.
  public static let record = "application/vnd.gimbal.record+json"
  /// A `Display.CheckedResult` as JSON: what a check of an exercise found.
  public static let check = "application/vnd.gimbal.check+json"
  /// Something doubtful about what the cell gave, in words.
  public static let warning = "application/vnd.gimbal.warning"
  /// Next to a warning: it is a result, and no flaw of the report.
  public static let finding = "application/vnd.gimbal.finding"
  /// The value of an inline expression, as text.
  public static let inline = "application/vnd.gimbal.inline"
  /// Where a bundle goes: a `Placing` as text.
  public static let placing = "application/vnd.gimbal.placing"
}

/// A value that says how it wants to be shown in a notebook.
public protocol Displayable {
  /// What to show. It holds at least `text/plain`, for places that can show nothing else.
  var mimeBundle: MIMEBundle { get }
}

extension MIMEBundle: Displayable {
  public var mimeBundle: MIMEBundle { self }
}

/// The error that reached the top level of a cell.
@_documentation(visibility: internal)
public struct CellError: Codable, Hashable, Sendable {
  /// The error's type, without its module.
  public var type: String
  /// What the error says of itself.
  public var message: String

  /// An error of the named type with its own words.
  public init(type: String, message: String) { (self.type, self.message) = (type, message) }

  /// The error's message: its words alone if they name the type, or if it is an error of the system, whose type is
  /// meaningless to readers.
  package var text: String {
    let isNamed = message == type || message.hasPrefix("\(type)(") || message.hasPrefix("\(type).")
    return isNamed || ["CocoaError", "NSError", "POSIXError"].contains(type) ? message : "\(type): \(message)"
  }
}
