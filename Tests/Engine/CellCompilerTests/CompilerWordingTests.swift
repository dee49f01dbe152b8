import Foundation
import Testing

import enum Basics.Parallel

@testable import CellCompiler
@testable import CellKernel
@testable import Processes
@testable import Toolchains

/// The advice next to a message of the compiler or of the runtime depends on the message's wording. With another
/// version of Swift these tests report the wordings that no longer occur.
struct CompilerWordingTests {
  /// For each part of a message code that brings it out, as the body of a function, or as its own file behind “@”.
  private static let examples: [(part: String, code: String)] = [
    ("operator '^' cannot be applied", "_ = 2.0 ^ 2.0"),
    ("operator '**'", "_ = 2.0 ** 2.0"),
    ("cannot find operator '..' in scope", "for i in 0..10 { print(i) }"),
    ("requires that 'Double' conform to 'SignedInteger'", "for x in 0...2.5 { print(x) }"),
    ("ambiguous use of 'sin'", "let f = sin"),
    ("ambiguous use of 'cos'", "let f = cos"),
    ("ambiguous use of 'tan'", "let f = tan"),
    ("cannot be used on protocol metatype '(any Scheme).Type'", "_ = Scheme.exponential(rate: 5)"),
    ("ambiguous use of 'pow'", "let x = 1.0 + pow(2, 3)\nprint(x)"),
    ("ambiguous use of '", "let f = sin"),
    ("'Look.Hue'", "_ = Look.Hue.red"),
    ("'Look.Dash'", "_ = Look.Dash.dashed"),
    ("'Look.Marker'", "_ = Look.Marker.star"),
    ("return invalid outside of a func", "@return 1"),
    ("cannot be applied to operands of type 'Int' and 'Double'", "let (i, d) = (1, 1.0)\n_ = i * d"),
    ("cannot be applied to operands of type 'Double' and 'Int'", "let (i, d) = (1, 1.0)\n_ = d * i"),
    ("cannot be applied to operands of type 'String' and", "let i = 1\n_ = \"a\" + i"),
    ("and 'String'", "let i = 1\n_ = i + \"a\""),
    ("must be unwrapped to a value", "let o: Int? = 1\n_ = o + 1"),
    ("C-style for statement", "for var i = 0; i < 3; i++ { print(i) }"),
    ("expected '{' after", "if true and false { }"),
    ("expected ',' separator", "print(1 2)"),
    ("cannot call value of non-function type", "let a = 1.0\n_ = a(2)"),
    ("function is unused", "@print"),
    ("switch must be exhaustive", "switch 1 { case 1: break }"),
    ("call in a function that does not support concurrency", "func g() async {}\ng()"),
    ("expected expression in list of expressions", "print(let a)"),
    ("missing return in", "@func g(_ a: Bool) -> Int {\n  if a { return 1 }\n}"),
    ("extraneous '}'", "@}"),
    ("expected '}'", "@func h() {"),
    ("consecutive statements on a line must be separated", "let a = 1 let b = 2"),
    (
      "cannot convert value of type '[Int]' to expected argument type '[Double]'",
      "func g(_ x: [Double]) {}\nlet v = [1, 2]\ng(v)"
    ),
    ("to expected argument type 'FigureAxis'", "func g(_ x: FigureAxis) {}\ng(\"time\")"),
    ("'Table.Column'", "func g(_ x: Table.Column) {}\ng(\"drift\")"),
    ("to expected argument type '[DeviceMotion]'", "func g(_ x: [DeviceMotion]) {}\ng(\"a.csv\")"),
    ("expected to be an instance of a class", "let (a, b) = (1, 2)\n_ = a === b"),
    ("cannot subscript String with an Int", "_ = \"abc\"[0]"),
    ("is a 'let' constant", "let a = 1\na = 2"),
    ("invalid redeclaration of", "@let twice = 1\nlet twice = 2"),
    ("prevents automatic synthesis", "@extension Plain: Equatable {}"),
    ("circular reference", "@let round = round + 1"),
    ("unterminated string literal", "let a = \"abc"),
    // What is looked for by other means than a table of what helps.
    ("cannot find 'absent' in scope", "print(absent)"),
    ("cannot find type 'Absent' in scope", "let a: Absent = 1"),
    ("cannot find", "print(absent)"),
    ("no such module 'Absent'", "@import Absent"),
    ("value of type 'Int' has no member 'absent'", "let a = 1\n_ = a.absent"),
    ("value of type 'Int?' has no member 'absent'", "let a: Int? = 1\n_ = a.absent"),
    ("no member", "let a = 1\n_ = a.absent"),
    ("cannot convert value of type 'Int' to specified type 'String'", "let i = 1\nlet s: String = i\nprint(s)"),
    ("cannot convert", "let i = 1\nlet s: String = i\nprint(s)"),
    ("cannot be applied", "_ = 2.0 ^ 2.0"),
    ("no exact matches", "_ = Int([1])"),
    ("conform", "func g<T: Hashable>(_ x: T) {}\ng(Plain())"),
    ("ambiguous", "let f = sin"),
    ("extraneous whitespace between '#'", "@# Heading"),
    ("expected expression", "@```"),
    (
      "unable to type-check this expression in reasonable time",
      "?let (a, b) = (1, 2.0)\n_ = a + b * a - a / b + b * a - b"
    ),
  ]

  private static let support = """
    enum Look { enum Hue { case blue }; enum Dash { case long }; enum Marker { case cross } }
    struct FigureAxis {}
    struct Table { struct Column {} }
    struct DeviceMotion {}
    protocol Scheme {}
    struct Damping: Scheme {}
    extension Scheme where Self == Damping { static func exponential(rate: Double) -> Damping { Damping() } }
    struct Plain { var a = 1 }
    """

  @Test(
    "Every part of a compiler's message that we comment on still comes from the compiler, and one rule of a rank is about it"
  )
  func compiler() throws {
    let told = Set(Self.examples.map(\.part))
    #expect(Set(CompileAdvice.remedies.map(\.part)).subtracting(told).sorted() == [], "without an example")
    #expect(Set(CompileAdvice.ofNames).subtracting(told).sorted() == [], "without an example")
    let toolchain = try Toolchain.find()
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.support.write(toFile: "\(folder)/support.swift", atomically: false, encoding: .utf8)
    let lost = try Parallel.map(Self.examples.count, threads: 2) { index -> String? in
      let (part, code) = Self.examples[index]
      let isHard = code.hasPrefix("?")
      let text =
        code.hasPrefix("@") ? String(code.dropFirst()) : "func f() {\n\(isHard ? String(code.dropFirst()) : code)\n}"
      let file = "\(folder)/\(index).swift"
      try "import Foundation\n\(text)\n".write(toFile: file, atomically: false, encoding: .utf8)
      let arguments = [
        "-frontend", "-emit-sil", "-o", "/dev/null", "-primary-file", file, "\(folder)/support.swift", "-module-name",
        "m",
      ]
      // However easy it is, no expression is found out with so little memory.
      let output = try Subprocess.run(
        toolchain.compiler, arguments + (isHard ? ["-solver-memory-threshold=1"] : [])
      ).output
      let unit = CodeUnit(.cell, code: "import Foundation\n\(text)\n", options: .init())
      let advice = CompileAdvice(0, of: [unit], behind: Aftermath(), isWhole: true)
      let messages = output.matches(of: /:([0-9]+):([0-9]+): (?:error|warning): (.*)/).map { match in
        let place = UnitPosition(
          file: unit.fileName, line: Int(match.output.1) ?? 0, column: Int(match.output.2) ?? 0)
        return Diagnostic(severity: .error, message: String(match.output.3), position: place)
      }
      for message in messages {
        let counts = CompileAdvice.ranks.map { rank in rank.count { $0(advice)(message) != nil } }
        #expect(counts.allSatisfy { $0 <= 1 }, "“\(message.message)” has several rules of one rank: \(counts)")
      }
      let texts = messages.map(\.message)
      return texts.contains { $0.contains(part) } ? nil : "“\(part)” for “\(code)”, where it says \(texts)"
    }
    #expect(lost.compactMap { $0 } == [], "no longer said by \(toolchain.name)")
  }

  /// For each part of the runtime's words a statement that ends a program with them.
  private static let traps: [(part: String, code: String)] = [
    ("ndex out of range", "print([1][n + 5])"),
    ("ndex is out of range", "print([1, 2][n..<9])"),
    ("Unexpectedly found nil", "print(none!)"),
    ("because it is either infinite or NaN", "print(Int(Double.infinity * Double(n + 1)))"),
    ("Could not cast value", "let a: Any = \"x\"; print(a as! Int)"),
    ("'try!' expression", "try! fail()"),
    ("Division by zero", "print(1 / n)"),
    ("count < 0", "print(Array(repeating: 0, count: n - 1))"),
    ("failed to allocate", "print(UnsafeMutableRawPointer.allocate(byteCount: Int.max / 2 - n, alignment: 8))"),
    ("from an empty collection", "var a = [n]; a.removeAll(); print(a.removeFirst())"),
    ("Stride size must not be zero", "for i in stride(from: 0, to: 1, by: n) { print(i) }"),
    ("Range requires lowerBound <= upperBound", "print(n...(n - 1))"),
  ]

  @Test("Every part of the runtime's words that we comment on still comes from the runtime")
  func runtime() throws {
    // That one is only in the debugging information, where the kernel finds it.
    let told = Set(Self.traps.map(\.part) + ["arithmetic overflow"])
    #expect(Set(RuntimeAdvice.remedies.map(\.part)) == told)
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cases = Self.traps.enumerated().map { "case \($0): \($1.code)" }.joined(separator: "\n")
    let source = """
      struct Failure: Error {}
      func fail() throws { throw Failure() }
      let choice = Int(CommandLine.arguments[1])!
      let n = choice - choice
      let none: Int? = n == 0 ? nil : 1
      switch choice {
      \(cases)
      default: print(Int.max - n + choice)
      }
      """
    try source.write(toFile: "\(folder)/main.swift", atomically: false, encoding: .utf8)
    let compiler = try #require(Program.find("swiftc", path: Toolchain.searchPath))
    let built = try Subprocess.run(
      compiler, ["-Onone", "-g", "\(folder)/main.swift", "-o", "\(folder)/main"])
    try #require(built.status == 0, "\(built.output)")
    for (index, trap) in Self.traps.enumerated() {
      let output = try Subprocess.run(
        "\(folder)/main", ["\(index)"], variables: ["SWIFT_BACKTRACE": "enable=no"]
      ).output
      #expect(output.contains(trap.part), "\(trap.code): \(output)")
    }
    let program = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/main"))
    #expect(program.range(of: Data("Swift runtime failure: arithmetic overflow".utf8)) != nil)
  }
}
