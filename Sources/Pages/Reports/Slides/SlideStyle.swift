/// The look of slides: that of a report's page, on sheets of 16 to 9.
///
/// A sheet is 48 units wide and 27 high, and a unit is what a page calls rem: it follows the window. A figure has the slide's room,
/// whatever paper it was made for, and is at most twice as large as it would be there: 12 cm are 36 units, as in the PDF, whose
/// pages are 16 cm wide.
enum SlideStyle {
  static let text = HTMLStyle.looks + own

  private static let own = """
    html { font-size: 16px; --unit: min(100vw / 48, 100vh / 27); }
    .sheet { --figure: 18rem; }
    body { font-size: 1.0625rem; line-height: 1.45; }
    main { max-width: none; padding: 0; margin: 0; }
    .page { position: relative; margin: 0 auto 1rem; width: 48rem; }
    .slide { position: relative; width: 48rem; height: 27rem; overflow: hidden; background: var(--paper); outline: 1px solid var(--rule); }
    .sheet { width: 100%; height: 100%; padding: 1.7rem 2.6rem 1.9rem; overflow: auto; transform-origin: 0 0; }
    .sheet > :first-child, .sheet > :first-child > :first-child { margin-top: 0; }
    .place { position: absolute; right: 1.1rem; bottom: .5rem; margin: 0; font: .7rem/1.4 var(--sans); color: var(--faint); }
    .notes { display: none; }
    .opening .sheet { display: flex; flex-direction: column; justify-content: center; }
    header { border: 0; margin: 0; padding: 0; }
    h1 { font-size: 2.3rem; } h2 { font-size: 1.75rem; margin: 0 0 .9rem; } h3 { font-size: 1.45rem; margin: 0 0 .8rem; }
    h4 { font-size: 1.1rem; margin: 1rem 0 .4rem; }
    .opening h2 { font-size: 2.3rem; }
    p, ul, ol, dl { margin: 0 0 .7rem; }
    ul, ol { padding-left: 1.8rem; }
    .speech ul, .speech ol { padding-left: 32px; }
    .cell { margin: .7rem 0; }
    .code summary, .scripted .copy, .code pre::before { display: none; }
    figure { margin: .5rem 0; }
    figcaption { font-size: .85rem; margin-top: .3rem; }
    .narrow, .narrow + .turning { display: none; }
    .cell .picture > svg, .cell .gimbal-scene > svg {
      margin: 0 auto; max-width: min(100%, calc(var(--share, 1) * 72rem), calc(var(--figure) * var(--ratio, 1.6))) !important; }
    .cell .parts .picture > svg { max-width: min(100%, calc(var(--figure) * var(--ratio, 1.6))) !important; }
    .gimbal-scene { text-align: center; font-size: .8rem; }
    .gimbal-scene button, .gimbal-scene output { font: inherit; }
    .gimbal-scene input { height: 1rem; vertical-align: middle; }
    .gimbal-scene canvas { width: min(100%, var(--figure)) !important; }
    .cell img { max-height: var(--figure); }
    .controls { display: none; margin: 0; }
    @media screen {
      html.shown { overflow: hidden; font-size: var(--unit); }
      .shown body { background: var(--paper); overflow: hidden; touch-action: pinch-zoom; }
      .shown main { position: absolute; left: max(0px, (100vw - 48rem) / 2); top: max(0px, (100vh - 27rem) / 2); }
      /* Not hidden by visibility, which the frames of a film set themselves. */
      .shown .page { position: absolute; left: 0; top: 0; margin: 0; opacity: 0; pointer-events: none; }
      .shown .slide { outline: 0; }
      .shown:not(.overview) .current .later { opacity: 0; pointer-events: none; }
      .shown .page.current { opacity: 1; pointer-events: auto; z-index: 1; }
      .shown .sheet:not(.full) { overflow: hidden; }
      .shown .controls { display: flex; gap: 4px; position: fixed; left: 10px; bottom: 10px; opacity: 0; transition: opacity .2s;
        z-index: 2; }
      .controls:hover, .controls:focus-within, .shown.moved .controls { opacity: 1; }
      .controls button { min-width: 32px; height: 32px; border: 1px solid var(--rule); border-radius: 4px; padding: 0 8px;
        background: var(--panel); color: var(--ink); font: 14px/1 var(--sans); cursor: pointer; }
      html.overview { font-size: max(4px, 100vw / 210); overflow: auto; }
      .overview body { overflow: visible; touch-action: auto; }
      .overview main { position: static; display: flex; flex-wrap: wrap; gap: 1.5rem; padding: 1.5rem; }
      .overview .page { position: relative; opacity: 1; pointer-events: auto; cursor: pointer; }
      .overview .slide { outline: 1px solid var(--rule); pointer-events: none; }
      .overview .current .slide { outline: 3px solid var(--link); }
      html.speaking { --unit: min(62vw / 48, 66vh / 27); }
      .speaking main { left: 0; top: 0; }
      .speaking .page.next { opacity: 1; left: 49rem; transform: scale(.56); transform-origin: 0 0; }
      .speaking .current .slide, .speaking .next .slide { outline: 1px solid var(--rule); }
      .speech { display: none; }
      .speaking .speech { display: block; position: fixed; left: 0; right: 0; top: calc(27rem + 1px); bottom: 0; overflow: auto;
        padding: 1rem 3.5rem 3rem 1.2rem; font: 20px/1.45 var(--serif); border-top: 1px solid var(--rule); }
      .speech .notes { display: block; }
      .speech p, .speech ul, .speech ol { margin: 0 0 .6em; }
      .clock { position: fixed; right: 1rem; bottom: .6rem; font: 20px/1 var(--sans); font-variant-numeric: tabular-nums;
        color: var(--faint); }
    }
    @media print {
      @page { size: 1280px 720px; margin: 0; }
      @page handout { size: A4; margin: 16mm; }
      :root { --paper: #fff; }
      html { font-size: 26.66px; }
      body { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .page { margin: 0; width: 48rem; break-after: page; }
      .slide { outline: 0; }
      .turning, .gimbal-scene input, .gimbal-scene output, .gimbal-scene button, .speech { display: none; }
      html.speaking { font-size: 14px; }
      .speaking .page { page: handout; }
      .speaking .slide { outline: 1px solid var(--rule); }
      .speaking .notes { display: block; margin-top: 1.4rem; font-size: 1.1rem; }
    }

    """
}
