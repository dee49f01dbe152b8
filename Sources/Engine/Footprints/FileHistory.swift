import Files
import Foundation

/// The steps of a session with what they did to files, and the way back.
///
/// Going back before a step puts files back as they were before it: cells that run again then find what they found the
/// first time. What a person changed meanwhile is never written over.
package final class FileHistory {
  /// Where the processes save files before they change them. Exists from the beginning to `close`.
  package let folder: FilePath
  /// Footprints from the first step to the last.
  package private(set) var steps: [Footprint] = []
  /// Paths that a person changed, found so by an undone step: the first so many steps have nothing to put back there, even
  /// where the entry there is what one of them left.
  private var foreign: [FilePath: Int] = [:]
  private let files: DiskFiles
  private let bound: UInt64

  /// Makes the folder, for its user only.
  ///
  /// - Parameters:
  ///   - folder: must not exist. On the same file system as the notebook, hard links and moves work; on another one files are copied.
  ///   - bound: bytes that saved files may take, 1 GiB by default. Beyond, those of the earliest steps go, and going back before these
  ///     steps is no longer possible: the notebook then runs from the top.
  /// - Throws: `POSIXError` when it cannot be made.
  package init(folder: FilePath, bound: UInt64 = 1 << 30, files: DiskFiles) throws {
    guard folder.withCString({ mkdir($0, 0o700) }) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    (self.folder, self.bound, self.files) = (folder, bound, files)
  }

  package func append(_ footprint: Footprint) {
    steps.append(footprint)
    keepWithinBound()
  }

  /// Why the changes of the steps from that one on can't be undone. Empty when they can.
  package func obstacles(from step: Int) -> [String] {
    var reasons: [String] = []
    for footprint in steps.dropFirst(max(0, step)) {
      if !footprint.isComplete { reasons.append("not all of its changes are known") }
      reasons += footprint.outside
      for change in footprint.changes {
        if case .impossible(let reason) = change.image { reasons.append("\(change.path): \(reason)") }
      }
    }
    return reasons
  }

  package struct Undoing: Hashable, Sendable {
    /// Paths that a person changed meanwhile. They are as they were; to the steps that stay, they may be changed inputs.
    package var left: [FilePath] = []
    /// What could not be undone. When there is something, the notebook has to run from the top.
    package var impossible: [String] = []
  }

  /// Takes back what the steps from that one on did to files, the last one first, and forgets these steps.
  ///
  /// Ask `StepInputs.firstStale` before, and go back to that step if it is an earlier one: what a person did to a path that
  /// is undone here concerns the first step that used it. Does as much as it can even when something is impossible.
  package func undo(from step: Int) -> Undoing {
    var result = Undoing(impossible: obstacles(from: step))
    var unrestored: Set<FilePath> = []
    while steps.count > max(0, step) {
      let footprint = steps.removeLast()
      var restoration = FileRestoration(
        footprint.changes, left: foreign.filter { $0.value > steps.count }.map(\.key), unrestored: unrestored,
        files: files, journal: folder, isOwn: isOwn)
      restoration.run()
      unrestored = restoration.unrestored
      result.left += restoration.left
      for path in restoration.left { foreign[path] = steps.count }
      result.impossible += restoration.impossible
      for case .saved(let saved) in footprint.changes.map(\.image) { saved.withCString { _ = unlink($0) } }
    }
    if steps.isEmpty { foreign = [:] }
    result.left = Set(result.left).sorted()
    return result
  }

  /// Whether one of the steps that stay made the entry at a path.
  private func isOwn(_ path: FilePath) -> Bool {
    steps.lazy.flatMap(\.changes).first { $0.path == path }?.before == .absent
  }

  /// Removes all that was saved. The session is over.
  package func close() { try? FileManager.default.removeItem(atPath: folder.description) }

  deinit { close() }

  /// Removes saved files of the earliest steps until the rest is within the bound. A hard link counts only when it is the
  /// last one.
  private func keepWithinBound() {
    // A step that has changed nothing adds nothing to what held before it.
    if steps.last?.changes.isEmpty ?? true { return }
    let sizes = steps.map { step in step.changes.map { $0.savedSize }.reduce(0, +) }
    var total = sizes.reduce(0, +)
    for step in steps.indices where total > bound {
      for index in steps[step].changes.indices {
        guard case .saved(let saved) = steps[step].changes[index].image else { continue }
        saved.withCString { _ = unlink($0) }
        steps[step].changes[index].image = .impossible("saved files took more than \(bound) bytes")
      }
      total -= sizes[step]
    }
  }
}

extension FileChange {
  fileprivate var savedSize: UInt64 {
    guard case .saved(let saved) = image, let signature = FileSignature(at: saved) else { return 0 }
    return signature.links > 1 ? 0 : signature.size
  }
}
