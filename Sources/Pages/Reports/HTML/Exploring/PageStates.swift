import Foundation

/// The states of a page as they were made, and what follows from them: which places differ, and by which controls.
package struct PageStates: Sendable {
  /// A value of each control, by its index.
  package typealias State = [Int]

  private let counts: [Int]
  private let start: State
  /// The texts of each state's slices, by their number.
  private var known: [State: [Int]] = [:]
  private var texts: [String] = []
  private var numbers: [String: Int] = [:]

  /// No states yet, of controls with so many values, around this one.
  package init(counts: [Int], start: State) { (self.counts, self.start) = (counts, start) }

  /// Adds the slices of a state; a slice that is already there is kept once. O(length).
  package mutating func add(_ slices: [String], at state: State) {
    known[state] = slices.map { text in
      if let number = numbers[text] { return number }
      numbers[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }

  /// The same states, as one piece each where they are not cut at the same places.
  package var aligned: PageStates {
    guard Set(known.values.map(\.count)).count > 1 else { return self }
    var whole = PageStates(counts: counts, start: start)
    for (state, slices) in known { whole.add([slices.map { texts[$0] }.joined()], at: state) }
    return whole
  }

  /// Whether the state has been added.
  package func has(_ state: State) -> Bool { known[state] != nil }

  /// A place whose content differs: between which cuts it is, and which controls make the difference.
  package struct Place: Hashable, Sendable {
    package var slices: Range<Int>
    package var controls: [Int]
  }

  /// The places that differ. Those whose parts make no whole element by themselves are as large as it takes.
  /// O(states · slices · controls).
  package var places: [Place] {
    guard let first = known[start] else { return [] }
    var controls = first.map { _ in Set<Int>() }
    for control in counts.indices {
      var groups: [State: [Int]] = [:]
      for (state, pieces) in known {
        var rest = state
        rest[control] = -1
        guard let other = groups.updateValue(pieces, forKey: rest) else { continue }
        for index in first.indices where index < pieces.count && index < other.count && pieces[index] != other[index] {
          controls[index].insert(control)
        }
      }
    }
    var places: [Place] = []
    for index in first.indices where !controls[index].isEmpty {
      let range = balanced(around: index, in: first)
      let deciding = range.reduce(into: Set<Int>()) { $0.formUnion(controls[$1]) }
      var place = Place(slices: range, controls: deciding.sorted())
      // A large one may have several before it in it.
      while let last = places.last, last.slices.upperBound > place.slices.lowerBound {
        place = Place(
          slices: min(
            last.slices.lowerBound, place.slices.lowerBound)..<max(last.slices.upperBound, place.slices.upperBound),
          controls: Set(last.controls).union(place.controls).sorted())
        places.removeLast()
      }
      places.append(place)
    }
    return places
  }

  /// The slices around one that are whole elements together.
  private func balanced(around index: Int, in slices: [Int]) -> Range<Int> {
    var range = index..<index + 1
    while true {
      let (lowest, end) = ElementDepth.of(range.map { texts[slices[$0]] })
      if lowest < 0, range.lowerBound > 0 {
        range = range.lowerBound - 1..<range.upperBound
      } else if end - min(lowest, 0) > 0, range.upperBound < slices.count {
        range = range.lowerBound..<range.upperBound + 1
      } else {
        return range
      }
    }
  }

  /// The states that a place needs: all combinations of its controls, with the others at the start.
  package func states(of place: Place) -> [State] { Self.combinations(of: place.controls, counts, start) }

  /// All combinations of the values of some controls, the last one's values following one another. O(combinations).
  package static func combinations(of controls: [Int], _ counts: [Int], _ start: State) -> [State] {
    controls.reduce([start]) { states, control in
      states.flatMap { state in
        (0..<counts[control]).map { value in
          var state = state
          state[control] = value
          return state
        }
      }
    }
  }

  /// The page of these states, or that of some controls alone, the others at the start.
  ///
  /// - Returns: nil where a state is missing that a place needs.
  package func page(_ controls: [ExploredPage.Control], only chosen: Set<Int>? = nil) -> ExploredPage? {
    guard let first = known[start] else { return nil }
    var slots: [ExploredPage.Slot] = []
    var pieces: [String] = []
    var pieceNumbers: [String: Int] = [:]
    for place in places {
      var place = place
      if let chosen { place.controls.removeAll { !chosen.contains($0) } }
      if place.controls.isEmpty { continue }
      var used: [Int] = []
      for state in states(of: place) {
        guard let slices = known[state] else { return nil }
        let text = place.slices.map { texts[slices[$0]] }.joined()
        let number = pieceNumbers[text] ?? pieces.count
        if number == pieces.count {
          pieceNumbers[text] = number
          pieces.append(text)
        }
        used.append(number)
      }
      slots.append(ExploredPage.Slot(slices: place.slices, controls: place.controls, pieces: used))
    }
    let shown = chosen.map { chosen in
      controls.indices.map { index -> ExploredPage.Control in
        var control = controls[index]
        if !chosen.contains(index) { (control.values, control.start) = ([control.values[control.start]], 0) }
        return control
      }
    }
    return ExploredPage(controls: shown ?? controls, slices: first.map { texts[$0] }, slots: slots, pieces: pieces)
  }
}

/// How deep in elements a piece of HTML ends, and how far it leaves those that it began in.
enum ElementDepth {
  /// Elements that have no end.
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  /// The least depth and the last one, from 0 at the beginning. O(length).
  static func of(_ texts: [String]) -> (lowest: Int, end: Int) {
    var (depth, lowest) = (0, 0)
    for text in texts {
      let bytes = Array(text.utf8)
      var place = 0
      while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
        if bytes[start...].starts(with: "<!--".utf8) {
          place = start + 4
          while place < bytes.count, !bytes[place...].starts(with: "-->".utf8) { place += 1 }
          continue
        }
        let closes = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
        let name = bytes[(start + (closes ? 2 : 1))...].prefix { isNamed($0) }
        place = end(of: bytes, from: start + 1)
        guard let first = name.first, first > UInt8(ascii: "9"),
          !void.contains(String(decoding: name, as: UTF8.self).lowercased())
        else { continue }
        if closes {
          depth -= 1
          lowest = min(lowest, depth)
        } else if bytes[place - 1] != UInt8(ascii: "/") {
          depth += 1
        }
      }
    }
    return (lowest, depth)
  }

  private static func isNamed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The end of a tag: its bracket, outside of quotation marks.
  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    var quote: UInt8?
    for place in start..<bytes.count {
      let byte = bytes[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return place
      }
    }
    return bytes.count
  }
}
