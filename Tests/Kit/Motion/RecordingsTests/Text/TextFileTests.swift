import Basics
import Foundation
import Inertial
import Recordings
import Rotations
import Testing

@Suite("Files of text")
struct TextFileTests {
  @Test("A file that another program shortens while it is read is an error, no signal", arguments: [0, 1, 5000])
  func shortened(length: Int) throws {
    let path = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString).csv"
    try Data(repeating: UInt8(ascii: "1"), count: 3_000_000).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let file = try TextFile(path)
    #expect(try file.data.count == 3_000_000)
    truncate(path, off_t(length))
    #expect(throws: RecordingError.unreadableFile(path, reason: "another program has shortened it")) { try file.data }
  }

  @Test(
    "Whatever is in a name or a note, the file is read back: line ends become blanks, blanks at the end go, and nothing else changes"
  )
  func notesSurvive() throws {
    var random = SeededRandom(seed: 41)
    let pieces = [
      "\r\n", "\n", "\r", "\u{85}", "\u{2028}", "a", "ß", "#", ",", ";", "\"", "time_s", ":", " ", "1.5", "\t",
    ]
    func text() -> String {
      (0..<Int(random.next() % 9)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
    }
    func kept(_ text: String) -> String {
      String(text.onOneLine.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    for _ in 0..<2000 {
      let (name, notes) = ("n\(text())", [text(), text()])
      let trace = try Trace(
        name: name, timestamps: [0, 0.01], attitude: [.identity, .identity], userAcceleration: [.zero, .zero],
        notes: notes)
      let read = try Trace(contentsOf: "x.csv", in: ["x.csv": Data(trace.table.utf8)])
      #expect(read.name == kept(name), "\(name.debugDescription)")
      #expect(read.notes == notes.map(kept).filter { !$0.isEmpty }, "\(notes)")
      #expect(read.timestamps == trace.timestamps)
    }
  }
}
