import Foundation
import NotebookBench
import Testing

@Suite("Cells in lists and quotations")
struct ContainerTests {
  private func executed(_ body: String) throws -> (markdown: String, page: String) {
    let bench = try Workbench()
    let result = try bench.run(body)
    #expect(result.isSuccess, "\(result.messages)")
    let page = bench.result("index.html")
    let main = page[(page.range(of: "</header>") ?? page.startIndex..<page.startIndex).upperBound...]
    return (bench.result("README.md"), String(main.prefix(upTo: main.range(of: "</main>")!.lowerBound)))
  }

  @Test("A cell in a list stays in its item, and what follows is no block of code")
  func list() throws {
    let (markdown, page) = try executed(
      """
      1.  First:

          ```swift
          print("one")
          ```

          Then more of the first.

      2.  Second.
      """)
    #expect(
      markdown.contains(
        """
        1.  First:

            ```swift
            print("one")
            ```

            ```text
            one
            ```

            Then more of the first.

        2.  Second.
        """))
    #expect(page.components(separatedBy: "<li>").count == 3 && page.components(separatedBy: "<ol>").count == 2)
    let item = try #require(page.range(of: "<li>\n<p>First:")).lowerBound
    let end = try #require(page.range(of: "</li>")).lowerBound
    #expect(
      page[item..<end].contains("class=\"output\"") && page[item..<end].contains("<p>Then more of the first.</p>"))
    #expect(!page.contains("<code>Then"))
  }

  @Test("A list may begin with a cell")
  func first() throws {
    let (markdown, page) = try executed("- ```swift\n  print(\"one\")\n  ```\n- two")
    #expect(markdown.contains("- ```swift\n  print(\"one\")\n  ```\n\n  ```text\n  one\n  ```\n- two"))
    #expect(page.components(separatedBy: "<li>").count == 3)
    let end = try #require(page.range(of: "</li>")).lowerBound
    #expect(page[..<end].contains("class=\"output\""))
  }

  @Test("A cell in a quotation stays there")
  func quotation() throws {
    let (markdown, page) = try executed("> Before.\n>\n> ```swift\n> print(\"one\")\n> ```\n>\n> After.\n\nOutside.")
    #expect(
      markdown.contains(
        "> Before.\n>\n> ```swift\n> print(\"one\")\n> ```\n>\n> ```text\n> one\n> ```\n>\n> After.\n\nOutside."))
    #expect(page.components(separatedBy: "<blockquote>").count == 2)
    let quotation = page[page.range(of: "<blockquote>")!.lowerBound..<page.range(of: "</blockquote>")!.lowerBound]
    #expect(quotation.contains("class=\"output\"") && quotation.contains("<p>After.</p>"))
  }

  @Test("A cell that shows nothing leaves its item whole, and a failure names the notebook's column")
  func hidden() throws {
    let (markdown, _) = try executed("- One\n\n  ```swift\n  //| include: false\n  print(1)\n  ```\n\n  more\n- Two")
    #expect(markdown.contains("- One\n\n  more\n- Two"))
    let result = try Workbench().run("- One\n\n  ```swift\n  let x: Int = \"no\"\n  ```")
    #expect(result.messages.first?.contains(":8:16: error: ") == true, "\(result.messages)")
  }
}
