import Foundation

/// Lets a program know what a library finds doubtful and cannot refuse: a notebook shows it beside the cell.
package enum Warnings {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var hearer: (@Sendable (String) -> Void)?

  /// Called on the thread that finds something; nil, the default, hears nothing.
  package static var observer: (@Sendable (String) -> Void)? {
    get { lock.withLock { hearer } }
    set { lock.withLock { hearer = newValue } }
  }

  /// Whether anybody hears what is said: to find out what to say can cost more than saying it.
  package static var areHeard: Bool { observer != nil }

  /// Says what is doubtful, and what to do.
  package static func say(_ message: @autoclosure () -> String) { observer?(message()) }
}
