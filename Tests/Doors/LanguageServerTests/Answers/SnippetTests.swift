import Testing

@testable import LanguageServer

@Suite struct SnippetTests {
  @Test func marksBecomePlacesToFillIn() {
    let snippet = Snippet("exponential(rate: <#T##Double#>, over: <#T##span: Duration##Duration#>)")
    #expect(snippet.text == "exponential(rate: ${1:Double}, over: ${2:span: Duration})")
    #expect(snippet.plain == "exponential")
  }

  @Test func whatMeansSomethingToEditorsIsEscaped() {
    let snippet = Snippet("a$}\\ { <#code#> }")
    #expect(snippet.text == "a\\$\\}\\\\ { ${1:code} \\}")
  }

  @Test func aPlainNameStaysOne() {
    let snippet = Snippet("count")
    #expect(snippet.text == "count" && snippet.plain == "count" && !snippet.hasPlaces)
  }
}
