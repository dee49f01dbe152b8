import Foundation

/// Shows a value at this place of the cell's output: as it wants to be shown, or as text.
public func display(_ value: some Any) {
  for bundle in bundles(of: value) { Channel.show(bundle) }
}

/// The bundles that show a value: none for `()`, one for most, one for each element of an array of displayable values, a
/// table for an array of structures.
func bundles(of value: Any) -> [MIMEBundle] {
  switch value {
  case is Void: return []
  case let value as any Displayable: return [value.mimeBundle]
  case let values as [any Displayable] where !values.isEmpty: return values.map(\.mimeBundle)
  default:
    guard let (table, more) = Reflection.table(of: value, rows: 20) else { return [MIMEBundle(text: text(of: value))] }
    let rest = more == 0 ? [] : [MIMEBundle(text: "… and \(NumberFormat.grouped(more)) more rows")]
    return [table.mimeBundle] + rest
  }
}

/// A value as text: what an optional holds, without the word `Optional`.
func text(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return String(describing: value) }
  return mirror.children.first.map { text(of: $0.value) } ?? "nil"
}

func json(_ value: some Encodable) -> String? {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
}

/// Shows the value of a cell's last expression. The runner puts the call around it; a notebook's code has no need to.
public func gimbalShowValue(_ value: some Any) { display(value) }

/// Says what is doubtful about what this cell does: it stands among the cell's warnings, which a strict run refuses.
///
/// Without a runner it goes to standard error.
public func displayWarning(_ message: String) {
  if Channel.notes(MIMEBundle([MediaType.warning: message])) { return }
  FileHandle.standardError.write(Data("warning: \(message)\n".utf8))
}

/// Sends the value of an inline expression. The runner puts the call around it; a notebook's code has no need to.
public func gimbalInlineValue(_ value: some Any) {
  let shown = (value as? any Displayable)?.mimeBundle.contents[MediaType.plain] ?? text(of: value)
  Channel.note(MIMEBundle([MediaType.inline: shown]))
}

#if canImport(Glibc)
  import Glibc

  /// What a cell calls when an error reaches its top level: the linker puts it in the place of the runtime's own
  /// `swift_errorInMain`, in cells only. It passes the error on and ends the process.
  @_silgen_name("__wrap_swift_errorInMain")
  public func gimbalErrorInMain(_ error: any Error) -> Never {
    let described = CellError(
      type: String(describing: Swift.type(of: error)),
      message: (error as? any LocalizedError)?.errorDescription ?? String(describing: error))
    if let json = json(described) { Channel.note(MIMEBundle([MediaType.error: json])) }
    let finish: (@convention(c) () -> Void)? = Channel.function("gimbal_cell_threw")
    finish?()
    FileHandle.standardError.write(Data("error: \(described.message)\n".utf8))
    exit(1)
  }
#endif
