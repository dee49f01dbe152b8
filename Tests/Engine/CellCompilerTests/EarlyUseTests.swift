import SwiftParser
import Testing

@testable import CellCompiler

@Suite("Variables that are used above their value")
struct EarlyUseTests {
  private static func name(in code: String) -> String? { CellAnalysis(code).earlyUse?.name }

  @Test(
    "What runs before the variable has its value is found",
    arguments: [
      "print(b)\nlet b = 1", "let a = b + 1; let b = 2", "for _ in 0..<2 { print(\"\\(b)\") }\nvar b = 1",
      "if b > 1 {}\nlet b = 2",
      "b += 1\nvar b = 0", "let a = (b, 1), b = 3", "[b].map { $0 }\nlet b = 1",
      "do { print(b.x) } catch {}\nlet b = S()",
    ])
  func found(_ code: String) { #expect(Self.name(in: code) == "b") }

  @Test(
    "What runs later, or means something else, is not",
    arguments: [
      "let b = 1\nprint(b)", "func f() { print(b) }\nlet b = 1\nf()", "let f = { b }\nlet b = 1", "let b = b + 1",
      "print(a.b)\nlet b = 1",
      "for b in 0..<3 { print(b) }\nlet b = 1", "if let b = a { print(b) }\nlet b = 1",
      "print(E.self, f(.b), \\E.b)\nlet b = 1",
      "f(b: 1)\nlet b = 1", "struct S { var x = b }\nlet b = 1", "print(b)\nvar b: Int { 1 }",
      "var a: Int { b }\nlet b = 1",
      "do { try f() } catch { print(error) }\nlet error = 1", "defer { print(b) }\nlet b = 1", "print(b)\nfunc b() {}",
      "switch a { case .some(let b): print(b); default: break }\nlet b = 1", "let (b, c) = (1, 2)\nprint(b)",
      "#if DEBUG\nprint(b)\n#endif\nlet b = 1", "[1].map { b in b }\nlet b = 2",
    ])
  func notFound(_ code: String) { #expect(Self.name(in: code) == nil) }
}
