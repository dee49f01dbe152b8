/// The look of a book's pages around what a report's page looks like.
enum BookStyle {
  static let text = """
    .skip { position: absolute; left: -999rem; }
    .skip:focus { left: 1rem; top: .6rem; z-index: 9; padding: .4rem .8rem; background: var(--paper); font: .9rem/1.5 var(--sans); }
    .book main:focus { outline: none; }
    .book main { padding-bottom: 3rem; }
    .side { font: .9rem/1.45 var(--sans); }
    .side .home { display: block; font: 600 1.05rem/1.3 var(--serif); color: var(--ink); text-decoration: none; text-wrap: balance; }
    .side .home:hover { text-decoration: underline; }
    .side nav { margin: 0; font: inherit; }
    .side nav ol { margin: 0; }
    .side nav li { margin: 0; }
    .side nav .part { margin: 1.1rem 0 .3rem; font-weight: 600; color: var(--faint); font-size: .8rem; letter-spacing: .03em; }
    .side nav ol a { display: grid; grid-template-columns: 1.6rem 1fr; padding: .22rem .5rem; color: var(--ink); border-radius: 4px; }
    .side nav ol a span { color: var(--faint); font-variant-numeric: tabular-nums lining-nums; }
    .side nav a[aria-current] { background: var(--panel); font-weight: 600; }
    .side nav ol ol a { display: block; padding-left: 2.1rem; color: var(--faint); font-weight: 400; }
    .side nav ol ol { margin: .1rem 0 .5rem; }
    .side nav .more { margin: 1.2rem 0 0; padding-top: .8rem; border-top: 1px solid var(--rule); }
    .side nav .more a { color: var(--link); padding: 0 .1rem; }
    .side .to-contents { display: none; }
    .chapter { color: var(--faint); font: .95rem/1.4 var(--sans); margin: 0 0 .4rem; }

    .search { position: relative; margin: .9rem 0 1rem; }
    .search input { width: 100%; padding: .35rem .6rem; font: .9rem/1.5 var(--sans); color: var(--ink); background: var(--paper);
      border: 1px solid var(--faint); border-radius: 5px; }
    .search input:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
    .search input::-webkit-search-cancel-button { display: none; }
    .search kbd { position: absolute; right: .6rem; top: .42rem; padding: 0 .35rem; font: .75rem/1.5 var(--mono); color: var(--faint);
      border: 1px solid var(--rule); border-radius: 3px; pointer-events: none; }
    .search input:focus ~ kbd, .search input:not(:placeholder-shown) ~ kbd { visibility: hidden; }
    .search .found { position: absolute; z-index: 8; left: 0; top: calc(100% + .4rem); width: min(34rem, calc(100vw - 2.5rem));
      max-height: min(32rem, 75vh); overflow: auto; padding: .5rem; background: var(--paper); border: 1px solid var(--rule);
      border-radius: 6px; box-shadow: 0 .6rem 2rem rgb(0 0 0 / .18); }
    .search .count { margin: .1rem .5rem .4rem; color: var(--faint); font-size: .8rem; }
    .search .found ol { list-style: none; margin: 0; padding: 0; }
    .search .found li { margin: 0; }
    .search .found a { display: block; padding: .4rem .5rem; color: var(--ink); text-decoration: none; border-radius: 4px; }
    .search .found a:hover, .search .found a:focus { background: var(--panel); }
    .search .found b { color: var(--link); font-weight: 600; }
    .search .found .where { color: var(--faint); font-size: .8rem; margin-left: .5em; }
    .search .found p { margin: .1rem 0 0; font-size: .85rem; line-height: 1.4; color: var(--faint); }
    .search mark { background: none; color: var(--ink); font-weight: 600; }

    .book-foot { max-width: 42rem; margin: 0 auto; padding: 0 1.25rem 3rem; font: .9rem/1.5 var(--sans); }
    .book-foot .downloads { padding-top: 1rem; border-top: 1px solid var(--rule); }
    .downloads { color: var(--faint); font: .9rem/1.5 var(--sans); }
    .turn { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: 1rem 0 0; font: inherit; }
    .turn a { display: block; padding: .7rem .9rem; border: 1px solid var(--rule); border-radius: 6px; text-wrap: balance; }
    .turn a:hover { border-color: var(--link); text-decoration: none; }
    .turn a span { display: block; color: var(--faint); font-size: .8rem; }
    .turn .after { text-align: right; }

    a[data-figure] { white-space: nowrap; }
    .peek { position: absolute; z-index: 7; width: min(24rem, calc(100vw - 2rem)); padding: .7rem .8rem; background: var(--paper);
      border: 1px solid var(--rule); border-radius: 6px; box-shadow: 0 .6rem 2rem rgb(0 0 0 / .18); }
    .peek img { display: block; width: 100%; height: auto; margin: 0 0 .4rem; }
    .peek p { margin: 0; font: .85rem/1.4 var(--sans); color: var(--faint); }

    header.title h1 { font-size: 2.6rem; }
    .cover { margin: 0 0 1.6rem; }
    .cover img { display: block; max-width: min(100%, 30rem); height: auto; margin: 0 auto; }
    .about { margin-bottom: 2.4rem; }
    .contents h2 { margin-top: 2.4rem; }
    .contents h3 { margin: 1.8rem 0 .4rem; font: 600 .85rem/1.4 var(--sans); letter-spacing: .03em; color: var(--faint); }
    .contents ol { list-style: none; padding: 0; margin: 0; }
    .contents > ol > li { margin: 0 0 1rem; }
    .contents .chapter { display: grid; grid-template-columns: 2rem 1fr; font: 600 1.1rem/1.35 var(--serif); color: var(--ink);
      text-decoration: none; margin: 0; }
    .contents .chapter:hover { text-decoration: underline; }
    .contents .chapter span { color: var(--faint); font-weight: 400; font-variant-numeric: lining-nums tabular-nums; }
    .contents .subtitle { font-size: 1rem; margin: 0 0 0 2rem; }
    .contents .sections { margin: .15rem 0 0 2rem; font: .85rem/1.6 var(--sans); color: var(--faint); }
    .contents .sections a { color: var(--faint); text-decoration: none; }
    .contents .sections a:hover { color: var(--link); text-decoration: underline; }

    .figures { list-style: none; padding: 0; }
    .figures li { display: grid; grid-template-columns: 9rem 1fr; gap: 1.2rem; align-items: start; margin: 0 0 1.2rem; }
    .figures p { margin: 0; font-size: .95rem; line-height: 1.45; }
    .figures .plain p { grid-column: 2; }
    .figures .thumb img { display: block; width: 100%; max-height: 8rem; object-fit: contain; object-position: left top; }
    .book h2 a { color: inherit; text-decoration: none; }
    .book h2 a:hover { text-decoration: underline; }

    @media (min-width: 68rem) {
      .book { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
      .side { position: sticky; z-index: 6; top: 0; height: 100vh; overflow-y: auto; padding: 2.2rem 1.2rem 2rem 1.4rem;
        border-right: 1px solid var(--rule); }
      .side:has(.found:not([hidden])) { overflow: visible; }
      .text { min-width: 0; }
      .book main > nav { display: none; }
    }
    @media (max-width: 67.99rem) {
      .side { display: grid; grid-template-columns: 1fr max-content minmax(8rem, 16rem); gap: .4rem 1.2rem; align-items: baseline; padding: .7rem 1.25rem;
        border-bottom: 1px solid var(--rule); }
      .side .search { margin: 0; }
      .side .to-contents { display: block; color: var(--link); }
      .side .chapters { display: none; }
      .search .found { left: auto; right: 0; }
      .book main { padding-top: 2rem; }
    }
    @media (max-width: 34rem) {
      header.title h1 { font-size: 2rem; }
      .side { grid-template-columns: 1fr max-content; }
      .side .search { grid-column: 1 / -1; }
      .search kbd { display: none; }
      .figures li { grid-template-columns: 6rem 1fr; gap: .8rem; }
      .turn { grid-template-columns: 1fr; }
      .turn > span { display: none; }
      .turn .after { text-align: left; }
    }
    @media print {
      .book { display: block; }
      .side, .book-foot, .skip, .peek { display: none; }
      .book main > nav { display: none; }
    }

    """
}
