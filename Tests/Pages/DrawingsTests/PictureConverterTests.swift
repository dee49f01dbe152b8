import Foundation
import Testing

@testable import Caches
@testable import Drawings
@testable import ReportExport

@Suite("Pictures that cells give")
struct PictureConverterTests {
  @Test(
    "The same picture gives the same bytes, whenever it is made",
    .enabled(if: TypesettingTools().makesPDF, "Typst is missing: “make setup”"), arguments: ["pdf", "png"])
  func repeated(format: String) throws {
    let svg = #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle cx="20" cy="15" r="9" fill="#07a"/></svg>
      """#
    func made() throws -> Data {
      let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      return try #require(try PictureConverter(store: Store(folder)).convert(svg, to: format))
    }
    let first = try made()
    // Time stamps count seconds.
    Thread.sleep(forTimeInterval: 1.1)
    #expect(try made() == first)
  }
}
