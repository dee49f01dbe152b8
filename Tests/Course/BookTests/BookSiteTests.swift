import Foundation
import ReportExport
import Testing

@testable import Book

@Suite("A book's pages")
struct BookSiteTests {
  private func faults(_ bench: BookBench, _ site: String = "site") throws -> [String] {
    SiteCheck(files: try bench.files(site)).faults
  }

  @Test("Figures and formulas are numbered by chapter; references name the chapter, show the figure and lead to it")
  func references() throws {
    let bench = try BookBench()
    try bench.notebook(
      "1-one", Samples.figure("fig-a", caption: "As @2-two/fig-a has it.") + "See @fig-a, @2-two/fig-a and @eq-only.")
    try bench.notebook(
      "2-two",
      Samples.formula("eq-first") + Samples.formula("eq-only") + Samples.figure("fig-a")
        + "See @fig-a and @1-one/fig-a.")
    try bench.make()
    #expect(try faults(bench) == [])
    let (one, two) = (try bench.page("1-one.html"), try bench.page("2-two.html"))
    #expect(one.contains("<strong>Figure 1.1.</strong>") && two.contains("<strong>Figure 2.1.</strong>"))
    #expect(
      one.contains(
        "See <a href=\"#figure-fig-a\" data-figure=\"figures/1-one/fig-a.svg\" data-caption=\"Figure 1.1. As Figure 2.1 has it.\">Figure 1.1</a>"
      ))
    #expect(
      one.contains(
        "<a href=\"2-two.html#figure-fig-a\" data-figure=\"figures/2-two/fig-a.svg\" data-caption=\"Figure 2.1. A line.\">Figure 2.1</a>"
      ))
    #expect(one.contains("<a href=\"2-two.html#eq-only\">Equation 2.2</a>") && two.contains("<span>(2.2)</span>"))
    #expect(
      two.contains(
        "and <a href=\"1-one.html#figure-fig-a\" data-figure=\"figures/1-one/fig-a.svg\" data-caption=\"Figure 1.1. As Figure 2.1 has it.\">Figure 1.1</a>"
      ))
    #expect(one.contains("As <a href=\"2-two.html#figure-fig-a\""))
    let figures = try bench.page("figures.html")
    #expect(
      figures.contains("<a href=\"1-one.html#figure-fig-a\">Figure 1.1</a> As <a href=\"2-two.html#figure-fig-a\""))
    #expect(try bench.page("notebooks/1-one.ipynb").contains("See Figure 1.1, Figure 2.1 and Equation 2.2."))
    #expect(try bench.page("notebooks/1-one.md").contains("See @fig-a, @2-two/fig-a and @eq-only."))
    #expect(try bench.page("search.js").contains("\"Figure 2.1\""))
  }

  @Test(
    "A reference that means nothing, or several things, is an error with its line, and nothing is written",
    arguments: [
      ("@b/eq-nowhere", "a.md:5:5: error: the chapter “b” has no figure, table or formula “eq-nowhere”"),
      ("@b/eq-tow", "has no figure, table or formula “eq-tow”; did you mean “@b/eq-two”?"),
      ("@c/eq-two", "a.md:5:5: error: the book has no chapter “c”"),
      ("@eq-both", "a.md:5:5: error: “@eq-both” could be of several chapters; write @b/eq-both or @d/eq-both"),
      (
        "@eq-onyl",
        "a.md:5:5: error: no chapter has a figure, a table or a formula “eq-onyl”; did you mean “@d/eq-only”?"
      ),
    ])
  func mistakes(_ reference: String, _ message: String) throws {
    let bench = try BookBench()
    try bench.notebook("a", "See \(reference).")
    try bench.notebook("b", Samples.formula("eq-two") + Samples.formula("eq-both"))
    try bench.notebook("d", Samples.formula("eq-both") + Samples.formula("eq-only"))
    let error = #expect(throws: (any Error).self) { try bench.make() }
    #expect(bench.tidy(error!).contains(message), "\(bench.tidy(error!))")
    #expect(try bench.files().isEmpty)
  }

  @Test("A label that is a chapter's own means its own, whatever others have")
  func ownLabels() throws {
    let bench = try BookBench()
    for name in ["a", "b", "c"] { try bench.notebook(name, Samples.formula("eq-same") + "See @eq-same.") }
    try bench.make()
    #expect(try faults(bench) == [])
    for (number, name) in ["a", "b", "c"].enumerated() {
      #expect(try bench.page("\(name).html").contains("See <a href=\"#eq-same\">Equation \(number + 1).1</a>"))
    }
  }

  @Test("Links between notebooks are links between pages; files go with the book; what stays outside is text, and said")
  func links() throws {
    let bench = try BookBench()
    try bench.write("1,2\n", to: "traces/my data.csv")
    try Data("secret".utf8).write(to: URL(fileURLWithPath: "\(bench.folder)/outside.txt"))
    try bench.notebook(
      "a",
      """
      [b](b.md), [its end](b.md#the-end), [nothing](b.md#the-edn), [data](traces/my%20data.csv), [out](../outside.txt),
      [root](/etc/passwd), [gone](gone.pdf), [far](https://example.org/x#y), <a href="b.md">raw</a>, [here](#here).

      # Here
      """)
    try bench.notebook("b", "# The end\n\nBack to [a](./a.md#here).")
    let outcome = try bench.make()
    #expect(try faults(bench) == [])
    let page = try bench.page("a.html")
    for link in [
      "<a href=\"b.html\">b</a>", "<a href=\"b.html#the-end\">its end</a>", "<a href=\"b.html\">nothing</a>",
      "<a href=\"files/traces/my%20data.csv\">data</a>", "<a href=\"https://example.org/x#y\">far</a>",
      "<a href=\"b.html\">raw</a>",
      "<a href=\"#here\">here</a>", "<a >out</a>", "<a >root</a>", "<a >gone</a>",
    ] { #expect(page.contains(link), "\(link)") }
    #expect(try bench.page("b.html").contains("<a href=\"a.html#here\">a</a>"))
    #expect(try bench.page("files/traces/my data.csv") == "1,2\n")
    let messages = outcome.messages.map { bench.tidy($0) }
    #expect(
      messages.contains {
        $0.hasPrefix("a.md:5:1: warning: the chapter “b” has no place “the-edn”") && $0.contains("“#the-end”?")
      })
    #expect(messages.contains { $0.contains("“../outside.txt”, which is not in the book") })
    #expect(messages.contains { $0.contains("a.md:6:1: warning: the link leads to “/etc/passwd”") })
    #expect(messages.contains { $0.contains("“gone.pdf”, which is not there") })
  }

  @Test(
    "No link in the folder of a book brings anything into it from outside: pictures, files, folders, chapters, lists")
  func outsiders() throws {
    let bench = try BookBench()
    let secret = "SECRET-\(UUID().uuidString)"
    for name in ["x.png", "data.csv", "x.svg", "refs.bib"] {
      try Data(secret.utf8).write(to: URL(fileURLWithPath: "\(bench.folder)/\(name)"))
    }
    try Data("---\ntitle: \(secret)\nnotebook: {}\n---\n\(secret)\n".utf8)
      .write(to: URL(fileURLWithPath: "\(bench.folder)/other.md"))
    for (name, target) in [
      ("p.png", "x.png"), ("d.csv", "data.csv"), ("v.svg", "x.svg"), ("all", "."), ("stolen.md", "other.md"),
    ] { symlink("\(bench.folder)/\(target)", "\(bench.folder)/notebooks/\(name)") }
    try bench.notebook(
      "a",
      """
      ![p](p.png) ![v](v.svg) ![f](all/x.png) <img src="p.png"> <img src="all/x.svg"> [d](d.csv) [e](all/data.csv)
      [m](all/other.md)
      """)
    let outcome = try bench.make()
    let encoded = Data(secret.utf8).base64EncodedString().prefix(40)
    for (name, data) in try bench.files() {
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains(secret) && !text.contains(encoded), "\(name)")
    }
    #expect(outcome.chapters == 1)
    let messages = outcome.messages.map { bench.tidy($0) }
    #expect(
      messages.contains { $0.hasPrefix("stolen.md: note: “stolen.md” is a link that leads out of the book's folder") })
    for name in ["p.png", "v.svg", "all/x.png", "d.csv", "all/data.csv"] {
      #expect(messages.contains { $0.contains("a.md") && $0.contains("“\(name)”") }, "\(name): \(messages)")
    }
    // Listed by name, it is an error; and so is a list that is a link, and a bibliography.
    try bench.write("chapters: [a.md, stolen.md]", to: "book.yml")
    #expect {
      try bench.make()
    } throws: { bench.tidy($0).contains("book.yml:1:18: error: “stolen.md” is a link") }
    try bench.write("chapters: [a.md, all/*.md]", to: "book.yml")
    #expect(try bench.make().chapters == 1)
    try FileManager.default.removeItem(atPath: "\(bench.folder)/notebooks/book.yml")
    symlink("\(bench.folder)/data.csv", "\(bench.folder)/notebooks/book.yml")
    #expect {
      try bench.make()
    } throws: { bench.tidy($0).contains("is a link that leads out") && !"\($0)".contains(secret) }
    try FileManager.default.removeItem(atPath: "\(bench.folder)/notebooks/book.yml")
    symlink("\(bench.folder)/refs.bib", "\(bench.folder)/notebooks/refs.bib")
    try bench.notebook("b", "As [@x] says.", matter: "notebook: {}\nbibliography: refs.bib")
    #expect {
      try bench.make()
    } throws: {
      bench.tidy($0).contains("it is a link that leads out of the notebook's folder") && !"\($0)".contains(secret)
    }
  }

  @Test(
    "A chapter says where it is: its number, its sections, the chapters before and after, and what can be downloaded")
  func frames() throws {
    let bench = try BookBench()
    for name in ["a", "b", "c"] {
      try bench.notebook(name, "# One\n\nText.\n\n# Two\n\nText.", title: "Title <\(name)>")
    }
    try bench.write(
      "title: The & book\nabout: '**About** <script>x</script> it'\nchapters: [{part: Part 1, chapters: [a.md]}, {part: Part 2, chapters: [b.md, c.md]}]",
      to: "book.yml")
    try bench.make()
    #expect(try faults(bench) == [])
    let page = try bench.page("b.html")
    #expect(page.contains("<p class=\"chapter\">Chapter 2</p>\n<h1>Title &lt;b&gt;</h1>"))
    #expect(page.contains("<title>2 Title &lt;b&gt; – The &amp; book</title>"))
    #expect(page.contains("<link rel=\"prev\" href=\"a.html\">\n<link rel=\"next\" href=\"c.html\">"))
    #expect(page.contains("rel=\"prev\" href=\"a.html\"><span>before</span> 1 Title &lt;a&gt;</a>"))
    #expect(
      page.contains(
        "<a href=\"b.html\" aria-current=\"page\"><span>2</span> Title &lt;b&gt;</a><ol><li><a href=\"#one\">One</a></li>"
      ))
    #expect(page.contains("<p class=\"part\">Part 1</p>") && page.contains("<p class=\"part\">Part 2</p>"))
    #expect(page.contains("href=\"notebooks/b.md\" download") && page.contains("href=\"notebooks/b.ipynb\" download"))
    #expect(try !bench.page("a.html").contains("rel=\"prev\"") && !bench.page("c.html").contains("rel=\"next\""))
    let title = try bench.page("index.html")
    #expect(title.contains("<strong>About</strong>") && !title.contains("<script>x"))
    #expect(title.contains("<a href=\"c.html#two\">Two</a>"))
    #expect(page.components(separatedBy: "<script").count == 2 && page.contains("<script src=\"book.js\"></script>"))
    #expect(page.contains("script-src 'self' file:; style-src 'self' file: 'unsafe-inline'"))
  }

  @Test("The title page shows the figure that the contents name; an unknown one is an error with its line")
  func cover() throws {
    let bench = try BookBench()
    try bench.notebook("a", Samples.figure("fig-a"))
    try bench.write("title: T\ncover: a/fig-a\nchapters: [a.md]", to: "book.yml")
    try bench.make()
    #expect(try faults(bench) == [])
    let title = try bench.page("index.html")
    #expect(title.contains("<a href=\"a.html#figure-fig-a\"><img src=\"figures/a/fig-a.svg\""))
    try bench.write("title: T\ncover: a/fig-b\nchapters: [a.md]", to: "book.yml")
    let error = #expect(throws: (any Error).self) { try bench.make() }
    let message = bench.tidy(error!)
    #expect(message.contains("book.yml:2:") && message.contains("“@a/fig-a”"), "\(message)")
  }

  @Test("A page with sliders has its states in the page, and numbers and references in them are the book's")
  func states() throws {
    let bench = try BookBench()
    try bench.notebook("a", Samples.formula("eq-a"))
    try bench.notebook(
      "b",
      "With `{swift} params.k` see @a/eq-a and @eq-a.\n\n"
        + Samples.figure("fig-k", options: "//| fig-width: 8cm\nlet k = Double(params.k)\n").replacing(
          "[0, 2, 1]", with: "[0, k, 1]"),
      matter: "notebook: {ranges: {k: [1, 3]}, explore: [k]}\nparams: {k: 1}")
    try bench.make()
    #expect(try faults(bench) == [])
    let page = try bench.page("b.html")
    #expect(page.contains("class=\"states\" data-controls=") && page.contains("<!--state 0-->"))
    #expect(try bench.page("figures.html").contains("<img src=\"figures/b/fig-k.svg\""))
    let states = try States(page)
    #expect(
      states.texts.contains { $0.contains("Equation 1.1") } && states.texts.contains { $0.contains("a.html#eq-a") })
    #expect(!states.texts.contains { $0.unicodeScalars.contains { $0.value >= 0xF0000 } })
  }

  @Test("No file of an assignment's book has a solution, a hidden check or an answer")
  func assignments() throws {
    let bench = try BookBench()
    try bench.notebook(
      "lab",
      """
      # A task

      ```swift
      //| exercise: twice
      import Gimbal
      func twice(_ x: Double) -> Double { blank("what is it?") }
      ```

      ```swift
      //| solution: twice
      func twice(_ x: Double) -> Double { let verySecret = 2.0; return verySecret * x }
      ```

      ```swift
      //| check: twice
      try check(twice(2), is: 4, within: 1e-9, "doubled")
      ```

      ```swift
      //| check: twice
      //| hidden: true
      try check(twice(-3), is: -6, within: 1e-9, "veryHidden")
      ```
      """, matter: "notebook: {assignment: lab}")
    let outcome = try bench.make(pdf: TypesettingTools().makesPDF)
    #expect(outcome.isSuccess, "\(outcome.messages)")
    #expect(try faults(bench) == [])
    for (name, data) in try bench.files() {
      for secret in ["verySecret", "veryHidden"] {
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
      }
    }
    #expect(try bench.page("lab.html").contains("twice") && bench.page("notebooks/lab.md").contains("blank("))
    // What was made for paper, too, serves without it.
    #expect(try bench.make().run.isEmpty)
  }
}
