import Foundation
import Testing

@testable import Studio

@Suite("The studio's page and its parts")
struct StudioPageTests {
  @Test("Each script and style of the page is inside the program")
  func embedded() throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/Doors/Studio/Web")
      .standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".html") }
    #expect(names.count > 10)
    for name in names { #expect(StudioPage.asset(name) != nil, "\(name): add it to CEmbedded/embedded.c") }
  }
}
