import Testing

@testable import Grading

@Suite struct ServedNameTests {
  @Test func `a function's proxy asks, and its probe answers, with labels, defaults and tuples`() throws {
    let code = "func walk(_ v: Double, dt step: Double = 0.1, by n: [Int]) throws -> (x: Double, String) { (v, \"\") }"
    let name = try #require(try ServedName.declared("walk", in: code).first?.get())
    #expect(name.key == "walk(_:dt:by:)")
    #expect(
      name.proxy
        == "func walk(_ v: Double, dt step: Double = 0.1, by n: [Int]) throws -> (x: Double, String) { let gimbalResult: (Double, String) = try Submission.callThrowing(\"walk(_:dt:by:)\", `v`, `step`, `n`); return (gimbalResult.0, gimbalResult.1) }\n"
    )
    #expect(
      name.probe(besides: []).contains(
        "let gimbalResult: (x: Double, String) = try walk(gimbalArgument0, dt: gimbalArgument1, by: gimbalArgument2)"))
    #expect(name.probe(besides: []).contains("ServedCalls.result(gimbalResult.0, gimbalResult.1)"))
  }

  @Test func `a constant keeps the right one's type`() throws {
    let name = try #require(try ServedName.declared("g", in: "let g = 9.81").first?.get())
    #expect(name.keeping == "let gimbalRight_g = g\n")
    #expect(name.proxy == "let g = Submission.value(\"g\", like: gimbalRight_g)\n")
  }

  @Test(
    arguments: [
      ("func f<T>(_ x: T) -> T { x }", "generic"), ("func f(_ x: inout Int) {}", "changes an argument"),
      ("func f(_ x: (Int) -> Int) {}", "plain values"), ("func f() async {}", "asynchronous"),
      ("func f(_ x: Int...) {}", "any number"), ("func f() -> some Sequence<Int> { [1] }", "plain values"),
    ]) func `calls that cannot be made from another process are reported`(_ code: String, _ why: String) throws
  {
    let result = try #require(ServedName.declared("f", in: code).first)
    guard case .failure(let reason) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(reason.words.contains(why))
  }

  @Test func `a type is not declared as a call`() { #expect(ServedName.declared("S", in: "struct S {}").isEmpty) }
}
