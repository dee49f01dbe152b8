extension Footprint {
  /// What a whole run looked at and left, as if it had been one step. What a step found that an earlier one had put there
  /// is the run's own work, and nothing that it looked at.
  ///
  /// O(observations and changes).
  package init(run steps: some Sequence<Footprint>) {
    var own: [FilePath: Int] = [:]
    var ownEntries: [FilePath: [Int]] = [:]
    var known: Set<Observation> = []
    for step in steps {
      for observation in step.observations {
        var observation = observation
        if let path = observation.path, let index = own[path] {
          // For a folder that stayed, its contents are still as it was found.
          guard case .listing = observation, changes[index].before.kind == .folder,
            changes[index].after.kind == .folder
          else { continue }
        }
        if case .listing(let folder, let found) = observation, let entries = ownEntries[folder] {
          var names = Set(found)
          for change in entries.map({ changes[$0] }) {
            if change.before.isPresent { names.insert(change.path.name) } else { names.remove(change.path.name) }
          }
          observation = .listing(folder, names.sorted())
        }
        if known.insert(observation).inserted { observations.append(observation) }
      }
      for change in step.changes {
        if let index = own[change.path] {
          changes[index].after = change.after
        } else {
          own[change.path] = changes.count
          ownEntries[change.path.parent, default: []].append(changes.count)
          changes.append(change)
        }
      }
      for reason in step.outside where !outside.contains(reason) { outside.append(reason) }
      isComplete = isComplete && step.isComplete
    }
  }

  /// Why a run from the top would meet something else than the run with this footprint met, each reason once; empty when
  /// it would meet the same. The question of everything that keeps a result: a session asks it of its steps
  /// (`StepInputs.firstStale`), a grid of its points, `check --stale` of a report.
  ///
  /// One `lstat` a path; contents are read only of files whose signature is not the one that was recorded.
  package func inputChanges(
    in files: DiskFiles, parameters: [String: String], environment: [String: String]
  ) -> [InputChange] {
    var seen: Set<InputChange> = []
    let stale = StepInputs(CollectionOfOne(self)).stale(in: files, parameters: parameters, environment: environment)
    return (stale.map(\.reason) + (unseenInputs.map { [.unseen($0)] } ?? [])).filter { seen.insert($0).inserted }
  }
}
