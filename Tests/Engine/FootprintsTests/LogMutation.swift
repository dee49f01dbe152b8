import Files

@testable import Footprints

/// Logs with a few bytes, numbers or pieces exchanged, cut or repeated.
struct LogMutation {
  private var state: UInt64
  private let original: [UInt8]

  init(seed: UInt64) {
    state = seed
    original = Self.sample
  }

  /// The next one, as it is read.
  mutating func next() -> RecordLog {
    var bytes = original
    for _ in 0...random(4) { mutate(&bytes) }
    // Read from the middle of a larger array now and then: indices need not begin at 0.
    let start = random(4) == 0 ? 8 : 0
    return RecordLog((Array(repeating: 0xff, count: start) + bytes)[start...])
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = random(bytes.count)
    switch random(7) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: random(256))
    case 1: bytes[place] ^= 1 << UInt8(random(8))
    case 2: bytes.removeLast(random(bytes.count))
    case 3: overwrite(&bytes, at: place / 8 * 8, with: Self.numbers[random(Self.numbers.count)])
    case 4: overwrite(&bytes, at: place / 4 * 4, with: Self.numbers[random(Self.numbers.count)])
    case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random(64))], at: random(bytes.count))
    default: for index in place..<min(bytes.count, place + random(32)) { bytes[index] = UInt8(random(256)) }
    }
  }

  private static let numbers: [UInt32] = [
    0, 1, 7, 8, 16, 0x7fff_ffff, 0x8000_0000, 0xffff_fff8, 0xffff_ffff, 72, 64, 0x0001_0008,
  ]

  private func overwrite(_ bytes: inout [UInt8], at place: Int, with number: UInt32) {
    for offset in 0..<4 where place + offset < bytes.count {
      bytes[place + offset] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(offset)))
    }
  }

  private mutating func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, bound)))
  }

  /// One entry of each kind.
  private static var sample: [UInt8] {
    let signature = FileSignature(
      device: 1, inode: 2, mode: 0o100644, size: 3, modified: 4, changed: 5, links: 1)
    var writer = EntryWriter()
    let entries: [RecordEntry] = [
      .contents("/data.csv", signature), .status("/a", error: 2, follows: true, signature), .listing("/folder"),
      .environment("HOME", "/root"), .environment("NONE", nil), .parameter("alpha"),
      .before("/out", .saved("/saved/1"), signature), .before("/new", .absent, signature),
      .before("/folder", .folder, signature), .before("/link", .link("a"), signature),
      .before("/large", .impossible("too large"), signature), .failure("/missing", 2), .outside("child process"),
    ]
    for entry in entries { writer.append(entry) }
    writer.append(.random) { $0.add([1, 2, 3]) }
    writer.append(.clock) {
      $0.add(UInt32(0))
      $0.add(Int64(1))
    }
    return writer.bytes
  }
}
