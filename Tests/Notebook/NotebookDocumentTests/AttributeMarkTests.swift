import NotebookDocument
import Testing

@Suite("Addresses in attributes of HTML")
struct AttributeMarkTests {
  private func moved(_ html: String) -> String {
    AttributeMark.replacing(in: html) { name, address in "\(name)=\"../\(address)\"" }
  }

  @Test(
    "Attributes src and href of tags hold addresses, in any quotes and any case; nothing else does",
    arguments: [
      ("<img src=\"a.png\">", "<img src=\"../a.png\">"), ("<img src='a b.png'>", "<img src=\"../a b.png\">"),
      ("<img SRC=a.png>", "<img src=\"../a.png\">"), ("<img\n src = a.png alt=x>", "<img\n src=\"../a.png\" alt=x>"),
      ("<A Href=\"a.md?b&amp;c\">x</A>", "<A href=\"../a.md?b&c\">x</A>"),
      ("<img/src=a.png>", "<img/src=\"../a.png\">"),
      ("<img src=\"a.png\"><img src='b.png'>", "<img src=\"../a.png\"><img src=\"../b.png\">"),
      (
        "<script src=\"a.js\">x = '<img src=\"b.png\">'</script><img src=c.png>",
        "<script src=\"../a.js\">x = '<img src=\"b.png\">'</script><img src=\"../c.png\">"
      ),
    ])
  func attributes(html: String, expected: String) { #expect(moved(html) == expected) }

  @Test(
    "Text, comments, and other attributes hold none",
    arguments: [
      "see href=\"a.md\" and src=\"b.png\"", "<b>src=\"b.png\"</b>", "<img data-src=\"a.png\">",
      "<i title='href=\"a.md\"'>",
      "<!-- <img src=\"a.png\"> -->", "a < b src=\"c.png\"", "<i src>", "<i src=\"\">", "<i src", "<i src=\"a",
      "<i src=", "<",
      "<style>a::before { content: '<img src=\"a.png\">' }</style>", "</a href", "<i =src=\"a.png\"",
    ])
  func others(html: String) { #expect(moved(html) == html) }
}
