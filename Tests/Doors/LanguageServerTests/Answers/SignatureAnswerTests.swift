import Testing

@testable import LanguageServer

@Suite struct SignatureAnswerTests {
  @Test func argumentsAreCountedByTheirOwnCommas() {
    func argument(_ text: String) -> Int { SignatureAnswer.argument(in: Array(text.utf8)) }
    #expect(argument("(") == 0)
    #expect(argument("(a, ") == 1)
    #expect(argument("(f(1, 2), [3, 4], \"x, y\", ") == 3)
  }

  @Test func parametersAreThoseOfTheFirstBrackets() {
    let declaration = "func map<T>(_ body: (Int, Int) -> [T], by step: Dictionary<Int, T> = [:]) -> (T, T)"
    #expect(
      SignatureAnswer.parameters(of: declaration) == ["_ body: (Int, Int) -> [T]", "by step: Dictionary<Int, T> = [:]"])
    #expect(SignatureAnswer.parameters(of: "let x: Int") == [])
  }
}
