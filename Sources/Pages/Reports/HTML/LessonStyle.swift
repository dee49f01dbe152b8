import Basics

/// The look of guesses and exercises.
package enum LessonStyle {
  /// What of it a page needs that shows this. O(length).
  static func text(for main: String) -> String { marks.contains { main.holds($0) } ? text : "" }

  private static let marks = [
    "class=\"guess\"", "class=\"exercise\"", "class=\"check ", "class=\"fold\"", "class=\"question\"",
  ]

  /// All of it.
  package static let text = """
    .exercise { border-left: 3px solid var(--link); padding: .1rem 0 .1rem 1rem; margin: 0 0 .6rem; font: .95rem/1.5 var(--sans); }
    .exercise p, .exercise ul { margin: .2rem 0; }
    .check { margin: .2rem 0; padding-left: 1rem; border-left: 3px solid var(--rule); font: .95rem/1.5 var(--sans); }
    .check.passed strong { color: var(--type); } .check.failed { border-left-color: var(--string); }
    .check.failed strong { color: var(--string); }
    .fold { margin: .6rem 0; } .fold summary { cursor: pointer; font: .95rem/1.5 var(--sans); color: var(--link); }
    .fold[open] summary { margin-bottom: .5rem; }
    .guess { margin: 1.4rem 0; padding: .8rem 1.1rem .2rem; border: 1px solid var(--rule); border-left: 3px solid var(--link);
      border-radius: 0 4px 4px 0; background: var(--panel); }
    .guess-title { margin: 0 0 .3rem; font: 600 .9rem/1.4 var(--sans); color: var(--link); }
    .veiling .guess > .answer, .veiling .guess:not([data-check]) ~ * { visibility: hidden; }
    .guess [hidden], [data-veiled][hidden] { display: none !important; }
    .guess-form label { font: .95rem/1.5 var(--sans); }
    .guess-form > label { display: block; }
    .guess-field { display: inline-flex; align-items: baseline; gap: .4rem; font: 1rem/1.5 var(--sans); }
    .guess-field input { width: 9rem; max-width: 60vw; padding: .25rem .5rem; font: inherit; font-variant-numeric: tabular-nums;
      color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: 4px; }
    .guess-field input:focus-visible, .guess-choices input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    .guess-field input[aria-invalid="true"] { border-color: var(--alarm); }
    .guess-problem { margin: .2rem 0; color: var(--alarm); font: .9rem/1.4 var(--sans); }
    .guess-problem:empty { margin: 0; }
    .guess-buttons { margin: .6rem 0; display: flex; flex-wrap: wrap; gap: .6rem; }
    .guess button, .guess-all button { font: .95rem/1.5 var(--sans); padding: .2rem .9rem; min-height: 1.9rem; border: 1px solid var(--faint);
      border-radius: 4px; color: var(--ink); background: var(--paper); cursor: pointer; }
    .guess button.primary { border-color: var(--link); background: var(--link); color: var(--paper); }
    .guess button[disabled] { opacity: .4; cursor: default; }
    .guess-choices, .guess-order { list-style: none; padding: 0; }
    .guess-choices li { text-align: left; }
    .guess-choices label { display: flex; gap: .6rem; align-items: baseline; padding: .2rem 0; cursor: pointer; }
    .guess-choices .right > label { font-weight: 600; }
    .guess-choices .right > label::after { content: "✓"; color: var(--type); }
    .guess-order li { display: flex; justify-content: space-between; align-items: center; gap: .8rem; padding: .25rem 0;
      border-bottom: 1px solid var(--rule); }
    .guess-moves { display: flex; gap: .4rem; flex: none; }
    .guess-order [data-place]::after { content: "you: " attr(data-place); font: .85rem/1.4 var(--sans); color: var(--faint); white-space: nowrap; }
    .guess-outcome { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .4rem 1rem; padding: .5rem 0 .7rem;
      border-top: 1px solid var(--rule); }
    .guess-result { margin: 0; flex: 1 1 16rem; font: .95rem/1.5 var(--sans); }
    .guess-outcome[data-right="true"] .guess-result::before { content: "✓ "; color: var(--type); }
    .guess-outcome[data-right="false"] .guess-result::before { content: "✗ "; color: var(--string); }
    .guess-board { color: var(--ink); touch-action: none; -webkit-user-select: none; user-select: none; cursor: crosshair; border-radius: 4px; }
    .guess-board svg { display: block; width: 100%; height: auto; }
    .guess-line { color: var(--link); } .guess-spot { color: var(--link); }
    .guess-veil { color: var(--faint); font: italic .95rem/1.5 var(--serif); }
    .guess-all { margin: 2.4rem 0 0; padding-top: .6rem; border-top: 1px solid var(--rule); color: var(--faint); font: .9rem/1.6 var(--sans); }
    .guess-live { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .question { margin: 1.4rem 0; padding: .8rem 1.1rem .4rem; border: 1px solid var(--rule); border-left: 3px solid var(--type);
      border-radius: 0 4px 4px 0; }
    .question-title { margin: 0 0 .3rem; font: 600 .9rem/1.4 var(--sans); color: var(--type); }
    .written { margin: .6rem 0 .4rem; padding: .1rem 0 0 1rem; border-left: 1px solid var(--rule); }
    .written.room { min-height: 6rem; color: var(--faint); font: italic .95rem/1.5 var(--serif); }
    @media print { .written.room { min-height: 5cm; } .question-title { break-after: avoid; } .guess { break-inside: avoid; } .guess button, .guess-all { display: none; } }

    """
}
