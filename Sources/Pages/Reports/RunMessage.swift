import NotebookDocument

/// A message about a notebook, before, while or after it runs: the terminal prints it, an editor marks its place.
package struct RunMessage: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: String, Hashable, Sendable {
    case error, warning, note
    /// What `--strict` asks for and nobody else.
    case demand
  }

  package var severity: Severity
  /// Where in the notebook.
  package var position: Position
  /// What is wrong, and what to do.
  package var message: String
  /// What the terminal prints below it: the line of code, and through which lines the failure came.
  package var more = ""

  package init(severity: Severity, position: Position, message: String, more: String = "") {
    (self.severity, self.position, self.message, self.more) = (severity, position, message, more)
  }

  /// The message in the form of compilers.
  package func text(in notebook: Notebook) -> String {
    "\(notebook.place(position)): \(severity == .demand ? "warning" : severity.rawValue): \(message)\n\(more)"
  }
}

extension ReportRemark {
  /// The remark as a message; a strict one makes errors of flaws.
  package func message(isStrict: Bool) -> RunMessage {
    let severity: RunMessage.Severity =
      switch self.severity {
      case .finding: .warning
      case .error: .error
      case .warning: isStrict ? .error : .warning
      case .demand: isStrict ? .error : .demand
      }
    return RunMessage(severity: severity, position: position, message: message)
  }
}
