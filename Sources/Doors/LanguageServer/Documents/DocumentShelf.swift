import CodeHelp
import Foundation

/// The documents that the editor has open. Any thread may ask.
final class DocumentShelf: @unchecked Sendable {
  private let lock = NSLock()
  private var documents: [String: OpenNotebook] = [:]

  subscript(uri: String) -> OpenNotebook? { lock.withLock { documents[uri] } }

  /// The addresses of all of them.
  var addresses: [String] { lock.withLock { Array(documents.keys) } }

  /// Takes a document that was opened.
  func open(_ document: OpenNotebook) { lock.withLock { documents[document.uri] = document } }

  func close(_ uri: String) { lock.withLock { documents[uri] = nil } }

  /// Makes changes, in their order.
  ///
  /// - Returns: false where one of them is not a change, or the document is not open: nothing is changed then.
  func change(_ uri: String, to version: JSON, _ changes: [JSON]) -> Bool {
    lock.withLock {
      guard var document = documents[uri] else { return false }
      for change in changes { guard document.text.apply(change) else { return false } }
      document.version = version
      documents[uri] = document
      return true
    }
  }

  /// Notes what a look at a document has found.
  ///
  /// - Returns: whether this is still the version that the editor has.
  func note(_ knowledge: OpenNotebook.Knowledge, of uri: String) -> Bool {
    lock.withLock {
      guard documents[uri] != nil else { return false }
      documents[uri]!.knowledge = knowledge
      return documents[uri]!.version == knowledge.version
    }
  }
}
