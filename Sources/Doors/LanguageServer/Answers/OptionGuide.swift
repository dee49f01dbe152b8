/// What an editor says of the keys of a notebook: their values, and what they do, in a line each. `docs/options.md` says more.
enum OptionGuide {
  struct Entry: Sendable {
    /// Values among which one can choose; none where anything goes.
    var values: [String] = []
    var words: String
  }

  private static let flags = ["true", "false"]
  private static let sizes: [String: Entry] = [
    "fig-size": Entry(values: ["column", "page", "slide"], words: "For what kind of page figures are made."),
    "fig-width": Entry(words: "How wide figures are: `8cm`, `85mm`, or a number of inches."),
    "fig-height": Entry(words: "How high figures are: `8cm`, `85mm`, or a number of inches."),
    "text": Entry(words: "The size of the words in figures, in points on paper, from 4 to 48."),
    "font": Entry(words: "The font of the words in figures, by its name."),
  ]

  /// The options of a cell.
  static let cell: [String: Entry] = sizes.merging([
    "label": Entry(words: "Names the cell's figures and files, and the place for `@fig-…` and `@tbl-…`."),
    "fig-cap": Entry(words: "The figure's caption, or a list with one for each figure."),
    "fig-alt": Entry(words: "What a reader hears who does not see the figure."),
    "fig-subcap": Entry(words: "The parts' captions, with one `fig-cap` for the whole."),
    "fig-pos": Entry(values: ["auto", "here"], words: "`here`: on paper the figure is exactly at its cell."),
    "layout-ncol": Entry(words: "Several figures of the cell are parts of one, so many side by side."),
    "tbl-cap": Entry(words: "The caption of the cell's table."),
    "exercise": Entry(words: "The cell is the exercise of this name, with `blank(\"…\")` for what is to be found."),
    "solution": Entry(words: "The cell may replace the exercise of this name."),
    "check": Entry(words: "The cell looks at what the exercise of this name gives."),
    "points": Entry(
      words: "What a check is worth, from 0 to 1000; so much of it as the share of its checks that pass."),
    "hidden": Entry(
      values: flags, words: "`true`, of a check: it runs only after hand-in, and students do not get it."),
    "locked": Entry(
      values: flags, words: "`true`: students must not change the cell, and it is restored after hand-in."),
    "calls": Entry(words: "The types and functions of the kit that an exercise's code may use; all when left out."),
    "echo": Entry(values: flags, words: "`false`: the code is not shown."),
    "eval": Entry(values: flags, words: "`false`: the cell does not run."),
    "output": Entry(values: flags, words: "`false`: what the cell shows is not shown."),
    "include": Entry(values: flags, words: "`false`: neither code nor results are shown."),
    "error": Entry(values: flags, words: "`true`: the cell must fail, and its error is its result."),
    "timeout": Entry(words: "Seconds after which the cell is stopped."),
    "optimize": Entry(values: flags, words: "`true`: compiled with optimisation: slower to compile, faster to run."),
    "tolerance": Entry(words: "The relative difference up to which a check takes two numbers for equal."),
    "mask": Entry(words: "Regular expressions for what a check ignores."),
    "volatile": Entry(values: flags, words: "`true`: a check does not compare the cell's results."),
  ]) { $1 }

  /// The keys at the top level of the front matter.
  static let frontMatter: [String: Entry] = [
    "title": Entry(words: "The report's title."), "subtitle": Entry(words: "The line below the title."),
    "date": Entry(words: "The report's date, as it is written."),
    "lang": Entry(values: ["en", "de"], words: "The language of the page, and of hyphens on paper."),
    "author": Entry(words: "The author: a name, a mapping with `name` and `affiliation`, or a list of them."),
    "authors": Entry(words: "The authors: a list of names, or of mappings with `name` and `affiliation`."),
    "affiliation": Entry(words: "Where all authors belong to."),
    "affiliations": Entry(words: "Where all authors belong to."),
    "group": Entry(words: "The group of all authors."), "institute": Entry(words: "The institute of all authors."),
    "bibliography": Entry(words: "The files that `[@key]` cites."),
    "csl": Entry(words: "The file with the style of citations."),
    "notebook": Entry(words: "Makes the file a notebook, also with an empty mapping, `{}`."),
    "released": Entry(words: "What `gimbal assignment release` has noted for `gimbal assignment check`."),
    "params": Entry(words: "Typed constants that cells see as `params.name`; `-P name=value` gives another value."),
  ]

  /// The keys below `notebook`.
  static let notebook: [String: Entry] = sizes.merging([
    "timeout": Entry(words: "Seconds after which a cell without its own limit is stopped; 60 when left out."),
    "ranges": Entry(words: "How far the sliders of parameters go, and in which steps: `{alpha: [0, 10, 0.05]}`."),
    "labels": Entry(words: "What readers call parameters: `{alpha: {label: damping rate α, unit: s⁻¹}}`."),
    "explore": Entry(words: "The parameters that a reader of the page can move: `[alpha]`."),
    "explore-limit": Entry(words: "How much that may add to the page: `5 MB`."),
    "packages": Entry(words: "Swift packages whose modules cells may import."),
    "assignment": Entry(words: "What the notebook is as an assignment of a course: docs/course.md."),
    "raw-html": Entry(values: ["safe", "trusted"], words: "Whether HTML of the author may act."),
  ]) { $1 }
}
