import Foundation

/// An assignment whose tasks allow few calls, with ways around that, and honest submissions.
enum Ground {
  static let turn = """
    func turn(_ v: Vector3, by q: Quaternion) -> Vector3 {
      let u = Vector3(q.x, q.y, q.z)
      return v + 2 * u.cross(u.cross(v) + q.w * v)
    }
    """
  static let reach = """
    let reach: Double = {
      var (v, x) = (0.0, 0.0)
      for a in given { v += a * 0.1; x += v * 0.1 }
      return x
    }()
    """

  /// `turn` is worth 4 points, `reach` 3 and `twice` 1.
  static let text = setup + turnTask("turn") + reachTask + twiceTask

  private static let setup = """
    ---
    title: Ground
    notebook: {assignment: ground}
    ---
    ```swift
    //| label: setup
    //| locked: true
    import Foundation
    import Gimbal
    let given = [0.0, 1, 2, 1, 0, -1, -2, -1, 0]
    var note = 0.0
    final class Sheet { var value = 0.0 }
    let sheet = Sheet()
    let schemes: [any Scheme] = [.none]
    protocol Turning { func go(_ v: Vector3, _ q: Quaternion) -> Vector3 }
    func library(_ t: some Turning, _ v: Vector3, _ q: Quaternion) -> Vector3 { t.go(v, q) }
    struct Turned { var q: Quaternion; func of(_ v: Vector3) -> Vector3 { q.act(on: v) } }
    ```


    """

  private static func turnTask(_ name: String) -> String {
    """
    ```swift
    //| exercise: \(name)
    //| calls: [Quaternion.w, Quaternion.x, Quaternion.y, Quaternion.z, Vector3.cross]
    func \(name)(_ v: Vector3, by q: Quaternion) -> Vector3 { blank("by hand") }
    ```

    ```swift
    //| solution: \(name)
    \(turn.replacing("func turn(", with: "func \(name)("))
    ```

    ```swift
    //| check: \(name)
    //| points: 4
    //| hidden: true
    try check("any", { \(name)($0, by: $1) }, like: { $1.act(on: $0) }, over: .vector("v"), .rotation("q"))
    ```


    """
  }

  private static let reachTask = """
    ```swift
    //| exercise: reach
    //| calls: []
    let reach: Double = blank("by your own integration")
    ```

    ```swift
    //| solution: reach
    \(reach)
    ```

    ```swift
    //| check: reach
    //| points: 3
    //| hidden: true
    try check(reach, is: 0.16, within: 1e-9, "the end")
    ```


    """

  private static let twiceTask = """
    ```swift
    //| exercise: twice
    func twice(_ x: Double) -> Double { blank("2x") }
    ```

    ```swift
    //| solution: twice
    func twice(_ x: Double) -> Double { 2 * x }
    ```

    ```swift
    //| check: twice
    //| points: 1
    try check(twice(2), is: 4, "four")
    ```

    """

  private static func cell(_ code: String) -> String { "```swift\n\(code)\n```\n\n" }
  private static let lastCell = cell("//| exercise: twice\nfunc twice(_ x: Double) -> Double { x + x }")

  /// A submission with these cells.
  static func submission(
    turn: String = turn, reach: String = reach, before: [String] = [], between: [String] = [], after: [String] = []
  ) -> String {
    setup + before.map(cell).joined() + cell("//| exercise: turn\n\(turn)") + between.map(cell).joined()
      + cell("//| exercise: reach\n\(reach)") + after.map(cell).joined() + lastCell
  }

  // MARK: Many turns

  /// A way to turn a vector: the task's code, and cells of the student's above it and below.
  struct Way {
    var name = ""
    var turn: String
    var before: [String] = []
    var after: [String] = []
  }

  /// How many tasks like `turn` are in ``manyTurns``: `turn1`, `turn2` and so on.
  static let turns = 10
  /// Each turn is worth 4 points, and `twice` 1.
  static let manyTurns = setup + (1...turns).map { turnTask("turn\($0)") }.joined() + twiceTask

  /// Submissions to ``manyTurns`` that go each of these ways in its own task. At least one task of each is solved as it should be, and
  /// shows that the others' ways cost it nothing.
  static func packs(_ ways: [Way]) -> [(name: String, text: String, ways: [Way])] {
    let count = (ways.count + turns - 2) / (turns - 1)
    return (0..<count).map { pack in
      // Those that are next to one another are alike, and use the same names.
      let own = stride(from: pack, to: ways.count, by: count).map { ways[$0] }
      let all = own + Array(repeating: Way(turn: turn), count: turns - own.count)
      let tasks = zip(1..., all).map { number, way in
        let task = "turn\(number)"
        let code = way.turn.replacing("func turn(", with: "func \(task)(")
        return way.before.map(cell).joined() + cell("//| exercise: \(task)\n\(code)") + way.after.map(cell).joined()
      }
      return ("pack \(pack + 1)", setup + tasks.joined() + lastCell, own)
    }
  }

  // MARK: Ways around

  /// Ways that turn vectors by a function of the kit.
  static let indirect: [Way] = {
    func turned(_ body: String, before: [String] = [], above: String = "", after: [String] = []) -> Way {
      Way(
        turn: "\(above)\nfunc turn(_ v: Vector3, by q: Quaternion) -> Vector3 { \(body) }", before: before, after: after
      )
    }
    let ways: [(String, Way)] = [
      (
        "closure",
        turned(
          "help(v, q)", above: "var help: (Vector3, Quaternion) -> Vector3 = { v, _ in v }",
          after: ["help = { v, q in q.act(on: v) }"])
      ),
      (
        "array of closures",
        turned(
          "all[0](v, q)", above: "var all: [(Vector3, Quaternion) -> Vector3] = []",
          after: ["all.append { v, q in q.act(on: v) }"])
      ),
      (
        "dictionary of closures",
        turned(
          "all[\"a\"]!(v, q)", above: "var all: [String: (Vector3, Quaternion) -> Vector3] = [:]",
          after: ["all[\"a\"] = { v, q in q.act(on: v) }"])
      ),
      ("unapplied", turned("act(q)(v)", above: "let act: (Quaternion) -> (Vector3) -> Vector3 = Quaternion.act(on:)")),
      (
        "unapplied above",
        turned("act(q)(v)", before: ["let act: (Quaternion) -> (Vector3) -> Vector3 = Quaternion.act(on:)"])
      ),
      (
        "unapplied in an array",
        turned(
          "acts[0](q)(v)", before: ["let acts = [{ (q: Quaternion) in { (v: Vector3) -> Vector3 in q.act(on: v) } }]"])
      ),
      (
        "helper", turned("help(v, q)", before: ["func help(_ v: Vector3, _ q: Quaternion) -> Vector3 { q.act(on: v) }"])
      ),
      (
        "two helpers",
        turned(
          "help(v, q)",
          before: [
            "func far(_ v: Vector3, _ q: Quaternion) -> Vector3 { q.act(on: v) }",
            "func help(_ v: Vector3, _ q: Quaternion) -> Vector3 { far(v, q) }",
          ])
      ),
      ("locked type", turned("Turned(q: q).of(v)")),
      (
        "locked generic",
        turned(
          "library(Mine(), v, q)",
          before: ["struct Mine: Turning { func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { q.act(on: v) } }"])
      ),
      (
        "existential",
        turned(
          "turner.go(v, q)",
          above:
            "var turner: any Turning = Plain()\nstruct Plain: Turning { func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { v } }",
          after: [
            "struct Mine: Turning { func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { q.act(on: v) } }\nturner = Mine()"
          ])
      ),
      (
        "class",
        turned(
          "box.go(v, q)",
          above: "class Box { func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { v } }\nvar box = Box()",
          after: [
            "class Other: Box { override func go(_ v: Vector3, _ q: Quaternion) -> Vector3 { q.act(on: v) } }\nbox = Other()"
          ])
      ),
      (
        "key path",
        turned(
          "Pair(v: v, q: q)[keyPath: \\.turned]",
          above: "struct Pair { var v: Vector3, q: Quaternion; var turned: Vector3 { q.act(on: v) } }")
      ),
      (
        "key path of the kit",
        turned(
          "let i = q[keyPath: \\Quaternion.inverse]; let u = -Vector3(i.x, i.y, i.z); return v + 2 * u.cross(u.cross(v) + q.w * v)"
        )
      ),
      (
        "operator",
        turned(
          "q ** v",
          before: [
            "infix operator **: MultiplicationPrecedence\nfunc ** (q: Quaternion, v: Vector3) -> Vector3 { q.act(on: v) }"
          ])
      ),
      (
        "extension",
        turned(
          "v.by(q)",
          before: ["extension SIMD3 where Scalar == Double { func by(_ q: Quaternion) -> Vector3 { q.act(on: self) } }"]
        )
      ),
      (
        "extension of the kit's",
        turned("q.mine(v)", before: ["extension Quaternion { func mine(_ v: Vector3) -> Vector3 { act(on: v) } }"])
      ),
      (
        "default argument",
        Way(
          turn:
            "func turn(_ v: Vector3, by q: Quaternion, f: (Vector3, Quaternion) -> Vector3 = { $1.act(on: $0) }) -> Vector3 { f(v, q) }"
        )
      ),
      (
        "call as function",
        turned(
          "Caller()(v, q)",
          before: ["struct Caller { func callAsFunction(_ v: Vector3, _ q: Quaternion) -> Vector3 { q.act(on: v) } }"])
      ),
      (
        "dynamic member",
        turned(
          "Dynamic(v: v, q: q).any",
          before: [
            "@dynamicMemberLookup struct Dynamic { var v: Vector3, q: Quaternion; subscript(dynamicMember name: String) -> Vector3 { q.act(on: v) } }"
          ])
      ),
      (
        "subscript",
        turned(
          "Table()[v, q]", before: ["struct Table { subscript(v: Vector3, q: Quaternion) -> Vector3 { q.act(on: v) } }"]
        )
      ),
      (
        "property wrapper",
        turned(
          "Holder(v: v, q: q).value",
          before: [
            "@propertyWrapper struct Turns { var pair: (Vector3, Quaternion); var wrappedValue: Vector3 { pair.1.act(on: pair.0) } }\nstruct Holder { @Turns var value: Vector3; init(v: Vector3, q: Quaternion) { _value = Turns(pair: (v, q)) } }"
          ])
      ),
      (
        "observer",
        turned(
          "var o = Observed(); o.pair = (v, q); return o.result",
          before: [
            "struct Observed { var result = Vector3(0, 0, 0); var pair = (Vector3(0, 0, 0), Quaternion.identity) { didSet { result = pair.1.act(on: pair.0) } } }"
          ])
      ),
      (
        "deinit",
        turned(
          "do { _ = Late(v, q) }; return kept",
          above:
            "var kept = Vector3(0, 0, 0)\nfinal class Late { let v: Vector3, q: Quaternion; init(_ v: Vector3, _ q: Quaternion) { (self.v, self.q) = (v, q) }; deinit { kept = q.act(on: v) } }"
        )
      ),
      ("defer", turned("var r = v; func go() { defer { r = q.act(on: v) } }; go(); return r")),
      (
        "autoclosure",
        turned("now(q.act(on: v))", before: ["func now(_ x: @autoclosure () -> Vector3) -> Vector3 { x() }"])
      ),
      ("map", turned("[v].map { q.act(on: $0) }[0]")),
      ("lazy", turned("[v].lazy.map { q.act(on: $0) }.first!")),
      ("reduce", turned("[q].reduce(v) { $1.act(on: $0) }")),
      ("sorting", turned("var r = v; _ = [1, 2].sorted { a, b in r = q.act(on: v); return a < b }; return r")),
      (
        "iterator",
        turned(
          "for r in Once(v: v, q: q) { return r }; return v",
          before: [
            "struct Once: Sequence, IteratorProtocol { var v: Vector3, q: Quaternion; mutating func next() -> Vector3? { q.act(on: v) } }"
          ])
      ),
      (
        "description",
        turned(
          "let n = \"\\(Words(v: v, q: q))\".split(separator: \" \").map { Double($0)! }; return Vector3(n[0], n[1], n[2])",
          before: [
            "struct Words: CustomStringConvertible { var v: Vector3, q: Quaternion; var description: String { let r = q.act(on: v); return \"\\(r.x) \\(r.y) \\(r.z)\" } }"
          ])
      ),
      (
        "hash",
        turned(
          "_ = Hashed(v: v, q: q).hashValue; return found",
          above:
            "var found = Vector3(0, 0, 0)\nstruct Hashed: Hashable { var v: Vector3, q: Quaternion; static func == (l: Hashed, r: Hashed) -> Bool { true }; func hash(into h: inout Hasher) { found = q.act(on: v) } }"
        )
      ),
      (
        "equality",
        turned(
          "_ = [Same(v: v, q: q)].contains(Same(v: v, q: q)); return met",
          above:
            "var met = Vector3(0, 0, 0)\nstruct Same: Equatable { var v: Vector3, q: Quaternion; static func == (l: Same, r: Same) -> Bool { met = l.q.act(on: l.v); return true } }"
        )
      ),
      (
        "encoding",
        turned(
          "let d = try! JSONEncoder().encode(Coded(v: v, q: q)); let n = try! JSONDecoder().decode([Double].self, from: d); return Vector3(n[0], n[1], n[2])",
          before: [
            "struct Coded: Encodable { var v: Vector3, q: Quaternion; func encode(to e: any Encoder) throws { let r = q.act(on: v); var c = e.unkeyedContainer(); try c.encode(r.x); try c.encode(r.y); try c.encode(r.z) } }"
          ])
      ),
      (
        "encoding strategy",
        turned(
          "job = (v, q); let d = try! coder.encode([Date(timeIntervalSince1970: 0)]); let n = try! JSONDecoder().decode([[Double]].self, from: d)[0]; return Vector3(n[0], n[1], n[2])",
          above: "let coder = JSONEncoder()\nvar job = (Vector3(0, 0, 0), Quaternion.identity)",
          after: [
            "coder.dateEncodingStrategy = .custom { _, e in let r = job.1.act(on: job.0); var c = e.unkeyedContainer(); try c.encode(r.x); try c.encode(r.y); try c.encode(r.z) }"
          ])
      ),
      (
        "thread",
        turned(
          "let s = DispatchSemaphore(value: 0); nonisolated(unsafe) var r = v; Thread.detachNewThread { r = q.act(on: v); s.signal() }; s.wait(); return r"
        )
      ),
      ("queue", turned("DispatchQueue(label: \"q\").sync { q.act(on: v) }")),
      ("matrix", turned("RotationMatrix(q).matrix * v")),
      (
        "product",
        turned("let p = q * Quaternion(w: 0, x: v.x, y: v.y, z: v.z) * q.inverse; return Vector3(p.x, p.y, p.z)")
      ),
      (
        "a thread that waits",
        turned(
          "asked = (v, q); ask.signal(); told.wait(); return answer",
          before: [
            "let ask = DispatchSemaphore(value: 0), told = DispatchSemaphore(value: 0)\nnonisolated(unsafe) var asked = (Vector3(0, 0, 0), Quaternion.identity)\nnonisolated(unsafe) var answer = Vector3(0, 0, 0)\nThread.detachNewThread { while true { ask.wait(); answer = asked.1.act(on: asked.0); told.signal() } }"
          ])
      ),
      ("mistakes of checks", turned("for m in Quaternion.classicalMistakes { _ = m }; return q.act(on: v)")),
      (
        "a mistake that is kept",
        turned(
          "let p = conjugated(conjugated(q)!)!, u = Vector3(p.x, p.y, p.z); return v + 2 * u.cross(u.cross(v) + p.w * v)",
          before: ["let conjugated = Quaternion.classicalMistakes[0].change"])
      ),
    ]
    return ways.map { name, way in
      var way = way
      way.name = "indirect \(name)"
      return way
    }
  }()

  /// Functions and other things with the task's name, or one like it, above or below a call of the kit.
  static let misleading: [(name: String, text: String)] = {
    let direct = "func turn(_ v: Vector3, by q: Quaternion) -> Vector3 { q.act(on: v) }"
    let types = ["Int", "String", "Double", "Bool", "[Int]", "Character", "Float", "UInt8", "Set<Int>", "Int?"]
    let below = types.map {
      ("below: \($0)", submission(turn: direct, between: ["func turn(_ x: \($0)) -> Int { 1 }"]))
    }
    let others = [
      "func turn<T: Numeric>(_ x: T) -> T { x }", "func turn(_ v: Vector3, by n: Int) -> Vector3 { v }",
      "func turn(v: Vector3, by q: Quaternion) -> Vector3 { v }", "func turn(_ v: Vector3) -> Vector3 { v }",
      "func turn(_ v: Vector3, by q: Quaternion, times n: Int) -> Vector3 { v }",
      "extension Vector3 { func turn(by q: Quaternion) -> Vector3 { self } }",
      "struct Turn { func turn(_ v: Vector3, by q: Quaternion) -> Vector3 { v } }",
      "enum Turner { static func turn(_ v: Vector3, by q: Quaternion) -> Vector3 { v } }",
      "func turn() {}", "func turn(_ v: [Vector3], by q: Quaternion) -> [Vector3] { v }",
    ]
    return (below + others.enumerated().map { ("other \($0.offset)", submission(turn: direct, between: [$0.element])) })
      .map { ("misleading \($0.0)", $0.1) }
  }()

  /// Numbers that other cells have had the kit compute, or have left somewhere.
  static let smuggled: [(name: String, text: String)] = {
    let number = "try TrajectoryEnd.x()"
    let kit =
      "enum TrajectoryEnd { static func x() throws -> Double { 0.16 * Quaternion(.z, 0).act(on: Vector3(1, 0, 0)).x } }"
    func taken(_ reach: String, _ before: String) -> String {
      submission(reach: "let reach: Double = \(reach)", between: [kit, before])
    }
    return [
      ("variable", taken("left", "let left = \(number)")), ("array", taken("left[0]", "let left = [\(number)]")),
      (
        "box",
        taken(
          "Left.x.first!", "enum Left { nonisolated(unsafe) static var x: [Double] = [] }\nLeft.x.append(\(number))")
      ),
      ("closure", taken("left()", "let left: () -> Double = { let x = try! TrajectoryEnd.x(); return { x } }()")),
      (
        "file",
        taken(
          "Double(try String(contentsOfFile: \"n\", encoding: .utf8))!",
          "try \"\\(\(number))\".write(toFile: \"n\", atomically: true, encoding: .utf8)")
      ),
      (
        "data",
        taken(
          "Double(String(decoding: try Data(contentsOf: URL(fileURLWithPath: \"n\")), as: UTF8.self))!",
          "try Data(\"\\(\(number))\".utf8).write(to: URL(fileURLWithPath: \"n\"))")
      ),
      (
        "variable of the environment",
        taken("Double(String(cString: getenv(\"N\")))!", "setenv(\"N\", \"\\(\(number))\", 1)")
      ),
      (
        "environment",
        taken("Double(ProcessInfo.processInfo.environment[\"N\"]!)!", "setenv(\"N\", \"\\(\(number))\", 1)")
      ),
      (
        "name of a file",
        taken(
          "Double(try FileManager.default.contentsOfDirectory(atPath: \".\").first { $0.hasPrefix(\"0.\") }!)!",
          "try \"\".write(toFile: \"\\(\(number))\", atomically: true, encoding: .utf8)")
      ),
      (
        "defaults",
        taken("UserDefaults.standard.double(forKey: \"n\")", "UserDefaults.standard.set(\(number), forKey: \"n\")")
      ),
      ("here", taken("try TrajectoryEnd.x()", "let nothing = 1")),
    ].map { ("smuggled \($0.0)", $0.1) }
  }()

  /// A number of the kit's that one cell leaves with another, which keeps it in one way or another.
  static let kept: [(name: String, text: String)] = {
    let kit =
      "enum TrajectoryEnd { static func x() throws -> Double { 0.16 * Quaternion(.z, 0).act(on: Vector3(1, 0, 0)).x } }"
    func left(_ cells: [String], _ reach: String, after: [String] = []) -> String {
      submission(reach: "import Foundation\nlet reach: Double = \(reach)", between: [kit] + cells, after: after)
    }
    let steps = "for _ in 0..<Int((try TrajectoryEnd.x() * 1e6).rounded())"
    return [
      (
        "object",
        left(["final class Box { var x = 0.0 }", "let box = Box()", "box.x = try TrajectoryEnd.x()"], "box.x")
      ),
      (
        "object of Foundation",
        left(
          ["import Foundation\nlet box = Operation()", "box.name = \"\\(try TrajectoryEnd.x())\""], "Double(box.name!)!"
        )
      ),
      (
        "objects in a list",
        left(
          ["final class Box { var x = 0.0 }", "let boxes = [Box()]", "boxes[0].x = try TrajectoryEnd.x()"], "boxes[0].x"
        )
      ),
      (
        "made object",
        left(
          [
            "final class Box { var x = 0.0 }\nfunc made() -> Box { Box() }", "let box = made()",
            "box.x = try TrajectoryEnd.x()",
          ],
          "box.x")
      ),
      (
        "two closures",
        left(
          [
            "func made() -> (put: (Double) -> Void, get: () -> Double) { var x = 0.0; return ({ x = $0 }, { x }) }\nlet box = made()",
            "box.put(try TrajectoryEnd.x())",
          ], "box.get()")
      ),
      (
        "closure with a variable",
        left(
          [
            "let put: (Double?) -> Double = { var x = 0.0; return { if let n = $0 { x = n }; return x } }()",
            "_ = put(try TrajectoryEnd.x())",
          ], "put(nil)")
      ),
      (
        "closure that changes a variable",
        left(["var h = 0.0\nlet put: (Double) -> Void = { h = $0 }", "put(try TrajectoryEnd.x())"], "h")
      ),
      (
        "operator",
        left(
          ["var h = 0.0\ninfix operator <~\nfunc <~ (a: Int, b: Double) { h = b }", "1 <~ (try TrajectoryEnd.x())"], "h"
        )
      ),
      (
        "property that is computed",
        left(["var h = 0.0\nvar put: Double { get { h } set { h = newValue } }", "put = try TrajectoryEnd.x()"], "h")
      ),
      (
        "initialiser",
        left(["var h = 0.0\nstruct Put { init(_ x: Double) { h = x } }", "_ = Put(try TrajectoryEnd.x())"], "h")
      ),
      (
        "member",
        left(["var h = 0.0\nextension Double { func put() { h = self } }", "(try TrajectoryEnd.x()).put()"], "h")
      ),
      ("steps", left(["var h = 0.0\nfunc step() { h += 1e-6 }", "\(steps) { step() }"], "h")),
      (
        "steps of a property",
        left(["var h = 0.0\nvar step: Int { h += 1e-6; return 0 }", "\(steps) { _ = step }"], "h")
      ),
      (
        "static property",
        left(["enum Late { static let x = try! TrajectoryEnd.x() }", "print(Late.x)"], "Late.x")
      ),
      (
        "home",
        left(
          ["import Foundation\nsetenv(\"HOME\", \"/\\(try TrajectoryEnd.x())\", 1)"],
          "Double(NSHomeDirectory().dropFirst())!")
      ),
      (
        "folder of an address",
        left(
          ["import Foundation\nlet name = \"\\(try TrajectoryEnd.x())\"", "mkdir(name, 0o700)\nchdir(name)"],
          "Double(URL(fileURLWithPath: \"x\").path.split(separator: \"/\").dropLast().last!)!")
      ),
      (
        "value below which another has its name",
        left([], "try TrajectoryEnd.x()", after: ["func reach(_ x: Int) -> Int { x }"])
      ),
      (
        "value that another of its name has used",
        left(["let found = try TrajectoryEnd.x()"], "found", after: ["func reach(_ x: Int) -> Int { x }"])
      ),
    ].map { ("kept in \($0.0)", $0.1) }
  }()
}
