import Reports

/// The look of pages about marks, next to that of all pages.
enum MarksStyle {
  static let element = "<style>\n\(text)</style>\n"

  /// The same, with the font of the formulas that a page shows.
  static func head(for main: String, _ prose: HTMLProse) -> String {
    (prose.formulas.font?.style(for: main) ?? "") + element
  }

  /// Points at the right of a heading; nothing where there are none to give.
  static func points(_ words: String?) -> String { words.map { " <span class=\"points\">\($0)</span>" } ?? "" }

  private static let text = """
    .total { font: 600 1.5rem/1.3 var(--sans); margin: .2rem 0 1.4rem; }
    .points { float: right; font: 500 1rem/1.5 var(--sans); color: var(--faint); font-variant-numeric: tabular-nums; }
    .finding { margin: .3rem 0; padding-left: 1rem; border-left: 3px solid var(--rule); font: .95rem/1.5 var(--sans); overflow-wrap: anywhere; }
    .finding.passed strong { color: var(--type); } .finding.failed { border-left-color: var(--string); }
    .finding.failed strong { color: var(--string); }
    .remark { margin: .6rem 0; padding: .5rem .9rem; border-left: 3px solid var(--link); background: var(--panel); }
    .remark > :last-child { margin-bottom: 0; }
    .written { margin: .6rem 0; padding-left: 1rem; border-left: 1px solid var(--rule); overflow-wrap: anywhere; }
    details { margin: .6rem 0; } summary { cursor: pointer; font: .95rem/1.5 var(--sans); color: var(--link); }
    pre.submitted { background: var(--panel); padding: .7rem .9rem; overflow-x: auto; font: .82rem/1.5 var(--mono); border-radius: 4px; }
    .output.said { white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.5 var(--mono); margin: .3rem 0; }
    table.marks { border-collapse: collapse; width: 100%; font: .92rem/1.45 var(--sans); margin: 0 0 1.2rem; }
    .marks th, .marks td { text-align: left; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
    .marks th { font-weight: 600; } .marks .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .marks .bar { width: 38%; } .bar span { display: block; height: .8rem; background: var(--link); border-radius: 2px; }
    .overflowing { overflow-x: auto; } .students { color: var(--faint); overflow-wrap: anywhere; }
    @media print {
      details::details-content { content-visibility: visible; display: block; height: auto; }
      details summary { list-style: none; color: inherit; }
      .finding, .remark, h2 + *, tr { break-inside: avoid; }
      pre.submitted { white-space: pre-wrap; overflow-wrap: anywhere; }
    }

    """
}
