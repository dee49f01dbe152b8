import Foundation
import Sandboxes

@testable import Grading

/// Something that a submission tries. Those that do not end their process are tried many at once.
struct Attack {
  var name: String
  /// Statements; `attempt("what") { … }` notes what succeeded.
  var code: String

  init(_ name: String, _ code: String) { (self.name, self.code) = (name, code) }

  /// What attacks call, in its own cell.
  static let tools = #"""
    import Foundation
    import Glibc
    @_silgen_name("syscall") func raw(_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) -> Int
    func call(_ n: Int, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0, _ e: Int = 0, _ f: Int = 0) -> Int { raw(n, a, b, c, d, e, f) }
    var taken: [String] = []
    var ended = 0
    func attempt(_ what: String, _ act: () throws -> Bool) { if (try? act()) == true { taken.append(what) } }
    func opens(_ path: String, _ flags: Int32 = O_RDONLY) -> Bool {
      let file = Glibc.open(path, flags | O_NONBLOCK, 0o600)
      if file >= 0 { close(file) }
      return file >= 0
    }
    func lists(_ path: String) -> Bool { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).isEmpty == false }
    func lists(_ path: String, _ names: [String]) -> Bool {
      let found = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.contains { found.contains($0) }
    }
    func bytes(_ path: String) -> Data { FileManager.default.contents(atPath: path) ?? Data() }
    """#

  /// A submission that tries all of these and solves nothing. Its `loot` lists those that succeeded, or how few came to an end.
  static func submission(_ attacks: [Attack]) -> String {
    let cells = stride(from: 0, to: attacks.count, by: 8).map { first in
      attacks[first..<min(first + 8, attacks.count)].map { "// \($0.name)\n\($0.code)\nended += 1" }
        .joined(separator: "\n")
    }
    let loot = """
      func loot() -> String {
        ended == \(attacks.count) ? taken.joined(separator: "; ") : "\\(ended) of \(attacks.count) have ended"
      }
      """
    return Course.submission(step: Course.wrongStep, turn: Course.wrongTurn, loot: loot, before: [tools] + cells)
  }
}

/// What is tried against the machine around.
enum Surroundings {
  static func attacks(_ course: Course, cache: String, kit: String, outsider: pid_t) -> [Attack] {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/root"
    func reads(_ what: String, _ path: String) -> Attack {
      Attack(what, "attempt(\"\(what)\") { opens(\"\(path)\") || !bytes(\"\(path)\").isEmpty }")
    }
    func writes(_ what: String, _ path: String) -> Attack {
      Attack(what, "attempt(\"\(what)\") { opens(\"\(path)\", O_WRONLY) || opens(\"\(path)/x\", O_WRONLY | O_CREAT) }")
    }
    /// Whether a list of a folder can be had that holds more than the way to what a cell may read.
    func listing(_ folders: Set<String>) -> Attack {
      let ways = ["alternatives", "localtime", "ld.so.cache", ".cache"]
      let attempts = folders.sorted().map { folder in
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
          .filter { !ways.contains($0) && !$0.hasPrefix("gimbal") }.prefix(12)
        return "attempt(\"listing \(folder)\") { lists(\"\(folder)\", \(Array(names))) }"
      }
      return Attack("listing", attempts.joined(separator: "\n"))
    }
    let files = [
      reads("the source", course.source), reads("another's submission", "\(course.submissions)/neighbour.md"),
      reads("the marks", "\(course.grades)/neighbour.json"), reads("the grading's secret", "\(course.grades)/.secret"),
      writes("writing a mark", "\(course.grades)/attacks.json"), writes("writing the source", course.source),
      reads("the list of users", "/etc/passwd"), reads("passwords", "/etc/shadow"),
      reads("keys", "\(home)/.ssh/id_rsa"),
      listing(["/home", "/root", "/tmp", "/var", "/etc", home, course.folder]),
      writes("the shared cache", cache), writes("the kit", kit), writes("the toolchain", "/usr/lib"),
      writes("devices", "/dev"),
      Attack(
        "up",
        "attempt(\"up\") { (1...12).contains { n in let p = String(repeating: \"../\", count: n); return opens(p + \"lab.md\") || opens(p + \"submissions/neighbour.md\") || opens(p + \"x\", O_WRONLY | O_CREAT) && n > 2 } }"
      ),
      Attack("a link", "attempt(\"a link\") { symlink(\"\(course.source)\", \"l\") == 0 && opens(\"l\") }"),
      Attack("a hard link", "attempt(\"a hard link\") { link(\"\(course.source)\", \"h\") == 0 }"),
      Attack(
        "a link to a folder",
        "attempt(\"a link to a folder\") { symlink(\"\(course.folder)\", \"d\") == 0 && lists(\"d\") }"),
      Attack(
        "renaming",
        "attempt(\"renaming\") { rename(\"\(course.source)\", \"stolen\") == 0 || rename(\"\(course.submissions)\", \"all\") == 0 }"
      ),
      Attack(
        "removing",
        "attempt(\"removing\") { unlink(\"\(course.source)\") == 0 || unlink(\"\(course.submissions)/neighbour.md\") == 0 }"
      ),
      Attack(
        "rights",
        "attempt(\"rights\") { var s = stat(); _ = chmod(\"\(course.source)\", 0o666); return stat(\"\(course.source)\", &s) == 0 && s.st_mode & 0o777 == 0o666 }"
      ),
      Attack(
        "the root of a process",
        "attempt(\"the root of a process\") { [\"self\", \"1\", \"\(outsider)\", \"\\(getppid())\"].contains { opens(\"/proc/\\($0)/root\(course.source)\") || opens(\"/proc/\\($0)/cwd/lab.md\") } }"
      ),
      reads("another's environment", "/proc/\(outsider)/environ"), reads("another's memory", "/proc/\(outsider)/mem"),
      reads("another's maps", "/proc/\(outsider)/maps"), reads("another's command", "/proc/\(outsider)/cmdline"),
      Attack("another's descriptors", "attempt(\"another's descriptors\") { lists(\"/proc/\(outsider)/fd\") }"),
      Attack(
        "the kernel's settings",
        "attempt(\"the kernel's settings\") { opens(\"/proc/sys/kernel/core_pattern\", O_WRONLY) || opens(\"/proc/sysrq-trigger\", O_WRONLY) || opens(\"/sys/kernel/uevent_helper\", O_WRONLY) }"
      ),
      Attack(
        "raw devices",
        "attempt(\"raw devices\") { [\"/dev/vda\", \"/dev/sda\", \"/dev/mem\", \"/dev/kmsg\", \"/dev/tty\", \"/dev/shm/x\"].contains { opens($0, O_RDWR) } || mknod(\"device\", S_IFBLK | 0o600, 0xfe00) == 0 }"
      ),
    ]
    let processes = [
      Attack(
        "sockets",
        "for (family, kind) in [(AF_UNIX, SOCK_STREAM), (AF_UNIX, SOCK_DGRAM), (AF_INET, SOCK_STREAM), (AF_INET, SOCK_DGRAM), (AF_INET6, SOCK_STREAM), (AF_NETLINK, SOCK_RAW), (AF_PACKET, SOCK_RAW)] { attempt(\"socket \\(family)\") { socket(Int32(family), Int32(kind.rawValue), 0) >= 0 } }"
      ),
      Attack(
        "an abstract socket",
        "attempt(\"an abstract socket\") { let s = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0); var a = sockaddr_un(); a.sun_family = sa_family_t(AF_UNIX); a.sun_path.1 = 103; return withUnsafePointer(to: &a) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(s, $0, 4) } } == 0 }"
      ),
      Attack(
        "the internet",
        "attempt(\"the internet\") { try Data(contentsOf: URL(string: \"http://127.0.0.1:80/\")!).count >= 0 }"),
      Attack(
        "a name",
        "attempt(\"a name\") { var r: UnsafeMutablePointer<addrinfo>?; return getaddrinfo(\"example.org\", \"80\", nil, &r) == 0 }"
      ),
      Attack("signals", "attempt(\"signals\") { kill(\(outsider), 0) == 0 && \(outsider) > 64 }"),
      Attack("tracing", "attempt(\"tracing\") { call(101, 16, \(outsider), 0, 0) == 0 }"),
      Attack(
        "others' memory",
        "attempt(\"others' memory\") { var b = [UInt8](repeating: 0, count: 8); return b.withUnsafeMutableBytes { p in var l = iovec(iov_base: p.baseAddress, iov_len: 8); var r = iovec(iov_base: UnsafeMutableRawPointer(bitPattern: 0x400000), iov_len: 8); return call(310, Int(\(outsider)), Int(bitPattern: withUnsafePointer(to: &l) { $0 }), 1, Int(bitPattern: withUnsafePointer(to: &r) { $0 }), 1, 0) > 0 } }"
      ),
      Attack("namespaces", "attempt(\"namespaces\") { call(272, 0x10000000) == 0 || call(272, 0x20000000) == 0 }"),
      Attack("mounts", "attempt(\"mounts\") { mount(\"none\", \".\", \"tmpfs\", 0, nil) == 0 }"),
      Attack("keys of the kernel", "attempt(\"keys of the kernel\") { call(250, 0, -3, 0) >= 0 }"),
      Attack(
        "io_uring",
        "attempt(\"io_uring\") { var p = [UInt8](repeating: 0, count: 120); return p.withUnsafeMutableBytes { call(425, 4, Int(bitPattern: $0.baseAddress)) } >= 0 }"
      ),
      Attack(
        "bpf", "attempt(\"bpf\") { call(321, 0, 0, 0) >= 0 || call(298, 0, 0, -1, -1, 0) >= 0 || call(323, 0) >= 0 }"),
      Attack(
        "shared memory",
        "attempt(\"shared memory\") { shmget(0x6769, 4096, 0o666 | Int32(IPC_CREAT)) >= 0 || shm_open(\"/gimbal\", O_RDWR | O_CREAT, 0o600) >= 0 }"
      ),
      Attack(
        "queues",
        "attempt(\"queues\") { msgget(0x6769, 0o666 | Int32(IPC_CREAT)) >= 0 || semget(0x6769, 1, 0o666 | Int32(IPC_CREAT)) >= 0 }"
      ),
      Attack(
        "priorities",
        "attempt(\"priorities\") { setpriority(Int32(PRIO_PROCESS.rawValue), UInt32(\(outsider)), 19) == 0 }"),
      Attack(
        "others' limits",
        "attempt(\"others' limits\") { var r = rlimit(rlim_cur: 1, rlim_max: 1); return call(302, Int(\(outsider)), 7, Int(bitPattern: withUnsafePointer(to: &r) { $0 }), 0) == 0 }"
      ),
      Attack("becoming root", "attempt(\"becoming root\") { getuid() != 0 && (setuid(0) == 0 || seteuid(0) == 0) }"),
      Attack(
        "rights of root",
        "attempt(\"rights of root\") { chroot(\".\") == 0 || sethostname(\"x\", 1) == 0 || setgroups(0, nil) == 0 && false }"
      ),
      Attack(
        "handles of files",
        "attempt(\"handles of files\") { var h = [UInt8](repeating: 0, count: 256); h[0] = 128; var m: Int32 = 0; return h.withUnsafeMutableBytes { p in call(303, -100, Int(bitPattern: \"/usr\".withCString { strdup($0) }), Int(bitPattern: p.baseAddress), Int(bitPattern: withUnsafeMutablePointer(to: &m) { $0 }), 0) } == 0 }"
      ),
      Attack("a terminal", "attempt(\"a terminal\") { var c: Int8 = 10; return ioctl(0, UInt(0x5412), &c) == 0 }"),
      Attack(
        "the environment",
        "attempt(\"the environment\") { ProcessInfo.processInfo.environment.contains { $0.value.contains(\"\(course.folder)\") || $0.key.hasPrefix(\"GIMBAL_DATA\") || $0.key.contains(\"TOKEN\") } }"
      ),
      Attack(
        "open descriptors",
        "attempt(\"open descriptors\") { (3..<512).contains { fd in var s = stat(); guard fstat(Int32(fd), &s) == 0, s.st_mode & S_IFMT == S_IFREG, s.st_size > 0, s.st_size < 100_000 else { return false }; var b = [UInt8](repeating: 0, count: Int(s.st_size)); let n = pread(Int32(fd), &b, b.count, 0); return n > 0 && String(decoding: b, as: UTF8.self).contains(\"SENTINEL-of\") } }"
      ),
      Attack(
        "memory for the hidden check",
        "attempt(\"memory for the hidden check\") { let needle = Data((\"SENTINEL\" + \"-of-the-hidden-check\").utf8); let own = bytes(\"/proc/self/maps\"); return own.range(of: needle) != nil || ([\"../job.json\", \"job.json\"].contains { bytes($0).range(of: needle) != nil }) }"
      ),
      Attack(
        "all files in reach",
        "attempt(\"all files in reach\") { let root = URL(fileURLWithPath: \"..\").standardizedFileURL; let needle = Data((\"SENTINEL\" + \"-of-the-hidden-check\").utf8); guard let e = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) else { return false }; for case let f as URL in e { if f.lastPathComponent == \"calls\" || f.lastPathComponent == \"answers\" { continue }; var s = stat(); guard stat(f.path, &s) == 0, s.st_mode & S_IFMT == S_IFREG else { continue }; if bytes(f.path).range(of: needle) != nil { return true } }; return false }"
      ),
    ]
    return files + processes
  }
}
