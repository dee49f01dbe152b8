/// What an exercise leaves open: it is where the reader is to write something, in a cell with `//| exercise: name`.
///
/// A cell that has a blank does not run; its report shows the hint. So a blank is never reached, and elsewhere it is refused.
@available(
  *, unavailable,
  message: "a blank stands in an exercise, which does not run until it is filled in; give the cell “//| exercise: name”"
)
public func blank<Value>(_ hint: String) -> Value { fatalError(hint) }
