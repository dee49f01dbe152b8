import CellCompiler
import Testing

@testable import Grading

@Suite struct FoundCallsTests {
  @Test func `names stand for themselves, not as members or labels`() {
    let names = FreeNames.possible(
      in:
        "try check(over: .vector(\"v\"), holds: { places.first == seen(at: $0, count: \\.length) }) { a in b } also: { c }"
    )
    #expect(names.isSuperset(of: ["check", "places", "seen", "a", "b", "c"]))
    #expect(names.isDisjoint(with: ["over", "vector", "holds", "first", "at", "count", "length", "also"]))
  }

  @Test(
    arguments: [
      "func f(_ v: Vector3, by q: Quaternion) -> Vector3 { let g = { (x: Double) in x * 2 }; return v * g(q.w) }",
      "let gravity = 9.81\nlet names = [\"a\": 1.0]",
      "struct State { var v = 0.0, x = [0.0]; mutating func go(_ dt: Double) { x.append(v * dt) } }",
      "var twice: Double { 2 * gravity }", "enum Kind: String { case rest, motion }",
    ]) func `plain functions, constants and structures keep no code of others`(_ code: String)
  { #expect(!KeepsCode.isPossible(in: code)) }

  @Test(
    arguments: [
      "var helper = 1.0", "let pair = { var kept = 0; return ({ kept }, { kept = $0 }) }()",
      "func store(_ f: @escaping (Double) -> Double) {}", "final class Box { var f = 1 }", "protocol P { func go() }",
      "func go(_ x: any P) {}", "func go<T>(_ x: T) -> T { x }", "struct S { static let kept = Box() }",
      "func go(_ x: AnyObject) {}", "let all = NSMutableArray()\nfunc go(_ x: NSArray) {}",
      "struct S { @State var x = 1 }",
      "let x = {", "let n = " + String(repeating: "[", count: 9000) + String(repeating: "]", count: 9000),
      "func go(_ x: some P) {}",
    ]) func `whatever could keep code is found`(_ code: String)
  { #expect(KeepsCode.isPossible(in: code)) }

  @Test func `symbols name the modules that they refer to`() {
    let found = UnitReferences.mentions(
      in: "static Notebook_1.State.+ infix(Notebook_2.Point, Swift.SIMD3<Swift.Double>) -> Notebook_1.State")
    #expect(found.contains { $0 == ("Notebook_1", "State") } && found.contains { $0 == ("Notebook_2", "Point") })
    #expect(found.contains { $0 == ("Swift", "SIMD3") } && !found.contains { $0.0 == "Notebook_3" })
  }
}
