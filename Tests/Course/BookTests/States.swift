import CZlib
import Foundation

/// The states that a page keeps, unpacked.
struct States {
  /// All texts of all states.
  let texts: [String]

  init(_ page: String) throws {
    struct Packed: Decodable {
      var pieces: [[Int]]
      var chunks: [String]
    }
    guard let match = page.firstMatch(of: /class="states"[^>]*>([^<]*)<\/script>/),
      let data = Data(base64Encoded: String(match.output.1))
    else { throw CocoaError(.coderInvalidValue) }
    var size = UInt(16 << 20)
    var unpacked = Data(count: Int(size))
    let status = unpacked.withUnsafeMutableBytes { target in
      data.withUnsafeBytes { source in
        uncompress(
          target.bindMemory(to: UInt8.self).baseAddress, &size, source.bindMemory(to: UInt8.self).baseAddress,
          UInt(data.count))
      }
    }
    guard status == Z_OK else { throw CocoaError(.coderInvalidValue) }
    let packed = try JSONDecoder().decode(Packed.self, from: unpacked.prefix(Int(size)))
    texts = packed.pieces.map { $0.map { packed.chunks[$0] }.joined() }
  }
}
