/// Notices a notebook that changes the files that it reads: each run then asks for the next one, for ever.
///
/// What a cell writes is known, and does not count as a change. This is for what a notebook has started and does not wait for: it changes a
/// file right behind each run. The runs go on, since it may be somebody else after all, but ever more rarely.
package struct InputLoop {
  /// Runs that may follow one another at once.
  static let limit = 3
  /// Behind a run, a change within this time counts as the run's own; so long the next run is put off, and twice as long each
  /// further time, up to a quarter of an hour. More notices slower writers; less shows sooner what somebody else has written.
  static let time = Duration.seconds(2)

  private var runs = 0
  private var ended: ContinuousClock.Instant?

  package init() {}

  /// The notebook itself has changed, or a person has asked for a run.
  package mutating func begin() { runs = 0 }

  /// A run has ended.
  package mutating func runEnded(at time: ContinuousClock.Instant = .now) { ended = time }

  /// How long the run is put off for which a change asks that may be the notebook's own; nil for not at all.
  package mutating func delay(at time: ContinuousClock.Instant = .now) -> Duration? {
    guard let ended, time - ended < Self.time else {
      runs = min(runs, Self.limit - 1)
      return nil
    }
    runs += 1
    return runs > Self.limit ? Self.time * (1 << min(runs - Self.limit - 1, 9)) : nil
  }

  /// What the page says while it waits.
  package static func words(_ delay: Duration) -> String {
    """
    A file that the notebook reads changes right after each run: \(limit) runs in a row each gave a reason for the next one.
    The preview runs it again in \(delay.components.seconds) seconds, or after a save.
    If something changes it that a cell has started, let the cell wait for that, or read another file.
    """
  }
}
