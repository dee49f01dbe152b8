import Foundation
import Testing

@testable import Inertial

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
    #expect(throws: TraceError.unreadableFile(path, reason: "another program has shortened it")) { try file.data }
  }
}
