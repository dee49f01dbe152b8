import Files
import Foundation
import Synchronization

/// Why readers will not see pictures. An editor asks that of all pictures of a notebook whenever something is typed, so a file is
/// read again only when it has changed.
package final class PictureDoubts: Sendable {
  /// Those of this process.
  package static let shared = PictureDoubts {
    try? Data(contentsOf: URL(fileURLWithPath: $0), options: .mappedIfSafe)
  }

  private struct Found {
    let signature: FileSignature
    let doubt: String?
  }

  private static let most = 1000
  private let read: @Sendable (_ path: String) -> Data?
  private let known = Mutex<[String: Found]>([:])

  /// - Parameter read: The contents of the file at a path; nil where it cannot be read.
  package init(read: @escaping @Sendable (_ path: String) -> Data?) { self.read = read }

  /// Whether the file at a path begins as a picture does, whatever it is called. O(1).
  package static func isPicture(at path: String) -> Bool {
    (try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)).map(PictureFile.isBegun) ?? false
  }

  /// Why a reader will not see the picture at a path, and what to do; nil if nothing is known against it.
  package func doubt(at path: String) -> String? {
    let (now, signature) = (FileSignature.now, FileSignature(path))
    if let found = known.withLock({ $0[path] }), found.signature == signature { return found.doubt }
    let doubt = PictureFile.doubt(at: path, read)
    if let signature, signature.isSettled(at: now) {
      known.withLock { known in
        if known.count >= Self.most { known = [:] }
        known[path] = Found(signature: signature, doubt: doubt)
      }
    }
    return doubt
  }
}
