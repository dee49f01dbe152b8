/// A cell that writes where it should not: to the channels between itself and the runner, and into the record of what it does.
public enum GarbageCell {
  /// The file from which the cell takes its seed, so that one compilation serves all.
  public static let seedFile = "seed.txt"

  /// Sends bytes of no meaning through the host's own function, to every socket and pipe that it finds open, and into the
  /// memory that it shares with the runner.
  public static let code = #"""
    import Foundation
    struct Garbage: RandomNumberGenerator {
      var state: UInt64
      mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
      }
    }
    var garbage = Garbage(state: UInt64(try String(contentsOfFile: "seed.txt", encoding: .utf8)) ?? 0)
    typealias Send = @convention(c) (UnsafeRawPointer, Int) -> Int32
    let show = unsafeBitCast(dlsym(nil, "gimbal_show")!, to: Send.self)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
    let records = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("gimbal-record") }.compactMap { UInt($0.prefix { $0 != "-" }, radix: 16) }
    for _ in 0..<Int.random(in: 1...5, using: &garbage) {
      var bytes = (0..<Int.random(in: 0...300, using: &garbage)).map { _ in UInt8.random(in: 0...255, using: &garbage) }
      if Bool.random(using: &garbage) { bytes = Array("\(garbage.next() % 3)\ntext/plain \(garbage.next() % 40)\n".utf8) + bytes }
      switch Int.random(in: 0..<4, using: &garbage) {
      case 0: _ = show(bytes, bytes.count)
      case 1:
        // No packet that would name a process.
        bytes.insert(UInt8(ascii: ["D", "L", "C", "E", "S", "I", "?"].randomElement(using: &garbage)!), at: 0)
        for descriptor in descriptors where descriptor > 2 {
          _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT.rawValue), nil, 0)
        }
      case 2:
        for descriptor in descriptors {
          let again = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK)
          if again >= 0 { write(again, bytes, min(bytes.count, 200)) }
          close(again)
        }
      default:
        for record in records {
          let memory = UnsafeMutablePointer<UInt8>(bitPattern: record)!
          for byte in bytes.prefix(40) { memory[Int.random(in: 0..<4096, using: &garbage)] = byte }
        }
      }
    }
    print("written")
    """#
}
