import Foundation

/// Ways to have something computed elsewhere than where it is asked for. Around a function that a task forbids they are attacks; around one's
/// own code they are a matter of taste.
enum Hostile {
  /// What is declared, and the expression that then means “‹E›”, both in terms of a vector `v` and a rotation `q`. “§” is a number.
  private static let carriers: [(name: String, declared: String, expression: String)] = [
    ("function", "func f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { ‹E› }", "f§(v, q)"),
    ("closure", "let f§: (Vector3, Quaternion) -> Vector3 = { v, q in ‹E› }", "f§(v, q)"),
    ("late closure", "var f§: (Vector3, Quaternion) -> Vector3 = { v, _ in v }\nf§ = { v, q in ‹E› }", "f§(v, q)"),
    ("array", "let f§ = [{ (v: Vector3, q: Quaternion) -> Vector3 in ‹E› }]", "f§[0](v, q)"),
    ("dictionary", "let f§ = [\"a\": { (v: Vector3, q: Quaternion) -> Vector3 in ‹E› }]", "f§[\"a\"]!(v, q)"),
    ("curry", "func f§(_ q: Quaternion) -> (Vector3) -> Vector3 { { v in ‹E› } }", "f§(q)(v)"),
    (
      "generic",
      "protocol P§ { static func go(_ v: Vector3, _ q: Quaternion) -> Vector3 }\nenum M§: P§ { static func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { ‹E› } }\nfunc f§<T: P§>(_: T.Type, _ v: Vector3, _ q: Quaternion) -> Vector3 { T.go(v, q) }",
      "f§(M§.self, v, q)"
    ),
    (
      "existential",
      "protocol P§ { func go(_ v: Vector3, _ q: Quaternion) -> Vector3 }\nstruct M§: P§ { func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { ‹E› } }\nlet all§: [any P§] = [M§()]",
      "all§[0].go(v, q)"
    ),
    (
      "extension of a protocol",
      "protocol P§ { var v: Vector3 { get }; var q: Quaternion { get } }\nextension P§ { var r: Vector3 { ‹E› } }\nstruct M§: P§ { var v: Vector3, q: Quaternion }",
      "M§(v: v, q: q).r"
    ),
    (
      "override",
      "class B§ { func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { v } }\nfinal class D§: B§ { override func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { ‹E› } }\nlet o§: B§ = D§()",
      "o§.go(v, q)"
    ),
    (
      "key path", "struct M§ { var v: Vector3, q: Quaternion; var r: Vector3 { ‹E› } }", "M§(v: v, q: q)[keyPath: \\.r]"
    ),
    (
      "composed key path",
      "struct I§ { var v: Vector3, q: Quaternion; var r: Vector3 { ‹E› } }\nstruct M§ { var i: I§ }\nlet k§ = (\\M§.i as KeyPath<M§, I§>).appending(path: \\I§.r)",
      "M§(i: I§(v: v, q: q))[keyPath: k§]"
    ),
    (
      "operator",
      "infix operator <§>: MultiplicationPrecedence\nfunc <§> (v: Vector3, q: Quaternion) -> Vector3 { ‹E› }",
      "(v <§> q)"
    ),
    (
      "comparison",
      "nonisolated(unsafe) var r§ = Vector3(0, 0, 0)\nstruct M§: Comparable { var v: Vector3, q: Quaternion; static func < (l: M§, x: M§) -> Bool { let (v, q) = (l.v, l.q); r§ = ‹E›; return true } }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { _ = [M§(v: v, q: q), M§(v: v, q: q)].max(); return r§ }",
      "f§(v, q)"
    ),
    (
      "extension",
      "extension SIMD3 where Scalar == Double { func by§(_ q: Quaternion) -> Vector3 { let v = self; return ‹E› } }",
      "v.by§(q)"
    ),
    (
      "extension of the kit's",
      "extension Quaternion { subscript(turn§ v: Vector3) -> Vector3 { let q = self; return ‹E› } }", "q[turn§: v]"
    ),
    (
      "default argument",
      "func f§(_ v: Vector3, _ q: Quaternion, g: (Vector3, Quaternion) -> Vector3 = { v, q in ‹E› }) -> Vector3 { g(v, q) }",
      "f§(v, q)"
    ),
    (
      "call as function", "struct M§ { func callAsFunction(_ v: Vector3, _ q: Quaternion) -> Vector3 { ‹E› } }",
      "M§()(v, q)"
    ),
    (
      "dynamic member",
      "@dynamicMemberLookup struct M§ { var v: Vector3, q: Quaternion; subscript(dynamicMember n: String) -> Vector3 { ‹E› } }",
      "M§(v: v, q: q).any"
    ),
    (
      "dynamic call",
      "@dynamicCallable struct M§ { func dynamicallyCall(withArguments a: [(Vector3, Quaternion)]) -> Vector3 { let (v, q) = a[0]; return ‹E› } }",
      "M§()((v, q))"
    ),
    (
      "property wrapper",
      "@propertyWrapper struct W§ { var p: (Vector3, Quaternion); var wrappedValue: Vector3 { let (v, q) = p; return ‹E› } }\nstruct M§ { @W§ var r: Vector3; init(_ v: Vector3, _ q: Quaternion) { _r = W§(p: (v, q)) } }",
      "M§(v, q).r"
    ),
    (
      "projected value",
      "@propertyWrapper struct W§ { var wrappedValue: (Vector3, Quaternion); var projectedValue: Vector3 { let (v, q) = wrappedValue; return ‹E› } }\nstruct M§ { @W§ var p: (Vector3, Quaternion) }",
      "M§(p: (v, q)).$p"
    ),
    (
      "observer",
      "struct M§ { var r = Vector3(0, 0, 0); var p: (Vector3, Quaternion)? { didSet { let (v, q) = p!; r = ‹E› } } }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { var m = M§(); m.p = (v, q); return m.r }",
      "f§(v, q)"
    ),
    (
      "letting go",
      "nonisolated(unsafe) var r§ = Vector3(0, 0, 0)\nfinal class M§ { let v: Vector3, q: Quaternion; init(_ v: Vector3, _ q: Quaternion) { (self.v, self.q) = (v, q) }; deinit { r§ = ‹E› } }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { do { _ = M§(v, q) }; return r§ }",
      "f§(v, q)"
    ),
    (
      "defer",
      "func f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { var r = v; func g() { defer { r = ‹E› } }; g(); return r }",
      "f§(v, q)"
    ),
    ("autoclosure", "func f§(_ x: @autoclosure () -> Vector3) -> Vector3 { x() }", "f§(‹E›)"),
    ("lazy map", "func f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { [v].lazy.map { v in ‹E› }.first! }", "f§(v, q)"),
    (
      "optional", "func f§(_ v: Vector3?, _ q: Quaternion) -> Vector3 { v.map { v in ‹E› } ?? Vector3(0, 0, 0) }",
      "f§(v, q)"
    ),
    (
      "sorting",
      "func f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { var r = v; _ = [1, 2].sorted { a, b in r = ‹E›; return a < b }; return r }",
      "f§(v, q)"
    ),
    ("reduction", "func f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { [q].reduce(v) { v, q in ‹E› } }", "f§(v, q)"),
    (
      "iterator",
      "struct M§: Sequence, IteratorProtocol { var v: Vector3, q: Quaternion; mutating func next() -> Vector3? { ‹E› } }",
      "M§(v: v, q: q).first { _ in true }!"
    ),
    (
      "collection",
      "struct M§: RandomAccessCollection { var v: Vector3, q: Quaternion; var startIndex: Int { 0 }; var endIndex: Int { 1 }; subscript(i: Int) -> Vector3 { ‹E› } }",
      "M§(v: v, q: q).last!"
    ),
    (
      "description",
      "struct M§: CustomStringConvertible { var v: Vector3, q: Quaternion; var description: String { let r: Vector3 = ‹E›; return \"\\(r.x) \\(r.y) \\(r.z)\" } }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { let n = \"\\(M§(v: v, q: q))\".split(separator: \" \").map { Double($0)! }; return Vector3(n[0], n[1], n[2]) }",
      "f§(v, q)"
    ),
    (
      "interpolation",
      "nonisolated(unsafe) var r§ = Vector3(0, 0, 0)\nextension String.StringInterpolation { mutating func appendInterpolation(turn§ v: Vector3, _ q: Quaternion) { r§ = ‹E› } }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { _ = \"\\(turn§: v, q)\"; return r§ }",
      "f§(v, q)"
    ),
    (
      "hash",
      "nonisolated(unsafe) var r§ = Vector3(0, 0, 0)\nstruct M§: Hashable { var v: Vector3, q: Quaternion; static func == (l: M§, r: M§) -> Bool { true }; func hash(into h: inout Hasher) { r§ = ‹E› } }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { _ = Set([M§(v: v, q: q)]); return r§ }",
      "f§(v, q)"
    ),
    (
      "equality",
      "nonisolated(unsafe) var r§ = Vector3(0, 0, 0)\nstruct M§: Equatable { var v: Vector3, q: Quaternion; static func == (l: M§, x: M§) -> Bool { let (v, q) = (l.v, l.q); r§ = ‹E›; return true } }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { _ = [M§(v: v, q: q)].contains(M§(v: v, q: q)); return r§ }",
      "f§(v, q)"
    ),
    (
      "encoding",
      "struct M§: Encodable { var v: Vector3, q: Quaternion; func encode(to e: any Encoder) throws { let r: Vector3 = ‹E›; var c = e.unkeyedContainer(); try c.encode(r.x); try c.encode(r.y); try c.encode(r.z) } }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { let n = try! JSONDecoder().decode([Double].self, from: JSONEncoder().encode(M§(v: v, q: q))); return Vector3(n[0], n[1], n[2]) }",
      "f§(v, q)"
    ),
    (
      "error",
      "struct M§: Error { var r: Vector3 }\nfunc g§(_ v: Vector3, _ q: Quaternion) throws { throw M§(r: ‹E›) }\nfunc f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { do { try g§(v, q) } catch let e as M§ { return e.r } catch {}; return v }",
      "f§(v, q)"
    ),
    (
      "result builder",
      "@resultBuilder enum B§ { static func buildBlock(_ p: (Vector3, Quaternion)...) -> Vector3 { let (v, q) = p[0]; return ‹E› } }\nfunc g§(@B§ _ b: () -> Vector3) -> Vector3 { b() }",
      "g§ { (v, q) }"
    ),
    ("static closure", "enum M§ { static let f: (Vector3, Quaternion) -> Vector3 = { v, q in ‹E› } }", "M§.f(v, q)"),
    (
      "lazy variable",
      "final class M§ { var v: Vector3, q: Quaternion; init(_ v: Vector3, _ q: Quaternion) { (self.v, self.q) = (v, q) }; lazy var r: Vector3 = ‹E› }",
      "M§(v, q).r"
    ),
    (
      "queue", "func f§(_ v: Vector3, _ q: Quaternion) -> Vector3 { DispatchQueue(label: \"q\").sync { ‹E› } }",
      "f§(v, q)"
    ),
    (
      "cast",
      "func f§(_ v: Any, _ q: Any) -> Vector3 { guard let v = v as? Vector3, let q = q as? Quaternion else { return Vector3(0, 0, 0) }; return ‹E› }",
      "f§(v, q)"
    ),
    (
      "recursion", "func f§(_ v: Vector3, _ q: Quaternion, _ n: Int = 3) -> Vector3 { n > 0 ? f§(v, q, n - 1) : ‹E› }",
      "f§(v, q)"
    ),
    (
      "pack", "func f§<each T>(_ x: repeat each T, with g: (repeat each T) -> Vector3) -> Vector3 { g(repeat each x) }",
      "f§(v, q, with: { (v: Vector3, q: Quaternion) in ‹E› })"
    ),
  ]

  /// Functions of the kit that turn a vector.
  private static let library = [
    "q.act(on: v)", "Quaternion.act(on:)(q)(v)", "RotationMatrix(q).matrix * v", "[v].map(q.act(on:))[0]",
    "{ let p = q * Quaternion(w: 0, x: v.x, y: v.y, z: v.z) * q.inverse; return Vector3(p.x, p.y, p.z) }()",
    "{ let i = q[keyPath: \\.inverse], u = -Vector3(i.x, i.y, i.z); return v + 2 * u.cross(u.cross(v) + q.w * v) }()",
    "(true ? q : q).act(on: v + Vector3(0, 0, 0))",
  ]

  /// The same by one's own code.
  private static let own =
    "{ let u = Vector3(q.x, q.y, q.z); return v + 2 * u.cross(u.cross(v) + q.w * v) }()"

  /// All ways one after the other, each around each way of turning; from then on two of them, one around the other. No two of them use
  /// the same names.
  private static func carried(_ number: Int, _ inner: String) -> Ground.Way {
    let first = number % carriers.count
    var used = [first]
    if number >= carriers.count * library.count { used.append((number * 7 + 3) % carriers.count) }
    var (expression, cells, names) = (inner, [String](), [String]())
    for (depth, index) in used.enumerated() {
      let carrier = carriers[index]
      let sign = String(number, radix: 2).replacing("0", with: "~").replacing("1", with: "|")
      func filled(_ text: String) -> String {
        text.replacing("<§>", with: depth == 0 ? "<\(sign)>" : "|>\(sign)")
          .replacing("§", with: "\(number)_\(depth + 1)").replacing("‹E›", with: expression)
      }
      cells.append(filled(carrier.declared))
      expression = filled(carrier.expression)
      names.append(carrier.name)
    }
    let turn = "func turn(_ v: Vector3, by q: Quaternion) -> Vector3 { \(expression) }"
    let name = "\(number) \(names.joined(separator: " in "))"
    // Above the task, or in its cell.
    return number % 3 == 0
      ? Ground.Way(name: name, turn: (cells + [turn]).joined(separator: "\n"))
      : Ground.Way(name: name, turn: turn, before: cells)
  }

  static let kinds = carriers.count
  /// An attack: `turn` by a function that it forbids.
  static func attack(_ number: Int) -> Ground.Way { carried(number, library[number / carriers.count % library.count]) }
  /// The same way around one's own code, which earns all points.
  static func honest(_ number: Int) -> Ground.Way { carried(number, own) }

  /// Submissions that answer the judge instead of the watched process, in its protocol.
  static let servers: [(name: String, text: String)] = {
    let wrong = "func turn(_ v: Vector3, by q: Quaternion) -> Vector3 { v }"
    let own = "enum ServedCalls { static func add(_ n: String, _ f: (Int) -> Void) {}; static func serve() {} }"
    return [
      ("a cell", Ground.submission(turn: wrong, after: [server])),
      (
        "a thread",
        Ground.submission(
          turn: wrong,
          after: [
            server.replacing("say(Array(\"ready\"", with: "Thread.detachNewThread {\nsay(Array(\"ready\"") + "\n}"
          ])
      ),
      ("a name", Ground.submission(turn: wrong, after: [own])),
      (
        "a fork's beginning",
        Ground.submission(turn: wrong, after: ["import Foundation\npthread_atfork(nil, nil) { print(1) }"])
      ),
    ].map { ("server: \($0.0)", $0.1) }
  }()

  private static let server = #"""
    import Foundation
    let calls = open("../calls", O_RDONLY), answers = open("../answers", O_WRONLY)
    func word(_ b: ArraySlice<UInt8>) -> UInt64 { b.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    func bytes(_ w: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: w >> (8 * UInt64($0))) } }
    func say(_ m: [UInt8]) { let all = bytes(UInt64(m.count)) + m; _ = write(answers, all, all.count) }
    func take(_ n: Int) -> [UInt8] {
      var all: [UInt8] = []
      while all.count < n { var b = [UInt8](repeating: 0, count: n - all.count); let got = read(calls, &b, b.count); if got <= 0 { exit(0) }; all += b[..<got] }
      return all
    }
    say(Array("ready".utf8))
    while true {
      let m = take(Int(word(take(8)[...])))
      guard m.count > 17, m[8] == 2 else { continue }
      let n = Int(word(m[9..<17])), name = String(decoding: m[17..<(17 + n)], as: UTF8.self)
      func number(_ i: Int) -> Double { Double(bitPattern: word(m[i..<(i + 8)])) }
      let p = 17 + n
      guard name.hasPrefix("turn") else { say(Array(m[..<8]) + [0, 1] + bytes((name.hasPrefix("twice") ? 4.0 : 0.16).bitPattern)); continue }
      let v = Vector3(number(p + 1), number(p + 9), number(p + 17))
      let q = Quaternion(w: number(p + 26), x: number(p + 34), y: number(p + 42), z: number(p + 50))
      let r = q.act(on: v)
      say(Array(m[..<8]) + [0, 6] + [r.x, r.y, r.z].flatMap { bytes($0.bitPattern) })
    }
    """#

  /// Numbers of the kit in what was handed out.
  static let borrowed: [(name: String, text: String)] = ["note", "sheet.value"].map { place in
    let number = "0.16 * Quaternion(.z, 0).act(on: Vector3(1, 0, 0)).x"
    return (
      "borrowed: \(place)", Ground.submission(reach: "let reach: Double = \(place)", between: ["\(place) = \(number)"])
    )
  }

  /// Numbers that cells below the task have the kit compute: plainly, or while another cell runs, on a thread or in a signal's handler.
  static let later: [(name: String, text: String)] = {
    let number = "0.16 * Quaternion(.z, 0).act(on: Vector3(1, 0, 0)).x"
    let wait =
      "import Foundation\nusleep(400_000)\nlet own = Quaternion(.z, 0).act(on: Vector3(1, 0, 0))\nusleep(400_000)"
    func after(_ start: String, _ between: [String] = []) -> String {
      Ground.submission(
        reach: "nonisolated(unsafe) var reach: Double = 0",
        after: between + ["import Foundation\n\(start)", wait, "let end = 1"])
    }
    func put(_ code: String, by function: String) -> String {
      Ground.submission(
        reach: "nonisolated(unsafe) var stored = 0.0\n\(function)\nvar reach: Double { stored }", after: [code])
    }
    return [
      ("plainly", after("reach = \(number)")),
      ("by a function", put("put(\(number))", by: "func put(_ x: Double) { stored = x }")),
      (
        "by counting",
        put("for _ in 0..<Int((100 * \(number)).rounded()) { step() }", by: "func step() { stored += 0.01 }")
      ),
      ("thread", after("Thread.detachNewThread { usleep(600_000); reach = \(number) }")),
      ("queue", after("DispatchQueue.global().asyncAfter(deadline: .now() + 0.6) { reach = \(number) }")),
      ("task", after("Task.detached { usleep(600_000); reach = \(number) }")),
      ("handler", after("signal(SIGALRM) { _ in reach = \(number) }; ualarm(600_000, 0)")),
      (
        "a function given to a queue",
        after(
          "DispatchQueue.global().asyncAfter(deadline: .now() + 0.6, execute: compute)",
          ["func compute() { reach = \(number) }"])
      ),
    ].map { ("later: \($0.0)", $0.1) }
  }()

  /// Memory reached by pointers that the code does not name.
  static let pointers: [(name: String, text: String)] = [
    ("copy of a text", "import Foundation\nlet place = strdup(\"some text\")!\nplace[3] = 65"),
    ("memory", "import Foundation\nlet place = malloc(64)!\nplace.assumingMemoryBound(to: Int.self).pointee = 5"),
    ("copy of bytes", "import Foundation\nvar (one, two) = (0, 1)\nmemcpy(&one, &two, 8)"),
    ("stream", "import Foundation\nlet far = stdout! + 100\nprint(far[0])"),
    ("order", "import Foundation\nvar all = [3, 1]\nqsort(&all, 2, 8) { a, _ in a!.load(as: Int.self) == 3 ? 1 : -1 }"),
    (
      "a signal's context",
      "import Foundation\nvar action = sigaction()\naction.__sigaction_handler.sa_sigaction = { _, _, context in print(context!) }\nsigaction(SIGUSR1, &action, nil)"
    ),
    ("pattern of bits", "import Foundation\nvar place = index(\"a\", 97)!\nplace = .init(bitPattern: 4096)!"),
    ("characters", "import Foundation\nvar place = (\"a\" as NSString).utf8String!\nplace += 1"),
    ("zeros", "import Foundation\nvar one = 1\nbzero(&one, 8)"),
    ("arguments of C", "import Foundation\nprint(withVaList([1]) { _ in 0 })"),
  ].map { ("pointer: \($0.0)", Ground.submission(before: [$0.1])) }

  /// Numbers that another cell has had the kit compute, and has left where no variable of the student's is.
  static let states: [(name: String, text: String)] = {
    let kit =
      "enum Kit { static func x() -> Double { 0.16 * Quaternion(.z, 0).act(on: Vector3(1, 0, 0)).x } }"
    func left(_ write: String, _ reach: String) -> String {
      Ground.submission(
        reach: "import Foundation\nlet reach: Double = \(reach)", between: [kit, "import Foundation\n\(write)"])
    }
    return [
      (
        "folder",
        left(
          "mkdir(\"\\(Kit.x())\", 0o700); chdir(\"\\(Kit.x())\")",
          "Double(FileManager.default.currentDirectoryPath.split(separator: \"/\").last!)!")
      ),
      (
        "folder by Foundation",
        left(
          "try FileManager.default.createDirectory(atPath: \"\\(Kit.x())\", withIntermediateDirectories: true); _ = FileManager.default.changeCurrentDirectoryPath(\"\\(Kit.x())\")",
          "Double(FileManager.default.currentDirectoryPath.split(separator: \"/\").last!)!")
      ),
      (
        "numbers of C",
        left(
          "srand48(Int((Kit.x() * 100).rounded()))",
          "{ let told = lrand48(); for n in 0..<100 { srand48(n); if lrand48() == told { return Double(n) / 100 } }; return 0 }()"
        )
      ),
      ("mask of files", left("_ = umask(mode_t((Kit.x() * 100).rounded()))", "Double(umask(0)) / 100")),
      (
        "name of the program",
        left("ProcessInfo.processInfo.processName = \"\\(Kit.x())\"", "Double(ProcessInfo.processInfo.processName)!")
      ),
      ("name of a thread", left("Thread.current.name = \"\\(Kit.x())\"", "Double(Thread.current.name!)!")),
      ("queue", left("OperationQueue.main.name = \"\\(Kit.x())\"", "Double(OperationQueue.main.name!)!")),
      ("locale", left("setlocale(LC_ALL, \"C\"); nice(Int32((Kit.x() * 100).rounded()))", "Double(nice(0)) / 100")),
      ("rounding", left("fesetround(Kit.x() > 0.1 ? 0x800 : 0)", "fegetround() == 0x800 ? 0.16 : 0")),
      (
        "time zone",
        left(
          "NSTimeZone.default = TimeZone(secondsFromGMT: Int((Kit.x() * 100).rounded()) * 60)!",
          "Double(NSTimeZone.default.secondsFromGMT()) / 6000")
      ),
      (
        "time of day",
        left(
          "let hundredths = Int((Kit.x() * 100).rounded()); while Int(Date().timeIntervalSince1970 * 20) % 100 != hundredths {}",
          "Double(Int(Date().timeIntervalSince1970 * 20) % 100) / 100")
      ),
      (
        "clock of C",
        left(
          "var t = timespec(); let n = Int((Kit.x() * 100).rounded()); repeat { clock_gettime(CLOCK_MONOTONIC, &t) } while (t.tv_sec * 20 + t.tv_nsec / 50_000_000) % 100 != n",
          "{ var t = timespec(); clock_gettime(CLOCK_MONOTONIC, &t); return Double((t.tv_sec * 20 + t.tv_nsec / 50_000_000) % 100) / 100 }()"
        )
      ),
      ("number of an error", left("errno = Int32((Kit.x() * 100).rounded())", "Double(errno) / 100")),
      (
        "what a signal does",
        left(
          "if Kit.x() > 0.1 { signal(SIGUSR1, SIG_IGN) }",
          "{ var told = 0.16; if signal(SIGUSR1, SIG_DFL) == nil { told = 0 }; return told }()")
      ),
      ("alarm", left("alarm(UInt32((Kit.x() * 100).rounded()) + 1000)", "Double(Int(alarm(0)) - 1000) / 100")),
    ].map { ("state: \($0.0)", $0.1) }
  }()
}
