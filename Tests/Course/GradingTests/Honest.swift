/// Correct submissions to one assignment, in the many ways in which people write them. What they differ in has nothing to do with the tasks,
/// so each of them earns all points.
enum Honest {
  private struct Task {
    var name: String
    var calls: String
    var blank: String
    var check: String
    /// “@1” to “@4” are names that are chosen, “#2” is the number two as somebody writes it, and “@p” a place for a line that prints.
    var solutions: [String]
  }

  /// How many correct submissions there are, and how many variations each of them has.
  static let (submissions, variations) = (20, 300)

  /// Points of each task.
  static let points = Dictionary(uniqueKeysWithValues: tasks.map { ($0.name, 2.0) })

  /// The assignment.
  static let text =
    """
    ---
    title: Honest work
    notebook: {assignment: honest}
    ---
    ```swift
    \(setup)
    ```


    """
    + tasks.map { task in
      """
      ```swift
      //| exercise: \(task.name)
      //| calls: \(task.calls)
      \(task.blank)
      ```

      ```swift
      //| solution: \(task.name)
      \(plain(task.solutions[0]))
      ```

      ```swift
      //| check: \(task.name)
      //| points: 2
      //| hidden: true
      \(task.check)
      ```


      """
    }.joined()

  private static let setup = """
    //| label: setup
    //| locked: true
    import Foundation
    import Gimbal
    let given = [0.0, 1, 2, 1, 0, -1, -2, -1, 0]
    """

  private static func plain(_ code: String) -> String {
    (1...4).reduce(code) { $0.replacing("@\($1)", with: "n\($1)") }.replacing("#2", with: "2").replacing("@p", with: "")
  }

  private static let tasks: [Task] = [
    Task(
      name: "turn", calls: "[Quaternion.w, Quaternion.x, Quaternion.y, Quaternion.z, Vector3.cross]",
      blank: "func turn(_ v: Vector3, by q: Quaternion) -> Vector3 { blank(\"by hand\") }",
      check:
        "try check(\"any\", { turn($0, by: $1) }, like: { $1.act(on: $0) }, over: .vector(\"v\"), .rotation(\"q\"))",
      solutions: [
        "func turn(_ v: Vector3, by q: Quaternion) -> Vector3 {\n  let @1 = Vector3(q.x, q.y, q.z)\n  @p\n  return v + #2 * @1.cross(@1.cross(v) + q.w * v)\n}",
        "func @3(_ a: Vector3, _ b: Vector3) -> Vector3 { a.cross(b) }\nfunc turn(_ v: Vector3, by q: Quaternion) -> Vector3 {\n  let @1 = Vector3(q.x, q.y, q.z), @2 = #2 * @3(@1, v)\n  @p\n  return v + q.w * @2 + @3(@1, @2)\n}",
        "func turn(_ v: Vector3, by q: Quaternion) -> Vector3 {\n  let (w, x, y, z) = (q.w, q.x, q.y, q.z)\n  let @1 = (#2 * (y * v.z - z * v.y), #2 * (z * v.x - x * v.z), #2 * (x * v.y - y * v.x))\n  return Vector3(v.x + w * @1.0 + y * @1.2 - z * @1.1, v.y + w * @1.1 + z * @1.0 - x * @1.2, v.z + w * @1.2 + x * @1.1 - y * @1.0)\n}",
        "infix operator ✕: MultiplicationPrecedence\nfunc ✕ (a: Vector3, b: Vector3) -> Vector3 { a.cross(b) }\nfunc turn(_ v: Vector3, by q: Quaternion) -> Vector3 {\n  let @1 = Vector3(q.x, q.y, q.z)\n  let @2 = #2 * (@1 ✕ v)\n  return v + q.w * @2 + (@1 ✕ @2)\n}",
        "struct @4 {\n  let w: Double, axis: Vector3\n  init(_ q: Quaternion) { w = q.w; axis = .init(x: q.x, y: q.y, z: q.z) }\n  func callAsFunction(_ v: Vector3) -> Vector3 {\n    let @2 = #2 * axis.cross(v)\n    return v + w * @2 + axis.cross(@2)\n  }\n}\nfunc turn(_ v: Vector3, by q: Quaternion) -> Vector3 { @4(q)(v) }",
        "extension Quaternion {\n  fileprivate var @1: Vector3 { Vector3(x, y, z) }\n  func @2(_ v: Vector3) -> Vector3 { v + #2 * @1.cross(@1.cross(v) + w * v) }\n}\nfunc turn(_ v: Vector3, by q: Quaternion) -> Vector3 {\n  @p\n  return q.@2(v)\n}\nlet @3 = turn(Vector3(1, 0, 0), by: Quaternion(.z, 1)) - Quaternion(.z, 1).act(on: Vector3(1, 0, 0))\nprint(@3.length < 1e-9 ? \"as the kit says\" : \"other than the kit says\")",
        "var @4 = 0\nfunc turn(_ vector: Vector3, by rotation: Quaternion) -> Vector3 {\n  @4 += 1\n  defer { print(\"call \\(@4): \\(vector) by \\(rotation)\") }\n  let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)\n  let @1 = [[1 - #2 * (y * y + z * z), #2 * (x * y - z * w), #2 * (x * z + y * w)],\n            [#2 * (x * y + z * w), 1 - #2 * (x * x + z * z), #2 * (y * z - x * w)],\n            [#2 * (x * z - y * w), #2 * (y * z + x * w), 1 - #2 * (x * x + y * y)]]\n  let @2 = @1.map { zip($0, [vector.x, vector.y, vector.z]).map(*).reduce(0, +) }\n  return Vector3(@2[0], @2[1], @2[2])\n}",
        "protocol @4 { static func product(_ a: Vector3, _ b: Vector3) -> Vector3 }\nenum @3: @4 { static func product(_ a: Vector3, _ b: Vector3) -> Vector3 { a.cross(b) } }\nfunc @2<M: @4>(_ v: Vector3, _ q: Quaternion, with: M.Type) -> Vector3 {\n  let @1 = Vector3(q.x, q.y, q.z), t = #2 * M.product(@1, v)\n  return v + q.w * t + M.product(@1, t)\n}\nfunc turn(_ v: Vector3, by q: Quaternion) -> Vector3 { @2(v, q, with: @3.self) }",
      ]),
    Task(
      name: "reach", calls: "[]", blank: "let reach: Double = blank(\"by your own integration\")",
      check: "try check(reach, is: 0.16, within: 1e-9, \"the end\")",
      solutions: [
        "let reach: Double = {\n  var (@1, @2) = (0.0, 0.0)\n  for a in given { @1 += a * 0.1; @2 += @1 * 0.1 }\n  return @2\n}()",
        "func @3(_ a: [Double], _ dt: Double = 0.1) -> Double {\n  a.reduce(into: (v: 0.0, x: 0.0)) { s, a in s.v += a * dt; s.x += s.v * dt }.x\n}\nlet reach: Double = @3(given)",
        "var @1 = 0.0, @2 = 0.0\nfor value in given { @1 += value * 1e-1; @2 += @1 * 0.1 }\nlet reach: Double = @2",
        "let @1 = given.reduce(into: [Double]()) { $0.append(($0.last ?? 0) + $1 * 0.1) }\nlet reach: Double = @1.map { $0 * 0.1 }.reduce(0, +)\nprint(\"\\(reach)\")",
        "struct @4 { var v = 0.0, x = 0.0; mutating func go(_ a: Double, dt: Double) { v += a * dt; x += v * dt } }\nvar @1 = @4()\ngiven.forEach { @1.go($0, dt: 0.1) }\nlet reach = @1.x",
        "final class @4 { var (v, x) = (0.0, 0.0); let dt: Double; init(dt: Double) { self.dt = dt }; func add(_ a: Double) { v += a * dt; x += v * dt } }\nlet @1 = @4(dt: 0.1)\nvar @2 = given.makeIterator()\nwhile let a = @2.next() { @1.add(a) }\nlet reach: Double = @1.x",
        "func @3(_ a: ArraySlice<Double>, _ v: Double = 0, _ x: Double = 0) -> Double {\n  guard let first = a.first else { return x }\n  let w = v + first * 0.1\n  return @3(a.dropFirst(), w, x + w * 0.1)\n}\nlet reach: Double = @3(given[...])",
      ]),
    Task(
      name: "mean", calls: "[]", blank: "func mean(_ values: [Double]) -> Double { blank(\"the mean; 0 of none\") }",
      check:
        "try check(mean([]), is: 0, \"none\")\ntry check(\"any\", mean, like: { $0.isEmpty ? 0 : $0.reduce(0, +) / Double($0.count) }, over: .samples(\"values\", count: 7))",
      solutions: [
        "func mean(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }",
        "func mean(_ values: [Double]) -> Double {\n  guard !values.isEmpty else { return 0 }\n  var @1 = 0.0\n  for @2 in values { @1 += @2 }\n  @p\n  return @1 / Double(values.count)\n}",
        "extension Sequence where Element: BinaryFloatingPoint {\n  func @3() -> Element? {\n    var (@1, n) = (Element.zero, 0)\n    for x in self { @1 += x; n += 1 }\n    return n == 0 ? nil : @1 / Element(n)\n  }\n}\nfunc mean(_ values: [Double]) -> Double { values.@3() ?? 0 }",
        "enum @4: Error { case empty }\nfunc @3(_ x: [Double]) throws -> Double {\n  if x.isEmpty { throw @4.empty }\n  return x.lazy.map { $0 / Double(x.count) }.reduce(0, +)\n}\nfunc mean(_ values: [Double]) -> Double {\n  do { return try @3(values) } catch @4.empty { return 0 } catch { fatalError() }\n}",
        "func mean(_ numbers: [Double]) -> Double {\n  var @1 = Double.zero, i = numbers.startIndex\n  while i < numbers.endIndex { @1 += numbers[i]; i += 1 }\n  switch numbers.count {\n  case 0: return 0\n  case let n: return @1 / Double(n)\n  }\n}",
        "let @3: ([Double]) -> Double = { $0.isEmpty ? 0 : $0.reduce(0, { a, b in a + b }) / .init($0.count) }\nfunc mean(_ values: [Double]) -> Double { @3(values) }",
      ]),
    Task(
      name: "step", calls: "[]",
      blank:
        "func step(_ v: Double, _ a: Double, dt: Double) -> (v: Double, x: Double) { blank(\"the next v, and the way\") }",
      check:
        "func speed(_ v: Double, _ a: Double, _ dt: Double) -> Double { step(v, a, dt: dt).v }\nfunc way(_ v: Double, _ a: Double, _ dt: Double) -> Double { step(v, a, dt: dt).x }\nfunc rightWay(_ v: Double, _ a: Double, _ dt: Double) -> Double { v * dt + a * dt * dt / 2 }\ntry check(\"the speed\", speed, like: { v, a, dt in v + a * dt }, over: .number(\"v\"), .number(\"a\"), .timeStep())\ntry check(\"the way\", way, like: rightWay, over: .number(\"v\"), .number(\"a\"), .timeStep())",
      solutions: [
        "func step(_ v: Double, _ a: Double, dt: Double) -> (v: Double, x: Double) { (v + a * dt, v * dt + a * dt * dt / #2) }",
        "func step(_ v: Double, _ a: Double, dt: Double) -> (v: Double, x: Double) {\n  let @1 = v + a * dt\n  @p\n  return (v: @1, x: 0.5 * (v + @1) * dt)\n}",
        "typealias @4 = (v: Double, x: Double)\nfunc step(_ v: Double, _ a: Double, dt: Double) -> @4 {\n  var @1: @4 = (v, 0)\n  @1.x += v * dt + a * pow(dt, 2) / #2\n  @1.v += a * dt\n  return @1\n}",
        "struct @4 { var speed: Double; func after(_ dt: Double, at a: Double) -> Self { .init(speed: speed + a * dt) } }\nfunc step(_ v: Double, _ a: Double, dt: Double) -> (v: Double, x: Double) {\n  let (@1, @2) = (@4(speed: v), @4(speed: v).after(dt, at: a))\n  return (@2.speed, (@1.speed + @2.speed) / #2 * dt)\n}",
      ]),
    Task(
      name: "peak", calls: "[]", blank: "func peak(_ xs: [Double]) -> Int? { blank(\"the place of the largest\") }",
      check:
        "try check(peak([]) == nil ? 1 : 0, is: 1, \"none\")\ntry check(\"any\", over: .samples(\"xs\", count: 6), holds: { xs in peak(xs).map { xs[$0] } == xs.max() })",
      solutions: [
        "func peak(_ xs: [Double]) -> Int? { xs.indices.max { xs[$0] < xs[$1] } }",
        "func peak(_ xs: [Double]) -> Int? {\n  guard let @1 = xs.max() else { return nil }\n  return xs.firstIndex(of: @1)\n}",
        "func peak(_ xs: [Double]) -> Int? {\n  var @1: (place: Int, value: Double)?\n  for (i, x) in xs.enumerated() where x > @1?.value ?? -.infinity { @1 = (i, x) }\n  return @1?.place\n}",
        "func @3<C: Collection>(_ c: C) -> C.Index? where C.Element: Comparable {\n  c.isEmpty ? nil : c.indices.dropFirst().reduce(c.startIndex) { c[$1] > c[$0] ? $1 : $0 }\n}\nfunc peak(_ xs: [Double]) -> Int? { @3(xs) }",
        "func peak(_ xs: [Double]) -> Int? { xs.enumerated().sorted { $0.element > $1.element }.first?.offset }",
      ]),
    Task(
      name: "back", calls: "[Quaternion.w, Quaternion.x, Quaternion.y, Quaternion.z, Quaternion.init]",
      blank: "func back(_ q: Quaternion) -> Quaternion { blank(\"the inverse, by hand\") }",
      check: "try check(\"any\", back, like: { $0.inverse }, over: .rotation(\"q\"))",
      solutions: [
        "func back(_ q: Quaternion) -> Quaternion { Quaternion(w: q.w, x: -q.x, y: -q.y, z: -q.z) }",
        "func back(_ rotation: Quaternion) -> Quaternion {\n  let @1 = [rotation.x, rotation.y, rotation.z].map { -$0 }\n  @p\n  return .init(w: rotation.w, x: @1[0], y: @1[1], z: @1[2])\n}",
        "extension Quaternion { var @3: Quaternion { Quaternion(w: w, x: 0 - x, y: 0 - y, z: 0 - z) } }\nfunc back(_ q: Quaternion) -> Quaternion { q[keyPath: \\.@3] }\nassert(back(.identity) == .identity)",
        "prefix operator ~~\nprefix func ~~ (q: Quaternion) -> Quaternion { let (x, y, z) = (q.x, q.y, q.z); return Quaternion(w: q.w, x: -x, y: -y, z: -z) }\nfunc back(_ q: Quaternion) -> Quaternion { ~~q }",
      ]),
  ]

  /// A variation of a correct submission; the same for the same numbers.
  static func variation(_ number: Int, of submission: Int) -> String {
    var chance = Chance(UInt64(submission * 1000 + number))
    var used = 0
    func own(_ most: Int) -> [String] {
      (0..<chance.number(below: most + 1)).map { _ in
        used += 1
        return chance.pick(HonestCells.all).replacing("§", with: "\(submission)_\(number)_\(used)")
          .replacing("¤", with: chance.pick(["2.5", "0.125", "3.0", "1e3", "7", "42.0"]).doubled)
      }
    }
    /// Operators are declared once.
    var declared: Set<Substring> = []
    func fresh(_ cells: [String]) -> [String] {
      cells.filter { cell in
        let lines = cell.split(separator: "\n").filter {
          $0.holds(" operator ") || $0.hasPrefix("extension") && $0.holds("@retroactive")
            || $0.hasPrefix("precedencegroup")
        }
        defer { declared.formUnion(lines) }
        return declared.isDisjoint(with: lines)
      }
    }
    let cells = tasks.enumerated().map { index, task in
      let solution = task.solutions[(submission * (index + 1) + index + submission / 8) % task.solutions.count]
      return "//| exercise: \(task.name)\n" + written(solution, in: submission, number, &chance)
    }
    // One cell at least says that this is another one than all others.
    var text = String(Self.text[..<Self.text.range(of: "```swift\n//| exercise")!.lowerBound])
    for cell in cells {
      for code in fresh(own(chance.number(below: 3) == 0 ? 2 : 0)) { text += "```swift\n\(code)\n```\n\n" }
      text += "```swift\n\(cell)\n```\n\n"
    }
    let last = [HonestCells.all[(submission * variations + number) % HonestCells.all.count]].map {
      $0.replacing("§", with: "\(submission)_\(number)").replacing("¤", with: "1.5")
    }
    for code in fresh(last) {
      text += "\(chance.pick(["", "Some words.\n\n", "## A heading\n\n"]))```swift\n\(code)\n```\n\n"
    }
    return text
  }

  /// A solution with names, numbers, comments and spaces as somebody chooses them.
  private static func written(_ solution: String, in submission: Int, _ number: Int, _ chance: inout Chance) -> String {
    var code = solution
    let names = [
      "tmp", "result", "k", "my_value", "helperValue", "_inner", "α", "größe", "`in`", "axisOrSo", "r2d2", "X",
    ]
    let types = ["State", "Helper", "MyThing", "Turner", "Zustand", "T1"]
    var taken: Set<String> = []
    for index in 1...4 {
      var name = chance.pick(index == 4 ? types : names)
      while !taken.insert(name).inserted { name = chance.pick(index == 4 ? types : names) }
      // Names outside of functions are the cells' own.
      let suffix = index > 2 && name != "`in`" ? "\(solution.utf8.count)" : index < 3 ? "" : "x"
      name = name == "`in`" && index > 2 ? "inside\(solution.utf8.count)" : name + suffix
      code = code.replacing("@\(index)", with: name)
    }
    while let place = code.firstRange(of: "#2") {
      code.replaceSubrange(place, with: chance.pick(["2", "2.0", "2e0", "0x1p1", "02.00", "Double(2)"]))
    }
    while let place = code.firstRange(of: "@p") {
      code.replaceSubrange(
        place,
        with: chance.pick([
          "", "print(\"here\")", "// TODO: nothing", "debugPrint(1, 2)", "_ = \"\\(2.5)\"", "assert(true)", "do {}",
          "let unused: Double? = nil; _ = unused", "#if DEBUG\n  print(1)\n  #endif", "if false { print(\"never\") }",
        ]))
    }
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      switch chance.number(below: 9) {
      case 0:
        [
          "\(line)  // \(chance.pick(["as in the lecture", "q.act(on: v) would do, too", "½, µ and “quotes”", "FIXME?"]))"
        ]
      case 1: ["", "\(line)"]
      case 2: ["\(line)   "]
      default: ["\(line)"]
      }
    }
    return lines.joined(separator: chance.number(below: 12) == 0 ? "\r\n" : "\n")
  }

  /// Numbers that look random and are the same in each run.
  struct Chance {
    private var state: UInt64
    init(_ seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func number(below bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int((state >> 11) % UInt64(bound))
    }
    mutating func pick<Item>(_ items: [Item]) -> Item { items[number(below: items.count)] }
  }
}

extension String {
  fileprivate var doubled: String { contains(".") || contains("e") ? self : "\(self).0" }
}
