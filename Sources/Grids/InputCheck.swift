import CellKernel
import Foundation

/// Whether the files that points have read are still what they were; each file is looked at once.
final class InputCheck: @unchecked Sendable {
  private let folder: String
  private let lock = NSLock()
  private var known: [String: String?] = [:]

  /// For inputs named from this folder.
  init(folder: String) { self.folder = folder }

  /// The first input that is not as it was; nil where all are.
  func changed(_ inputs: [String: String]) -> String? {
    inputs.sorted { $0.key < $1.key }.first { path, hash in current(path) != hash }?.key
  }

  /// The hash of what stands there now; nil where nothing does.
  func current(_ path: String) -> String? {
    if let known = lock.withLock({ known[path] }) { return known }
    let hash = InputFile.contentHash(ofFileAt: Corpus.place(path, from: folder))
    lock.withLock { known[path] = .some(hash) }
    return hash
  }
}
