import Foundation
import NotebookBench
import Reports
import Synchronization
import Testing

@Suite("Doubts of pictures")
struct PictureDoubtTests {
  @Test("A picture is read again only when its file has changed")
  func known() throws {
    let bench = try Workbench()
    let path = "\(bench.folder)/a.gif"
    let readings = Mutex(0)
    let doubts = PictureDoubts { path in
      readings.withLock { $0 += 1 }
      return FileManager.default.contents(atPath: path)
    }
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      // A file that has changed just now may change again without showing it.
      Thread.sleep(forTimeInterval: 0.05)
    }
    try write("GIF89a;")
    for _ in 0..<3 { #expect(doubts.doubt(at: path) == nil) }
    #expect(readings.withLock(\.self) == 1)
    try write("GIF89a.")
    for _ in 0..<3 { #expect(doubts.doubt(at: path)?.contains("is cut off") == true) }
    #expect(readings.withLock(\.self) == 2)
    try FileManager.default.removeItem(atPath: path)
    #expect(doubts.doubt(at: path)?.contains("cannot be read") == true)
  }
}
