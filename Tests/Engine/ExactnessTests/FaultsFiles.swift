import TestTiers
import Testing

/// What once was on a page that no clean run shows: files.
@Suite("Faults: files")
struct FaultsFiles {
  private static let read = "print((try? String(contentsOfFile: \"x.txt\", encoding: .utf8)) ?? \"absent\")"
  private static let write = "try \"one\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)"
  private static let append = "do {\n  let h = fopen(\"x.txt\", \"a\")!\n  fputs(\"+\", h)\n  fclose(h)\n}"
  private static let start = NotebookModel.Item.code("import Foundation")

  @Test("A file that is open between cells is read on from its place when the reading cell is edited")
  func openFile() {
    let read = "do {\n  var byte: UInt8 = 0\n  print(read(fd, &byte, 1), byte)\n}"
    let sequence = TrialSequence(
      [.code("import Foundation\nlet fd = open(\"x.txt\", O_RDONLY)"), .code(read), .code(read)],
      files: ["x.txt": "abc"],
      .edit(.change(2, read + "\nprint(\"again\")")), .edit(.change(1, read + "\n" + read)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test(
    "A sentence follows the file that its expression reads",
    arguments: [FileEdit.write("x.txt", "two"), .delete("x.txt")])
  func inlineReads(_ edit: FileEdit) {
    let sequence = TrialSequence(
      [Self.start, .inline("(try? String(contentsOfFile: \"x.txt\", encoding: .utf8)) ?? \"absent\"")],
      files: ["x.txt": "one"], .files(edit))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A recording that was looked for and not there is read once it is there")
  func maybeThere() {
    let sequence = TrialSequence(
      [
        .code("import Gimbal\nprint((try? Trace(contentsOf: \"maybe.csv\")) == nil)"),
        .inline("(try? Trace(contentsOf: \"maybe.csv\")) == nil"),
      ],
      .files(.write("maybe.csv", "time_s,ax\n0,1\n")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test(
    "Files are followed however they are read",
    arguments: [
      read, "print(FileManager.default.contents(atPath: \"x.txt\")?.count ?? -1)",
      "print(FileManager.default.fileExists(atPath: \"x.txt\"))",
      "do {\n  let d = open(\"x.txt\", O_RDONLY)\n  var byte: UInt8 = 0\n  print(read(d, &byte, 1), byte)\n  close(d)\n}",
      "do {\n  var s = stat()\n  print(stat(\"x.txt\", &s), s.st_size)\n}", "print(access(\"x.txt\", R_OK))",
      "print(try FileManager.default.contentsOfDirectory(atPath: \".\").sorted())",
    ])
  func followed(_ reader: String) {
    let sequence = TrialSequence(
      [Self.start, .code(reader)], .files(.write("x.txt", "one")), .files(.write("x.txt", "other")),
      .files(.delete("x.txt")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("Write, read, delete in three cells: the reading one is edited")
  func writeReadDelete() {
    let sequence = TrialSequence(
      [Self.start, .code(Self.write), .code(Self.read), .code("print(unlink(\"x.txt\"))")],
      .edit(.change(2, Self.read + "\n")),
      .edit(.change(2, "print(\"nothing read\")")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A file that another notebook made where this one had deleted its own is not this one's, though it reads alike")
  func alike() {
    let delete = NotebookModel.Item.code("print(unlink(\"x.txt\"))", ["error": "true"])
    let sequence = TrialSequence(
      manner: TrialSequence.Manner(),
      notebooks: [
        NotebookModel(items: [Self.start, .code(Self.write), delete]),
        NotebookModel(items: [Self.start, .code(Self.write)]),
      ],
      files: ["x.txt": ""], steps: [.edit(.insert(.code("print(later)"), at: 1))])
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("What writes a file by way of another one can be made again, though the other has a new name each time")
  func atomicWriting() throws {
    let bench = try SessionBench {
      $0.keepGoing = true
      $0.freeForks = 1
    }
    let write = "try \"two\".write(toFile: \"y.txt\", atomically: true, encoding: .utf8)\nlet n = 3"
    let execution = try bench.run([Self.start, .code(write), .code("fatalError()"), .code("print(n)")])
    #expect(execution.text(3) == "3\n")
  }

  @Test("A renaming that fails leaves the file that was in its way as it was, also for a program that appends to it")
  func failedRenaming() {
    let sequence = TrialSequence(
      [Self.start, .code("print(rename(\"d\", \"x.txt\"))"), .code(Self.append), .code(Self.read)],
      files: ["d/z.txt": "z", "x.txt": "abc"], .edit(.insert(.code(Self.read), at: 1)),
      .edit(.change(3, Self.append + "\n" + Self.append)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("Truncate, append, read: the appending cell is edited")
  func truncateAppend() {
    let sequence = TrialSequence(
      [Self.start, .code("print(truncate(\"x.txt\", 1))"), .code(Self.append), .code(Self.read)],
      files: ["x.txt": "abcdef"],
      .edit(.change(2, Self.append + "\n" + Self.append)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("Write, read, write again: the reading cell is edited")
  func writeAgain() {
    let sequence = TrialSequence(
      [
        Self.start, .code(Self.write), .code(Self.read),
        .code("try \"two\".write(toFile: \"x.txt\", atomically: true, encoding: .utf8)"),
      ],
      .edit(.change(2, Self.read + "\n")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A cell that writes is taken out: what it wrote goes with it")
  func writerTakenOut() {
    let sequence = TrialSequence(
      [Self.start, .code(Self.write), .code(Self.read)], .edit(.delete(1)), .edit(.delete(1)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("The last cell is taken out: what it wrote goes with it though nothing runs")
  func lastTakenOut() {
    let sequence = TrialSequence([Self.start, .code(Self.write)], .edit(.delete(1)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A pipe is filled above: the cell that reads it is edited")
  func pipe() {
    let read = "do {\n  var byte: UInt8 = 0\n  print(read(ends[0], &byte, 1), byte)\n}"
    let sequence = TrialSequence(
      [
        .code("import Foundation\nvar ends: [Int32] = [0, 0]\nprint(pipe(&ends), fcntl(ends[0], F_SETFL, O_NONBLOCK))"),
        .code("print(write(ends[1], \"abc\", 3))"), .code(read),
      ],
      .edit(.change(2, read + "\n" + read)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test(
    "To remove what is not there is to look for it",
    arguments: ["unlink(\"x.txt\")", "rename(\"x.txt\", \"y.txt\")", "truncate(\"x.txt\", 0)"])
  func failedChange(_ call: String) {
    let sequence = TrialSequence([Self.start, .code("print(\(call))")], .files(.write("x.txt", "one")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A folder that is missing where a file was to be written is looked for")
  func missingFolder() {
    let sequence = TrialSequence(
      [Self.start, .code("print(mkdir(\"d/k\", 0o755))")], .files(.write("d/z.txt", "one")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A person's file behind a link that a cell made after it had failed to write there stays when the cell goes")
  func linkAfterFailure() {
    let link = "print(unlink(\"l\"), mkdir(\"l/x.txt\", 0o755), symlink(\"d\", \"l\"))"
    let sequence = TrialSequence([Self.start, .code(link)], files: ["d/x.txt": "one"], .edit(.delete(1)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test(
    "A link that leads to two folders within one cell: the files of both are what they are", .tags(.prove),
    arguments: [
      "print((try? String(contentsOfFile: \"l/x.txt\", encoding: .utf8)) ?? \"none\")", "print(unlink(\"l/x.txt\"))",
      "try? \"more\".write(toFile: \"l/x.txt\", atomically: false, encoding: .utf8)",
      "print(chmod(\"l/x.txt\", 0o600))",
      "print(rename(\"l/x.txt\", \"x.txt\"))", "print(access(\"l/x.txt\", F_OK))",
    ])
  func turnedLink(_ last: String) {
    let first = "try? \"own\".write(toFile: \"l/x.txt\", atomically: false, encoding: .utf8)"
    let turned = ["print(symlink(\"d\", \"l\"))", first, "print(unlink(\"l\"), symlink(\"e\", \"l\"))", last]
    let folders = [
      ["d/x.txt": "in d", "e/x.txt": "in e"], ["d/y.txt": "", "e/x.txt": "in e"], ["d/x.txt": "in d", "e/y.txt": ""],
    ]
    for (index, files) in folders.enumerated() {
      for changed in ["d/x.txt", "e/x.txt"] where Tier.proves || changed.hasPrefix("e") == (index == 1) {
        let sequence = TrialSequence(
          [Self.start, .code(turned.joined(separator: "\n")), .code("print(access(\"e/x.txt\", F_OK))")], files: files,
          .files(.write(changed, "a person's")), .files(.delete(changed)), .edit(.delete(1)))
        #expect(SequenceTrial.fault(of: sequence) == nil)
      }
    }
  }

  @Test("What a person did to a file is the person's, also where it is by chance what a cell had done")
  func personsDeletion() {
    let sequence = TrialSequence(
      [Self.start, .code("print(unlink(\"x.txt\"))"), .code(Self.write)], .files(.write("x.txt", "")),
      .files(.delete("x.txt")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A unit that leaves nothing runs again above a cell that writes: the file is written again")
  func aboveWriter() {
    let failing = TrialSequence(
      [.code("import Foundation\nexit(3)"), .code(Self.write), .code(Self.read)], manner: .init(keepGoing: true),
      .edit(.nothing), .edit(.insert(.code(Self.read), at: 3)))
    #expect(SequenceTrial.fault(of: failing) == nil)
    let prose = TrialSequence(
      [Self.start, .code(Self.write)], .edit(.insert(.inline("1 + 1"), at: 1)), .edit(.insert(.code(Self.read), at: 3)))
    #expect(SequenceTrial.fault(of: prose) == nil)
  }

  @Test("What a program reads that a cell starts is read again")
  func programReads() {
    let sequence = TrialSequence(
      [.code("import Foundation\nprint(system(\"cat x.txt\"))"), .code("print(1)")],
      .files(.write("x.txt", "1234567890")), .files(.write("x.txt", "other")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("What a program writes that a cell starts is taken back where the notebook knows what was there before")
  func programWrites() {
    let sequence = TrialSequence(
      [
        .code("import Foundation\nprint(access(\"x.txt\", F_OK))"),
        .code("try \"one\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)"),
        .code("print(system(\"printf child > x.txt\"))"),
      ],
      .edit(.change(1, "print(unlink(\"x.txt\"))")), .edit(.nothing))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("An empty file that the notebook made and a person touched is still the notebook's")
  func touched() {
    let make = "let out = open(\"x.txt\", O_WRONLY | O_CREAT, 0o644)"
    let sequence = TrialSequence(
      [.code("import Foundation"), .code(make), .code("let fd = open(\"x.txt\", O_RDONLY)")],
      .init(edits: [.delete(0)], fileEdits: [.touch("x.txt")]))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A file that a failed renaming would have replaced is put back like any other")
  func failedRename() {
    let append = "do {\n  let h = fopen(\"y.txt\", \"a\")!\n  fputs(\"+\", h)\n  fclose(h)\n}"
    let sequence = TrialSequence(
      [
        .code("import Foundation"), .code("print(rename(\"x.txt\", \"y.txt\"))"),
        .code("print((try? String(contentsOfFile: \"y.txt\", encoding: .utf8)) ?? \"absent\")"), .code(append),
      ],
      files: ["y.txt": "1"], .edit(.duplicate(3, to: 2)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }
}
