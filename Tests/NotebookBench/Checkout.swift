import Foundation

/// The project's folder, of which tests read documents, notebooks and sources.
package enum Checkout {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardized
}
