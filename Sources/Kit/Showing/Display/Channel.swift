import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way from a cell to the runner, for everything richer than text.
///
/// The host in whose process the cell runs passes a bundle on, and sees to it that everything printed before it comes
/// first. Without a host, bundles are printed in plain text, so a cell pasted into a program still works.
package enum Channel {
  private typealias Send = @convention(c) (UnsafeRawPointer, Int) -> Int32

  private static let send: Send? = function("gimbal_show")

  /// A function of the host, found by name: this library is used without a host as well.
  package static func function<Function>(_ name: String) -> Function? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
  }

  /// Sends a bundle that is shown at this place of the output.
  static func show(_ bundle: MIMEBundle) {
    if !pass(bundle) { print(bundle.contents[MediaType.plain] ?? "") }
  }

  /// Sends a bundle that the reader does not see.
  static func note(_ bundle: MIMEBundle) { _ = pass(bundle) }

  /// Whether there is a host that has taken the bundle.
  private static func pass(_ bundle: MIMEBundle) -> Bool {
    guard let send else { return false }
    return ChannelMessage(bundle: bundle).bytes.withUnsafeBytes { send($0.baseAddress!, $0.count) == 0 }
  }
}
