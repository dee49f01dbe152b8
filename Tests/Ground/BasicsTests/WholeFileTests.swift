import Basics
import Foundation
import Testing

@Suite("Files that are there whole or not at all")
struct WholeFileTests {
  private final class Folder {
    let path = "\(NSTemporaryDirectory())gimbal-whole-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func read(_ name: String) -> String? {
      FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }
    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
  }

  @Test("A link stays one, however many lead to the file, and also when the file is not there yet")
  func links() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/inner", withIntermediateDirectories: true)
    try folder.link("first", to: "inner/second")
    try folder.link("inner/second", to: "../file")
    for text in ["one", "two"] {
      try WholeFile.write(Data(text.utf8), to: "\(folder.path)/first")
      #expect(folder.read("file") == text && folder.read("first") == text)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/first") == "inner/second")
    #expect(folder.names == ["file", "first", "inner"])
    try folder.link("round", to: "round")
    #expect(throws: (any Error).self) { try WholeFile.write(Data(), to: "\(folder.path)/round") }
  }

  @Test("A file keeps its mode; a new file has the default mode", arguments: [0o600, 0o640, 0o755])
  func mode(_ mode: Int) throws {
    let folder = try Folder()
    let path = "\(folder.path)/a"
    try WholeFile.write(Data("1".utf8), to: path)
    chmod(path, mode_t(mode))
    try WholeFile.write(Data("2".utf8), to: path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == mode_t(mode) && folder.read("a") == "2")
  }

  @Test("The owner stays, where the system lets us", .enabled(if: geteuid() == 0))
  func owner() throws {
    let folder = try Folder()
    let path = "\(folder.path)/a"
    try WholeFile.write(Data("1".utf8), to: path)
    chown(path, 4242, 4243)
    try WholeFile.write(Data("2".utf8), to: path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_uid == 4242 && status.st_gid == 4243)
  }

  @Test("What must not be replaced stays, and what fails leaves nothing behind")
  func refusal() throws {
    let folder = try Folder()
    let path = "\(folder.path)/a"
    try WholeFile.write(Data("1".utf8), to: path, replacing: false)
    #expect(throws: (any Error).self) { try WholeFile.write(Data("2".utf8), to: path, replacing: false) }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try WholeFile.make(path) { scratch in
        try PlainFile.write(Data("half".utf8), to: scratch)
        throw Stop()
      }
    }
    #expect(throws: (any Error).self) { try WholeFile.write(Data(), to: folder.path) }
    #expect(folder.read("a") == "1" && folder.names == ["a"])
  }

  @Test("A name as long as the system takes is written; a pipe takes the data as it comes")
  func placesOfOtherKinds() throws {
    let folder = try Folder()
    let long = String(repeating: "n", count: 255)
    try WholeFile.write(Data("1".utf8), to: "\(folder.path)/\(long)")
    #expect(folder.read(long) == "1")
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try WholeFile.write(Data("through".utf8), to: pipe)
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &buffer, 16) == 7)
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("A folder of another user or group is copied, with all that is in it", .enabled(if: geteuid() == 0, "not root"))
  func foreignFolders() throws {
    let folder = try Folder()
    let other = "\(folder.path)/other"
    for path in [other, "\(other)/inner"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try WholeFile.write(Data(path.utf8), to: "\(path)/file")
    }
    #expect(symlink("file", "\(other)/link") == 0 && chown(other, 65534, 65534) == 0)
    // This thread alone gives no file to another user, as ordinary users cannot, until the end of this test.
    typealias Rights = @convention(c) (UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Int32
    let (read, set) = (
      unsafeBitCast(try #require(dlsym(nil, "capget")), to: Rights.self),
      unsafeBitCast(try #require(dlsym(nil, "capset")), to: Rights.self)
    )
    let thisThread: [UInt32] = [0x2008_0522, 0]
    var all = [UInt32](repeating: 0, count: 6)
    #expect(read(thisThread, &all) == 0)
    var fewer = all
    fewer[0] &= ~1
    #expect(set(thisThread, &fewer) == 0)
    defer { _ = set(thisThread, &all) }
    #expect(throws: (any Error).self) {
      try FileManager.default.copyItem(atPath: other, toPath: "\(folder.path)/refused")
    }
    try PlainFile.copy(other, to: "\(folder.path)/copy")
    for path in ["file", "inner/file"] { #expect(folder.read("copy/\(path)") == folder.read("other/\(path)")) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/copy/link") == "file")
    #expect(throws: (any Error).self) { try PlainFile.copy(other, to: "\(folder.path)/copy") }
  }
}
