/// Notices a notebook that changes the files that it reads: each run then asks for the next one, for ever.
///
/// A file that a person or a program changes from outside seldom changes right behind a run; one that the notebook writes
/// does so each time.
package struct InputLoop {
  /// Runs in a row that may follow one another for the sake of changed files.
  static let limit = 3
  /// Behind a run, a change within this time counts as the run's own. More notices slower writers; less lets a file be
  /// changed from outside at a higher rate.
  static let time = Duration.seconds(2)

  private var runs = 0
  private var ended: ContinuousClock.Instant?

  package init() {}

  /// The notebook itself has changed, or a person has asked for a run.
  package mutating func begin() { runs = 0 }

  /// A run has ended.
  package mutating func runEnded(at time: ContinuousClock.Instant = .now) { ended = time }

  /// Whether a change of a file that was read asks for a run; no where the runs would go on for ever.
  package mutating func allowsRun(at time: ContinuousClock.Instant = .now) -> Bool {
    guard let ended, time - ended < Self.time else {
      // Somebody else has changed the file: one more run, and again if it settles.
      runs = min(runs, Self.limit - 1)
      return true
    }
    runs += 1
    return runs <= Self.limit
  }

  /// What the page says when it waits.
  package static let words = """
    The notebook changes a file that it reads: \(limit) runs in a row each gave a reason for the next one.
    The preview waits for a save, or for the file to be changed from outside.
    A cell that writes a file should write another one than those that are read above it.
    """
}
