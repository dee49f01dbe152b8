import Basics
import CZlib
import Foundation
import NotebookDocument

/// A page whose reader moves parameters: the page at its first state, with all that differs in the others.
///
/// What differs is kept piece by piece, each for the values of those parameters only that decide it, and each text once: pictures of
/// one figure have most of their lines in common. A script puts the pieces into their places; without it the page is the page of
/// the first state.
package struct ExploredPage: Sendable, Codable {
  /// A parameter as the page's script knows it.
  package struct Control: Hashable, Sendable, Codable {
    package var name: String
    package var label: String
    package var unit: String?
    package var kind: ExploredParameter.Control
    /// As `-P name=value` takes them, in the order of the control.
    package var values: [String]
    /// The value at which the page begins, as an index.
    package var start: Int

    package init(
      name: String, label: String, unit: String?, kind: ExploredParameter.Control, values: [String], start: Int
    ) {
      (self.name, self.label, self.unit, self.kind) = (name, label, unit, kind)
      (self.values, self.start) = (values, start)
    }
  }

  /// A place in the page whose content differs from state to state.
  struct Slot: Hashable, Sendable, Codable {
    /// Between which cuts it is.
    var slices: Range<Int>
    /// The controls that decide it.
    var controls: [Int]
    /// The piece for each combination of their values; the last control's values follow one another.
    var pieces: [Int]
  }

  package let controls: [Control]
  /// The page at its start, cut.
  let slices: [String]
  let slots: [Slot]
  /// Distinct texts.
  let pieces: [String]

  /// What a report is shown as.
  package enum Form: String, Sendable { case page, slides }

  /// The parts of a report's page, or of its slides, that can be exchanged for those of another state. O(length).
  package static func slices(of report: Report, formulas: Formulas, as form: Form) -> [String] {
    var page = HTMLReport(report: report, formulas: formulas)
    page.cut = cut
    return (form == .page ? page.content() : page.slidesContent()).parts(between: cut)
  }

  /// What is between the parts: characters for private use, in an order that no text has.
  private static let cut = "\u{10F0C7}\u{100C7F}\u{10F0C7}"

  // MARK: The page

  /// The text of `index.html`, or of the slides' page. O(length).
  package func text(of report: Report, formulas: Formulas, as form: Form) -> String {
    let notebook = report.notebook
    let page = HTMLReport(report: report, formulas: formulas)
    let content = content
    // What any state needs, the page has from its beginning.
    let scripts = pieces.reduce(into: PageScripts(for: content)) { $0.formUnion(PageScripts(for: $1)) }
    let main = page.font(for: allText) + content
    if form == .slides {
      return page.slidesPage(main, scripts: scripts.union(.exploring), head: ExploringScript.style, tail: element())
    }
    return HTMLPage.page(
      title: notebook.title, language: notebook.frontMatter.language ?? "en", main: main,
      head: ExploringScript.style, tail: element(), policy: page.isTrusted ? .trusted : .handedOut,
      scripts: scripts.union(.exploring))
  }

  /// What the page shows at its start, with the places of its states marked. O(length).
  package var content: String {
    var content = ""
    var next = 0
    for (number, slot) in slots.enumerated() {
      content += slices[next..<slot.slices.lowerBound].joined()
      content += Self.begin(number) + slices[slot.slices].joined() + Self.end(number)
      next = slot.slices.upperBound
    }
    return content + slices[next...].joined()
  }

  /// All text and all formulas that the page shows in any state, among other things: its fonts are the same in all of them.
  var allText: String { content + pieces.filter { !$0.holds("<svg") || $0.holds("<math") }.joined() }

  /// The comments between which the script exchanges what is in a place.
  private static func begin(_ slot: Int) -> String { "<!--state \(slot)-->" }
  private static func end(_ slot: Int) -> String { "<!--/state \(slot)-->" }

  /// What the controls add to the page, in bytes. O(length).
  package var size: Int { element().utf8.count + ExploringScript.text.utf8.count }

  /// The data as an element of the page: controls as they are, so that they are there at once, and the states packed.
  ///
  /// - Parameter filled: what is in the page for a piece.
  package func element(_ filled: (String) -> String = { $0 }) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let controls = (try? encoder.encode(controls)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    let states = (try? encoder.encode(PackedStates(slots: slots, pieces: pieces.map(filled)))) ?? Data()
    return """
      <script type="application/octet-stream" class="states" data-controls="\(MarkupText.escape(controls))">\
      \(Self.deflated(states).base64EncodedString())</script>

      """
  }

  /// The bytes as zlib packs them.
  private static func deflated(_ data: Data) -> Data {
    var size = compressBound(UInt(data.count))
    var packed = Data(count: Int(size))
    let status = packed.withUnsafeMutableBytes { target in
      data.withUnsafeBytes { source in
        compress2(
          target.bindMemory(to: UInt8.self).baseAddress, &size, source.bindMemory(to: UInt8.self).baseAddress,
          UInt(data.count), Z_BEST_COMPRESSION)
      }
    }
    precondition(status == Z_OK, "zlib has all the room that it asked for")
    return packed.prefix(Int(size))
  }
}

/// What the page's script reads.
struct PackedStates: Codable {
  struct Slot: Codable {
    /// The controls that decide it.
    var on: [Int]
    var pieces: [Int]
  }

  var slots: [Slot]
  /// Each piece as a sequence of chunks.
  var pieces: [[Int]]
  var chunks: [String]

  init(slots: [ExploredPage.Slot], pieces: [String]) {
    self.slots = slots.map { Slot(on: $0.controls, pieces: $0.pieces) }
    var table = ChunkTable()
    let cut = pieces.map { table.chunks(of: $0) }
    (self.pieces, chunks) = table.joined(cut)
  }
}

/// Texts as sequences of chunks, each of which is there once.
struct ChunkTable {
  private var numbers: [String: Int] = [:]
  private var texts: [String] = []

  /// A text cut before each tag. O(length).
  mutating func chunks(of text: String) -> [Int] {
    var chunks: [Int] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let after = bytes.index(after: start)
      let end = bytes[after...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
      let chunk = String(text[start..<end])
      if let known = numbers[chunk] {
        chunks.append(known)
      } else {
        numbers[chunk] = texts.count
        chunks.append(texts.count)
        texts.append(chunk)
      }
      start = end
    }
    return chunks
  }

  /// The same with chunks joined that never be without each other. O(chunks).
  func joined(_ pieces: [[Int]]) -> (pieces: [[Int]], chunks: [String]) {
    // The one chunk that is behind, or before, each one; −1 for the end of a piece, nil as long as none was seen.
    var next = [Int?](repeating: nil, count: texts.count)
    var previous = next
    let several = -2
    func note(_ neighbour: Int, _ place: inout Int?) {
      place = place == nil || place == neighbour ? neighbour : several
    }
    for piece in pieces {
      for (index, chunk) in piece.enumerated() {
        note(index + 1 < piece.count ? piece[index + 1] : -1, &next[chunk])
        note(index > 0 ? piece[index - 1] : -1, &previous[chunk])
      }
    }
    /// Whether a chunk always goes on with the same one, which always follows it.
    func goesOn(_ chunk: Int) -> Int? {
      guard let follower = next[chunk], follower >= 0, previous[follower] == chunk, follower != chunk else {
        return nil
      }
      return follower
    }
    var numbers: [Int: Int] = [:]
    var chunks: [String] = []
    let result = pieces.map { piece -> [Int] in
      var result: [Int] = []
      var index = 0
      while index < piece.count {
        let first = piece[index]
        var text = numbers[first] == nil ? texts[first] : ""
        var last = first
        index += 1
        while index < piece.count, goesOn(last) == piece[index] {
          last = piece[index]
          if numbers[first] == nil { text += texts[last] }
          index += 1
        }
        if numbers[first] == nil {
          numbers[first] = chunks.count
          chunks.append(text)
        }
        result.append(numbers[first]!)
      }
      return result
    }
    return (result, chunks)
  }
}
