import CellCompiler
import Display
import Foundation
import NotebookDocument

/// The outcome of a unit. Places count from the unit's first line.
package struct UnitOutcome: Hashable, Sendable {
  package enum Status: Hashable, Sendable {
    case done
    case failed(Failure<UnitPosition>)
  }

  package var status: Status
  /// In the order in which the unit produced them.
  package var outputs: [Output] = []
  /// The value of an expression.
  package var value: InlineValue?
  package var warnings: [Diagnostic<UnitPosition>] = []
  /// Seconds that the compiler took; nil when the library was there.
  package var compileSeconds: Double?
  /// Seconds that the unit ran.
  package var runSeconds: Double = 0

  package init(_ status: Status) { self.status = status }

  /// Whether the unit ended as it should: one that must fail did, by its own mistake.
  func endsAsMeant(for unit: CodeUnit) -> Bool {
    switch status {
    case .done: !unit.options.mustFail
    case .failed(.interrupted), .failed(.lacking): false
    case .failed: unit.options.mustFail
    }
  }

  /// Whether a figure is among the outputs.
  var showsFigure: Bool {
    outputs.contains { if case .bundle(let bundle) = $0 { bundle.contents[MediaType.figure] != nil } else { false } }
  }

  /// Whether another run gave the same: everything that a reader sees.
  package func shows(theSameAs other: UnitOutcome) -> Bool {
    status == other.status && outputs == other.outputs && value == other.value
  }
}

/// The value of an expression: as characters, and as markup where its type says that it is some.
package struct InlineValue: Hashable, Codable, Sendable {
  package var text: String
  package var markdown: String?
  package var html: String?

  package init(_ text: String, markdown: String? = nil, html: String? = nil) {
    (self.text, self.markdown, self.html) = (text, markdown, html)
  }
}

/// One piece of what a unit produced.
package enum Output: Hashable, Codable, Sendable {
  /// Standard output.
  case text(String)
  /// Standard error.
  case errorText(String)
  /// Something to show, in one or more media types.
  case bundle(MIMEBundle)
  /// What was not kept, because it was too much.
  case omitted(Omission)
}

/// Why a unit failed.
package enum Failure<Place: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  /// The compiler's messages, errors first.
  case compile([Diagnostic<Place>])
  /// An error that reached the unit's top level, and the lines through which it came, innermost first.
  case threw(CellError, trace: [Place])
  /// A signal ended the unit; the message is what the runtime said of it.
  case crashed(signal: Int32, message: String?, trace: [Place])
  /// The unit called `exit`.
  case exited(status: Int32)
  case timedOut(seconds: Double, trace: [Place])
  case interrupted(trace: [Place])
  /// The unit's process took more private memory than this many bytes.
  case outOfMemory(limit: Int, trace: [Place])
  /// The library could not be loaded.
  case notLoaded(String)
  /// The process was ended from outside.
  case lost(signal: Int32)
  /// A figure could not be drawn.
  case figure(String)
  /// `error: true`, but the unit succeeded.
  case didNotFail
  /// The unit uses a name that a unit above was to define, which failed there, or rests on what failed there. It has not run.
  case lacking(name: String, since: Place?)
}

extension Failure {
  /// The failure with another kind of place; places that have no counterpart are left out.
  package func map<Other>(_ transform: (Place) -> Other?) -> Failure<Other> {
    switch self {
    case .compile(let diagnostics): .compile(diagnostics.map { $0.map(transform) })
    case .threw(let error, let trace): .threw(error, trace: trace.compactMap(transform))
    case .crashed(let signal, let message, let trace):
      .crashed(signal: signal, message: message, trace: trace.compactMap(transform))
    case .exited(let status): .exited(status: status)
    case .timedOut(let seconds, let trace): .timedOut(seconds: seconds, trace: trace.compactMap(transform))
    case .interrupted(let trace): .interrupted(trace: trace.compactMap(transform))
    case .outOfMemory(let limit, let trace): .outOfMemory(limit: limit, trace: trace.compactMap(transform))
    case .notLoaded(let why): .notLoaded(why)
    case .lost(let signal): .lost(signal: signal)
    case .figure(let why): .figure(why)
    case .didNotFail: .didNotFail
    case .lacking(let name, let place): .lacking(name: name, since: place.flatMap(transform))
    }
  }

  /// Where.
  package var position: Place? {
    switch self {
    case .compile(let diagnostics):
      diagnostics.first { $0.severity == .error && $0.position != nil }?.position
    default: trace.first
    }
  }

  /// Whether this is the failure of a cell that must fail: it has run, and not succeeded.
  package func isMeant(by options: CellOptions) -> Bool {
    switch self {
    case .didNotFail, .lacking: false
    default: options.error
    }
  }

  /// The places through which the failure came, innermost first.
  package var trace: [Place] {
    switch self {
    case .threw(_, let trace), .crashed(_, _, let trace), .timedOut(_, let trace), .interrupted(let trace),
      .outOfMemory(_, let trace):
      trace
    case .compile, .exited, .notLoaded, .lost, .figure, .didNotFail, .lacking: []
    }
  }

  /// The calls that led to where it failed as lines, innermost first and at most ten; without those that have no words.
  package func calls(_ words: (Place) -> String?) -> [String] {
    trace.dropFirst().prefix(10).compactMap(words).map { "  called from \($0)" }
      + (trace.count > 11 ? ["  … and more"] : [])
  }
}

extension UnitOutcome {
  /// The outcome of a unit of a program, with what helps where it did not compile.
  ///
  /// - Parameters:
  ///   - aftermath: what units above that failed mean for it.
  ///   - isWhole: whether the program is a whole notebook, and not what somebody has run of one.
  package func advised(
    _ index: Int, of program: [CodeUnit], behind aftermath: Aftermath, isWhole: Bool
  ) -> UnitOutcome {
    guard case .failed(.compile(let diagnostics)) = status else { return self }
    var outcome = self
    let advised = CompileFailure(diagnostics: diagnostics)
      .advised(index, of: program, behind: aftermath, isWhole: isWhole)
    outcome.status = .failed(.compile(advised.diagnostics))
    return outcome
  }
}
