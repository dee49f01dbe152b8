/// Notebooks that have everything, and what makes trouble in them.
enum NotebookSpecimens {
  static let all = [everything, prose, containers]

  private static let everything = #"""
    ---
    title: "Everything: at once"
    author: [Ada, Grace]
    lang: en
    notebook:
      timeout: 7
    params:
      alpha: 2.0
      n: 3
      name: "4"
      list: [1, 2.5]
      flag: true
    ---
    # Drift

    With α = `{swift} params.alpha` and $\alpha_{`{swift} n`} > 0$ see @fig-a and @tbl-b.

    ```swift
    //| label: fig-a
    //| fig-cap: ["One $x$", Two]
    //| fig-alt: Words
    //| layout-ncol: 2
    //| timeout: 2.5
    let x = 1 // <b> & "quotes"
    ```

    $$
    \frac{a}{b} = \sqrt{c}
    $$

    ```swift noeval
    shown()
    ```

    ```swift
    //| label: tbl-b
    //| tbl-cap: A caption
    //| mask: "[0-9]+"
    //| include: false
    1 + 1
    ```
    """#

  private static let prose = #"""
    ---
    notebook: {}
    ---
    # A *heading* with `code` and $x$
    ## A *heading* with `code` and $x$

    | a | `{swift} b` |
    |---|:---:|
    | $x$ | ![p `{swift} c`](my%20photo.png "title") |

    <div data-cell="0"><img src="a.png" alt="`{swift} d` $y$"></div>

    Text[^1] with <https://example.org/$x$> and [link](<my file.md> "t") and ~~no~~.

    - [ ] task `{swift} e`

    [^1]: A note with $z$ and `{swift} f`.

    [ref]: other.md "title"

    ```swift
    for i in 0..<3 { print("\(i)") }
    ```
    """#

  private static let containers = #"""
    ---
    notebook:
      timeout: 1e3
    ---
    > quoted `{swift} a`
    > ~~~~swift
    > //| echo: false
    > let y = 2
    > ~~~~

    1. one

       ```swift
       //| error: true
       fatalError()
       ```
    2. two
       - nested
         ```swift
         let text = """
         //| label: no
         """
         ```

    ```Swift
    let no = 1
    ```
        indented $x$

    ```swift
    let z = 1
    //| label: late
    ```
    """#

  /// What expressions give: without private characters, so that a mark that was left over is known.
  static let values = spices.filter { spice in
    !spice.unicodeScalars.contains { $0.properties.generalCategory == .privateUse }
  }

  static let spices = [
    "```", "~~~", "```swift\n", "```swift\n//| ", "```\n", "`", "``", "`{swift} ", "`{swift} a`", "$", "$$", "\n$$\n",
    "$x$",
    "\\", "|", "\n|", "|---|", "<", ">", "\n> ", "<div>", "</div>", "<!--", "-->", "<script>", "&amp;", "&#0;", "&",
    "[", "]",
    "](", ")", "![", "[^1]", "\n[^1]: ", "\n[a]: b\n", "*", "_", "**", "~~", "#", "\n# ", "\n---\n", "---\n", "\n===\n",
    "\n- ", "\n1. ", "    ", "\t", "\n\n", "\r", "\u{0}", "\u{E000}", "\u{E000}0\u{E000}",
    "&#xE000;", "&#57344;0&#xe000;", "\u{E001}", "\u{F0000}",
    "\u{FEFF}",
    "\u{202E}", "é", "👩‍👩‍👧", "e\u{301}", "//| label: a\n", "//| echo: no\n", "//| fig-width: .inf\n",
    "//| timeout: 1e30\n", "//| exercise: a\n", "//| solution: a\n", "//| check: a\n", "blank(\"x\")", "\n:::\n",
    "\n::: {.guess #a unit=\"m\"}\nA?\n\n`{swift} a`\n:::\n",
    "\n::: {.guess .order #b}\n\n- a\n- b\n\nIt is `{swift} a`.\n:::\n",
    "\n::: {.guess #c curve=\"a\" series=\"b\"}\nA?\n\nB.\n:::\n",
    "//| layout-ncol: 99999999999999999999\n", "//| mask: \"(a+)+$\"\n", "//|", ": ", "- ", "{", "}", "[]", "\"", "'",
    "&a ",
    "*a ", "<<: ", "!!int ", "? ", "|-\n", ">-\n", "0x", "1e999", ".nan", "-.inf", "9223372036854775808", "null", "~",
    "%", "@",
    "@fig-a", "@tbl-", "data-cell=\"0\"", "swift", "noeval", "params:\n", "  in: 1\n", "timeout: -0", "\"\"\"", "\\(",
    "#if a\n",
  ]
}
