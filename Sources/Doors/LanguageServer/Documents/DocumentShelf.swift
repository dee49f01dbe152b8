import CodeHelp
import Foundation
import Synchronization

/// The documents that the editor has open. Any thread may ask.
final class DocumentShelf: Sendable {
  private let documents = Mutex([String: OpenNotebook]())

  subscript(uri: String) -> OpenNotebook? { documents.withLock { $0[uri] } }

  /// The addresses of all of them.
  var addresses: [String] { documents.withLock { Array($0.keys) } }

  /// Takes a document that was opened.
  func open(_ document: OpenNotebook) { documents.withLock { $0[document.uri] = document } }

  func close(_ uri: String) { documents.withLock { $0[uri] = nil } }

  /// Makes changes, in their order.
  ///
  /// - Returns: false where one of them is not a change, or the document is not open: nothing is changed then.
  func change(_ uri: String, to version: JSON, _ changes: [JSON]) -> Bool {
    documents.withLock { documents in
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
    documents.withLock { documents in
      guard documents[uri] != nil else { return false }
      documents[uri]!.knowledge = knowledge
      return documents[uri]!.version == knowledge.version
    }
  }
}
