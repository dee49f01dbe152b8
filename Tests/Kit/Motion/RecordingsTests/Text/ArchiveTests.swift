import Foundation
import Inertial
import RecordingMutations
import Testing

@Suite("Recordings in archives")
struct ArchiveTests {
  private let entries = Specimen.sensorLogger.sorted { $0.key < $1.key }.map {
    (name: $0.key, content: Data($0.value.utf8))
  }

  private func read(_ archive: Data, _ options: Trace.ReadingOptions = .init()) throws -> Trace {
    try Trace(contentsOf: "walk.zip", in: ["walk.zip": archive], options: options)
  }

  private func message(_ archive: Data, _ options: Trace.ReadingOptions = .init()) -> String {
    do {
      _ = try read(archive, options)
      return "no error"
    } catch { return "\(error)" }
  }

  /// A change of some bytes after the last place where a signature is.
  private func changed(_ archive: Data, after signature: [UInt8], at offset: Int, to bytes: [UInt8]) -> Data {
    var archive = archive
    let start = archive.indices.dropLast(3).last { Array(archive[$0..<($0 + 4)]) == signature }!
    archive.replaceSubrange((start + offset)..<(start + offset + bytes.count), with: bytes)
    return archive
  }

  private let directory: [UInt8] = [0x50, 0x4b, 1, 2]
  private let local: [UInt8] = [0x50, 0x4b, 3, 4]
  private let end: [UInt8] = [0x50, 0x4b, 5, 6]

  @Test(
    "Stored or packed, in a folder of the archive or not, with what macOS adds, a comment behind it",
    arguments: [false, true])
  func accepted(deflates: Bool) throws {
    let trace = try read(zip(entries, deflates: deflates))
    #expect(trace.count == 7)
    let nested = entries.map { (name: "2026-11-21/\($0.name)", content: $0.content) }
    #expect(try read(zip(nested, deflates: deflates)).attitude == trace.attitude)
    let mac =
      entries + [(name: "__MACOSX/._Gravity.csv", content: Data([0, 5])), (name: ".x.csv", content: Data([1]))]
    #expect(try read(zip(mac, deflates: deflates)).attitude == trace.attitude)
    #expect(try read(zip(entries, deflates: deflates) + Data("a comment".utf8)).attitude == trace.attitude)
    let empty = entries + [(name: "Barometer.csv", content: Data()), (name: "Metadata.txt", content: Data([7]))]
    #expect(try read(zip(empty, deflates: deflates)).attitude == trace.attitude)
  }

  @Test("ZIP64 sizes and data descriptors, as phones write them, packed and stored", arguments: ZipSizes.allCases)
  func sizes(sizes: ZipSizes) throws {
    let trace = try read(zip(entries))
    for deflates in [false, true] {
      let archive = zip(entries, deflates: deflates, sizes: sizes)
      #expect(try read(archive).attitude == trace.attitude)
      // Cut off anywhere it is refused, and nothing else happens.
      for length in stride(from: 4, to: archive.count, by: 31) {
        #expect(message(archive.prefix(length)).contains("the zip archive is damaged"), "\(sizes) cut after \(length)")
      }
    }
  }

  @Test("Many entries, names that climb out of the folder, two recordings in one archive, an archive of archives")
  func names() throws {
    let many = entries + (0..<3000).map { (name: "Camera/\($0).jpg", content: Data([1])) }
    #expect(try read(zip(many, sizes: .wide)).count == 7)
    let climbing = entries.map { (name: "../../\($0.name)", content: $0.content) }
    #expect(try read(zip(climbing)).count == 7)
    let two = ["a", "b"].flatMap { folder in entries.map { (name: "\(folder)/\($0.name)", content: $0.content) } }
    #expect(message(zip(two)).contains("it holds 2 recordings, in “a”, “b”"))
    #expect(message(zip([("walk.zip", zip(entries))])).contains("archive of archives"))
    #expect(message(zip([("xl/workbook.xml", Data()), ("a.xml", Data())])).contains("Excel workbook"))
  }

  /// Archives by a library that everybody uses, where it is installed.
  @Test("Python's zipfile writes what is read here, in every way in which it writes", .enabled(if: Self.python != nil))
  func corpus() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for entry in entries { try entry.content.write(to: folder.appendingPathComponent(entry.name)) }
    let script = """
      import glob, io, os, sys, zipfile
      class Stream(io.RawIOBase):
          def __init__(self, path): self.file = open(path, 'wb')
          def writable(self): return True
          def write(self, data): return self.file.write(data)
          def close(self): self.file.close()
      tables = sorted(glob.glob(sys.argv[1] + '/*.csv'))
      for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
          for wide in (False, True):
              for streamed in (False, True):
                  path = '%s/%d-%d-%d.zip' % (sys.argv[1], method, wide, streamed)
                  target = Stream(path) if streamed else open(path, 'wb')
                  with zipfile.ZipFile(target, 'w', method) as archive:
                      for table in tables:
                          with archive.open(os.path.basename(table), 'w', force_zip64=wide) as entry:
                              entry.write(open(table, 'rb').read())
                  target.close()
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.python))
    process.arguments = ["-c", script, folder.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let archives = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".zip") }
    #expect(archives.count == 8)
    let trace = try read(zip(entries))
    for name in archives {
      #expect(try Trace(contentsOf: folder.appendingPathComponent(name).path).attitude == trace.attitude, "\(name)")
    }
  }

  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test("A defect in a table of an archive names the table and its line")
  func tableInArchive() throws {
    var broken = entries
    broken[2].content = Data(Specimen.sensorLogger["Gyroscope.csv"]!.replacing("2.0,1.0", with: "2.0,x").utf8)
    #expect(
      message(zip(broken))
        == "walk.zip/Gyroscope.csv:3: “x” in column “x” is not a number. Correct the value or delete the row, "
        + "or leave such rows out with `badRows: .drop`.")
    broken = entries.filter { !["Gravity.csv", "Gyroscope.csv"].contains($0.name) }
    #expect(message(zip(broken)).contains("“Gravity.csv” is missing. There is: Accelerometer, Orientation."))
    broken = entries.filter { $0.name != "Gyroscope.csv" }
    broken[1].name = "Gravty.csv"
    #expect(message(zip(broken)).contains("“Gravity.csv” is missing"))
    // With a gyroscope nothing that is needed is missing.
    let withoutGravity = try read(zip(entries.filter { $0.name != "Gravity.csv" }))
    #expect(withoutGravity.notes.contains { $0.hasPrefix("left the orientation out: without gravity") })
    #expect(message(zip([("readme.txt", Data("hello".utf8))])).contains("there is no CSV file in it"))
    #expect(message(zip([])).contains("there is no CSV file in it"))
  }

  @Test("Every way in which an archive can be damaged is an error that names it", arguments: [false, true])
  func damaged(deflates: Bool) {
    let archive = zip(entries, deflates: deflates)
    for length in stride(from: 4, to: archive.count, by: 7) {
      #expect(message(archive.prefix(length)).contains("the zip archive is damaged"), "cut after \(length)")
    }
    for (signature, offset, bytes, expected) in [
      (directory, 0, [0x50, 0x4b, 9, 9], "its directory is not where it should be"),
      (end, 16, [0xff, 0xff, 0xff, 0x7f], "it is cut off"), (end, 10, [0xff, 0xff], "entries, which no recording has"),
      (directory, 42, [7, 0, 0, 0], "is not where it should be"),
      (local, 0, [0, 0, 0, 0], "is not where it should be"),
      (directory, 20, [0xff, 0xff, 0xff, 0x7f], "is cut off"), (directory, 28, [0xff, 0xff], "it is cut off"),
      (directory, 16, [1, 2, 3, 4], "does not fit its checksum"), (directory, 8, [1, 0], "is encrypted"),
      (directory, 10, [12, 0], "is packed by a method (12) other than deflate"),
    ] as [([UInt8], Int, [UInt8], String)] {
      let text = message(changed(archive, after: signature, at: offset, to: bytes))
      #expect(text.hasPrefix("walk.zip: cannot be read: ") && text.contains(expected), "\(text)")
    }
    if deflates {
      let start = entries[0].name.utf8.count + 30
      var broken = archive
      broken[start] = 0xff
      #expect(message(broken).contains("“Accelerometer.csv” cannot be unpacked"))
    }
  }

  @Test("gzip: a damaged file, and bytes behind its end")
  func gzipDamage() throws {
    let text = Specimen.tables[.gimbal]!.text()
    let packed = gzip(Data(text.utf8))
    func message(_ data: Data) -> String {
      do {
        _ = try Trace(contentsOf: "a.csv.gz", in: ["a.csv.gz": data])
        return "no error"
      } catch { return "\(error)" }
    }
    #expect(message(packed) == "no error")
    for length in 2..<packed.count {
      #expect(message(packed.prefix(length)).contains("the gzip file is damaged or cut off"), "\(length)")
    }
    var broken = packed
    broken[packed.count - 6] ^= 1
    #expect(message(broken).contains("damaged"), "a wrong checksum")
    #expect(
      message(gzip(Data())) == "a.csv.gz: no samples. A trace needs at least one row of numbers after the header.")
  }

  @Test("What unpacks to more than the limit is refused before it fills the memory")
  func bombs() {
    let zeros = Data(count: 40_000_000)
    let bomb = zip([("a.csv", zeros), ("b.csv", zeros)], deflates: true)
    #expect(bomb.count < 400_000)
    for limit in [0, 1000, 79_999_999] {
      #expect(
        message(bomb, .init(largestUnpacked: limit)).contains("it unpacks to more bytes than are read"))
    }
    #expect(message(bomb, .init(largestUnpacked: 80_000_000)).contains("it is binary"))
    #expect(message(zip([("a.csv", zeros)]), .init(largestUnpacked: 1000)).contains("more bytes than are read"))
    let packed = gzip(zeros)
    #expect(message(packed, .init(largestUnpacked: 39_999_999)).contains("more bytes than are read"))
  }

  @Test("UTF-16 of either order, and lines that end in a carriage return, are read like UTF-8")
  func encodings() throws {
    let text = Specimen.tables[.gimbal]!.text() + "# größer\n"
    let plain = try Trace(contentsOf: "a.csv", in: ["a.csv": Data(text.utf8)])
    func wide(_ high: Int) -> Data {
      Data(
        ([0xfeff] + Array(text.utf16)).flatMap { unit in
          high == 0 ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
        })
    }
    let variants = [wide(0), wide(1), wide(1) + Data([0x30]), Data(text.replacing("\n", with: "\r").utf8)]
    for data in variants { #expect(try Trace(contentsOf: "a.csv", in: ["a.csv": data]) == plain) }
  }

  @Test("A fraction with a decimal comma in a later row only is still seen")
  func lateComma() throws {
    let rows = ["0;1;0;0;0;1;1;1", "1;1;0;0;0;0,5;1;1"]
    let header = String(Specimen.tables[.gimbal]!.text().split(separator: "\n")[0]).replacing(",", with: ";")
    let trace = try Trace(
      contentsOf: "a.csv", in: ["a.csv": Data(([header] + rows).joined(separator: "\n").utf8)])
    #expect(trace.userAcceleration[1].x == 0.5)
  }
}
