import Foundation
import Testing

@testable import Footprints

/// The wrappers by which a cell's process notes what is called, and the record that both sides share, from the sources in C.
struct ObservedCallTests {
  private static let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/Engine")
    .standardized

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
  }

  @Test("A call is observed by its name in `real.h` and one wrapper: neither is there without the other")
  func wrappers() throws {
    let list = try #require(
      try Self.text("CellObservation/real.h").firstMatch(of: /#define REAL_FUNCTIONS\(X\)((?:.*\\\n)*.*\n)/))
    let named = Set(list.output.1.matches(of: /X\((\w+)\)/).map { String($0.output.1) })
    #expect(named.count > 100)
    var used: Set<String> = []
    for folder in ["CellObservation", "CellHost"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.sources.appendingPathComponent(folder).path)
      for name in names where name.hasSuffix(".c") {
        let calls = /(?:REAL\(|CHANGES\(|LOOKS\(|GUARDED\(\w+, )(\w+)/
        used.formUnion(try Self.text("\(folder)/\(name)").matches(of: calls).map { String($0.output.1) })
      }
    }
    #expect(named.subtracting(used).sorted() == [], "named, and called by no wrapper")
    // `name` is a parameter of the macros that make wrappers.
    #expect(used.subtracting(named).sorted() == ["name", "syscall"], "called, and not named")
  }

  @Test("Both sides number the kinds of entries alike, in the same order")
  func kinds() throws {
    let list = try #require(try Self.text("CellObservation/record.h").firstMatch(of: /enum recordKind \{([^}]*)\}/))
    let numbers = list.output.1.matches(of: /kind(\w+) = (\d+)/).map { (String($0.output.1), UInt16($0.output.2)!) }
    // The process calls `absent` what the reader calls a failure.
    let expected = numbers.map { $0.0 == "Absent" ? "failure" : $0.0.prefix(1).lowercased() + $0.0.dropFirst() }
    #expect(numbers.map(\.1) == (1...UInt16(numbers.count)).map { $0 })
    #expect(numbers.map { RecordFormat.Kind(rawValue: $0.1).map { "\($0)" } } == expected)
    #expect(RecordFormat.Kind(rawValue: UInt16(numbers.count) + 1) == nil)
  }
}
