/// Files, in every way in which cells come to them.
extension Vocabulary {
  private static func read(_ name: String) -> String {
    "(try? String(contentsOfFile: \"\(name)\", encoding: .utf8)) ?? \"absent\""
  }

  static let files: Vocabulary = {
    var words = Vocabulary(files: ["x.txt", "y.txt"])
    words.cells += ["import Foundation", "print(rename(\"x.txt\", \"y.txt\"))", "print(rename(\"y.txt\", \"x.txt\"))"]
    for name in ["x.txt", "y.txt"] {
      words.cells += [
        "import Foundation\nprint(\(read(name)))", "print(\(read(name)))",
        "do {\n  if let h = fopen(\"\(name)\", \"r\") {\n    var line = [CChar](repeating: 0, count: 64)\n    print(fgets(&line, 64, h) == nil ? \"empty\" : String(cString: line))\n    fclose(h)\n  } else { print(\"errno\", errno) }\n}",
        "try \"one\".write(toFile: \"\(name)\", atomically: false, encoding: .utf8)",
        "try \"two!\".write(toFile: \"\(name)\", atomically: true, encoding: .utf8)",
        "do {\n  let h = fopen(\"\(name)\", \"a\")!\n  fputs(\"+\", h)\n  fclose(h)\n}",
        "print(truncate(\"\(name)\", 1))",
        "print(unlink(\"\(name)\"))", "print(FileManager.default.fileExists(atPath: \"\(name)\"))",
        "print(access(\"\(name)\", F_OK))", "do {\n  var s = stat()\n  print(stat(\"\(name)\", &s), s.st_size)\n}",
        "do {\n  let d = open(\"\(name)\", O_RDWR | O_CREAT, 0o644)\n  print(lseek(d, 0, SEEK_END), write(d, \"#\", 1))\n  close(d)\n}",
        "do {\n  let d = open(\"\(name)\", O_WRONLY | O_CREAT | O_EXCL, 0o644)\n  print(d >= 0 ? \"made\" : \"errno \\(errno)\")\n  if d >= 0 { write(d, \"new\", 3)\n    close(d) }\n}",
        "let kept = \(read(name))",
      ]
      words.inlines += [read(name), "FileManager.default.fileExists(atPath: \"\(name)\")"]
    }
    words.cells += [
      "print(try FileManager.default.contentsOfDirectory(atPath: \".\").sorted())", "print(kept)",
      "try FileManager.default.copyItem(atPath: \"x.txt\", toPath: \"y.txt\")",
      "try FileManager.default.moveItem(atPath: \"x.txt\", toPath: \"y.txt\")",
    ]
    words.inlines += ["(try? FileManager.default.contentsOfDirectory(atPath: \".\").count) ?? -1", "kept"]
    return words
  }()

  static let folders = Vocabulary(
    cells: [
      "import Foundation", "print(mkdir(\"d\", 0o755))", "print(rmdir(\"d\"))", "print(rename(\"d\", \"e\"))",
      "try? \"in d\".write(toFile: \"d/z.txt\", atomically: false, encoding: .utf8)",
      "try? \"in d!\".write(toFile: \"d/z.txt\", atomically: true, encoding: .utf8)",
      "print(\(read("d/z.txt")))", "print(\(read("e/z.txt")))",
      "print(((try? FileManager.default.contentsOfDirectory(atPath: \"d\")) ?? [\"no d\"]).sorted())",
      "print(((try? FileManager.default.contentsOfDirectory(atPath: \".\")) ?? []).sorted())",
      "try? FileManager.default.removeItem(atPath: \"d\")", "print(unlink(\"d/z.txt\"))",
      "mkdir(\"d\", 0o755)\ntry? \"moved\".write(toFile: \"d/z.txt\", atomically: false, encoding: .utf8)\nprint(rename(\"d\", \"e\"), mkdir(\"d\", 0o755))",
      "do {\n  let s = UUID().uuidString\n  mkdir(s, 0o755)\n  try? \"s\".write(toFile: s + \"/z.txt\", atomically: false, encoding: .utf8)\n  print(rename(s, \"d\"), (try? FileManager.default.removeItem(atPath: s)) == nil)\n}",
      "print(FileManager.default.changeCurrentDirectoryPath(\"d\"))", "print(chdir(\"..\"))",
      "print(URL(fileURLWithPath: FileManager.default.currentDirectoryPath).lastPathComponent)",
      "try? FileManager.default.createDirectory(atPath: \"d/k\", withIntermediateDirectories: true)",
      "print(FileManager.default.enumerator(atPath: \".\")?.compactMap { $0 as? String }.sorted() ?? [])",
    ],
    inlines: [read("d/z.txt"), "FileManager.default.fileExists(atPath: \"d\")"], files: ["d/z.txt"])

  static let otherFiles = Vocabulary(
    cells: [
      "import Foundation", "try? Data(\"data\".utf8).write(to: URL(fileURLWithPath: \"d/z.txt\"))",
      "print(FileManager.default.createFile(atPath: \"d/z.txt\", contents: Data(\"made\".utf8)))",
      "try? FileManager.default.createDirectory(atPath: \"d\", withIntermediateDirectories: false)",
      "try? FileManager.default.copyItem(atPath: \"d\", toPath: \"e\")",
      "try? FileManager.default.moveItem(atPath: \"d\", toPath: \"e\")",
      "try? FileManager.default.removeItem(atPath: \"e\")",
      "try? FileManager.default.createSymbolicLink(atPath: \"l\", withDestinationPath: \"d\")",
      "print(\(read("l/z.txt")))", "print(\(read("e/z.txt")))", "print(\(read("d/z.txt")))",
      "try? \"through\".write(toFile: \"l/z.txt\", atomically: true, encoding: .utf8)",
      "do {\n  let h = FileHandle(forWritingAtPath: \"d/z.txt\")\n  try h?.seekToEnd()\n  try h?.write(contentsOf: Data(\"!\".utf8))\n}",
      "try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: \"d/z.txt\")",
      "print((try? FileManager.default.attributesOfItem(atPath: \"d/z.txt\")[.posixPermissions]) ?? \"none\")",
      "print((try? FileManager.default.attributesOfItem(atPath: \"d/z.txt\")[.size]) ?? \"none\")",
      "print((try? FileManager.default.subpathsOfDirectory(atPath: \".\").sorted()) ?? [])",
      "do {\n  let h = fopen(\"d/z.txt\", \"r+\")\n  if let h { fputs(\"R\", h)\n    fclose(h) }\n  print(h == nil)\n}",
      "do {\n  let h = fopen(\"d/z.txt\", \"wx\")\n  if let h { fputs(\"X\", h)\n    fclose(h) }\n  print(h == nil)\n}",
      "do {\n  var g = glob_t()\n  print(glob(\"d/*\", 0, nil, &g), g.gl_pathc)\n  globfree(&g)\n}",
      "print(rmdir(\"d\"), errno)", "print(rmdir(\"e\"))", "print(mkdir(\"e\", 0o755))", "print(rename(\"e\", \"d\"))",
      "print(unlink(\"l\"))",
      "print(realpath(\"l\", nil).map { String(cString: $0).hasSuffix(\"d\") } ?? false)",
      "print((try? FileManager.default.contentsOfDirectory(atPath: \"l\").sorted()) ?? [\"none\"])",
    ],
    inlines: [read("d/z.txt"), read("l/z.txt"), "FileManager.default.fileExists(atPath: \"e\")"], files: ["d/z.txt"])

  static let links = Vocabulary(
    cells: [
      "import Foundation", "print(symlink(\"x.txt\", \"l\"))", "print(unlink(\"l\"))",
      "print(unlink(\"x.txt\"))",
      "print(\(read("l")))", "print(\(read("x.txt")))",
      "try? \"one\".write(toFile: \"l\", atomically: false, encoding: .utf8)",
      "try? \"two!\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)",
      "do {\n  let h = fopen(\"l\", \"a\")!\n  fputs(\"+\", h)\n  fclose(h)\n}", "print(rename(\"l\", \"x.txt\"))",
      "print((try? FileManager.default.destinationOfSymbolicLink(atPath: \"l\")) ?? \"no link\")",
      "print(chmod(\"x.txt\", 0o600))", "do {\n  var s = stat()\n  print(lstat(\"l\", &s), s.st_nlink, s.st_mode)\n}",
      "do {\n  var s = stat()\n  print(stat(\"x.txt\", &s), s.st_nlink, s.st_mode)\n}",
    ],
    inlines: [read("l")], files: ["x.txt"])

  static let descriptors = Vocabulary(
    cells: [
      "import Foundation", "let fd = open(\"x.txt\", O_RDONLY)", "let fd = open(\"x.txt\", O_RDWR | O_CREAT, 0o644)",
      "do {\n  var byte: UInt8 = 0\n  print(read(fd, &byte, 1), byte)\n}",
      "do {\n  var bytes = [UInt8](repeating: 0, count: 2)\n  print(read(fd, &bytes, 2), bytes)\n}",
      "print(lseek(fd, 0, SEEK_SET))", "print(lseek(fd, 0, SEEK_CUR))", "print(close(fd))",
      "let out = open(\"x.txt\", O_WRONLY | O_APPEND | O_CREAT, 0o644)", "print(write(out, \"z\", 1))",
      "print(close(out))",
      "let out = open(\"x.txt\", O_WRONLY | O_TRUNC | O_CREAT, 0o644)", "print(\(read("x.txt")))", "let copy = dup(fd)",
      "do {\n  var byte: UInt8 = 0\n  print(read(copy, &byte, 1), byte)\n}", "let handle = fopen(\"x.txt\", \"r\")",
      "print(fgetc(handle!))", "let writing = fopen(\"x.txt\", \"a\")", "print(fputs(\"buffered\", writing!))",
      "print(fflush(writing!))",
      "print(unlink(\"x.txt\"))", "let file = FileHandle(forReadingAtPath: \"x.txt\")",
      "print(try file?.read(upToCount: 1) ?? Data())",
      "print(pwrite(fd, \"P\", 1, 0))", "print(ftruncate(out, 0))",
      "print(try FileHandle(forReadingFrom: URL(fileURLWithPath: \"x.txt\")).readToEnd() ?? Data())",
    ],
    inlines: ["{ var b: UInt8 = 0; return read(fd, &b, 1) }()", "lseek(fd, 0, SEEK_CUR)", read("x.txt")],
    files: ["x.txt"])

  /// Files that are written through memory.
  static let mappings = Vocabulary(
    cells: [
      "import Foundation",
      "func mapped() -> UnsafeMutablePointer<UInt8>? {\n  let d = open(\"x.txt\", O_RDWR)\n  defer { close(d) }\n  let m = mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0)!\n  return m == MAP_FAILED ? nil : m.assumingMemoryBound(to: UInt8.self)\n}",
      "let map = mapped()\nprint(map == nil)", "map?[0] = 90", "map?[1] += 1\nprint(map?[1] ?? 0)",
      "do {\n  let m = mapped()\n  m?[0] = 89\n  print(munmap(m, 4))\n}", "print(munmap(map, 4))",
      "let fd = open(\"x.txt\", O_RDWR | O_CREAT, 0o644)", "print(write(fd, \"w\", 1))",
      "print(\(read("x.txt")))", "print(unlink(\"x.txt\"))", "print(rename(\"x.txt\", \"y.txt\"))",
      "try? \"mapped\".write(toFile: \"x.txt\", atomically: false, encoding: .utf8)", "var c = 1", "c += 1\nprint(c)",
    ],
    inlines: [read("x.txt"), "map?[0] ?? 0", "{ map?[0] = 88; return 1 }()", "c"], files: ["x.txt"])

  /// Libraries that are loaded, of which there are two (`TinyLibrary`).
  static let libraries = Vocabulary(
    cells: [
      "import Foundation",
      "func answer(_ library: UnsafeMutableRawPointer?) -> Int32 {\n  guard let library, let f = dlsym(library, \"answer\") else { return -1 }\n  return unsafeBitCast(f, to: (@convention(c) () -> Int32).self)()\n}",
      "let library = dlopen(\"./l.so\", RTLD_NOW)", "print(answer(library))",
      "do {\n  let l = dlopen(\"./l.so\", RTLD_NOW)\n  print(answer(l))\n  if let l { dlclose(l) }\n}",
      "print(rename(\"l.so\", \"m.so\"))", "print(answer(dlopen(\"./m.so\", RTLD_LAZY)))", "print(unlink(\"l.so\"))",
      "print(access(\"l.so\", R_OK))", "var c = 1", "c += 1\nprint(c)", "print(\"between\")",
    ],
    inlines: ["answer(library)", "answer(dlopen(\"./l.so\", RTLD_NOW))", "c"], files: ["l.so", "m.so"])

  static let pipes = Vocabulary(
    cells: [
      "import Foundation\nvar ends: [Int32] = [0, 0]\nprint(pipe(&ends), fcntl(ends[0], F_SETFL, O_NONBLOCK))",
      "print(write(ends[1], \"abc\", 3))",
      "do {\n  var byte: UInt8 = 0\n  print(read(ends[0], &byte, 1), byte)\n}", "print(close(ends[1]))",
      "print(\"between\")",
      "var pair: [Int32] = [0, 0]\nprint(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair))",
      "print(write(pair[0], \"s\", 1))",
      "let map = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)!.assumingMemoryBound(to: Int.self)",
      "map[0] += 1\nprint(map[0])", "print(map[0])",
    ],
    inlines: ["ends.count", "map[0]"])
}
