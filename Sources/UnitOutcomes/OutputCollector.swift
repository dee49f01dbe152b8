import Display
import Foundation

/// Puts together what a unit printed and what it showed, in the order in which it did, and tells it as it comes.
///
/// A unit may print without end: the first part and the last lines are kept, what lies between is counted. Memory stays
/// bounded by the limits and the bundles.
package struct OutputCollector {
  /// Bytes of printed text that are kept from the beginning, and from the end.
  static let limits = (head: 64 << 10, tail: 8 << 10)
  /// Bytes of what is shown that are kept at most.
  static let displayLimit = 256 << 20

  private let onEvent: (KernelEvent) -> Void
  private var pieces: [Output] = []
  private var headSize = 0
  private var tail = Data()
  private var omitted = 0
  private var errorText = Data()
  private var errorOmitted = 0
  private var decoders = [TextDecoder(), TextDecoder()]
  private var display: [UInt8] = []
  /// Where in the pieces the latest bundle of a name stands.
  private var named: [String: Int] = [:]
  /// Whether what there is goes as soon as something else comes.
  private var clearsNext = false
  private var displaySize = 0
  private var strangeBytes = 0
  /// Text of standard output that no piece holds yet: a character may end in the next read.
  private var head = TextDecoder()

  package private(set) var error: CellError?
  /// The values of expressions, in the order in which they were asked for.
  package private(set) var values: [InlineValue] = []

  package init(onEvent: @escaping (KernelEvent) -> Void) { self.onEvent = onEvent }

  /// Takes bytes of standard output (0), standard error (1) or the display channel (2).
  package mutating func take(_ stream: Int, _ bytes: UnsafeRawBufferPointer) {
    if stream == 2 {
      if display.count < Self.displayLimit { display.append(contentsOf: bytes) }
      return
    }
    let text = decoders[stream].decode(bytes)
    clearIfDue()
    if !text.isEmpty { onEvent(.text(stream == 0 ? .output : .error, text)) }
    if stream == 0 { keep(bytes) } else { keepError(bytes) }
  }

  /// Says that the unit waits for input.
  package func requestInput() { onEvent(.inputRequested) }

  /// Takes the whole messages that have come over the display channel: what the unit printed before them has come, too.
  package mutating func finishDisplay() {
    var rest = display[...]
    while !rest.isEmpty {
      switch ChannelMessage.read(rest) {
      case .message(let message, let length):
        show(message.bundle)
        rest = rest.dropFirst(length)
      case .malformed:
        strangeBytes += rest.count
        rest = []
      case .partial:
        display = Array(rest)
        return
      }
    }
    display = []
  }

  private mutating func show(_ bundle: MIMEBundle) {
    if let json = bundle.contents[MediaType.error] {
      error = try? JSONDecoder().decode(CellError.self, from: Data(json.utf8))
    } else if let value = bundle.contents[MediaType.inline] {
      values.append(
        InlineValue(value, markdown: bundle.contents[MediaType.markdown], html: bundle.contents[MediaType.html]))
    } else {
      place(bundle)
    }
  }

  private mutating func place(_ bundle: MIMEBundle) {
    var bundle = bundle
    let placing = bundle.takePlacing()
    if !bundle.isRecord { onEvent(.display(bundle, placing)) }
    if case .clearing(let waits) = placing {
      if waits { clearsNext = true } else { clear() }
      return
    }
    clearIfDue()
    if case .replacing(let name) = placing, let place = named[name] {
      pieces[place] = .bundle(bundle)
      return
    }
    switch placing {
    case .named(let name), .replacing(let name): named[name] = pieces.count
    case .here, .result, .clearing: break
    }
    pieces.append(.bundle(bundle))
  }

  /// Forgets what the unit has printed and shown so far.
  private mutating func clear() {
    (pieces, named, clearsNext) = ([], [:], false)
    (headSize, tail, omitted) = (0, Data(), 0)
    (errorText, errorOmitted) = (Data(), 0)
  }

  private mutating func clearIfDue() { if clearsNext { clear() } }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    var bytes = bytes[...]
    if headSize < Self.limits.head {
      let part = bytes.prefix(Self.limits.head - headSize)
      headSize += part.count
      append(head.decode(UnsafeRawBufferPointer(rebasing: part)))
      bytes = bytes.dropFirst(part.count)
    }
    guard !bytes.isEmpty else { return }
    tail.append(contentsOf: bytes)
    if tail.count > 4 * Self.limits.tail {
      omitted += tail.count - Self.limits.tail
      tail = Data(tail.suffix(Self.limits.tail))
    }
  }

  private mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    guard case .text(var earlier)? = pieces.last else { return pieces.append(.text(text)) }
    // Taken out meanwhile, so that it grows in place.
    pieces.removeLast()
    earlier += text
    pieces.append(.text(earlier))
  }

  private mutating func keepError(_ bytes: UnsafeRawBufferPointer) {
    let kept = bytes.prefix(max(0, Self.limits.head - errorText.count))
    errorText.append(contentsOf: kept)
    errorOmitted += bytes.count - kept.count
  }

  /// What the unit produced, once it is over.
  package mutating func finish() -> [Output] {
    if omitted == 0 {
      tail.withUnsafeBytes { append(head.decode($0)) }
      append(head.finish())
    } else {
      append(head.finish())
      omitted += max(0, tail.count - Self.limits.tail)
      tail = Data(tail.suffix(Self.limits.tail))
      // The tail begins in the middle of a line.
      if let newline = tail.firstIndex(of: 10) { tail = Data(tail[(newline + 1)...]) }
      pieces.append(.omitted(bytes: omitted))
      if !tail.isEmpty { pieces.append(.text(String(decoding: tail, as: UTF8.self))) }
    }
    var outputs = pieces
    let strange = strangeBytes + display.count
    if strange > 0 {
      let note =
        "the cell wrote \(strange) bytes to the channel for figures and tables that are no message; they are left out\n"
      errorText.append(contentsOf: note.utf8)
    }
    if !errorText.isEmpty { outputs.append(.errorText(String(decoding: errorText, as: UTF8.self))) }
    if errorOmitted > 0 { outputs.append(.omitted(bytes: errorOmitted)) }
    return outputs
  }
}
