import Foundation
import Recordings
import Simulation
import Traces

extension Mutant {
  /// Packs the files into a gzip file or a zip archive, and damages most of them.
  mutating func pack(_ random: inout SeededRandom) {
    let files = specimen.files.sorted { $0.key < $1.key }.map { (name: $0.key, content: $0.value) }
    guard !files.isEmpty else { return }
    var bytes: [UInt8]
    let isGzip = files.count == 1 && random.uniform() < 0.5
    if random.uniform() < 0.004 {
      bytes = Self.bomb(isGzip: isGzip, &random)
    } else if isGzip {
      bytes = Array(gzip(files[0].content))
    } else {
      var entries = files
      switch random.below(12) {
      case 0: entries.append((name: "inner.csv", content: zip(files)))
      case 1: entries.append((name: "../\(files[0].name)", content: files[0].content))
      case 2: entries.append(entries[0])
      case 3: entries.append((name: "__MACOSX/._file.csv", content: Data([0, 5, 22, 7])))
      case 4: entries[0].name = ["", "/", ".csv", "a\u{0}.csv", "é.csv", "imu0/data.csv"][random.below(6)]
      default: break
      }
      let sizes = ZipSizes.allCases[random.below(ZipSizes.allCases.count)]
      bytes = Array(zip(entries, deflates: random.uniform() < 0.5, sizes: sizes))
    }
    if random.uniform() < 0.8 {
      for _ in 0..<(1 + random.below(3)) { damage(&bytes, &random) }
    }
    specimen.path = "walk.zip"
    specimen.files = ["walk.zip": Data(bytes)]
  }

  /// Many bytes from few: numbers, zeros or line ends without number.
  private static func bomb(isGzip: Bool, _ random: inout SeededRandom) -> [UInt8] {
    let piece = Array(["0,1,0,0,0,0.1,0.2,0.3\n", "\n", "\u{0}", "1", ","][random.below(5)].utf8)
    let count = (1 << 20) << random.below(6)
    var content = piece
    while content.count < count { content += content }
    let bomb = Data(content)
    return Array(isGzip ? gzip(bomb) : zip([("a.csv", bomb), ("b.csv", bomb)], deflates: true))
  }

  /// Damages an archive's bytes, preferably where its lengths, offsets and counts are.
  private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard bytes.count > 4 else { return }
    switch random.below(5) {
    case 0: bytes.removeLast(random.below(bytes.count))
    case 1: bytes = TextMutation.mutatedBytes(bytes, .changeByte, &random)
    case 2: bytes = TextMutation.mutatedBytes(bytes, .removeBytes, &random)
    case 3: bytes = TextMutation.mutatedBytes(bytes, .doubleBytes, &random)
    default:
      // A header's fields follow its signature.
      let headers = bytes.indices.dropLast(4).filter {
        bytes[$0] == 0x50 && bytes[$0 + 1] == 0x4b && bytes[$0 + 2] < 8
      }
      let start = headers.isEmpty ? 0 : headers[random.below(headers.count)]
      let field = start + 4 + random.below(44)
      let value: UInt32 = [0, 1, 0xff, 0x7fff_ffff, 0xffff_ffff, 0x8000_0000][random.below(6)]
      for byte in 0..<(random.uniform() < 0.5 ? 2 : 4) where field + byte < bytes.count {
        bytes[field + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
      }
    }
  }
}
