import CellCompiler
import Foundation

/// What the compiler would write where it finds fault.
package struct Correction: Hashable, Sendable {
  /// What is wrong, in the compiler's words.
  package var fault: String
  /// Its offset in the code, in bytes.
  package var byte: Int
  /// What the correction does, in the compiler's words; empty where they are those of the fault.
  package var words: String
  /// What to write where: bytes of the code, each change behind the one before.
  package var changes: [Change]

  package struct Change: Hashable, Sendable {
    package var bytes: Range<Int>
    package var text: String

    package init(_ bytes: Range<Int>, _ text: String) { (self.bytes, self.text) = (bytes, text) }
  }
}

extension Help {
  /// The corrections that the compiler has for a code, in the order of its faults. Costs the time of compiling it.
  package func corrections(of code: String, _ assistance: Assistance) -> [Correction] {
    guard let client else { return [] }
    let (text, offset) = assistance.file(holding: code)
    let found = client.retrying { () -> JSON? in
      guard let file = open(text, client, assistance), let arguments = try? assistance.arguments(file: file) else {
        return nil
      }
      return client.ask(Self.request("diagnostics", ["sourcefile": .text(file)], arguments))
    }
    let starts = [0] + text.utf8.enumerated().filter { $0.element == 10 }.map { $0.offset + 1 }
    func byte(_ diagnostic: JSON) -> Int? {
      guard let line = diagnostic["key.line"]?.int, let column = diagnostic["key.column"]?.int,
        starts.indices.contains(line - 1)
      else { return nil }
      return starts[line - 1] + column - 1 - offset
    }
    return (found?["key.diagnostics"]?.elements ?? []).flatMap { fault -> [Correction] in
      guard let place = byte(fault), let words = fault["key.description"]?.string else { return [] }
      return ([fault] + (fault["key.diagnostics"]?.elements ?? [])).compactMap { note in
        let changes = (note["key.fixits"]?.elements ?? []).compactMap { fix -> Correction.Change? in
          guard let start = fix["key.offset"]?.int, let length = fix["key.length"]?.int,
            let text = fix["key.sourcetext"]?.string, start >= offset
          else { return nil }
          return Correction.Change(start - offset..<start - offset + length, text)
        }
        guard !changes.isEmpty, changes.count == note["key.fixits"]?.elements?.count else { return nil }
        return Correction(
          fault: words, byte: place, words: note == fault ? "" : note["key.description"]?.string ?? "",
          changes: changes.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound })
      }
    }
  }
}
