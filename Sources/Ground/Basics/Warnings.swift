import Foundation
import Synchronization

/// Lets a program know what a library finds doubtful and cannot refuse: a notebook shows it next to the cell.
package enum Warnings {
  /// What is reported, and whether it is a finding.
  package typealias Observer = @Sendable (_ message: String, _ isFinding: Bool) -> Void

  private static let hearer = Mutex<Observer?>(nil)

  /// Called on the thread that finds something; nil, the default, hears nothing.
  package static var observer: Observer? {
    get { hearer.withLock { $0 } }
    set { hearer.withLock { $0 = newValue } }
  }

  /// Whether there is an observer: finding out whether to warn can cost more than warning.
  package static var areHeard: Bool { !isMuted && observer != nil }

  /// Whether the code that runs now is one of many repeats, whose single results nobody reads.
  @TaskLocal package static var isMuted = false

  /// Warns of something doubtful. The message also says what to do.
  package static func say(_ message: @autoclosure () -> String) { if !isMuted { observer?(message(), false) } }

  /// Says what a comparison has found that speaks against a result: nothing is wrong with how it was found.
  package static func find(_ message: @autoclosure () -> String) { if !isMuted { observer?(message(), true) } }
}
