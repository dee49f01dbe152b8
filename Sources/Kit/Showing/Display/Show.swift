import Foundation

internal import enum Basics.SystemReason

/// Shows a value at this place of the cell's output: as it wants to be shown, or as text.
public func display(_ value: some Any) {
  for bundle in bundles(of: value) { Channel.show(bundle) }
}

/// Shows a value under a name, by which ``updateDisplay(_:id:)`` shows another in its place.
public func display(_ value: some Any, id: String) { show(value, .named(id)) }

/// Shows a value in place of what was shown under this name, in this cell or, in a front end that can, in an earlier one;
/// where nothing was, here.
public func updateDisplay(_ value: some Any, id: String) { show(value, .replacing(id)) }

/// Takes away what the cell has printed and shown so far.
///
/// - Parameter wait: whether that waits until the cell shows something else, so that nothing flickers.
public func clearOutput(wait: Bool = false) { Channel.note(MIMEBundle([:]).placed(.clearing(waits: wait))) }

/// A task that somebody has started, whatever it gives: Swift describes it by its private parts.
private protocol RunningTask {}
extension Task: RunningTask {}

private func show(_ value: some Any, _ placing: Placing) {
  // One name, one place: further bundles of the value go below it.
  for (index, bundle) in bundles(of: value).enumerated() { Channel.show(index == 0 ? bundle.placed(placing) : bundle) }
}

/// The bundles that show a value: none for `()`, one for most, one for each element of an array of displayable
/// values, a table for an array of structures. Long values are cut, with a line that says how to see the rest.
func bundles(of value: Any) -> [MIMEBundle] {
  func line(_ rest: String?) -> [MIMEBundle] { rest.map { [MIMEBundle(text: $0)] } ?? [] }
  switch value {
  case is Void: return []
  case is any RunningTask:
    return [MIMEBundle(text: "a task, which may still run: “await” its “value” to have its result here")]
  case let value as any Displayable: return [value.mimeBundle]
  case let value as any ShownInRows where value.count > 0:
    let shown = Excerpt.rows(of: value.count)
    return [value.table(of: 0..<shown).mimeBundle]
      + line(Excerpt.rest(of: value.count, shown: shown, "samples", all: nil))
  case let values as [any Displayable] where !values.isEmpty:
    let shown = Excerpt.rows(of: values.count)
    return values.prefix(shown).map(\.mimeBundle)
      + line(Excerpt.rest(of: values.count, shown: shown, "elements", all: "“for … { display(…) }”"))
  default:
    if let (table, count) = Reflection.table(of: value) {
      let rest = Excerpt.rest(of: count, shown: table.rows.count, "rows", all: "Table(…)")
      return [Excerpt.shortened(table).mimeBundle] + line(rest)
    }
    let (text, rest) = Excerpt.text(of: value)
    return [MIMEBundle(text: [text, rest].compactMap { $0 }.joined(separator: "\n"))]
  }
}

/// A value as text: what an optional holds, without the word `Optional`; in arrays and tuples, too, what can be read is
/// written so that it can.
///
/// - Parameter inSentence: whether numbers are in running text, and have the signs of print.
func text(of value: Any, inSentence: Bool = false) -> String {
  if let value = value as? any Readable { return value.readable }
  func isWritten(_ value: Any) -> Bool { value is any Readable || inSentence && value is any Numeric }
  func text(of value: Any) -> String { Display.text(of: value, inSentence: inSentence) }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional: return mirror.children.first.map { text(of: $0.value) } ?? "nil"
  case .collection where mirror.children.first.map { isWritten($0.value) } == true:
    return "[" + mirror.children.map { text(of: $0.value) }.joined(separator: ", ") + "]"
  case .tuple where mirror.children.contains { isWritten($0.value) }:
    let parts = mirror.children.map { child in
      // Parts without a name are called .0, .1 and so on.
      let name = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      return name + text(of: child.value)
    }
    return "(" + parts.joined(separator: ", ") + ")"
  default:
    let text = String(describing: value)
    return inSentence && value is any Numeric ? NumberFormat.printed(text) : text
  }
}

func json(_ value: some Encodable) -> String? {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
}

/// Shows the value of a cell's last expression. The runner puts the call around it; a notebook's code has no need to.
@_documentation(visibility: internal)
public func gimbalShowValue(_ value: some Any) { show(value, .result) }

/// Says in the report and on the command line, at this cell, that something is doubtful: a warning, which `--strict` takes for
/// an error.
public func warn(_ text: String) { Channel.show(MIMEBundle([MediaType.plain: text, MediaType.warning: text])) }

/// Shows a warning that is a result, and no flaw of the report.
package func find(_ text: String) {
  Channel.show(MIMEBundle([MediaType.plain: text, MediaType.warning: text, MediaType.finding: ""]))
}

/// What an error says to a reader.
func words(of error: any Error) -> String {
  if let text = (error as? any LocalizedError)?.errorDescription { return text }
  // Foundation's own describe themselves with domains and codes.
  guard let (path, words) = SystemReason.told(error) else { return String(describing: error) }
  guard let path else { return words }
  // Not the whole path: reports, in which this may be, are the same on all machines.
  let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  let place = path.hasPrefix(here.path + "/") ? String(path.dropFirst(here.path.count + 1)) : path
  let seenFrom = place.hasPrefix("/") ? "" : "; the path is meant from the folder “\(here.lastPathComponent)”"
  return "\(place): \(words.replacing(here.path + "/", with: ""))\(seenFrom)"
}

/// Throws nothing: with a call of it the compiler has nothing to say of a `catch` around an expression that throws nothing
/// either. The runner puts it there; a notebook's code has no need to.
@_documentation(visibility: internal)
public func gimbalMayThrow() throws {}

/// Sends the value of an inline expression. The runner puts the call around it; a notebook's code has no need to.
@_documentation(visibility: internal)
public func gimbalInlineValue(_ value: some Any) {
  let bundle = (value as? any Displayable)?.mimeBundle
  // What says how it is in a sentence is shown otherwise by itself: a matrix in rows.
  let shown = value is any Readable ? nil : bundle?.contents[MediaType.plain]
  var contents = [MediaType.inline: shown ?? Excerpt.text(of: value, inSentence: true).text]
  // Markup has its own types; a sentence cannot hold a figure or a table.
  if value is Markdown || value is HTML {
    for type in [MediaType.markdown, MediaType.html] { contents[type] = bundle?.contents[type] }
  }
  Channel.note(MIMEBundle(contents))
}

#if canImport(Glibc)
  import Glibc

  /// What a cell calls when an error reaches its top level: the linker puts it in place of the runtime's own
  /// `swift_errorInMain`, in cells only. It passes the error on and ends the process.
  @_documentation(visibility: internal)
  @_silgen_name("__wrap_swift_errorInMain")
  public func gimbalErrorInMain(_ error: any Error) -> Never {
    let hold: (@convention(c) () -> Void)? = Channel.function("gimbal_cell_throws")
    hold?()
    let described = CellError(
      type: String(describing: Swift.type(of: error)),
      message: words(of: error))
    if let json = json(described) { Channel.note(MIMEBundle([MediaType.error: json])) }
    let finish: (@convention(c) () -> Void)? = Channel.function("gimbal_cell_threw")
    finish?()
    FileHandle.standardError.write(Data("error: \(described.message)\n".utf8))
    exit(1)
  }
#endif
