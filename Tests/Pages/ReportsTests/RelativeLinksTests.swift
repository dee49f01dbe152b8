import Foundation
import NotebookBench
import Testing

@testable import Reports

@Suite("Links and pictures of the prose")
struct RelativeLinksTests {
  @Test(
    "A picture that a link brings from outside of the notebook's folder is not in the page, whatever the link is and the address says"
  )
  func bounds() throws {
    let top = "\(NSTemporaryDirectory())gimbal-links-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    for folder in ["outside", "shared", "book/notes/own"] {
      try FileManager.default.createDirectory(atPath: "\(top)/\(folder)", withIntermediateDirectories: true)
      try Data("picture".utf8).write(to: URL(fileURLWithPath: "\(top)/\(folder)/x.png"))
    }
    try Data("picture".utf8).write(to: URL(fileURLWithPath: "\(top)/book/up.png"))
    func link(_ name: String, to target: String) { symlink(target, "\(top)/book/\(name)") }
    link("notes/file.png", to: "\(top)/outside/x.png")
    link("notes/relative.png", to: "../../outside/x.png")
    link("notes/chain.png", to: "relative.png")
    link("notes/folder", to: "\(top)/outside")
    link("notes/own/root", to: "/")
    link("notes/here.png", to: "own/x.png")
    link("notes/inner", to: "own")
    link("above.png", to: "\(top)/outside/x.png")
    link("notes/gone.png", to: "nowhere.png")
    link("notes/loop.png", to: "loop.png")
    let links = RelativeLinks(from: "\(top)/book/notes", to: "\(top)/plots")
    for address in [
      "file.png", "relative.png", "chain.png", "folder/x.png", "./folder/x.png", "own/../folder/x.png",
      "folder/%78.png",
      "own/root\(top)/outside/x.png", "../above.png", "folder/../outside/x.png", "gone.png", "loop.png",
    ] { #expect(links.embedding(address) == nil, "\(address)") }
    for address in ["own/x.png", "here.png", "inner/x.png", "../up.png", "../../shared/x.png"] {
      #expect(links.embedding(address) != nil, "\(address)")
    }
    // A folder that is itself reached by a link is the folder that the person has named.
    symlink("\(top)/book/notes", "\(top)/named")
    #expect(RelativeLinks(from: "\(top)/named", to: top).embedding("own/x.png") != nil)
    #expect(RelativeLinks(from: "\(top)/named", to: top).embedding("file.png") == nil)
  }

  @Test(
    "An address is written as it is in the report's folder; others stay",
    arguments: [
      ("photo.png", "../../notebooks/photo.png"), ("./a b.md", "../../notebooks/a b.md"),
      ("../README.md#cells", "../../README.md#cells"), ("../plots/x/fig.svg?v=1", "../../plots/x/fig.svg?v=1"),
      ("sub/", "../../notebooks/sub/"), ("#here", "#here"), ("https://example.org/a", "https://example.org/a"),
      ("mailto:a@b.c", "mailto:a@b.c"), ("/etc/hosts", "/etc/hosts"), ("", ""), ("../../up.md", "../../../up.md"),
    ])
  func addresses(address: String, expected: String) {
    #expect(RelativeLinks(from: "/p/notebooks", to: "/p/plots/n").address(address) == expected)
  }

  @Test("Raw HTML, comments and code keep their addresses, except in attributes")
  func hidden() throws {
    let bench = try Workbench()
    try bench.write("picture", to: "x.png")
    let result = try bench.run(
      """
      <pre>
      ![a](x.png) <img src="x.png" alt="">
      </pre>

      <!-- [a](x.md) -->

      Text `[a](x.md)` and [a
      b](x.md), f[0](not a link), ![big one](x.png){width=30%}.
      """)
    #expect(result.isSuccess)
    let markdown = bench.result("README.md")
    for line in [
      "![a](x.png) <img src=\"../../x.png\" alt=\"\">", "<!-- [a](x.md) -->", "Text `[a](x.md)` and [a",
      "b](../../x.md), f[0](not a link), <img src=\"../../x.png\" alt=\"big one\" width=\"30%\">.",
    ] {
      #expect(markdown.contains(line), "\(line)")
    }
  }

  @Test("In HTML the addresses of tags move, however they are written; the text about them and other attributes stay")
  func attributes() throws {
    let bench = try Workbench()
    try bench.write("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", to: "x.svg")
    let text = "see href=\"other.md\" and src=\"x.svg\""
    let result = try bench.run(
      """
      <img src='x.svg'> and <img SRC=x.svg>

      <pre>
      <code>\(text)</code>
      </pre>

      <a title='href="other.md"' data-src="x.svg" href=other.md>b</a>
      """)
    #expect(result.isSuccess)
    let page = bench.result("index.html")
    #expect(page.ranges(of: "<img src=\"data:image/svg+xml;base64,").count == 2)
    #expect(page.contains("<code>\(text)</code>") && page.contains("data-src=\"x.svg\""))
    #expect(page.contains("title=\"href=&quot;other.md&quot;\"") && page.contains("href=\"../../other.md\">b</a>"))
    let markdown = bench.result("README.md")
    for line in [
      "<img src='../../x.svg'> and <img SRC=../../x.svg>", "<code>\(text)</code>",
      "<a title='href=\"other.md\"' data-src=\"x.svg\" href=../../other.md>b</a>",
    ] { #expect(markdown.contains(line), "\(line)") }
  }

  @Test("A report shows pictures from next to the notebook: linked on GitHub, held in the page")
  func report() throws {
    let bench = try Workbench()
    try bench.write("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", to: "my photo.svg")
    let result = try bench.run("![A phone](my%20photo.svg) [others](other.md)\n\n~~~\n[as written](it.md)\n~~~\n")
    #expect(result.isSuccess)
    #expect(bench.result("README.md").contains("![A phone](../../my%20photo.svg) [others](../../other.md)"))
    #expect(bench.result("README.md").contains("[as written](it.md)"))
    let data = Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8).base64EncodedString()
    #expect(bench.result("index.html").contains("<img src=\"data:image/svg+xml;base64,\(data)\" alt=\"A phone\" />"))
    #expect(bench.result("index.html").contains("<a href=\"../../other.md\">"))
  }
}
