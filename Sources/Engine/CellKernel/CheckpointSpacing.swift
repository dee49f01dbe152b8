/// Which states of a history keep their process: the latest ones, and earlier ones at distances that grow with their age,
/// so that a thousand cells need some thirty processes.
///
/// A history goes on from its last state. An earlier state is needed when processes were killed from outside, or when
/// a later one cannot be forked; the units after it then run again, unseen.
struct CheckpointSpacing: Sendable {
  /// How many of the latest states are all kept.
  var latest = 8

  /// The first of these checkpoints, by the number of units before each, that can go; nil when all are kept.
  ///
  /// The one before the first unit always stays. Two neighbours have at least half their age between them once the one
  /// between them has gone, so that there are at most two for each factor of 1.5 in age.
  func dispensable(among places: [Int]) -> Int? {
    guard let now = places.last, places.count > latest + 1 else { return nil }
    return (1..<places.count - latest).first { index in
      places[index + 1] - places[index - 1] <= (now - places[index]) / 2
    }
  }
}

extension ProgramRun {
  /// Ends processes that are no longer worth their memory: those of a history, and of a program with more units than a machine holds
  /// processes.
  func thinCheckpoints() {
    let most = session.configuration.mostProcesses
    guard terms.isHistory || steps.count > most && steps.count % 32 == 0 else { return }
    var line: [(place: Int, process: StateProcess)] = []
    var place = 0
    var current: SessionState? = state
    while let each = current {
      if each.process.holdsState { line.append((-place, each.process)) }
      (place, current) = (place + 1, each.parent)
    }
    line.reverse()
    while terms.isHistory || line.count > most,
      let index = session.configuration.checkpointSpacing.dispensable(among: line.map(\.place))
    {
      guard line[index].process.stepAside(for: line[index + 1].process) else { return }
      line.remove(at: index)
    }
  }
}
