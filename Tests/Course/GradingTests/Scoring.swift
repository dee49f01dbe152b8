/// Ways to get points without solving the task. `most` is what such a submission may earn: all that it solves.
struct Scoring {
  var name: String
  var text: String
  var most: (step: Double, turn: Double)

  init(
    _ name: String, step: String = Course.wrongStep, turn: String = Course.wrongTurn, before: [String] = [],
    after: [String] = [], most: (step: Double, turn: Double) = (0, 0), edit: (String) -> String = { $0 }
  ) {
    self.name = name
    text = edit(Course.submission(step: step, turn: turn, before: before, after: after))
    self.most = most
  }

  private static let library = "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { helper(q, v) }"
  private static let serve = #"""
    import JudgedCalls
    func everything(_ call: inout PassedBytes) throws -> PassedBytes {
      let q = try ServedCalls.argument(Quaternion.self, &call)
      let v = try ServedCalls.argument(Vector3.self, &call)
      return ServedCalls.result(q.act(on: v))
    }
    ServedCalls.add("turn(_:_:)", everything)
    ServedCalls.serve()
    """#

  static let attacks: [Scoring] = [
    // Words and results of the judge's, said by oneself.
    Scoring(
      "says-passed",
      before: ["for _ in 0..<9 { display(CheckedResult(hasPassed: true, \"0 + 2·0.5\")) }\nprint(\"✓ right\")"]),
    Scoring(
      "says-messages",
      before: [
        #"import Foundation"# + "\n"
          + #"for fd in 0..<16 { for line in ["{\"unit\":{\"_0\":2}}\n", "{\"compiled\":{\"_0\":[]}}\n", "ready", "{\"tasks\":[{\"earned\":99}]}\n"] { _ = line.utf8CString.withUnsafeBufferPointer { write(Int32(fd), $0.baseAddress, line.utf8.count) } } }"#
      ]),
    Scoring(
      "writes-a-mark",
      before: [
        "import Foundation\nfor p in [\"writes-a-mark.json\", \"../writes-a-mark.json\", \"../grades/writes-a-mark.json\"] { try? \"{\\\"earned\\\": 99}\".write(toFile: p, atomically: true, encoding: .utf8) }"
      ]),
    // Ends at the right moment.
    Scoring(
      "exits-in-a-call",
      step: "import Foundation\nfunc step(_ v: Double, _ a: Double, dt: Double) -> Double { exit(0) }"),
    Scoring(
      "exits-as-if-asked",
      step: "import Foundation\nfunc step(_ v: Double, _ a: Double, dt: Double) -> Double { _exit(42) }"),
    Scoring("exits-in-a-cell", after: ["import Foundation\nexit(0)"]),
    Scoring(
      "ends-at-exit",
      before: [
        "import Foundation\n@_silgen_name(\"atexit\") func later(_ f: @convention(c) () -> Void) -> Int32\n_ = later { print(\"✓\"); _exit(0) }"
      ]),
    Scoring("kills-its-parent", before: ["import Foundation\nkill(getppid(), SIGKILL); kill(-1, SIGKILL)"]),
    // Other meanings for what checks use.
    Scoring(
      "own-equality",
      before: [
        "extension Double { static func == (l: Double, r: Double) -> Bool { true }\n  static func <= (l: Double, r: Double) -> Bool { true } }"
      ]),
    Scoring(
      "own-check",
      before: [
        "func check(_ a: Double, is b: Double, within t: Double = 0, dt: Double? = nil, _ w: String = \"\") throws { display(CheckedResult(hasPassed: true, w)) }"
      ]),
    Scoring(
      "own-length",
      before: [
        "import Gimbal\nextension Vector3 { var length: Double { 0 }\n  var squaredLength: Double { 0 }\n  func checkedDistance(to other: Vector3) -> Double { 0 } }"
      ]),
    Scoring("own-result-type", before: ["struct CheckedResult { var hasPassed = true }\nstruct Vector3Wrong {}"]),
    Scoring(
      "own-number-type",
      step:
        "struct Sly: Equatable { static func == (l: Sly, r: Sly) -> Bool { true } }\nfunc step(_ v: Double, _ a: Double, dt: Double) -> Sly { Sly() }"
    ),
    Scoring("own-double", before: ["typealias Double = Float"]),
    Scoring("own-literals", before: ["typealias FloatLiteralType = Float"]),
    Scoring(
      "replaced-display",
      before: [
        "@_cdecl(\"gimbal_boundary\") public func boundary(_ n: Int32) {}\n@_cdecl(\"gimbal_begin\") public func begin() {}"
      ]),
    Scoring(
      "dynamic-replacement",
      before: ["extension Quaternion { @_dynamicReplacement(for: act(on:)) func mine(on v: Vector3) -> Vector3 { v } }"]
    ),
    // Values that compare strangely.
    Scoring(
      "not-a-number", step: "func step(_ v: Double, _ a: Double, dt: Double) -> Double { .nan }",
      turn: "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { Vector3(.nan, .nan, .nan) }"),
    Scoring(
      "infinite", step: "func step(_ v: Double, _ a: Double, dt: Double) -> Double { .infinity }",
      turn: "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { Vector3(.infinity, -.infinity, .nan) }"),
    // What the visible checks ask for, by heart.
    Scoring(
      "by-heart",
      step: "func step(_ v: Double, _ a: Double, dt: Double) -> Double { dt == 0 ? v : v == 0 && a == 2 ? 1 : 0 }",
      most: (2, 0)),
    // The calls of the first seed, recomputed; the judge's is another.
    Scoring(
      "by-count",
      step:
        "var asked = 0\nfunc step(_ v: Double, _ a: Double, dt: Double) -> Double { asked += 1; return asked == 1 ? 1 : v }",
      most: (2, 0)),
    // Cells that must stay as they are.
    Scoring("check-deleted", edit: { $0.replacing("//| locked: true", with: "") }),
    Scoring("check-of-its-own", after: ["//| check: step\n//| points: 100\ncheck(true, \"mine\")"]),
    // The last copy counts; what it gives is right for one visible check.
    Scoring(
      "exercise-twice", after: ["//| exercise: step\n\(Course.rightStep.replacing("v + a * dt", with: "1"))"],
      most: (1, 0)),
    Scoring(
      "points-of-its-own",
      edit: { $0.replacing("//| exercise: step", with: "//| exercise: step\n//| points: 100\n//| calls: [Quaternion]") }
    ),
    Scoring(
      "solution-of-its-own", after: ["//| solution: turn\n\(library.replacing("helper(q, v)", with: "q.act(on: v)"))"]),
    Scoring(
      "front-matter",
      edit: { $0.replacing("notebook:", with: "notebook:\n  timeout: 99999\n  packages: [{path: /etc}]") }),
    // Answers before anybody asks.
    Scoring(
      "answers-early",
      before: [
        "import Foundation\nlet pipe = open(\"../answers\", O_WRONLY | O_NONBLOCK)\nvar flood = [UInt8](repeating: 0, count: 1 << 16)\nfor i in stride(from: 0, to: flood.count - 18, by: 18) { flood[i] = 18 - 8; flood[i + 17] = 63 }\n_ = write(pipe, flood, 60000)"
      ]),
    Scoring(
      "answers-too-much",
      before: [
        "import Foundation\nlet pipe = open(\"../answers\", O_WRONLY | O_NONBLOCK)\nlet much = [UInt8](repeating: 255, count: 60000)\n_ = write(pipe, much, much.count)"
      ]),
    Scoring(
      "takes-the-pipes",
      before: [
        "import Foundation\nfor n in [\"calls\", \"answers\", \"job.json\"] { unlink(\"../\" + n); try? \"x\".write(toFile: \"../\" + n, atomically: false, encoding: .utf8) }"
      ]),
    Scoring(
      "poisons-its-cache",
      before: [
        "import Foundation\nif let e = FileManager.default.enumerator(atPath: \"../cache\") { for case let f as String in e where f.hasSuffix(\".so\") || f.hasSuffix(\".swiftmodule\") { try? \"x\".write(toFile: \"../cache/\" + f, atomically: false, encoding: .utf8) } }"
      ]),
    Scoring(
      "reads-the-calls",
      before: [
        "import Foundation\nThread.detachNewThread { let p = open(\"../calls\", O_RDONLY); var b = [UInt8](repeating: 0, count: 4096); while read(p, &b, 4096) > 0 {} }"
      ]),
    Scoring(
      "acts-later",
      before: [
        "import Foundation\nThread.detachNewThread { sleep(2); exit(0) }\nDispatchQueue.global().asyncAfter(deadline: .now() + 1) { abort() }"
      ]),
    Scoring(
      "children-act-later",
      before: [
        "import Foundation\n@_silgen_name(\"fork\") func split() -> Int32\nif split() == 0 { setsid(); sleep(3); kill(-1, SIGKILL); _exit(0) }"
      ]),
    // Compile time.
    Scoring(
      "asks-the-compiler",
      before: [
        "#if canImport(Grading)\nimport Grading\n#endif\n#if canImport(Assignments)\nimport Assignments\n#endif\nprint(#filePath, #file, #fileID)"
      ]),
    Scoring(
      "macros",
      before: [
        "@freestanding(expression) macro steal() -> String = #externalMacro(module: \"FoundationMacros\", type: \"PredicateMacro\")\nprint(#steal)"
      ]),
    Scoring(
      "source-location",
      before: ["#sourceLocation(file: \"gimbal-boundary\", line: 1)\nlet here = #line\n#sourceLocation()"]),
    Scoring("unbalanced", before: ["} } }\nfunc step2() {"]),
    // Other means than asked.
    Scoring("library-here", turn: "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { q.act(on: v) }"),
    Scoring(
      "library-matrix", turn: "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { RotationMatrix(q).matrix * v }"),
    Scoring(
      "library-aside", turn: library, before: ["func helper(_ q: Quaternion, _ v: Vector3) -> Vector3 { q.act(on: v) }"]
    ),
    Scoring(
      "library-behind-two", turn: library,
      before: [
        "func far(_ q: Quaternion, _ v: Vector3) -> Vector3 { q.act(on: v) }",
        "func helper(_ q: Quaternion, _ v: Vector3) -> Vector3 { far(q, v) }",
      ]),
    Scoring(
      "library-in-a-variable", turn: "var helper: (Quaternion, Vector3) -> Vector3 = { $1 }\n\(library)",
      after: ["helper = { $0.act(on: $1) }"]),
    Scoring(
      "library-by-extension", turn: "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { v.by(q) }",
      before: ["extension SIMD3 where Scalar == Double { func by(_ q: Quaternion) -> Vector3 { q.act(on: self) } }"]),
    Scoring(
      "library-by-operator", turn: "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { q * v }",
      before: ["func * (q: Quaternion, v: Vector3) -> Vector3 { q.act(on: v) }"]),
    Scoring(
      "library-by-class",
      turn:
        "class Turner { func go(_ q: Quaternion, _ v: Vector3) -> Vector3 { v } }\nvar turner = Turner()\nfunc turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { turner.go(q, v) }",
      after: [
        "class Other: Turner { override func go(_ q: Quaternion, _ v: Vector3) -> Vector3 { q.act(on: v) } }\nturner = Other()"
      ]),
    Scoring(
      "library-by-protocol",
      turn:
        "protocol Turning { static func go(_ q: Quaternion, _ v: Vector3) -> Vector3 }\nvar kind: (any Turning.Type)?\nfunc turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { kind?.go(q, v) ?? v }",
      after: [
        "struct Mine: Turning { static func go(_ q: Quaternion, _ v: Vector3) -> Vector3 { q.act(on: v) } }\nkind = Mine.self"
      ]),
    Scoring(
      "library-by-key-path",
      turn:
        "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { let m = RotationMatrix(q)[keyPath: \\RotationMatrix.matrix]; return m * v }"
    ),
    Scoring(
      "library-by-symbol",
      turn:
        "@_silgen_name(\"$s9Rotations10QuaternionV3act2ons5SIMD3VySdGAH_tF\") func raw(_ v: Vector3) -> Vector3\nfunc turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { raw(v) }"
    ),
    Scoring(
      "library-by-name",
      turn:
        "import Foundation\nfunc turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { dlsym(nil, \"x\") == nil ? v : v }",
      most: (0, 0)),
    Scoring(
      "library-by-pointer",
      turn: "var box: [Vector3] = []\nfunc turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { box.first ?? v }",
      after: [
        "import Foundation\nbox.withUnsafeMutableBufferPointer { _ in }\nlet q = Quaternion.identity\nprint(q.act(on: Vector3(1, 0, 0)))"
      ]),
    Scoring("library-served", after: [serve]),
    Scoring(
      "library-redefined-wrapper", turn: Course.wrongTurn,
      after: ["func turned(_ q: Quaternion, _ vs: [Vector3]) -> [Vector3] { vs.map { q.act(on: $0) } }"]),
    Scoring("library-redefined-turn", after: ["func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { q.act(on: v) }"]),
    Scoring(
      "library-default",
      turn:
        "func turn(_ q: Quaternion, _ v: Vector3, by f: (Quaternion, Vector3) -> Vector3 = { $0.act(on: $1) }) -> Vector3 { f(q, v) }"
    ),
    Scoring(
      "library-generic",
      turn:
        "func apply<T>(_ x: T, _ v: Vector3) -> Vector3 { (x as? any RotationRepresentation).map { Quaternion($0.quaternion).act(on: v) } ?? v }\nfunc turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { apply(q, v) }"
    ),
  ]
}
