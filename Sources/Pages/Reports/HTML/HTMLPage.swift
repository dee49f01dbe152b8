import Basics
import Foundation

/// The frame of a report's page: head, style, title, contents.
package enum HTMLPage {
  package struct Heading: Hashable, Sendable, Codable {
    package var level: Int
    package var slug: String
    package var html: String
  }

  /// The names of the parts around what a page shows, the preview's included.
  package static let ownNames: Set<String> = Set(
    ["bar", "status", "clock", "stop", "run", "problem"].map { "preview-\($0)" })

  /// The page around what it shows. `head` and `tail` are for pages that do more than show.
  package static func page(
    title: String, language: String, main: String, style: String = HTMLStyle.text, head: String = "", tail: String = "",
    policy: PagePolicy = .handedOut, scripts: PageScripts = []
  ) -> String {
    // What a guess is about must not show before the script at the end has come.
    let opening = scripts.contains(.guesses) ? [veiling] : []
    let scripts = [script] + scripts.texts
    return """
      <!DOCTYPE html>
      <html lang="\(MarkupText.escape(language))">
      <head>
      <meta charset="utf-8">
      \(policy.head(scripts: opening + scripts))\
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="Gimbal">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(MarkupText.escape(title))</title>
      <style>
      \(style)\(LessonStyle.text(for: main))</style>
      \(opening.map(policy.element).joined())\(head)</head>
      <body>
      <main>
      \(main)
      </main>
      \(tail)\(scripts.map(policy.element).joined())</body>
      </html>

      """
  }

  /// Veils answers, and what follows guesses, until the script that asks for them has the page. A page that comes without it shows all.
  private static let veiling = """

    document.documentElement.classList.add("veiling");
    addEventListener("load", () => document.documentElement.classList.remove("veiling"));

    """

  /// The buttons that copy code. Without a script they do not show, and the page lacks nothing else.
  static let script = """

    document.documentElement.classList.add("scripted");
    document.addEventListener("click", async event => {
      const button = event.target.closest("button.copy");
      if (!button) return;
      const code = button.closest(".code").querySelector("code");
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        getSelection().selectAllChildren(code);
        document.execCommand("copy");
        getSelection().removeAllRanges();
      }
      button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    });

    """

  /// What a report's page shows: title, contents, body. `cut` is where parts of the head can be exchanged.
  package static func main(
    chapter: String? = nil, title: String, subtitle: String?, byline: [[String]],
    parameters: [(name: String, short: String, full: String)],
    contents: [Heading], body: String, cut: String = ""
  ) -> String {
    let bylines = byline.map { "<p class=\"byline\">\($0.map(MarkupText.escape).joined(separator: " · "))</p>\n" }
      .joined()
    let listed = contents.filter { $0.level <= 2 }
    let navigation =
      listed.count < 3
      ? ""
      : "<nav aria-label=\"Contents\"><ol>\n"
        + listed.map { "<li class=\"level\($0.level)\"><a href=\"#\($0.slug)\">\($0.html)</a></li>\n" }.joined()
        + "</ol></nav>\n"
    let values = parameters.map { name, short, full in
      let title = short == full || full.isEmpty ? "" : " title=\"\(MarkupText.escape(full))\""
      return "\(cut)<div><dt>\(MarkupText.escape(name))</dt><dd\(title)>\(MarkupText.escape(short))</dd></div>"
    }.joined()
    return """
      <header>
      \(chapter.map { "<p class=\"chapter\">Chapter \(MarkupText.escape($0))</p>\n" } ?? "")\
      <h1>\(MarkupText.escape(title))</h1>
      \(subtitle.map { "<p class=\"subtitle\">\(MarkupText.escape($0))</p>\n" } ?? "")\
      \(bylines)\
      \(values.isEmpty ? "" : "<dl class=\"parameters\" aria-label=\"Parameters\">\(values)\(cut)</dl>\n")\
      </header>\(cut)
      \(navigation)\(cut)\(body)
      """
  }
}

/// The look of a report's page, light and dark, on screen and on paper.
package enum HTMLStyle {
  package static let text = looks + pages

  /// Before each line that a long one goes on in; what the line does not need is not seen.
  private static let marks = String(repeating: "↪\\A", count: 60)

  /// What things look like, wherever they are.
  static let looks = """
    :root {
      --ink: #1b1b1b; --paper: #fffefb; --faint: #6a6a66; --rule: #dedbd2; --panel: #f6f4ee; --link: #00558c;
      --keyword: #8a1c7c; --string: #a03a00; --number: #1c5ba8; --comment: #5f6b5f; --type: #24606b; --alarm: #a8200d;
      --serif: Charter, "Bitstream Charter", "Sitka Text", Cambria, "DejaVu Serif", serif;
      --sans: "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif;
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --ink: #e6e4df; --paper: #17181a; --faint: #a09d96; --rule: #3a3a3c; --panel: #202124; --link: #7cbcf0;
        --keyword: #e49bd8; --string: #f0a878; --number: #8fbcf4; --comment: #93a193; --type: #8ccbd6; --alarm: #ff8f7d;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 var(--serif);
      font-variant-numeric: lining-nums; }
    main { max-width: 42rem; margin: 0 auto; padding: 3.5rem 1.25rem 5rem; }
    h1, h2, h3, h4 { line-height: 1.2; font-weight: 600; text-wrap: balance; }
    h1 { font-size: 2.1rem; margin: 0 0 .4rem; }
    h2 { font-size: 1.45rem; margin: 2.8rem 0 .8rem; }
    h3 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
    h4 { font-size: 1rem; margin: 1.6rem 0 .4rem; }
    p, ul, ol, dl { margin: 0 0 1rem; }
    li { margin: .2rem 0; }
    a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
    a:focus-visible, summary:focus-visible, button:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    .subtitle { font-size: 1.2rem; color: var(--faint); margin: 0 0 .6rem; }
    .byline { color: var(--faint); margin: 0 0 .6rem; }
    .parameters { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; font: .85rem/1.5 var(--mono); color: var(--faint);
      margin: .8rem 0 0; }
    .parameters div { display: flex; gap: .5em; }
    .parameters dt::after { content: " ="; }
    .parameters dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; }
    header { margin-bottom: 2.2rem; padding-bottom: 1.2rem; border-bottom: 1px solid var(--rule); }
    nav { margin: 0 0 2.4rem; font: .95rem/1.5 var(--sans); }
    nav ol { list-style: none; padding: 0; margin: 0; }
    nav a { text-decoration: none; }
    nav a:hover { text-decoration: underline; }
    nav .level2 { padding-left: 1.2rem; }
    .byline + .byline { margin-top: -.4rem; }
    .alert { margin: 0 0 1rem; padding: .6rem 1rem .1rem; border-left: 3px solid var(--accent, var(--link)); background: var(--panel);
      border-radius: 0 4px 4px 0; }
    .alert .title { margin: 0 0 .3rem; font: 600 .9rem/1.4 var(--sans); color: var(--accent, var(--link)); }
    .alert.tip { --accent: var(--type); } .alert.important { --accent: var(--keyword); }
    .alert.warning { --accent: var(--string); } .alert.caution { --accent: var(--alarm); }
    .columns { display: flex; gap: 1.6rem; align-items: flex-start; margin: 0 0 1rem; }
    .column { min-width: 0; flex-basis: 0; }
    .column > :first-child, .column > .cell:first-child > :first-child { margin-top: 0; }
    .equation { display: block; position: relative; padding-right: 3rem; margin: 1.1rem 0; }
    .equation math[display="block"], .equation .formulas { margin: 0; }
    .equation > span:last-child { position: absolute; right: 0; top: 50%; transform: translateY(-50%); }
    .equation:target, figure:target { outline: 1px solid var(--rule); outline-offset: .4rem; }
    .references .csl-entry { margin: 0 0 .5rem; padding-left: 1.5em; text-indent: -1.5em; }
    .references .csl-left-margin { display: inline-block; min-width: 2em; }
    .references .csl-right-inline { display: inline; }
    ul.contains-task-list, ul:has(> li > input[type="checkbox"]) { list-style: none; padding-left: .4rem; }
    .footnotes { margin-top: 2.4rem; padding-top: .6rem; border-top: 1px solid var(--rule); font-size: .92rem; }
    .page-break { height: 0; }
    blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 3px solid var(--rule); color: var(--faint); }
    code { font: .86em/1.5 var(--mono); }
    .whole { white-space: nowrap; }
    pre { margin: 0; padding: .8rem 1rem; font: .8125rem/1.55 var(--mono); tab-size: 4;
      white-space: pre-wrap; overflow-wrap: anywhere; }
    .line { display: block; position: relative; padding-left: 1.5em; text-indent: -1.5em; min-height: 1.55em; }
    .line::before { content: "\(marks)"; position: absolute; left: 0; top: 1.55em; bottom: 0; overflow: hidden;
      text-indent: 0; white-space: pre; color: var(--faint); font-style: normal; -webkit-user-select: none; user-select: none; }
    pre code { font: inherit; }
    main > pre, .code pre { background: var(--panel); border-radius: 4px; }
    main > pre { margin: 0 0 1rem; }
    .cell { margin: 1.4rem 0; }
    .code { position: relative; margin: 0 0 .6rem; }
    .code summary { position: absolute; z-index: 1; right: .6rem; top: .35rem; font: .7rem/1.6 var(--sans); color: var(--faint);
      cursor: pointer; list-style: none; background: var(--panel); padding-left: .4rem; }
    .code summary::-webkit-details-marker { display: none; }
    .code summary::before { content: "hide "; }
    .code:not([open]) summary { position: static; }
    .code pre::before { content: ""; float: right; width: 4.2rem; height: 1.4rem; }
    .scripted .code pre::before { width: 7.4rem; }
    .copy { display: none; }
    .scripted .copy { display: block; position: absolute; right: 4.8rem; top: .35rem; padding: 0 .4rem; border: 0;
      background: var(--panel); font: .7rem/1.6 var(--sans); color: var(--faint); cursor: pointer; }
    .code:not([open]) summary::before { content: "show "; }
    .k { color: var(--keyword); } .s { color: var(--string); } .n { color: var(--number); }
    .c { color: var(--comment); font-style: italic; } .t { color: var(--type); }
    .output { padding: .3rem 1rem; border-left: 3px solid var(--rule); margin: 0 0 .6rem; }
    .stderr { border-left-color: var(--alarm); }
    .omitted, .notrun { color: var(--faint); font-style: italic; }
    .failure { border-left: 3px solid var(--alarm); margin: 0 0 1rem; padding: .1rem 0 .1rem 1rem; }
    .failure p { color: var(--alarm); margin: .2rem 0; font-family: var(--sans); font-size: .95rem; }
    .failure pre { padding: .3rem 0; }
    .failure.expected, .failure.expected p { border-color: var(--rule); color: var(--faint); }
    .scroll { overflow-x: auto; margin: 0 0 1rem; --over: color-mix(in srgb, var(--ink) 22%, transparent);
      background: linear-gradient(to right, var(--paper) 40%, transparent) 0 0 / 2.4rem 100% no-repeat local,
        linear-gradient(to left, var(--paper) 40%, transparent) 100% 0 / 2.4rem 100% no-repeat local,
        linear-gradient(to right, var(--over), transparent) 0 0 / .9rem 100% no-repeat scroll,
        linear-gradient(to left, var(--over), transparent) 100% 0 / .9rem 100% no-repeat scroll; }
    table { border-collapse: collapse; width: 100%; font: .9rem/1.5 var(--sans); font-variant-numeric: tabular-nums lining-nums; }
    caption { caption-side: top; text-align: left; padding: 0 0 .5rem; font: .95rem/1.45 var(--serif); }
    th { text-align: left; font-weight: 600; vertical-align: bottom; border-bottom: 1px solid var(--ink); }
    thead tr { border-top: 2px solid var(--ink); }
    tbody tr:last-child { border-bottom: 2px solid var(--ink); }
    th, td { padding: .3rem .7rem .3rem 0; }
    th:last-child, td:last-child { padding-right: 0; }
    .number { text-align: right; }
    td.number { white-space: pre; }
    [data-pad]::after { content: attr(data-pad); visibility: hidden; }
    .right { text-align: right; } .center { text-align: center; }
    .unit { font-weight: 400; color: var(--faint); }
    figure { margin: 1.4rem 0 1.8rem; }
    .parts { display: grid; gap: 1.2rem 1.4rem;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, max(13rem, (100% - (var(--columns) - 1) * 1.4rem) / var(--columns))), 1fr)); }
    .parts figure { margin: 0; min-width: 0; }
    .parts figcaption { text-align: center; font-size: .9rem; }
    .picture > svg { display: block; width: 100%; height: auto; }
    .narrow, .narrow + .turning { display: none; }
    .cell svg { max-width: 100%; height: auto; }
    .cell .picture[style] > svg { max-width: calc(var(--share) * 39.5rem); }
    .cell .parts .picture > svg { max-width: 100%; }
    .turnable { cursor: grab; touch-action: pan-y; -webkit-user-select: none; user-select: none; }
    .turnable:active { cursor: grabbing; }
    .turning { display: block; margin: 0 0 0 auto; padding: 0; border: 0; background: none;
      font: .7rem/1.6 var(--sans); color: var(--faint); cursor: pointer; }
    .turning[disabled] { cursor: default; }
    figcaption { font-size: .95rem; line-height: 1.45; margin-top: .5rem; }
    .formulas { display: flex; flex-wrap: wrap; justify-content: center; align-items: center; gap: .6rem 2em; margin: 1.1rem 0; }
    .formulas math[display="block"] { margin: 0; max-width: 100%; width: auto; }
    math[display="block"] { margin: 1.1rem 0; padding: .2em 0; overflow: auto hidden; }
    math { font-family: Formulas, "STIX Two Math", "Cambria Math", "Latin Modern Math", math; font-size: 1.04em; }
    img { max-width: 100%; }
    hr { border: 0; border-top: 1px solid var(--rule); margin: 2rem 0; }

    """

  /// What a narrow page and paper change.
  private static let pages = """
    @media (pointer: coarse) {
      button, select, summary, .explore .control, .explore input, .guess-field input { min-height: 44px !important; }
      .explore button, .turning { padding: 0 .6rem; }
      .guess-choices label { padding: .55rem 0; }
      nav li a { display: inline-block; padding: .6rem 0; }
    }
    @media (max-width: 34rem) {
      body { font-size: 1rem; }
      main { padding-top: 2rem; }
      h1 { font-size: 1.7rem; }
      .columns { display: block; }
      .code pre { padding-top: 1.7rem; }
      .code pre::before { display: none; }
      .wide, .wide + .turning { display: none; }
      .narrow, .narrow + .turning { display: block; }
      .broad table, .broad tbody, .broad tr, .broad td, .broad caption { display: block; }
      .broad thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .broad tr { padding: .4rem 0; border-bottom: 1px solid var(--rule); }
      .broad tbody { border-top: 2px solid var(--ink); }
      .broad td { display: flex; justify-content: space-between; gap: 1rem; padding: .1rem 0; text-align: right; }
      .broad td::before { content: attr(data-head); color: var(--faint); text-align: left; }
      .broad td:not([data-head]), .broad [data-pad] { display: none; }
    }
    @media print {
      :root { --paper: #fff; }
      body { font-size: 10.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      main { max-width: none; padding: 0; }
      .code summary, .scripted .copy, .turning, .code pre::before { display: none; }
      figure, .failure, tr, .line { break-inside: avoid; }
      h2, h3, h4, caption { break-after: avoid; }
      .page-break { break-after: page; }
      .equation, .alert { break-inside: avoid; }
      thead { display: table-header-group; }
    }

    """
}
