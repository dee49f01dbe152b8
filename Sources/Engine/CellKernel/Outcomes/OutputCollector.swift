import Display
import Foundation

/// Puts together what a unit printed and what it showed, in order, and passes it on as it comes.
///
/// It keeps the first part and the last lines of printed text, and the first displays and records with the value of
/// the last expression; the rest is counted. Memory stays bounded by the limits.
package struct OutputCollector {
  private let limits: OutputLimits
  private let onEvent: (KernelEvent) -> Void
  private var pieces: [Output] = []
  private var headSize = 0
  private var tail = Data()
  private var errorText = Data()
  /// What is not kept; the text of standard output counts by itself, because its end is kept.
  private var omission = Omission()
  private var omitted = 0
  private var decoders = [TextDecoder(), TextDecoder()]
  private var display: [UInt8] = []
  /// Where in the pieces the latest bundle of a name is.
  private var named: [String: Int] = [:]
  /// Whether what there is goes as soon as something else comes.
  private var clearsNext = false
  /// What is kept of what was shown and recorded.
  private var kept = (displays: 0, records: 0, bytes: 0)
  private var hasResult = false
  /// Bytes of a message that is too large.
  private var surplus = 0
  private var strangeBytes = 0
  /// Text of standard output that no piece holds yet: a character may end in the next read.
  private var head = TextDecoder()

  package private(set) var error: CellError?
  /// The values of expressions, in the order in which they were asked for.
  package private(set) var values: [InlineValue] = []

  package init(limits: OutputLimits = OutputLimits(), onEvent: @escaping (KernelEvent) -> Void) {
    (self.limits, self.onEvent) = (limits, onEvent)
  }

  /// Takes bytes of standard output (0), standard error (1) or the display channel (2).
  package mutating func take(_ stream: Int, _ bytes: UnsafeRawBufferPointer) {
    if stream == 2 {
      if surplus == 0, display.count + bytes.count <= limits.bytes {
        display.append(contentsOf: bytes)
      } else {
        (display, surplus) = ([], surplus + bytes.count)
      }
      return
    }
    let text = decoders[stream].decode(bytes)
    clearIfDue()
    if !text.isEmpty { onEvent(.text(stream == 0 ? .output : .error, text)) }
    if stream == 0 { keep(bytes) } else { keepError(bytes) }
  }

  /// Says that the unit waits for input.
  package func requestInput(isHidden: Bool) { onEvent(.inputRequested(isHidden: isHidden)) }

  /// Takes the whole messages that have come over the display channel: what the unit printed before them has come, too.
  package mutating func finishDisplay() {
    if surplus > 0 {
      omission.displays += 1
      surplus = 0
    }
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
      guard hasRoom(for: bundle, .here) else {
        omission.records += 1
        return
      }
      values.append(
        InlineValue(value, markdown: bundle.contents[MediaType.markdown], html: bundle.contents[MediaType.html]))
    } else {
      place(bundle)
    }
  }

  private mutating func place(_ bundle: MIMEBundle) {
    var bundle = bundle
    let placing = bundle.takePlacing()
    if case .clearing(let waits) = placing {
      onEvent(.display(bundle, placing))
      if waits { clearsNext = true } else { clear() }
      return
    }
    clearIfDue()
    var earlier: Int?
    if case .replacing(let name) = placing { earlier = named[name] }
    guard hasRoom(for: bundle, placing, inPlaceOf: earlier) else {
      if bundle.isRecord { omission.records += 1 } else { omission.displays += 1 }
      return
    }
    if !bundle.isRecord { onEvent(.display(bundle, placing)) }
    if let earlier {
      pieces[earlier] = .bundle(bundle)
      return
    }
    switch placing {
    case .named(let name), .replacing(let name): named[name] = pieces.count
    case .here, .result, .clearing: break
    }
    pieces.append(.bundle(bundle))
  }

  /// Whether a bundle is kept, which then counts as kept.
  private mutating func hasRoom(for bundle: MIMEBundle, _ placing: Placing, inPlaceOf earlier: Int? = nil) -> Bool {
    var size = bundle.size
    if let earlier, case .bundle(let replaced) = pieces[earlier] { size -= replaced.size }
    guard kept.bytes + size <= limits.bytes else { return false }
    if bundle.isRecord || bundle.contents[MediaType.inline] != nil {
      guard kept.records < limits.records else { return false }
      kept.records += 1
    } else if placing == .result, !hasResult {
      hasResult = true
    } else if earlier == nil {
      guard kept.displays < limits.displays else { return false }
      kept.displays += 1
    }
    kept.bytes += size
    return true
  }

  /// Forgets what the unit has printed and shown so far; what it has recorded stays.
  private mutating func clear() {
    pieces = pieces.filter { if case .bundle(let bundle) = $0 { bundle.isRecord } else { false } }
    (named, clearsNext, hasResult, kept.displays) = ([:], false, false, 0)
    kept.bytes = pieces.reduce(0) { if case .bundle(let bundle) = $1 { $0 + bundle.size } else { $0 } }
    (headSize, tail, omitted) = (0, Data(), 0)
    (errorText, omission.text, omission.displays) = (Data(), 0, 0)
  }

  private mutating func clearIfDue() { if clearsNext { clear() } }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    var bytes = bytes[...]
    if headSize < limits.head {
      let part = bytes.prefix(limits.head - headSize)
      headSize += part.count
      append(head.decode(UnsafeRawBufferPointer(rebasing: part)))
      bytes = bytes.dropFirst(part.count)
    }
    guard !bytes.isEmpty else { return }
    tail.append(contentsOf: bytes)
    if tail.count > 4 * limits.tail {
      omitted += tail.count - limits.tail
      tail = Data(tail.suffix(limits.tail))
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
    let kept = bytes.prefix(max(0, limits.head - errorText.count))
    errorText.append(contentsOf: kept)
    omission.text += bytes.count - kept.count
  }

  /// What the unit produced, once it is over.
  package mutating func finish() -> [Output] {
    var end = ""
    if omitted == 0 {
      tail.withUnsafeBytes { append(head.decode($0)) }
      append(head.finish())
    } else {
      append(head.finish())
      omission.text += omitted + max(0, tail.count - limits.tail)
      tail = Data(tail.suffix(limits.tail))
      // The tail begins in the middle of a line.
      if let newline = tail.firstIndex(of: 10) { tail = Data(tail[(newline + 1)...]) }
      end = String(decoding: tail, as: UTF8.self)
    }
    var outputs = pieces
    if !omission.isEmpty { outputs.append(.omitted(omission)) }
    if !end.isEmpty { outputs.append(.text(end)) }
    let strange = strangeBytes + display.count
    if strange > 0 {
      let note =
        "the cell wrote \(strange) bytes to the channel for figures and tables that are not a message; they are left out\n"
      errorText.append(contentsOf: note.utf8)
    }
    if !errorText.isEmpty { outputs.append(.errorText(String(decoding: errorText, as: UTF8.self))) }
    return outputs
  }
}

extension MIMEBundle {
  /// Bytes of its contents.
  fileprivate var size: Int { contents.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
}
