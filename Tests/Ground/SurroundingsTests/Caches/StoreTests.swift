import Foundation
import NotebookDocument
import Testing

@testable import Caches
@testable import Files
@testable import Processes

#if canImport(Glibc)
  import Glibc
#endif

@Suite("The store")
struct StoreTests {
  private let key = ContentHash(["key"])
  private let files = ["a.txt": Data("first".utf8), "b": Data(count: 1000), "empty": Data()]

  @Test("What was kept is found, by kind and key")
  func found() throws {
    let folder = try TestFolder()
    Store(folder.path).keep(.drawing, key, files)
    let store = Store(folder.path)
    #expect(store.entry(.drawing, key)?.files == files)
    #expect(store.entry(.unit, key) == nil)
    #expect(store.entry(.drawing, ContentHash(["other"])) == nil)
  }

  @Test("A program that holds the locks of a store holds up nobody", .timeLimit(.minutes(60)))
  func locked() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/scratch", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try folder.write("0", to: "growth")
    let held = ["scratch", "growth"].map { open("\(folder.path)/\($0)", O_RDONLY) }
    defer { for descriptor in held { close(descriptor) } }
    #expect(held.allSatisfy { flock($0, LOCK_EX | LOCK_NB) == 0 })
    let store = Store(folder.path)
    store.keep(.drawing, key, files)
    #expect(store.entry(.drawing, key)?.files == files)
    #expect(try String(contentsOfFile: "\(folder.path)/growth", encoding: .utf8) == "0")
    // What could not be counted is counted with the next entry.
    flock(held[1], LOCK_UN)
    store.keep(.drawing, ContentHash(["other"]), files)
    #expect(Int(try String(contentsOfFile: "\(folder.path)/growth", encoding: .utf8)) ?? 0 >= 2 * 1005)
  }

  @Test("Whatever is damaged, cut off or missing counts as missing, and can be made again")
  func damage() throws {
    let folder = try TestFolder()
    let store = Store(folder.path)
    store.keep(.drawing, key, files)
    let place = store.path(.drawing, key)
    for name in try FileManager.default.contentsOfDirectory(atPath: place) {
      let path = "\(place)/\(name)"
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      var changed = whole
      if !changed.isEmpty { changed[changed.count / 2] ^= 1 }
      for damaged in [changed, whole.dropLast(1), whole + Data([0]), nil]
      where damaged.map({ Data($0) != whole }) ?? true {
        if let damaged { try Data(damaged).write(to: URL(fileURLWithPath: path)) } else { unlink(path) }
        #expect(store.entry(.drawing, key) == nil, "\(name)")
        store.keep(.drawing, key, files)
        #expect(store.entry(.drawing, key)?.files == files, "\(name)")
      }
    }
  }

  @Test("Entries that have changed places are not mistaken for each other, whatever their kind")
  func changedPlaces() throws {
    let folder = try TestFolder()
    let store = Store(folder.path)
    let entries = Store.Kind.allCases.flatMap { kind in ["1", "2"].map { (kind, ContentHash([$0])) } }
    for (index, (kind, key)) in entries.enumerated() { store.keep(kind, key, ["f": Data([UInt8(index)])]) }
    for (first, second) in zip(entries, entries.dropFirst()) {
      let (left, right) = (store.path(first.0, first.1), store.path(second.0, second.1))
      for (old, new) in [(left, "\(left)-aside"), (right, left), ("\(left)-aside", right)] { rename(old, new) }
    }
    #expect(entries.allSatisfy { store.entry($0.0, $0.1) == nil })
    for (index, (kind, key)) in entries.enumerated() {
      store.keep(kind, key, ["f": Data([UInt8(index)])])
      #expect(store.entry(kind, key)?.files["f"] == Data([UInt8(index)]))
    }
  }

  @Test("A file where a folder of the store belongs is named, and `clean` takes it away", arguments: Store.folders)
  func obstacles(name: String) throws {
    let folder = try TestFolder()
    Store(folder.path).keep(.record, ContentHash(["y"]), files)
    try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    // A link that leads nowhere is no better.
    for isLink in [false, true] {
      let obstacle = "\(folder.path)/\(name)"
      if isLink { symlink("/nowhere", obstacle) } else { try folder.write("mine", to: name) }
      let store = Store(folder.path)
      if let kind = Store.Kind(rawValue: name) ?? (name == "scratch" ? .unit : nil) {
        let error = #expect(throws: StoreError.self) {
          try store.make(kind, key) { try Data().write(to: URL(fileURLWithPath: "\($0)/a")) }
        }
        #expect(error == StoreError(.obstructedCache("“gimbal clean” takes it away"), file: obstacle))
      }
      _ = try store.clean(unusedSince: nil)
      #expect(lstatKind(obstacle) != S_IFREG && lstatKind(obstacle) != S_IFLNK)
      store.keep(.unit, key, files)
      #expect(store.entry(.unit, key)?.files == files)
      try FileManager.default.removeItem(atPath: folder.path + "/units")
      try? FileManager.default.removeItem(atPath: obstacle)
    }
  }

  private func lstatKind(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  @Test("A store that vanishes while it is used is reported, and a file in its place is named")
  func vanished() throws {
    let folder = try TestFolder()
    let store = Store("\(folder.path)/cache")
    store.keep(.unit, key, files)
    #expect(!store.hasVanished)
    try FileManager.default.removeItem(atPath: store.folder)
    store.keep(.unit, key, files)
    #expect(store.hasVanished && store.unwritable("why").reason == .vanishedCache)
    try folder.write("", to: "file")
    #expect(
      Store("\(folder.path)/file").refusal
        == StoreError(.obstructedCache("take it away"), file: "\(folder.path)/file"))
  }

  @Test("What somebody uses is neither cleaned nor pruned, until it is let go of")
  func leases() throws {
    let folder = try TestFolder()
    let store = Store(folder.path)
    let other = ContentHash(["other"])
    for key in [key, other] { store.keep(.unit, key, files) }
    try FileManager.default.createDirectory(atPath: "\(folder.path)/clang-modules/m", withIntermediateDirectories: true)
    var leases: Leases? = store.leases()
    leases?.take(.unit, key)
    leases?.take(.unit, other)
    leases?.takeModules()
    leases?.keep(only: [key], of: .unit)
    #expect(try Store(folder.path).clean(unusedSince: nil).entries == 1)
    store.prune(to: 1, now: Date(timeIntervalSinceNow: 400 * 86_400))
    #expect(store.entry(.unit, key)?.files == files && store.entry(.unit, other) == nil)
    leases = nil
    #expect(try store.clean(unusedSince: nil).entries == 2)
    #expect(store.entry(.unit, key) == nil)
  }

  @Test("What fails while it is made leaves nothing")
  func failing() throws {
    let folder = try TestFolder()
    let store = Store(folder.path)
    #expect(throws: Interrupted()) {
      try store.make(.unit, key) { made in
        try Data("half".utf8).write(to: URL(fileURLWithPath: "\(made)/half"))
        throw Interrupted()
      }
    }
    #expect(store.entry(.unit, key) == nil)
    #expect(remains(in: folder.path) == [])
  }

  @Test("Records are replaced, contents are kept: the first of two that make the same entry wins")
  func replacement() throws {
    let folder = try TestFolder()
    let store = Store(folder.path)
    for text in ["1", "2"] {
      store.keep(.record, key, ["r": Data(text.utf8)])
      store.keep(.unit, key, ["r": Data(text.utf8)])
    }
    #expect(store.entry(.record, key)?.files == ["r": Data("2".utf8)])
    #expect(store.entry(.unit, key)?.files == ["r": Data("1".utf8)])
  }

  @Test("Many that make and read the same entries at once get whole ones only")
  func concurrency() throws {
    let folder = try TestFolder()
    let path = folder.path
    let wrong = Counter()
    DispatchQueue.concurrentPerform(iterations: 400) { round in
      let store = Store(path)
      let key = ContentHash(["\(round % 3)"])
      let text = Data(repeating: UInt8(round % 250), count: 5000)
      store.keep(.record, key, ["a": text, "b": text])
      guard let found = store.entry(.record, key)?.files else { return }
      if found["a"] != found["b"] || found["a"]?.count != 5000 { wrong.add() }
    }
    #expect(wrong.count == 0)
    #expect(remains(in: path) == [])
  }

  @Test("What a killed program leaves half made is no entry, and goes at the next start")
  func killed() throws {
    let folder = try TestFolder()
    // A program that was killed: its folder is there, and its lock is not.
    let left = "\(folder.path)/scratch/12345-\(UUID().uuidString)/made"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: URL(fileURLWithPath: "\(left)/half"))
    // One that runs.
    let running = "54321-\(UUID().uuidString)"
    let alive = "\(folder.path)/scratch/\(running)"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/scratch/2026-notes", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: alive, withIntermediateDirectories: true)
    let descriptor = open(alive, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    _ = Store(folder.path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/scratch").sorted() == ["2026-notes", running])
  }

  @Test("Pruning removes what was used longest ago, down to three quarters, and what nobody has used for long")
  func pruning() throws {
    let folder = try TestFolder()
    let store = Store(folder.path)
    let keys = (0..<20).map { ContentHash(["\($0)"]) }
    let now = Date()
    for (age, key) in keys.enumerated() {
      store.keep(.unit, key, ["a": Data(count: 10_000)])
      setUse(store, key, daysAgo: 2 + Double(age), now)
    }
    store.prune(to: 1 << 20, now: now)
    #expect(keys.allSatisfy { store.entry(.unit, $0) != nil })
    for (age, key) in keys.enumerated() { setUse(store, key, daysAgo: 2 + Double(age), now) }
    store.prune(to: 160_000, now: now)
    let left = keys.map { store.entry(.unit, $0) != nil }
    #expect(left.prefix(8).allSatisfy { $0 } && left.suffix(8).allSatisfy { !$0 })
    // What was read just now has been used.
    store.prune(to: 60_000, now: now)
    #expect(keys.prefix(8).allSatisfy { store.entry(.unit, $0) != nil })
    setUse(store, keys[0], daysAgo: 91, now)
    store.prune(now: now)
    #expect(store.entry(.unit, keys[0]) == nil && store.entry(.unit, keys[1]) != nil)
  }

  @Test("Cleaning takes everything, or what has not been used for long, and nothing that is not the store's")
  func cleaning() throws {
    let folder = try TestFolder()
    let store = Store(folder.path)
    try folder.write("mine", to: "note.txt")
    let old = ContentHash(["old"])
    store.keep(.formula, key, files)
    store.keep(.unit, old, files)
    setUse(store, old, daysAgo: 40, Date())
    #expect(try store.clean(unusedSince: Date(timeIntervalSinceNow: -30 * 86_400)).entries == 1)
    #expect(store.entry(.unit, old) == nil && store.entry(.formula, key) != nil)
    #expect(try store.clean(unusedSince: nil).entries == 1)
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/note.txt"))
  }

  private func setUse(_ store: Store, _ key: ContentHash, daysAgo: Double, _ now: Date) {
    let time = timespec(tv_sec: Int(now.timeIntervalSince1970 - daysAgo * 86_400), tv_nsec: 0)
    utimensat(AT_FDCWD, "\(store.path(.unit, key))/contents", [time, time], 0)
  }

  /// The contents of the scratch folders.
  private func remains(in store: String) -> [String] {
    let scratch = "\(store)/scratch"
    return ((try? FileManager.default.contentsOfDirectory(atPath: scratch)) ?? []).flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(scratch)/\($0)")) ?? []
    }
  }
}

/// Counts from several threads.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  func add() { lock.withLock { value += 1 } }
  var count: Int { lock.withLock { value } }
}
