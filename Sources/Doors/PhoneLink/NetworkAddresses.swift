import Foundation

/// Where this machine can be reached from a phone.
package enum NetworkAddresses {
  /// The IPv4 addresses of interfaces that are up, without the loopback one; those of home and office networks first.
  package static var local: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [String] = []
    var next = first
    while let entry = next {
      next = entry.pointee.ifa_next
      guard let address = entry.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
        Int32(entry.pointee.ifa_flags) & Int32(IFF_UP) != 0,
        Int32(entry.pointee.ifa_flags) & Int32(IFF_LOOPBACK) == 0
      else { continue }
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        var internet = $0.pointee.sin_addr
        inet_ntop(AF_INET, &internet, &text, socklen_t(text.count))
      }
      found.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    // Bridges of containers and virtual machines lie in 172.17–31 mostly; a phone does not.
    func rank(_ address: String) -> Int { address.hasPrefix("192.168.") ? 0 : address.hasPrefix("10.") ? 1 : 2 }
    return found.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }
}
