import Testing

@testable import Grading

/// What a cell changes, and what it only looks at.
@Suite struct OwnWritesTests {
  @Test(
    arguments: [
      ("a = 1", ["a"]), ("a += b", ["a"]), ("a.x[3].y = c", ["a"]), ("a[0] = 2", ["a"]), ("a?.b! = 2", ["a"]),
      ("f(&a)", ["a"]), ("a.append(3)", ["a"]), ("(a, b) = (1, 2)", ["a", "b"]), ("a <~ b", ["a", "b"]),
      ("let c = a + b * 2", []), ("print(a, \"\\(b)\")", []), ("if a == b && a <= 3 { print(a ?? b) }", []),
      ("let f = { a = 2 }", ["a"]), ("func g() { `a` -= 1 }", ["a"]),
    ] as [(String, Set<String>)]) func `reading a variable is no change of it`(_ code: String, _ names: Set<String>)
  {
    #expect(OwnWrites.names(in: code).subtracting(["print"]).isSuperset(of: names))
    #expect(OwnWrites.names(in: code).subtracting(names).isEmpty, "\(code)")
  }

  @Test func `a function that only counts stores no values`() {
    let code =
      "var n = 0, last = 0.0\nfunc count() { n += 1 }\nfunc keep(_ x: Double) { last = x }\nfunc look() -> Int { n }"
    #expect(OwnWrites.keepingFunctions(in: code, variables: ["n", "last"]) == ["keep"])
  }
}
