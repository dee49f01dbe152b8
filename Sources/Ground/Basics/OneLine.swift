extension String {
  /// The text on one line: each line end, whatever it is made of, becomes one blank.
  ///
  /// `\r\n` is one `Character`, so that replacing `\n` passes over it.
  package var onOneLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
