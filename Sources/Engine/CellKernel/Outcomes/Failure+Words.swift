import Basics
import Display
import Foundation

extension Failure {
  /// What went wrong, and what to do where that is not plain. Without the place.
  package var message: String {
    switch self {
    case .compile(let diagnostics):
      diagnostics.first { $0.severity == .error }?.message ?? "the cell does not compile"
    case .threw(let error, _): error.text
    case .crashed(let signal, let message, _): message.map(Self.withRemedy) ?? Self.words(for: signal)
    case .exited(let status):
      "the cell ended the process with exit(\(status)); let the cell end by itself, or throw an error, so that later cells can run"
    case .timedOut(let seconds, _):
      "the cell was stopped after \(NumberFormat.significant(seconds)) s; if a loop in it never ends, mend that; if it only needs longer, "
        + "give it “//| timeout: \(Int((seconds * 4).rounded(.up)))”"
    case .interrupted: "the cell was interrupted"
    case .outOfMemory(let limit, _):
      "the cell was stopped because it took more than \(NumberFormat.significant(Double(limit) / 1e9)) GB of memory"
    case .notLoaded(let why): Self.words(notLoaded: why)
    case .lost(SIGKILL): "another program or the system ended the cell's process (SIGKILL); was there enough memory?"
    case .lost(let signal):
      "the cell's process was ended by a signal (\(Self.name(of: signal))) that nothing in it handles"
    case .figure(let why): why
    case .lacking(let name, _): "not run: it uses “\(name)”, and the cell that should define it has failed"
    case .didNotFail:
      "the cell should have failed (“error: true”), but it succeeded; remove the option, or let the cell fail"
    }
  }

  /// Whether a library could not be loaded for a name that one of its units uses.
  var isOfWholeLibrary: Bool { if case .notLoaded(let why) = self { why.contains("undefined symbol") } else { false } }

  private static func words(notLoaded why: String) -> String {
    guard let symbol = why.firstMatch(of: compiled(/undefined symbol: (\S+)/))?.output.1 else {
      return "the compiled cell could not be loaded: \(why)"
    }
    if ["atexit", "at_quick_exit"].contains(symbol) {
      // A cell's process lives on as the state for the cells below, and is ended without being asked.
      return
        "“\(symbol)” has no end to wait for: what a cell defines lives on for the cells below it; put what is to happen "
        + "at the end of the cell, or into “defer”"
    }
    return "“\(symbol)” is declared, but no library that cells are linked with defines it"
  }

  /// The runtime's words with what helps.
  private static func withRemedy(_ message: String) -> String {
    guard let remedy = RuntimeAdvice.remedies.first(where: { message.contains($0.part) }) else { return message }
    return "\(message); \(remedy.words)"
  }

  private static func words(for signal: Int32) -> String {
    switch signal {
    case SIGSEGV, SIGBUS:
      "the cell read or wrote memory that is not its own (\(name(of: signal))); this is often a recursion that does not end"
    default: "the cell crashed (\(name(of: signal)))"
    }
  }

  static func name(of signal: Int32) -> String {
    [
      SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGFPE: "SIGFPE", SIGABRT: "SIGABRT",
      SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGPIPE: "SIGPIPE",
      SIGALRM: "SIGALRM", SIGHUP: "SIGHUP", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2", SIGXCPU: "SIGXCPU",
      SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
    ][signal] ?? "signal \(signal)"
  }
}

/// Parts of what the runtime says of a trap, and what helps.
enum RuntimeAdvice {
  static let remedies: [(part: String, words: String)] = [
    ("ndex out of range", "the indices of an array go from 0 to count − 1"),
    ("ndex is out of range", "the indices of an array go from 0 to count − 1"),
    ("Unexpectedly found nil", "check first whether there is a value: “if let”, or “??” for another one"),
    ("arithmetic overflow", "the result does not fit into its type; compute with Double"),
    ("because it is either infinite or NaN", "check first with “isFinite”; something above has divided by 0"),
    ("Could not cast value", "check first whether it is one: “if let x = value as? …”"),
    ("'try!' expression", "with “try” instead of “try!” the error itself is shown"),
    ("Division by zero", "check first whether the divisor is 0"),
    ("count < 0", "a count below 0 was computed: check what it is computed from, or write “max(0, …)”"),
    ("failed to allocate", "that is more than the machine has: take fewer values, or compute them one by one"),
    ("from an empty collection", "check first with “isEmpty”"),
    ("Stride size must not be zero", "the step of “stride” must not be 0"),
    ("Range requires lowerBound <= upperBound", "a range begins with the smaller number"),
  ]
}
