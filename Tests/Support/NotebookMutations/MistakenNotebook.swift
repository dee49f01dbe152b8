import struct Basics.SeededRandom

/// A notebook that runs in no time, with mistakes in it that show before it runs, made from a seed. What cells do as they run is
/// right: the messages about it can be known beforehand.
public struct MistakenNotebook: Sendable {
  private var random: SeededRandom
  private var matter: [String] = []
  private var pieces: [String] = []
  private var count = 0

  /// A notebook of a few cells, about half of them with a mistake.
  public init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    matter = ["title: Test", "notebook: {timeout: 30}"]
    if Bool.random(using: &random) { matter += ["params:", "  alpha: 2.0", "  name: \"n\""] }
    if random.uniform() < 0.05 { matter.append(Self.faultyMatter[random.below(Self.faultyMatter.count)]) }
    for _ in 0..<(2 + random.below(6)) { pieces.append(piece()) }
  }

  /// The notebook's text.
  public var text: String {
    "---\n" + matter.map { $0 + "\n" }.joined() + "---\n" + pieces.map { $0 + "\n\n" }.joined()
  }

  /// Changes the notebook as somebody does who writes it: a piece more, less, or another one, or at another place.
  public mutating func edit() {
    let place = random.below(max(pieces.count, 1))
    switch random.below(pieces.isEmpty ? 1 : 5) {
    case 0, 1: pieces.insert(piece(), at: min(place, pieces.count))
    case 2: pieces[place] = piece()
    case 3: pieces.remove(at: place)
    default: pieces.swapAt(place, random.below(pieces.count))
    }
  }

  private mutating func piece() -> String {
    let lists = [Self.cells, Self.faultyCells, Self.cells, Self.prose, Self.faultyProse, Self.faultyCells]
    let list = lists[random.below(lists.count)]
    let template = list[random.below(list.count)]
    count += 1
    // `#` is its own number, `%` that of some piece, as a rule of one above.
    let other = random.uniform() < 0.8 ? 1 + random.below(count) : count + 1 + random.below(3)
    let text = template.replacing("#", with: "\(count)").replacing("%", with: "\(other)").replacing("§", with: "#")
    return list == Self.cells || list == Self.faultyCells ? "```swift\n\(text)\n```" : text
  }

  private static let svg =
    "MIMEBundle([\"image/svg+xml\": \"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>\"])"

  private static let cells = [
    "let v# = #.5", "let v# = 1.5", "let v# = 2.5", "let v# = v% * 2", "let v% = 7.5", "let v% = v% + 1", "print(v%)",
    "v%", "func f#(_ x: Double) -> Double { x + 1 }", "func f#(_ x: Double) -> Double {\n  x + v%\n}\nf#(1)",
    "struct S# {\n  var a = 1.0\n}\nlet s# = S#()", "s%.a", "import Foundation\nlet r# = sqrt(2.0)",
    "let l# = [1, 2, 3]",
    "extension Int {\n  var e#: Int { self + 1 }\n}", "3.e%",
    "//| label: tbl-#\n//| tbl-cap: A table\nTable(columns: [.init(\"a\")], rows: [[.number(1)]])",
    "//| label: fig-#\n//| fig-cap: A picture\n//| fig-alt: Words\n\(svg)", "//| label: fig-#\n\(svg)",
    "//| error: true\nlet wrong#: Int = \"text\"", "//| error: true\nfatalError(\"meant\")",
    "//| eval: false\nlet never = nothing#",
    "//| echo: false\nlet v# = 3.5", "let v# = params.alpha", "params.name", "guard v% > 0 else { fatalError() }",
    "let (a#, b#) = (1, v%)\na#", "for i in 0..<2 { print(i, v%) }", "let v# = { (x: Double) in x * 2 }(v%)",
    "//| exercise: e#\nfunc g#(_ x: Double) -> Double {\n  blank(\"what is it\")\n}", "//| check: e%\ng%(2)",
    "import Foundation\nimport Gimbal\nlet q# = Quaternion.identity", "let v# = v%; print(v#)", "// only words", "",
  ]

  private static let faultyCells = [
    "let v# = vv% + 1", "pritn(v%)", "let w#: Int = \"x\"", "let y# = sin(1.0)", "let z# = 3 ^ 2",
    "let angle# = cos(90.0)",
    "func n#() -> Int {\n  let unused = 1\n  return 2\n}", "func m#() -> Int {\n}",
    "func u#() -> Int {\n  return 1\n  print(2)\n}",
    "let x# = [1, 2", "let t# = \"abc", "if v% = 1 { print(1) }", "print(late#)\nlet late# = 1",
    "for i in 0..3 { print(i) }",
    "let k# = None", "import Foundaton", "//| lable: x#\n1", "//| echo: maybe\n1", "//| label: a b\nv%",
    "let p# = params.alhpa",
    "x# := 3", "let h# = v9#", "1 +", "}", "let o#: Int? = nil\no#.count", "let d# = 3,5", "v%.whatever",
    "func c#() {\n  var never = 1\n  print(never)\n}", "let ü# = \"é\" + 1", "  let i# = \"👩‍👩‍👧\"; let j# = missing#",
    "switch v% {\ncase 1: print(1)\n}",
    "await nothing()", "let a# = 1\nlet a# = 2", "//| label: same\nv%", "//| label: same\n1",
    "let b# = v%\n//| echo: false",
    "§| label: python\nv%", "def f(x):\n    return x", "let m# = 7 // 2", "pip install numpy",
    "struct Trace {}\nimport Gimbal",
    "import Gimbal\nstruct Trace# {}\nlet t# = Tracee()", "let big# = 1 + \"a\" + 2.0", "f%(\"text\")", "s%.b",
    "print(v%", "func f%(_ x: Double) -> Double { x + nothing# }",
    "//| solution: e%\nfunc g%(_ x: Double) -> Double { x * 2 }", "//| timeout: -3\n1", "//| fig-width: 1000\n1",
    "func d#() throws { }\nd#()", "let text# = \"\\(v%x)\"", "try v%", "return 3", "let c# = v% as! String",
  ]

  private static let prose = [
    "# Heading #", "Some words with `{swift} v%` in them.", "`{swift} v% * 2` and `{swift} 1 + 1`",
    "See @fig-% and @tbl-%.",
    "A formula, $a + b$.", "$$\n\\frac{a}{b}\n$$ {#eq-#}", "As in @eq-%.",
    "- an item\n\n  ```swift\n  let v# = v% + 1\n  ```", "> ```swift\n> print(v%)\n> ```",
    "```swift noeval\nshown()\n```", "```python\nprint(1)\n```", "::: notes\nSay this.\n:::", "\\newpage",
    "Words – with signs é 👩‍👩‍👧 `{swift} v%`.",
  ]

  private static let faultyProse = [
    "`{swift} vv%`", "é `{swift} v% +` and `{swift} nothing#`", "`{swft} v%`", "`{swift} v%",
    "See @fig-nope# and @fig-%x.", "As in @eq-nope#.",
    "```Swift\nlet a = 1\n```", "'''swift\nlet a = 1\n'''", "::: strange\nx\n:::", "text \\newpage text",
    "As [@key] says.", "$\\undefined{$ and $\\nothing{a}$",
    "::: notes\nNo end.", "::: {.guess §g#}\nA?\n\nNo expression.\n:::",
    "::: {.guess §g# unti=\"m\"}\nA?\n\nIt is `{swift} v%`.\n:::",
    "::: columns\n\nnothing\n\n:::", "```swift\nlet open = 1",
  ]

  private static let faultyMatter = [
    "titel: x", "params: {in: 1}", "  beta: 2,5", "notebok: {}", "author: [", "bibliography: nowhere.bib",
    "params:\n  a b: 1",
  ]
}
