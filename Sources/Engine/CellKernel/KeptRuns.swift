import Basics
import Caches
import CellCompiler
import Display
import Files
import Foundation

/// What runs of whole programs gave, kept on disk: a program whose code, values, kit and compiler are as they were is not run again
/// while everything that it looked at is as it was.
///
/// The key holds all that is known before a run. Files and variables of the environment are known only afterwards: they are in the
/// footprint, and `KeptResults` says whether they still hold, as for every other result that is kept.
///
/// A run is kept only where another one could give no other result: every unit ended as it should; none drew the time
/// or random numbers, changed files, or did something that no record shows.
struct KeptRuns {
  let store: Store
  /// What of the session decides what any program gives: the kit, the compiler, packages, and how the session runs units.
  let surroundings: [String]

  /// The outcome of a program.
  struct Run: Equatable {
    /// For each unit.
    var outcomes: [UnitOutcome]
    var traces: [UnitTrace]
    var footprint: WrittenFootprint
    /// The hashes of those variables of the environment that were read and are not in the footprint, for they belong to a place; empty
    /// for one that was not set.
    var places: [String: String] = [:]
  }

  /// Names the runs of a program with these values in this folder. O(length).
  func key(_ program: [CodeUnit], parameters: [String: String], folder: String) -> ContentHash {
    let values = parameters.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    return ContentHash(
      ["run 1", "\(ContentHash(surroundings))", folder, "\(ContentHash(values))"] + program.map { "\($0.resultKey)" })
  }

  private static let file = "run.json"
  private static let content = "content"

  /// What a program gave, if it was kept, is whole, and still holds.
  func recall(
    _ key: ContentHash, of program: [CodeUnit], folder: String, environment: [String: String]
  ) -> Run? {
    guard let data = store.entry(.run, key)?.files[Self.file],
      let record = try? JSONDecoder().decode(Record.self, from: data), record.units.count == program.count
    else { return nil }
    let footprint = WrittenFootprint(lines: record.footprint)
    guard record.places.allSatisfy({ $1 == Self.hash(environment[$0]) }),
      KeptResults(folder: folder, environment: environment).inputChanges(since: footprint).isEmpty
    else { return nil }
    var run = Run(outcomes: [], traces: [], footprint: footprint, places: record.places)
    for unit in record.units {
      guard let outcome = unit.outcome({ store.entry(.run, $0)?.files[Self.content] }) else { return nil }
      run.outcomes.append(outcome)
      run.traces.append(unit.trace)
    }
    return run
  }

  /// What the steps of a run gave, if another run could give no other result; nil otherwise.
  static func run(
    _ steps: [SessionStep], _ outcomes: [UnitOutcome?], _ traces: [UnitTrace], _ footprint: WrittenFootprint,
    environment: [String: String]
  ) -> Run? {
    let isSettled = steps.allSatisfy { step in
      step.isReusable && !step.goesOn && step.footprint.draws.isEmpty && step.footprint.outside.isEmpty
        && step.footprint.changes.isEmpty && step.footprint.isComplete
    }
    let outcomes = outcomes.compactMap(\.self)
    guard isSettled, outcomes.count == steps.count, traces.count == steps.count else { return nil }
    var run = Run(outcomes: outcomes, traces: traces, footprint: footprint)
    func note(_ name: String, _ value: String?) {
      if WrittenFootprint.isOfPlace(name) { run.places[name] = hash(value) }
    }
    for observation in steps.lazy.flatMap(\.footprint.observations) {
      switch observation {
      case .environment(let name, let value): note(name, value)
      case .variables: for (name, value) in environment { note(name, value) }
      default: break
      }
    }
    return run
  }

  private static func hash(_ value: String?) -> String { value.map { "\(ContentHash([$0]))" } ?? "" }

  /// Keeps what a program gave. A store that cannot be written costs time only.
  func keep(_ run: Run, _ key: ContentHash) {
    var long: [ContentHash: String] = [:]
    let units = zip(run.outcomes, run.traces).map { Record.Unit($0, $1, &long) }
    for (name, text) in long where store.entry(.run, name) == nil {
      store.keep(.run, name, [Self.content: Data(text.utf8)])
    }
    let record = Record(units: units, footprint: run.footprint.lines, places: run.places)
    if let data = try? JSONEncoder().encode(record) { store.keep(.run, key, [Self.file: data]) }
  }
}

/// A run as it lies on the disk. Long texts, such as the data of figures, are entries by themselves: most states of a page, and
/// most runs after an edit, have them in common.
private struct Record: Codable {
  var units: [Unit]
  var footprint: [String]
  var places: [String: String]

  struct Unit: Codable {
    var didFail: Failure<UnitPosition>?
    var outputs: [Output]
    var value: InlineValue?
    var warnings: [Diagnostic<UnitPosition>]
    var seconds: Double
    var trace: UnitTrace
    /// By output and media type, the hash of a text that is elsewhere.
    var elsewhere: [Int: [String: String]] = [:]

    /// Texts of up to this many bytes are in the record itself.
    private static let short = 4096

    init(_ outcome: UnitOutcome, _ trace: UnitTrace, _ long: inout [ContentHash: String]) {
      if case .failed(let failure) = outcome.status { didFail = failure }
      (outputs, value, warnings) = (outcome.outputs, outcome.value, outcome.warnings)
      (seconds, self.trace) = (outcome.runSeconds, trace)
      for (index, output) in outputs.enumerated() {
        guard case .bundle(var bundle) = output else { continue }
        for (type, text) in bundle.contents where text.utf8.count > Self.short {
          let name = ContentHash(["text", text])
          long[name] = text
          elsewhere[index, default: [:]][type] = "\(name)"
          bundle.contents[type] = nil
        }
        outputs[index] = .bundle(bundle)
      }
    }

    /// The outcome; nil where a text is missing that is elsewhere.
    func outcome(_ text: (ContentHash) -> Data?) -> UnitOutcome? {
      var outcome = UnitOutcome(didFail.map { .failed($0) } ?? .done)
      (outcome.outputs, outcome.value, outcome.warnings, outcome.runSeconds) = (outputs, value, warnings, seconds)
      for (index, texts) in elsewhere {
        guard outputs.indices.contains(index), case .bundle(var bundle) = outputs[index] else { return nil }
        for (type, name) in texts {
          guard let name = ContentHash(digits: name), let data = text(name) else { return nil }
          bundle.contents[type] = String(decoding: data, as: UTF8.self)
        }
        outcome.outputs[index] = .bundle(bundle)
      }
      return outcome
    }
  }
}
