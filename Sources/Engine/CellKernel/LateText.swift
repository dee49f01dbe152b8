import Foundation

/// What threads of a state print after the unit is over that started them: its standard output and error, which stay open
/// until the next unit gives the process its own.
///
/// It must be read now and then: a thread that finds no room waits. Not thread-safe.
final class LateText {
  /// Standard output and error; −1 once nobody writes to them.
  private(set) var descriptors: [Int32]
  private var decoders = [TextDecoder(), TextDecoder()]
  /// Bytes that have come.
  private(set) var counts = [0, 0]
  /// Bytes that came before, when the state was made the first time, and are not told twice.
  private var known = [0, 0]
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  init(_ descriptors: [Int32]) { self.descriptors = descriptors }

  deinit { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }

  /// Takes the place of another one, whose process was the same state: what that one has told is not told again.
  func follow(_ earlier: LateText) { known = earlier.counts }

  /// What has come since, without waiting.
  func read() -> [(kind: TextKind, text: String)] {
    var texts: [(kind: TextKind, text: String)] = []
    for (stream, kind) in [TextKind.output, .error].enumerated() {
      var text = ""
      // Bounded, so that a thread that prints without end holds nobody up.
      for _ in 0..<64 where descriptors[stream] >= 0 {
        guard let part = part(of: stream) else { break }
        text += part
      }
      if !text.isEmpty { texts.append((kind, text)) }
    }
    return texts
  }

  private func part(of stream: Int) -> String? {
    let count = Glibc.read(descriptors[stream], &buffer, buffer.count)
    if count == 0 {
      close(descriptors[stream])
      descriptors[stream] = -1
    }
    guard count > 0 else { return nil }
    let told = min(max(known[stream] - counts[stream], 0), count)
    counts[stream] += count
    return buffer[told..<count].withUnsafeBytes { decoders[stream].decode($0) }
  }
}
