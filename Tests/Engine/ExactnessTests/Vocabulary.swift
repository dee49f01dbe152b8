/// What notebooks of the trials are made of. Few words, so that what one trial has compiled serves the others, and so that
/// cells meet: they share names, files and descriptors.
struct Vocabulary: Sendable {
  var cells: [String] = []
  var inlines: [String] = []
  /// Files that are there before the notebook first runs, or that a person makes, and what they may hold.
  var files: [String] = []

  static func + (left: Vocabulary, right: Vocabulary) -> Vocabulary {
    Vocabulary(cells: left.cells + right.cells, inlines: left.inlines + right.inlines, files: left.files + right.files)
  }

  /// Words about one subject, by its name. A trial takes a few.
  static let subjects: [(name: String, words: Vocabulary)] = [
    ("names", names), ("types", types), ("output", output), ("parameters", parameters), ("figures", figures),
    ("files", files), ("folders", folders), ("links", links), ("descriptors", descriptors), ("pipes", pipes),
    ("environment", environment), ("draws", draws), ("clock", clock), ("tasks", tasks), ("threads", threads),
    ("children", children), ("failures", failures), ("recordings", recordings), ("shapes", shapes),
    ("states", states), ("other files", otherFiles), ("libraries", libraries), ("mappings", mappings),
    ("lacks", lacks),
  ]

  static let names = Vocabulary(
    cells: [
      "let a = 1", "let a = 2", "let a = \"text\"", "let b = a", "let b = 5", "print(a)", "a", "print(b)", "var c = 1",
      "var c = 10", "c += 1\nprint(c)", "c *= 2", "print(c)", "func f() -> Int { 10 }", "func f() -> Int { 20 }",
      "print(f())", "func f(_ x: Int) -> Int { x }", "func f(_ x: Double) -> Double { x / 2 }", "print(f(1))",
      "for i in 0..<3 { c += i }\nprint(c)", "let (p, q) = (3, 4)", "print(p + q)", "var list = [1]",
      "list.append(c)\nprint(list)", "let g = { c + 1 }", "print(g())", "func h() -> Int { c }", "print(h())",
    ],
    inlines: ["a", "b", "c", "f()", "c + 1", "list.count"])

  static let types = Vocabulary(
    cells: [
      "struct S { var v = 1 }", "struct S { var v = 2 }", "print(S().v)", "extension S { var w: Int { v + 1 } }",
      "print(S().w)", "extension Int { var twice: Int { self * 2 } }", "extension Int { var twice: Int { self * 20 } }",
      "print(3.twice)", "infix operator +++\nfunc +++ (l: Int, r: Int) -> Int { l * 10 + r }", "print(1 +++ 2)",
      "protocol P { var name: String { get } }\nextension P { var name: String { \"default\" } }",
      "extension S: P {}", "print(S().name)", "class K { var n = 0 }\nlet k = K()", "k.n += 1\nprint(k.n)",
      "enum E { case one, two }", "print(E.two)", "typealias Number = Double", "typealias Number = Int",
      "print(Number(3))", "func g(_ x: Int) -> String { \"int\" }", "func g(_ x: String) -> String { \"text\" }",
      "print(g(1))", "extension S: CustomStringConvertible { var description: String { \"S\\(v)\" } }", "S()",
      "print(type(of: S()))",
      "actor Counter { var n = 0\n  func up() -> Int { n += 1\n    return n } }\nlet counter = Counter()",
      "print(await counter.up())", "typealias IntegerLiteralType = Double", "let lit = 3\nprint(lit)",
    ],
    inlines: ["S().v", "3.twice", "k.n", "S()"])

  /// What keeps a state in other ways than in a variable at the top level.
  static let states = Vocabulary(
    cells: [
      "enum Store { static var n = 1\n  static let made: Int = { n += 1\n    return n }() }",
      "Store.n += 1\nprint(Store.n)", "print(Store.made, Store.n)",
      "let count = { var n = 0\n  return { n += 1\n    return n } }()",
      "print(count())", "final class Node { var next: Node?\n  deinit { print(\"gone\") } }",
      "var node: Node? = Node()", "node = nil\nprint(\"released\")", "weak var seen = node\nprint(seen == nil)",
      "@propertyWrapper struct Twice { var wrappedValue: Int { didSet { wrappedValue *= 2 } } }",
      "struct Held { @Twice var v = 1 }\nvar held = Held()", "held.v += 1\nprint(held.v)",
      "func same<T: Equatable>(_ a: T, _ b: T) -> Bool { a == b }", "print(same(1, 1), same(\"a\", \"b\"))",
      "func some() -> some Sequence<Int> { [3, 1, 2].lazy.map { $0 + 1 } }", "print(some().sorted())",
      "func bump(_ x: inout Int) { x += 1 }", "var c = 1", "bump(&c)\nprint(c)", "print(c)",
      "var table: [String: [Int]] = [:]", "table[\"a\", default: []].append(c)\nprint(table)",
      "struct Matrix<let n: Int> { var side: Int { n } }\nprint(Matrix<3>().side)",
      "let words = \"a b\".split(separator: \" \").map(String.init)",
      "print(words.joined(separator: c > 1 ? \"+\" : \"-\"))",
      "if let first = words.first { print(first) }", "let found = words.firstIndex(of: \"b\") ?? -1\nfound",
      "indirect enum Tree { case leaf, node(Tree, Int) }", "let tree = Tree.node(.leaf, c)", "print(tree)",
      "let key = \\Held.v\nprint(held[keyPath: key])", "print(held)", "print(type(of: count))",
      "let pair = (left: 1, right: \"r\")", "print(pair.left, pair.right)", "dump(pair)",
    ],
    inlines: ["Store.n", "count()", "held.v", "c", "pair.right", "words.count"])

  /// Code whose end, or whose reach, is another than it seems.
  static let shapes = Vocabulary(
    cells: [
      "private let p = 3\nprint(p)", "private let p = 4\nprint(p)", "fileprivate func z() -> Int { 9 }\nprint(z())",
      "print(z())", "guard c > 0 else { fatalError(\"guarded\") }", "defer { print(\"deferred\") }\nprint(\"body\")",
      "let u: Int\nu = 3\nprint(u)", "print(u)", "var c = 1", "c += 1\nprint(c)", "import Foundation",
      "print(sqrt(16.0))", "print(#line, #column, #function)", "print(#fileID)",
      "#sourceLocation(file: \"other.swift\", line: 70)\nprint(#line)",
      "do { let c = 5\n  print(c) }", "if c > 1 { print(\"large\") } else { print(\"small\") }", "print(\"unclosed\"",
      "c; c", "_ = c", "let t = #\"raw \"quoted\" text\"#\nprint(t)", "lazy var l = c + 1\nprint(l)", "print(l)",
      "@MainActor func m() -> Int { c }\nprint(m())", "print(m())",
      "switch c { case 1: print(\"one\")\ndefault: print(\"more\") }",
      "// nothing but a comment", "", "#if DEBUG\nprint(\"debug\")\n#else\nprint(\"release\")\n#endif", "c // last",
      "c\n/* after */", "let é = c\nprint(é)", "print(\"`backticks` ``` inside\")",
      "var observed = 1 { didSet { print(\"set\", observed) } }",
      "observed += 1", "var computed: Int { c * 3 }", "print(computed)",
      "@discardableResult func d() -> Int { c += 1\n  return c }",
      "d()",
    ],
    inlines: ["c", "#line", "computed", "d()"])

  /// What rests on cells that fail: with `keepGoing` their imports hold below, and what they were to define is missing.
  static let lacks = Vocabulary(
    cells: [
      "import Foundation\nlet broken: Int = \"x\"", "import Foundation\nimport Nowhere\nlet broken = 1",
      "let broken = [1][3]", "let broken = 7", "import Foundation\nlet open = [1.5][2]", "let open = 2.5",
      "print(broken)", "let rest = broken + 1", "print(rest)", "rest * 2", "print(sqrt(16.0))", "print(open)",
      "do { let broken = 2\n  print(broken) }", "struct H { func f() -> Int { broken } }\nprint(H().f())",
      "func use() -> Int { rest }", "print(use())", "func broken(_ x: Int) -> Int { x }\nprint(broken(3))",
    ],
    inlines: ["broken", "rest", "use()", "sqrt(4.0)"])

  static let output = Vocabulary(
    cells: [
      "import Foundation\nfputs(\"to error\\n\", stderr)", "print(\"one\")\nprint(\"two\")", "\"shown\"", "[1, 2, 3]",
      "print(String(repeating: \"long \", count: 20_000))", "for i in 0..<3 { display(i) }",
      "print(\"no end\", terminator: \"\")",
      "let unused: Int? = 1\nprint(unused)", "var never = 1\nprint(never)",
      "print(\"\\u{1b}[31mred\\u{1b}[0m \\u{0}\")",
      "print([\"k\": 1, \"l\": 2, \"m\": 3])", "print(Set([1, 2, 3, 4]))", "1.0 / 3", "print(\"é日本🎈\")", "nil as Int?",
      "()",
      "print(\"a\".hashValue)",
    ],
    inlines: ["\"text\"", "1.0 / 3", "[1, 2]", "nil as Int?", "\"a\".hashValue"])

  static let parameters = Vocabulary(
    cells: [
      "print(params.alpha)", "print(params.beta)", "params", "let scaled = params.alpha * 2\nprint(scaled)",
      "print(scaled)",
      "print(\"none\")", "func scale() -> String { \"\\(params.alpha)\" }", "print(scale())",
      "print(type(of: params.alpha))",
    ],
    inlines: ["params.alpha", "params.beta", "scaled"])

  static let figures = Vocabulary(
    cells: [
      "import Figures\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"v\"), [.line(\"a\", x: [0, 1], y: [0, 1])])",
      "import Figures\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"v\"), [.line(\"a\", x: [0, 1], y: [1, 0])])",
      "import Figures\nlet axis = FigureAxis(\"t\")", "Figure(x: axis, y: axis, [.line(\"a\", x: [0, 1], y: [0, 1])])",
      "for i in 1...2 { display(Figure(x: axis, y: axis, [.line(\"a\", x: [0, 1], y: [0, Double(i)])])) }",
      "print(\"text\")", "Figure(x: axis, y: axis, [.line(\"a\", x: [0, 1], y: [0])])",
    ],
    inlines: ["1 + 1"])

  static let recordings = Vocabulary(
    cells: [
      "import Gimbal\nlet trace = try? Trace(contentsOf: \"maybe.csv\")\nprint(trace?.count ?? -1)",
      "import Gimbal\nprint((try? Trace(contentsOf: \"maybe.csv\"))?.count ?? -1)", "print(trace?.count ?? -2)",
      "import Foundation\nprint(unlink(\"maybe.csv\"))",
      "import Foundation\ntry \"time_s,ax\\n\".write(toFile: \"maybe.csv\", atomically: true, encoding: .utf8)",
    ],
    inlines: ["trace?.count ?? -3"], files: ["maybe.csv"])
}
