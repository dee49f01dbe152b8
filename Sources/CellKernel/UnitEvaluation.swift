import CellCompiler
import Display
import Foundation
import Surroundings

/// What a run means: its outcome, and the state after it where there is one.
struct UnitEvaluation {
  private(set) var outcome: UnitOutcome
  private(set) var process: StateProcess?

  init(_ run: UnitRun, _ unit: CodeUnit, toolchain: Toolchain, memoryLimit: Int? = nil) {
    var collector = run.collector
    var outputs = collector.finish()
    let places = Symbolizer(toolchain: toolchain)
    let status: UnitOutcome.Status
    switch run.end {
    case .done(let after):
      process = after
      status = .done
    case .threw(let frames):
      let error = collector.error ?? CellError(type: "Error", message: "an error without a description")
      status = .failed(.threw(error, trace: places.trace(frames)))
    case .crashed(let signal, let frames):
      let message = LastWords.take(from: &outputs)
      status = .failed(.crashed(signal: signal, message: message, trace: places.trace(frames)))
    case .exited(let code): status = .failed(.exited(status: code))
    case .timedOut(let frames):
      status = .failed(.timedOut(seconds: unit.options.timeout, trace: places.trace(frames)))
    case .interrupted(let frames): status = .failed(.interrupted(trace: places.trace(frames)))
    case .outOfMemory(let frames): status = .failed(.outOfMemory(limit: memoryLimit ?? 0, trace: places.trace(frames)))
    case .notLoaded(let why): status = .failed(.notLoaded(why))
    case .lost(let signal): status = .failed(.lost(signal: signal))
    }
    outcome = UnitOutcome(status)
    outcome.outputs = outputs
    outcome.value = collector.values.last
    outcome.runSeconds = run.seconds
    if unit.role == .expression, status == .done, collector.values.isEmpty {
      outcome.status = .failed(.notLoaded("the expression gave no value"))
    }
  }
}

/// The runtime's last words in standard error: “… Fatal error: why”.
enum LastWords {
  static func take(from outputs: inout [Output]) -> String? {
    for index in outputs.indices.reversed() {
      guard case .errorText(let text) = outputs[index] else { continue }
      guard
        let match = text.firstMatch(of: /(?m)^(?:.*?: )?(Fatal error|Precondition failed|Assertion failed)(?:: (.*))?$/)
      else { continue }
      let rest = String(text[..<match.range.lowerBound])
      if rest.isEmpty { outputs.remove(at: index) } else { outputs[index] = .errorText(rest) }
      return match.output.2.map { "\(match.output.1): \($0)" } ?? String(match.output.1)
    }
    return nil
  }
}

/// Finds the lines of units at which frames stand.
struct Symbolizer {
  let toolchain: Toolchain

  /// The places, innermost first; those of earlier segments in which the process merely waits are left out. Costs a process
  /// of about 10 ms.
  func trace(_ frames: [RawFrame]) -> [UnitPosition] {
    guard let symbolizer = toolchain.symbolizer, !frames.isEmpty else { return [] }
    let queries = frames.prefix(64).map { "\"\($0.library)\" \($0.offset)\n" }.joined()
    let arguments = ["--output-style=JSON", "--relative-address", "--skip-line-zero"]
    guard let (_, output) = try? Subprocess.run(symbolizer, arguments, input: queries) else { return [] }
    var places: [UnitPosition] = []
    for line in output.split(separator: "\n") {
      guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)) else { continue }
      for symbol in answer.known {
        let file = symbol.fileName.split(separator: "/").last.map(String.init) ?? ""
        if file == SegmentDraft.boundaryFile { return places }
        guard file.hasPrefix(CodeUnit.prefix) else { continue }
        let place = UnitPosition(file: file, line: symbol.line - CodeUnit.lineShift, column: symbol.column)
        if places.last?.file != file || places.last?.line != place.line { places.append(place) }
      }
    }
    return places
  }

  private struct Answer: Decodable {
    struct Symbol: Decodable {
      var fileName: String
      var line: Int
      var column: Int
      /// Whether the instruction has no line, and this is that of the instruction above it.
      var isApproximate: Bool?
      enum CodingKeys: String, CodingKey {
        case fileName = "FileName"
        case line = "Line"
        case column = "Column"
        case isApproximate = "Approximate"
      }
    }
    var symbols: [Symbol]?
    /// The inlined functions and the one around them, as far as their lines are known. A trap has no line of its own and
    /// stands at the end of the code, below other cells; the function around it says where it belongs.
    var known: [Symbol] {
      let exact = (symbols ?? []).filter { $0.isApproximate != true && $0.line > 0 }
      return exact.isEmpty ? symbols ?? [] : exact
    }
    enum CodingKeys: String, CodingKey { case symbols = "Symbol" }
  }
}
