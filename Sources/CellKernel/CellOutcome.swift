import CellCompiler
import Display
import Foundation
import NotebookDocument

/// What came of a cell.
package struct CellOutcome: Hashable, Codable, Sendable {
  package enum Status: Hashable, Codable, Sendable {
    case done
    case failed(CellFailure)
    /// A cell above failed, or the run was stopped.
    case notRun
    /// `eval: false`.
    case skipped
  }

  package var status: Status
  /// In the order in which the cell produced them.
  package var outputs: [Output] = []
  package var warnings: [Diagnostic] = []
  /// The files that the cell read through the library.
  package var inputs: [InputFile] = []
  /// Seconds that the compiler took; nil when the cell came from the cache.
  package var compileSeconds: Double?
  /// Seconds that the cell ran.
  package var runSeconds: Double = 0

  /// An outcome without outputs.
  package init(_ status: Status) { self.status = status }
}

/// One piece of what a cell produced.
package enum Output: Hashable, Codable, Sendable {
  /// Standard output.
  case text(String)
  /// Standard error.
  case errorText(String)
  /// Something to show, in one or more media types.
  case bundle(MIMEBundle)
  /// What was not kept, because the cell printed too much: a number of bytes.
  case omitted(bytes: Int)
}

/// Why a cell failed.
package enum CellFailure: Hashable, Codable, Sendable {
  /// The compiler's messages, errors first.
  case compile([Diagnostic])
  /// An error that reached the cell's top level, and the notebook's lines through which it came, innermost first.
  case threw(CellError, trace: [Position])
  /// A signal ended the cell; the message is what the runtime said of it.
  case crashed(signal: Int32, message: String?, trace: [Position])
  /// The cell called `exit`.
  case exited(status: Int32)
  case timedOut(seconds: Double, trace: [Position])
  case interrupted(trace: [Position])
  /// The compiled cell could not be loaded.
  case notLoaded(String)
  /// The process was ended from outside.
  case lost(signal: Int32)
  /// A figure could not be drawn.
  case figure(String)
  /// `error: true`, but the cell succeeded.
  case didNotFail
}

extension CellFailure {
  /// Where in the notebook.
  package var position: Position? {
    switch self {
    case .compile(let diagnostics):
      diagnostics.first { $0.severity == .error && $0.position != nil }?.position
    case .threw(_, let trace), .crashed(_, _, let trace), .timedOut(_, let trace), .interrupted(let trace): trace.first
    case .exited, .notLoaded, .lost, .figure, .didNotFail: nil
    }
  }

  /// What went wrong, and what to do where that is not plain. Without the place.
  package var message: String {
    switch self {
    case .compile(let diagnostics):
      diagnostics.first { $0.severity == .error }?.message ?? "the cell does not compile"
    case .threw(let error, _): "\(error.type): \(error.message)"
    case .crashed(let signal, let message, _): message ?? Self.words(for: signal)
    case .exited(let status):
      "the cell ended the process with exit(\(status)); let it end by itself, or throw an error, so that later cells can run"
    case .timedOut(let seconds, _):
      "the cell was stopped after \(NumberFormat.significant(seconds)) s; if it needs longer, give it “//| timeout: \(Int((seconds * 4).rounded(.up)))”"
    case .interrupted: "the cell was interrupted"
    case .notLoaded(let why): "the compiled cell could not be loaded: \(why)"
    case .lost(let signal):
      "the cell's process was ended from outside (\(Self.name(of: signal))); was there enough memory?"
    case .figure(let why): why
    case .didNotFail:
      "the cell should have failed (“error: true”), but it succeeded; take the option out or let it fail"
    }
  }

  private static func words(for signal: Int32) -> String {
    switch signal {
    case SIGSEGV, SIGBUS:
      "the cell read or wrote memory that is not its own (\(name(of: signal))); often a recursion without end"
    default: "the cell crashed (\(name(of: signal)))"
    }
  }

  package static func name(of signal: Int32) -> String {
    [
      SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGFPE: "SIGFPE", SIGABRT: "SIGABRT",
      SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGPIPE: "SIGPIPE",
    ][signal] ?? "signal \(signal)"
  }
}
