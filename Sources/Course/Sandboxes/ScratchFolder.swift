import CSandbox
import Foundation

/// A folder that a confined program could write.
package enum ScratchFolder {
  /// Removes it with all that is in it, however deep that is; false where something stays.
  @discardableResult
  package static func remove(_ path: String) -> Bool { gimbal_remove_tree(path) == 0 }

  /// What a file in it holds; nil where there is none, it is a link or a pipe, or is larger than wanted.
  package static func read(_ path: String, limit: Int) -> Data? {
    var length = 0
    guard let bytes = gimbal_read_plain(path, limit, &length) else { return nil }
    return Data(bytesNoCopy: bytes, count: length, deallocator: .free)
  }
}
