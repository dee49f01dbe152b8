import Foundation

/// Makes a failing sequence smaller for as long as it fails.
struct Shrinking {
  private(set) var sequence: TrialSequence
  private(set) var fault: SequenceTrial.Fault
  private var trials: Int

  /// - Parameter trials: how many smaller sequences are tried at most.
  init(_ sequence: TrialSequence, _ fault: SequenceTrial.Fault, trials: Int = 60) {
    (self.sequence, self.fault, self.trials) = (sequence, fault, trials)
    while self.trials > 0, shrinkOnce() {}
  }

  private mutating func shrinkOnce() -> Bool {
    for candidate in candidates() where trials > 0 {
      trials -= 1
      if let found = SequenceTrial.fault(of: candidate) {
        (sequence, fault) = (candidate, found)
        return true
      }
    }
    return false
  }

  /// Smaller sequences, those that leave out most first.
  private func candidates() -> [TrialSequence] {
    var smaller: [TrialSequence] = []
    func add(_ change: (inout TrialSequence) -> Void) {
      var candidate = sequence
      change(&candidate)
      if candidate != sequence { smaller.append(candidate) }
    }
    if fault.step >= 0, fault.step + 1 < sequence.steps.count { add { $0.steps.removeSubrange((fault.step + 1)...) } }
    if sequence.notebooks.count > 1 {
      add { sequence in
        sequence.notebooks.removeLast()
        sequence.steps.removeAll { $0.notebook > 0 }
      }
    }
    for index in sequence.steps.indices { add { $0.steps.remove(at: index) } }
    for notebook in sequence.notebooks.indices {
      for index in sequence.notebooks[notebook].items.indices { add { $0.notebooks[notebook].items.remove(at: index) } }
      add { $0.notebooks[notebook].parameters = [] }
    }
    for index in sequence.steps.indices {
      for edit in sequence.steps[index].edits.indices { add { $0.steps[index].edits.remove(at: edit) } }
      for edit in sequence.steps[index].fileEdits.indices { add { $0.steps[index].fileEdits.remove(at: edit) } }
      add { $0.steps[index].stop = nil }
      add { $0.steps[index].frontEnd = .preview }
    }
    for name in sequence.files.keys.sorted() { add { $0.files[name] = nil } }
    add { $0.manner.keepGoing = false }
    add { $0.manner.freeForks = 64 }
    add { $0.manner.compilesApart = false }
    add { $0.manner.cleanCompilesApart = false }
    add { $0.manner.liesInMemory = false }
    for notebook in sequence.notebooks.indices {
      for index in sequence.notebooks[notebook].cells {
        guard case .cell(let cell) = sequence.notebooks[notebook].items[index] else { continue }
        for name in cell.options.keys.sorted() {
          add {
            var cell = cell
            cell.options[name] = nil
            $0.notebooks[notebook].items[index] = .cell(cell)
          }
        }
      }
    }
    return smaller
  }
}

extension TrialSequence: CustomStringConvertible {
  var description: String {
    var text = "\(manner)\n"
    for (name, contents) in files.sorted(by: { $0.key < $1.key }) {
      text += "file \(name): \(contents.debugDescription)\n"
    }
    for notebook in notebooks {
      text += "notebook \(notebook.parameters.map { "\($0.name): \($0.value)" })\n"
      for item in notebook.items { text += "  \(item)\n" }
    }
    for (index, step) in steps.enumerated() {
      text += "step \(index)"
      if notebooks.count > 1 { text += " of notebook \(step.notebook)" }
      if step.frontEnd != .preview { text += " by a runner" }
      if let stop = step.stop { text += " stopped after \(stop) ms" }
      text += ": \(step.edits) \(step.fileEdits)\n"
    }
    return text
  }
}
