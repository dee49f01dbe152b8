import Files
import Foundation
import Testing

@testable import Footprints

@Suite struct RecordTests {
  private static let signature = FileSignature(
    device: 1, inode: 2, mode: 0o100644, size: 3, modified: 4, changed: 5, links: 1)

  @Test(
    "What is to be called is given behind all else, however much it is, and a process that writes such an entry is not believed"
  )
  func calls() throws {
    let calls = (0..<3000).map { (library: "/cache/\($0)/module.so", function: "gimbal_expression_\($0)") }
    let record = try RunRecord(parameters: ["alpha": "2.0"], calls: calls)
    var sizes = [UInt64](repeating: 0, count: 3)
    #expect(pread(record.descriptor, &sizes, 24, 0) == 24)
    var given = [UInt8](repeating: 0, count: Int(sizes[2]))
    pread(record.descriptor, &given, given.count, 64)
    var kinds: [UInt8] = []
    var place = 0
    while place < given.count {
      kinds.append(given[place + 4])
      place += Int(given[place]) + Int(given[place + 1]) << 8
    }
    #expect(place == given.count && kinds == [5] + Array(repeating: 11, count: 3000))
    var writer = EntryWriter()
    writer.append(.parameter("a"))
    writer.appendCall("/l.so", "f")
    #expect(RecordLog(writer.bytes[...]) == RecordLog(entries: [.parameter("a")], isComplete: false))
  }

  @Test func headerAndGivenEntriesAreWhereTheHostExpectsThem() throws {
    var draws = EntryWriter()
    draws.append(.random) { $0.add([7, 8, 9]) }
    var given = Draws()
    given.entries = draws.bytes
    let record = try RunRecord(capacity: 1 << 16, parameters: ["alpha": "2.0"], draws: given)
    var header = [UInt64](repeating: 0, count: 8)
    #expect(pread(record.descriptor, &header, 64, 0) == 64)
    #expect(withUnsafeBytes(of: header[0]) { String(decoding: $0, as: UTF8.self) } == "GIMBREC1")
    #expect(header[1] == 1 << 16)
    #expect(header[3] == 64 + header[2])
    #expect(header[4] == 0 && header[5] == 0)
    var entries = [UInt8](repeating: 0, count: Int(header[2]))
    pread(record.descriptor, &entries, entries.count, 64)
    // Size, kind 5, complete; then the name and the value, each with its length.
    let name = [5, 0, 0, 0] + Array("alpha".utf8)
    let value = [3, 0, 0, 0] + Array("2.0".utf8)
    #expect(Array(entries.prefix(24)) == [24, 0, 0, 0, 5, 0, 1, 0] + name + value)
    #expect(Array(entries.suffix(draws.bytes.count)) == draws.bytes)
    #expect(fcntl(record.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func whatIsGivenLeavesHalfOfTheRecordToTheProcess() throws {
    let long = String(repeating: "1", count: 40_000)
    #expect(throws: POSIXError.self) { try RunRecord(capacity: 1 << 16, parameters: ["alpha": long]) }
    _ = try RunRecord(capacity: 1 << 17, parameters: ["alpha": long])
  }

  @Test func whatTheProcessWroteIsRead() throws {
    let record = try RunRecord(capacity: 1 << 16)
    let entries: [RecordEntry] = [.contents("/a", Self.signature), .parameter("alpha"), .outside("network")]
    write(entries, to: record)
    #expect(record.read() == RecordLog(entries: entries, isComplete: true))
  }

  @Test func aLogThatDidNotFitIsIncomplete() throws {
    let record = try RunRecord(capacity: 1 << 16)
    write([.parameter("alpha")], to: record, flags: 1)
    #expect(record.read() == RecordLog(entries: [.parameter("alpha")], isComplete: false))
  }

  @Test func scribbledHeadersAreSurvived() throws {
    let record = try RunRecord(capacity: 1 << 16)
    for used in [UInt64.max, 1 << 63, 1 << 40, 1 << 16, 65_472, 12] {
      write([.parameter("alpha")], to: record, used: used)
      #expect(!record.read().isComplete)
    }
    var nonsense = [UInt8](repeating: 0xff, count: 1 << 16)
    pwrite(record.descriptor, &nonsense, nonsense.count, 0)
    #expect(!record.read().isComplete)
  }

  @Test func theProcessCannotCutTheMemory() throws {
    let record = try RunRecord(capacity: 1 << 16)
    #expect(ftruncate(record.descriptor, 0) == -1)
    #expect(ftruncate(record.descriptor, 1 << 20) == -1)
  }

  @Test func tooMuchGivenIsRefused() {
    #expect(throws: POSIXError.self) {
      try RunRecord(capacity: 4096, parameters: ["a": String(repeating: "1", count: 4096)])
    }
  }

  @Test func entriesThatAreNotCommittedOrNotKnownAreSkipped() {
    var writer = EntryWriter()
    writer.append(.parameter("a"))
    let second = writer.bytes.count
    writer.append(.parameter("b"))
    writer.append(.parameter("c"))
    var bytes = writer.bytes
    bytes[second + 6] = 0
    #expect(RecordLog(bytes[...]) == RecordLog(entries: [.parameter("a"), .parameter("c")], isComplete: true))
    for kind: UInt8 in [0, 12, 255] {
      bytes = writer.bytes
      bytes[second + 4] = kind
      #expect(RecordLog(bytes[...]) == RecordLog(entries: [.parameter("a"), .parameter("c")], isComplete: true))
    }
  }

  @Test func anEntryThatMakesNoSenseEndsTheLog() {
    var writer = EntryWriter()
    writer.append(.parameter("a"))
    let second = writer.bytes.count
    writer.append(.parameter("b"))
    var bytes = writer.bytes
    bytes[second + 8] = 200
    #expect(RecordLog(bytes[...]) == RecordLog(entries: [.parameter("a")], isComplete: false))
    bytes[second] = 9
    #expect(RecordLog(bytes[...]) == RecordLog(entries: [.parameter("a")], isComplete: false))
  }

  @Test func drawsThatWereNotKeptAreToldOf() throws {
    let record = try RunRecord(capacity: 1 << 16)
    write([], to: record, flags: 2)
    #expect(record.read() == RecordLog(entries: [], isComplete: true, hasAllDraws: false))
  }

  @Test func drawsCanBeGivenAgain() {
    var writer = EntryWriter()
    writer.append(.random) { $0.add([1, 2, 3]) }
    writer.append(.clock) {
      $0.add(UInt32(1))
      $0.add(Int64(2))
    }
    var again = EntryWriter()
    for case .draw(let entry) in RecordLog(writer.bytes[...]).entries { again.append(.draw(entry)) }
    #expect(again.bytes == writer.bytes)
  }

  @Test func anyMutationOfALogIsSurvived() {
    var mutation = LogMutation(seed: 2)
    var complete = 0
    for _ in 0..<20_000 where mutation.next().isComplete { complete += 1 }
    #expect(complete > 0 && complete < 20_000)
  }

  private func write(_ entries: [RecordEntry], to record: RunRecord, used: UInt64? = nil, flags: UInt64 = 0) {
    var writer = EntryWriter()
    for entry in entries { writer.append(entry) }
    pwrite(record.descriptor, writer.bytes, writer.bytes.count, 64)
    let numbers = [used ?? UInt64(writer.bytes.count), flags]
    pwrite(record.descriptor, numbers, 16, 32)
  }
}
