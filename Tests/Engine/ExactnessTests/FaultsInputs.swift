import Caches
import CellKernel
import Foundation
import Testing

/// What once was not seen of what a cell looks at, or writes.
@Suite("Faults: inputs")
struct FaultsInputs {
  private static let start = NotebookModel.Item.code("import Foundation")
  private static let read = "print((try? String(contentsOfFile: \"x.txt\", encoding: .utf8)) ?? \"absent\")"
  private static let write = "try \"one\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)"

  @Test("A notebook in /dev/shm follows its files and puts back what it wrote, as anywhere")
  func inMemory() {
    let sequence = TrialSequence(
      [Self.start, .code(Self.read), .code(Self.write), .code(Self.read)], files: ["x.txt": "abc"],
      manner: .init(liesInMemory: true), .files(.write("x.txt", "other")), .edit(.change(1, Self.read + "\n")),
      .edit(.delete(2)), .files(.delete("x.txt")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("What a person had in a folder that a cell renamed goes back across file systems, too")
  func renamedInMemory() {
    let sequence = TrialSequence(
      [Self.start, .code("print(rename(\"d\", \"e\"))")], files: ["d/z.txt": "one"], manner: .init(liesInMemory: true),
      .files(.makeFolder("d")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test(
    "What is read from shared memory by its name is read from a file",
    arguments: [
      "String(contentsOfFile: \"/dev/shm/NAME\", encoding: .utf8)",
      "FileHandle(fileDescriptor: shm_open(\"/NAME\", O_RDONLY, 0), closeOnDealloc: true).readToEnd()!.count",
    ])
  func sharedMemory(_ expression: String) throws {
    let name = "gimbal-test-\(UUID().uuidString)"
    defer { unlink("/dev/shm/\(name)") }
    let bench = try SessionBench()
    let reading = NotebookModel.Item.code("print(try \(expression.replacing("NAME", with: name)))")
    var shown: [String] = []
    for text in ["one", "three", "three"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "/dev/shm/\(name)"))
      shown.append(try bench.run([Self.start, reading, .code("print(2)")]).text(1))
    }
    #expect(shown[0] != shown[1] && shown[1] == shown[2])
    #expect(bench.kept == [true, true, true])
  }

  @Test("The kernel's own devices, processes and descriptors are no inputs")
  func kernel() throws {
    let bench = try SessionBench()
    let cells = [
      "print(FileManager.default.contents(atPath: \"/proc/self/stat\") != nil)",
      "print((try? FileManager.default.contentsOfDirectory(atPath: \"/proc\")) != nil)",
      "print(FileManager.default.contents(atPath: \"/proc/uptime\") != nil, access(\"/proc/\\(getpid())/maps\", R_OK))",
      "print(FileManager.default.fileExists(atPath: \"/dev/null\"), FileManager.default.contents(atPath: \"/dev/stdin\") != nil)",
      "print(FileManager.default.createFile(atPath: \"/proc/self/oom_score_adj\", contents: Data(\"500\".utf8)))",
      "do {\n  let d = open(\"x.txt\", O_RDONLY)\n  print(access(\"/dev/fd/\\(d)\", R_OK), open(\"/proc/self/fd/\\(d)\", O_RDONLY) >= 0)\n}",
    ]
    let items = [Self.start] + cells.map { .code($0) } + [.code("print(\"end\")")]
    try bench.write("x", to: "x.txt")
    try bench.run(items)
    #expect(bench.session.inputChanger() == nil)
    try bench.run(items)
    #expect(bench.kept.allSatisfy { $0 })
  }

  // MARK: Libraries

  private static let answer = """
    func answer(_ path: String) -> Int32 {
      guard let l = dlopen(path, RTLD_NOW), let f = dlsym(l, "answer") else { return -1 }
      return unsafeBitCast(f, to: (@convention(c) () -> Int32).self)()
    }
    """

  @Test("A library that is built again is loaded again, by cells and by expressions")
  func library() {
    let sequence = TrialSequence(
      [
        Self.start, .code(Self.answer), .inline("answer(\"./l.so\")"), .code("print(answer(\"./l.so\"))"),
        .code("print(1)"),
      ],
      .files(.write("l.so", "library 1")), .files(.write("l.so", "library 2")), .edit(.nothing),
      .files(.delete("l.so")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A library that another one needs is an input, however the other is loaded", arguments: [false, true])
  func neededLibrary(hasOwnNamespace: Bool) throws {
    let bench = try SessionBench()
    TinyLibrary.write(TinyLibrary.data(1), to: "\(bench.folder)/inner.so")
    TinyLibrary.write(
      TinyLibrary.compiled(
        "int answer(void); int outer(void) { return 10 * answer(); }", in: bench.folder,
        ["inner.so", "-Wl,-rpath,$ORIGIN"]), to: "\(bench.folder)/outer.so")
    let items = [
      Self.start,
      .code(
        "\(hasOwnNamespace ? Self.inOwnNamespace : "let load = dlopen")\nlet f = dlsym(load(\"./outer.so\", RTLD_NOW)!, \"outer\")!\nprint(unsafeBitCast(f, to: (@convention(c) () -> Int32).self)())"
      ),
    ]
    #expect(try bench.run(items).text(1) == "10\n")
    try bench.run(items)
    #expect(bench.kept == [true, true])
    // The same name is another file for the loader once it has moved.
    TinyLibrary.write(TinyLibrary.data(2), to: "\(bench.folder)/inner.so")
    #expect(try bench.run(items).text(1) == "20\n")
  }

  /// `dlmopen`, which Foundation does not show.
  private static let inOwnNamespace = """
    let load: (String, Int32) -> UnsafeMutableRawPointer? = {
      unsafeBitCast(
        dlsym(nil, "dlmopen"), to: (@convention(c) (Int, UnsafePointer<CChar>, Int32) -> UnsafeMutableRawPointer?).self)(
        -1, $0, $1)
    }
    """

  // MARK: Groups

  @Test("Expressions in one gap of which some no longer compile leave the files of kept cells below where they are")
  func group() {
    let sequence = TrialSequence(
      [
        Self.start, .code("let a = 1"), .inline("a"), .inline("a + 1"), .inline("a + 2"), .code(Self.write),
        .code(Self.read),
      ],
      .edit(.change(2, "a + 10"), .change(3, "a + 11"), .change(4, "nothing")), .edit(.insert(.code(Self.read), at: 7)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  // MARK: Mappings

  private static let map = """
    let map: UnsafeMutablePointer<UInt8> = {
      let d = open("x.txt", O_RDWR)
      defer { close(d) }
      return mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0)!.assumingMemoryBound(to: UInt8.self)
    }()
    """

  @Test("What is written through memory is written into a file, on any file system", arguments: [false, true])
  func mapping(liesInMemory: Bool) {
    let sequence = TrialSequence(
      [
        Self.start, .code(Self.read), .code(Self.map), .code("map[0] = 90"), .code(Self.read), .code("map[1] = 91"),
        .code(Self.read),
      ], files: ["x.txt": "abcdef"], manner: .init(liesInMemory: liesInMemory), .edit(.change(5, "map[1] = 92")),
      .edit(.change(3, "map[2] = 93")), .edit(.change(2, "print(\"no map\")")), .edit(.undo), .edit(.delete(2)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A file that a cell has mapped before it trapped is as it was for the next run", arguments: [false, true])
  func trappedMapping(liesInMemory: Bool) {
    let sequence = TrialSequence(
      [
        Self.start, .code(Self.read), .code(Self.map + "\nmap[0] = 90\nfatalError(\"stop\")", ["error": "true"]),
        .code(Self.read),
      ],
      files: ["x.txt": "abcdef"], manner: .init(liesInMemory: liesInMemory), .edit(.nothing),
      .edit(.change(1, Self.read + "\n")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  // MARK: The store

  @Test("Emptying the cache while a notebook runs, or while it waits, does it no harm")
  func cleaning() throws {
    let cache = "\(NSTemporaryDirectory())gimbal-cleaned-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let bench = try SessionBench {
      $0.cacheFolder = cache
      $0.compilesApart = true
    }
    var items: [NotebookModel.Item] = [
      Self.start, .code("struct S { var v = 1 }"), .code("var s = S()"), .code("s.v += 1\nprint(s.v)"), .inline("s.v"),
    ]
    var cleaned = 0
    let execution = try bench.run(items) { event in
      if case .running = event { cleaned += try! Store(cache).clean(unusedSince: nil).entries }
    }
    #expect(execution.text(3) == "2\n" && execution.isSuccess)
    _ = try Store(cache).clean(unusedSince: nil)
    Store(cache).prune(to: 1, now: Date(timeIntervalSinceNow: 400 * 86_400))
    items.append(.code("s.v += S().v\nprint(s.v)"))
    #expect(try bench.run(items).text(4) == "3\n")
    #expect(bench.kept == [true, true, true, true, false])
  }
}

extension Execution {
  fileprivate var isSuccess: Bool {
    outcomes.allSatisfy { $0.status == .done } && inlines.allSatisfy { $0?.isValue == true }
  }
}
