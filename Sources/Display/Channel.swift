import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way from a cell to the runner, for everything richer than text.
///
/// A bundle travels on a descriptor of its own; `ChannelMessage` says how. Its place among the printed lines is kept by a
/// mark in standard output. Without a runner, bundles are printed in plain text, so a cell pasted into a program still
/// works.
enum Channel {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var count = 0
  private static let descriptor: Int32? = ProcessInfo.processInfo.environment["GIMBAL_DISPLAY"].flatMap { Int32($0) }

  /// The text that stands in standard output where bundle `place` belongs.
  static func mark(_ place: Int) -> String { "\u{1}\u{2}gimbal \(place)\u{2}\u{1}" }

  /// Sends a bundle that is shown at this place of the output.
  static func show(_ bundle: MIMEBundle) {
    guard let descriptor else { return print(bundle.contents[MediaType.plain] ?? "") }
    lock.withLock {
      count += 1
      print(mark(count), terminator: "")
      fflush(nil)
      write(ChannelMessage(place: count, bundle: bundle), to: descriptor)
    }
  }

  /// Sends a bundle that the reader does not see.
  static func note(_ bundle: MIMEBundle) {
    guard let descriptor else { return }
    lock.withLock { write(ChannelMessage(place: nil, bundle: bundle), to: descriptor) }
  }

  private static func write(_ message: ChannelMessage, to descriptor: Int32) {
    message.bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = systemWrite(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
        if count > 0 {
          sent += count
        } else if errno != EINTR {
          return
        }
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
