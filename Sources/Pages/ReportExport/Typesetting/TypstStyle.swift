import Reports

/// The look of a report on paper.
enum TypstStyle {
  /// What the document imports: the page, the title block, and one function for each kind of block.
  static let text =
    constants(scope: "", depth: 0, chapters: [:], places: #"sys.inputs.at("places", default: "[[], {}, 1]")"#)
    + functions

  /// The same for a chapter of a book, in which its names are its own, and its headings are below its title.
  ///
  /// - Parameters:
  ///   - places: what was found out about its pages, as JSON.
  ///   - chapters: the names of the chapters to which it links, by their files as it writes them.
  static func text(ofChapter name: String, places: String, chapters: [String: String]) -> String {
    constants(scope: name, depth: 1, chapters: chapters, places: TypstText.quoted(places)) + functions
  }

  private static func constants(scope: String, depth: Int, chapters: [String: String], places: String) -> String {
    let chapters = chapters.sorted { $0.key < $1.key }.map { "\(TypstText.quoted($0)): \(TypstText.quoted($1)), " }
      .joined()
    return """
      #let quantity = \(TypstText.quoted(Quantity.pattern))
      #let chapters = (\(chapters.isEmpty ? ":" : chapters))
      #let (scope, depth) = (\(TypstText.quoted(scope)), \(depth))
      // What was found out about the pages: figures and tables that go to the top of the next page, figures that are set smaller
      // so that they fit where they are called for, by name; and how large all other figures are.
      #let (adrift, smaller, common) = json(bytes(\(places)))

      """
  }

  private static let functions = #"""
    #let ink = rgb("#1b1b1b")
    #let faint = rgb("#5f5f5b")
    #let hairline = rgb("#c9c6bd")
    #let panel = rgb("#f6f4ee")
    #let alarm = rgb("#a8200d")
    #let monospaced = ("DejaVu Sans Mono", "Menlo", "Consolas")
    #let code-size = 8.2pt

    // Code of the prose; that of cells and what they print has a language in a capital letter.
    #let plain(it) = block(width: 100%, fill: panel, inset: 7pt, radius: 2pt, it)

    // What text looks like, on paper and on slides.
    #let typeset(language, body) = {
      set text(font: ("Libertinus Serif", "DejaVu Serif"), size: 11pt, fill: ink, lang: language, number-type: "lining")
      set smartquote(enabled: false)
      set par(justify: true, leading: 0.66em, spacing: 0.95em)
      set list(indent: 0.6em)
      set enum(indent: 0.6em)
      set heading(numbering: none)
      show heading: set block(above: 1.7em, below: 0.85em)
      show heading: set par(justify: false)
      show heading.where(level: 1 + depth): set text(15pt)
      show heading.where(level: 2 + depth): set text(12.5pt)
      show heading.where(level: 3 + depth): set text(11pt)
      show link: set text(fill: rgb("#00558c"))
      show raw: set text(font: monospaced, size: 8.6pt)
      show raw.where(block: true): set text(size: code-size)
      show raw.where(block: true): set par(justify: false, leading: 0.52em)
      // A short word of code, such as -P, is not parted at its hyphen.
      // A long one may be parted anywhere, if need be: it would run off the page.
      show raw.where(block: false): it => if it.text.len() <= 14 and "-" in it.text { box(it) } else {
        show regex("\S{25,}"): word => word.text.clusters().map(box).join()
        it
      }
      show raw.where(block: true): it => if it.lang in ("Swift", "Text") { it } else { plain(it) }
      show quote.where(block: true): it => block(
        inset: (left: 10pt, y: 2pt), stroke: (left: 2pt + hairline), above: 1em, below: 1em, it.body)
      show table.cell: set par(justify: false)
      set table(stroke: none, inset: (x: 5pt, y: 3.5pt))
      show table: set text(9.5pt)
      show figure: set block(breakable: true)
      set figure(numbering: none)
      // A number stays whole, and with its unit; a unit such as m/s² does not break at its stroke.
      show regex(quantity): it => box(it)
      show math.equation.where(block: true): set block(above: 1.1em, below: 1.1em)
      body
    }

    // The title block.
    #let opening(chapter, title, subtitle, byline, parameters) = {
      if chapter != none { block(below: 0.7em, text(fill: faint, chapter)) }
      block(below: 1em, par(justify: false, leading: 0.4em, text(20pt, weight: "bold", title)))
      if subtitle != none { block(below: 0.9em, par(justify: false, text(13pt, fill: faint, subtitle))) }
      for line in byline { block(above: 0.55em, below: 0.7em, text(fill: faint, line.join(" · "))) }
      if parameters.len() > 0 {
        set text(font: monospaced, size: code-size)
        set par(justify: false, leading: 0.55em)
        block(parameters.map(p => box[#text(fill: faint, p.at(0) + " = ")#p.at(1)]).join(h(1.6em, weak: true)))
      }
      block(above: 1em, below: 1.6em, line(length: 100%, stroke: 0.5pt + hairline))
    }

    #let report(
      chapter: none, title: "", subtitle: none, authors: (), byline: (), language: "en", parameters: (), body,
    ) = {
      set document(title: title, author: authors, date: none)
      set page(
        paper: "a4", margin: (x: 2.5cm, top: 2.6cm, bottom: 2.5cm), numbering: "1 / 1",
        header: context if here().page() > 1 { set text(8.5pt, fill: faint); align(right, title) },
      )
      show: typeset.with(language)
      opening(chapter, title, subtitle, byline, parameters)
      body
    }

    // Where something begins and ends is asked for after the document is set.
    #let note(kind, name: "", lines: 0) = context [#metadata((
      kind: kind, name: name, lines: lines, page: here().page(), y: here().position().y.pt()))<place>]

    // Where a cell begins.
    #let cell(name) = note("cell", name: name)

    // Behind this is nothing that was called for above it: a figure that waits for the next page does not wait longer.
    #let landed = place.flush()

    #let newpage = { note("break"); pagebreak(weak: true) }

    // A formula with its number, by which prose refers to it.
    #let equation(name, number, body) = {
      [#metadata(none)#label(name)]
      set math.equation(numbering: (..) => number)
      body
    }

    #let alerts = (tip: rgb("#24606b"), important: rgb("#8a1c7c"), warning: rgb("#a03a00"), caution: rgb("#a8200d"))
    #let alert(kind, title, body) = {
      let color = alerts.at(kind, default: rgb("#00558c"))
      block(
        width: 100%, fill: panel, inset: (x: 9pt, y: 7pt), radius: (right: 2pt), stroke: (left: 2.5pt + color), above: 1.1em,
        below: 1.1em, { block(below: 0.6em, sticky: true, text(fill: color, weight: "bold", title)); body })
    }

    // What is side by side. The end of each of its parts does not depend on the page.
    #let beside(shares, ..parts) = {
      note("columns")
      grid(columns: shares, column-gutter: 0.7cm, ..parts)
      note("columned")
    }

    // What stays on one page, as long as a page has room for it.
    #let whole(body) = layout(size => block(
      width: 100%, breakable: measure(block(width: size.width, body)).height > 18cm, body))

    #let horizontalrule = block(
      width: 100%, above: 1.4em, below: 1.4em, align(center, line(length: 40%, stroke: 0.5pt + hairline)))

    #let anchored(anchor, body) = if anchor == none { body } else [#body #label(anchor)]

    // A page breaks in code after three lines at least, and before three.
    // Colours are those of the page, by the kinds of words: `pieces` has the words of each line.
    #let tints = (k: rgb("#8a1c7c"), s: rgb("#a03a00"), n: rgb("#1c5ba8"), c: rgb("#5f6b5f"), t: rgb("#24606b"))
    #let code(name, text, pieces) = {
      set par(justify: false, leading: 0.52em)
      show raw: set std.text(font: monospaced, size: code-size)
      // An empty line at a part's edge would be dropped.
      let lines = text.split("\n").map(line => if line == "" { " " } else { line })
      let part(first, end) = {
        show raw.line: it => pieces.at(first + it.number - 1).map(((kind, word)) => {
          if kind == "" { word } else { std.text(fill: tints.at(kind), word) }
        }).join()
        raw(lines.slice(first, end).join("\n"), block: true, lang: "Swift")
      }
      let kept(first, end) = block(breakable: false, spacing: 0.52 * code-size, part(first, end))
      let body = if lines.len() <= 8 { part(0, lines.len()) } else {
        set block(spacing: 0.52 * code-size)
        kept(0, 3) + part(3, lines.len() - 3) + kept(lines.len() - 3, lines.len())
      }
      block(
        width: 100%, fill: panel, inset: (x: 7pt, y: 6pt), radius: 2pt, above: 1.1em, below: 0.9em,
        breakable: lines.len() > 8,
        note("code", name: name, lines: lines.len()) + body + note("coded"))
    }

    #let output(text, alarm: false) = {
      set par(justify: false, leading: 0.52em)
      show raw: set std.text(font: monospaced, size: code-size)
      block(
        width: 100%, inset: (left: 7pt, y: 2pt), stroke: (left: 2pt + if alarm { rgb("#a8200d") } else { hairline }),
        above: 0.9em, below: 1em, raw(text, block: true, lang: "Text") + note("text"))
    }

    #let failure(title, words, expected: false) = {
      let color = if expected { faint } else { alarm }
      block(width: 100%, inset: (left: 7pt, y: 2pt), stroke: (left: 2pt + color), above: 0.9em, below: 1em, {
        text(fill: color, weight: "bold", title)
        if words != none {
          set par(justify: false, leading: 0.52em)
          show raw: set std.text(font: monospaced, size: code-size)
          raw(words, block: true, lang: "Text")
        }
        note("text")
      })
    }

    // How large pictures are set: as drawn, or a little smaller.
    #let drawn-share = state("drawn-share", 1)

    // A picture at its own size, or as large as there is room; what is exact is never a little smaller.
    #let picture(file, alternative, most: 19cm, exact: false) = layout(size => {
      let own = measure(image(file))
      let share = calc.min(1, size.width / own.width, most / own.height) * if exact { 1 } else { drawn-share.get() }
      align(center, image(file, width: own.width * share, alt: alternative))
    })

    #let legend(body) = block(
      width: 100%, above: 0.7em, { set text(10pt); set par(justify: false, leading: 0.58em); body })

    // A figure or a short table, in its place or at the top of the next page: what it waits behind is prose.
    #let placed(name, floats, resizes: true, body) = {
      let drawn = if floats {
        note("figure", name: name, lines: if resizes { 1 } else { 0 }) + body + note("drawn", name: name)
      } else { body }
      let kept = block(breakable: false, width: 100%, above: 1.2em, below: 1.4em, drawn)
      if floats and name in adrift { note("call", name: name) + place(top, float: true, clearance: 1.8em, kept) } else { kept }
    }
    // What a figure is: its name, for links, and its pictures in the size that was found for it.
    #let figured(anchor, body) = anchored(anchor, block(width: 100%, {
      drawn-share.update(smaller.at(anchor, default: common))
      body
      drawn-share.update(1)
    }))

    #let shown(anchor, floats: true, drawn, caption) = placed(anchor, floats, figured(anchor, { drawn; legend(caption) }))

    #let row(anchor, columns, floats: true, parts, caption) = placed(anchor, floats, figured(anchor, {
      grid(
        columns: (1fr,) * columns, column-gutter: 0.6cm, row-gutter: 0.5cm,
        ..parts.map(part => anchored(part.at(0), block(width: 100%, { part.at(1); legend(align(center, part.at(2))) }))))
      legend(caption)
    }))

    // A table with its head on every page. Where it is too wide, headings and long words wrap, and only then it is set smaller. Its
    // first three rows stay together, and so do its last three: a cell without width lies next to them. A table of
    // eight rows is whole, and is placed as figures are.
    #let sheet(name, anchor, floats: true, sides, head, rows, caption) = {
      let heads = head.map(((title, unit)) => table.cell(align: bottom)[
        #strong(title)#if unit != none [\ #text(fill: faint, unit)]])
      let isLong = rows.len() > 8
      let together(row) = {
        let count = rows.len()
        let span = if row in (0, count - 3) { 3 } else if row > 2 and row < count - 3 { 1 } else { 0 }
        if isLong and span > 0 { (table.cell(rowspan: span, breakable: false, inset: 0pt)[],) } else { () }
      }
      let made(widths) = table(
        columns: widths + (0pt,) * int(isLong), align: (x, y) => sides.at(x, default: left),
        table.hline(stroke: 0.9pt),
        table.header(..heads, ..(table.cell(inset: 0pt)[],) * int(isLong), table.hline(stroke: 0.5pt)),
        ..rows.enumerate().map(((index, row)) => row.map(entry => [#entry]) + together(index)).flatten(),
        table.hline(stroke: 0.9pt))
      let title = if caption != none {
        block(above: 1.2em, below: 0.7em, sticky: true, { set text(10pt); set par(justify: false); caption })
      }
      let set-in(size) = {
        let wide(body) = measure(text(9.5pt, body)).width
        let columns = range(sides.len()).map(column => {
          let (title, unit) = head.at(column)
          let entries = rows.map(row => wide[#row.at(column)])
          let words = title.split(" ").map(word => wide(strong(word)))
          let unit = if unit == none { 0pt } else { wide(unit) }
          // As it is, and as narrow as it can be: an entry wraps when it is wider than 4 cm.
          (
            calc.max(wide(strong(title)), unit, ..entries) + 10.5pt,
            calc.max(unit, ..words, ..entries.map(width => calc.min(width, 4cm))) + 10.5pt)
        })
        let (natural, least) = (columns.map(column => column.at(0)).sum(), columns.map(column => column.at(1)).sum())
        let share = calc.max(0.55, calc.min(1, size.width / least))
        let widths = if natural <= size.width { (auto,) * sides.len() } else if share < 1 {
          columns.map(column => column.at(1) * share)
        } else {
          let room = (size.width - least) / (natural - least)
          columns.map(((broad, narrow)) => narrow + (broad - narrow) * room)
        }
        set table(inset: (x: 5pt * share, y: 3.5pt))
        show table: set text(9.5pt * share)
        made(widths)
        note("text")
      }
      let body = title + anchored(anchor, block(width: 100%, below: 1.4em, breakable: true, layout(set-in)))
      // Rows of many lines may make a table of few that no page has room for.
      if isLong { body } else {
        layout(size => if measure(block(width: size.width, body)).height > 18cm { body } else {
          placed(name, floats, resizes: false, body)
        })
      }
    }

    // A link to a place in the document, or only its words where there is none. In a book each chapter has its own
    // names: “rest/figure-drift” is another chapter's.
    #let goto(name, body) = context {
      let (chapter, place) = if scope != "" and "/" in name { name.split("/") } else { (scope, name) }
      let start = if scope == "" { () } else { query(label("chapter/" + chapter)) }
      let found = if start.len() == 0 { query(label(place)) } else if place == "" { start } else {
        query(selector(label(place)).after(start.first().location()))
      }
      if found.len() > 0 { link(found.first().location(), body) } else { body }
    }

    // A link to a file next to the notebook: in a book to that chapter, and to its beginning where it has no such
    // place. What is not a chapter does not lie next to the book.
    #let away(path, place, body) = if scope == "" {
      link(path + if place == "" { "" } else { "#" + place }, body)
    } else if path in chapters {
      let name = chapters.at(path)
      context if place != "" and query(label(place)).len() > 0 { goto(name + "/" + place, body) } else { goto(name + "/", body) }
    } else { body }

    """#

  /// What pandoc does to the prose: links inside of the document may lead nowhere, and pictures may be missing or of a kind
  /// that cannot be set. Neither must keep the document from being made.
  static let filter = #"""
    local folder = ""
    local pictures = { png = 1, jpg = 1, jpeg = 1, gif = 1, svg = 1, webp = 1, pdf = 1 }
    local function quoted(text) return '"' .. text:gsub('\\', '\\\\'):gsub('"', '\\"') .. '"' end
    local function unescaped(text)
      return (text:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
    end
    local function Meta(meta) if meta.folder then folder = pandoc.utils.stringify(meta.folder) end end
    -- A full stop or a bracket behind a call of Typst's is text, and no part of the call.
    local function ended(element) return { element, pandoc.RawInline("typst", ";") } end
    local function Link(link)
      local name = link.target:match("^#(.+)$")
      local call = name and "#goto(" .. quoted(unescaped(name)) .. ")["
      if not name then
        if link.target:match("^%a[%w+.-]*:") or link.target:match("^/") then return ended(link) end
        local path, place = link.target:match("^([^#]*)#?(.*)$")
        call = "#away(" .. quoted(path) .. ", " .. quoted(unescaped(place)) .. ")["
      end
      local inlines = pandoc.List({ pandoc.RawInline("typst", call) })
      inlines:extend(link.content)
      inlines:insert(pandoc.RawInline("typst", "];"))
      return inlines
    end
    local function Image(image)
      local path = unescaped(image.src:gsub("[?#].*$", ""))
      if path:sub(1, 1) ~= "/" then path = folder .. "/" .. path end
      local file = not image.src:match("^%a[%w+.-]+:") and io.open(path, "rb")
      local kind = (path:match("%.(%w+)$") or ""):lower()
      if file then file:close() end
      if file and pictures[kind] then
        local width = image.title:match("^gimbal:width=(.*)$")
        if width then image.title, image.attributes.width = "", width end
        image.src = path
        return image
      end
      local words = pandoc.utils.stringify(image.caption)
      return pandoc.Link(words ~= "" and words or image.src, image.src)
    end
    -- Hyphens and points that Typst would make other signs of, and what begins a list or a heading, in an item too.
    -- Code in another language wraps as cells do: at a space, behind its indent and a mark.
    local function CodeBlock(block)
      local lines = {}
      for line in (block.text .. "\n"):gmatch("(.-)\n") do
        -- A deeper indent would leave no room for what goes on.
        local mark = line:match("^%s*"):sub(1, 40) .. "↪ "
        while (utf8.len(line) or 0) > 88 do
          local cut = utf8.offset(line, 88)
          local space = line:sub(1, cut - 1):match("^.*%S()%s+%S")
          local stop = space and space > #mark and space or cut
          table.insert(lines, line:sub(1, stop - 1))
          line = mark .. line:sub(stop):gsub("^%s+", "")
        end
        table.insert(lines, line)
      end
      block.text = table.concat(lines, "\n")
      -- Typst's own colours of Swift go on behind the end of some texts.
      if block.classes:includes("swift") then block.classes = {} end
      return block
    end
    -- The ends of paragraphs, and the places of headings.
    local function Para(paragraph)
      paragraph.content:insert(pandoc.RawInline("typst", '#note("text");'))
      return paragraph
    end
    local function Header(heading)
      heading.content:insert(pandoc.RawInline("typst", '#note("heading");'))
      return heading
    end
    -- Before a heading, and before a cell, every figure that was called for above it has its place.
    local function holdsCell(block)
      local found = block.t == "Header"
      pandoc.Blocks({ block }):walk({
        RawBlock = function(raw) found = found or raw.text:match("^#cell%(") ~= nil end,
      })
      return found
    end
    local function Pandoc(document)
      local blocks, isBeside = pandoc.List({}), false
      for _, block in ipairs(document.blocks) do
        if block.t == "RawBlock" and block.text:match("^#beside%(") then
          blocks:insert(pandoc.RawBlock("typst", "#landed"))
          isBeside = true
        elseif block.t == "RawBlock" and block.text == ")" then
          isBeside = false
        end
        if not isBeside and holdsCell(block) then blocks:insert(pandoc.RawBlock("typst", "#landed")) end
        blocks:insert(block)
      end
      document.blocks = blocks
      return document
    end
    local kinds = { note = 1, tip = 1, important = 1, warning = 1, caution = 1 }
    local function Div(division)
      local kind, title = division.classes[1], division.content[1]
      if not kinds[kind] or not title or title.t ~= "Div" then return nil end
      local words = pandoc.utils.stringify(title.content)
      local call = "#alert(" .. quoted(kind) .. ", " .. quoted(words) .. ", ["
      local blocks = pandoc.List({ pandoc.RawBlock("typst", call) })
      for index = 2, #division.content do blocks:insert(division.content[index]) end
      blocks:insert(pandoc.RawBlock("typst", "])"))
      return blocks
    end
    -- A table of a few rows is whole.
    local function Table(sheet)
      local count = 0
      for _, body in ipairs(sheet.bodies) do count = count + #body.body end
      if count > 8 then return nil end
      return { pandoc.RawBlock("typst", "#whole["), sheet, pandoc.RawBlock("typst", "]") }
    end
    local function Str(word)
      local text = word.text
      local isSign = text:find("--", 1, true) or text:find("...", 1, true) or text:find("-?", 1, true)
      if not (isSign or text:match("^[-+=/]+$") or text:match("^%d+[.)]$")) then return nil end
      return pandoc.RawInline("typst", "#" .. quoted(text) .. ";")
    end
    return {
      { Meta = Meta },
      {
        Link = Link, Image = Image, Str = Str, Emph = ended, Strong = ended, Strikeout = ended, Note = ended,
        Superscript = ended, Subscript = ended, Para = Para, Plain = Para,
        CodeBlock = CodeBlock, Header = Header, Table = Table, Div = Div,
      },
      { Pandoc = Pandoc },
    }

    """#

  /// What each of the programs below begins with: a compiler for the source; an error of the typesetter is told as one.
  static let opening = #"""
    import json, sys, typst
    source, made = sys.argv[1:]

    def told(kind, error, trace):
        """Says what the typesetter says, with the line, and not where this program was."""
        if kind is typst.TypstError:
            sys.stderr.write(str(getattr(error, "diagnostic", None) or error) + "\n")
        else:
            sys.__excepthook__(kind, error, trace)

    sys.excepthook = told
    compiler = typst.Compiler(source, root="/")

    """#

  /// What Python runs behind it: sets the document until every figure and every piece of code is well, and writes it.
  static let program = #"""
    # Points from the top of the page to the end of its text, the height of that, and the space between two blocks.
    BOTTOM, HEIGHT, GAP = 771.0, 697.0, 14.0
    TOP = BOTTOM - HEIGHT
    # The white space allowed at a page's end before anything is moved, and the smallest scale of a figure.
    WHITE, SMALLEST = 0.12 * HEIGHT, 0.75

    class Setting:
        """The document with figures in these places and sizes: the place of each part."""

        def __init__(self, adrift, smaller):
            self.adrift, self.smaller = list(adrift), dict(smaller)
            self.pdf = compiler.compile(format="pdf", sys_inputs={"places": json.dumps([adrift, smaller, common])})
            self.marks = json.loads(compiler.query("<place>", field="value"))
            self.flow, self.floated, inside, beside = [], {}, None, False
            for mark in self.marks:
                if mark["kind"] in ("columns", "columned"):
                    beside = mark["kind"] == "columns"
                    if not beside:
                        self.flow.append(mark)
                elif beside:
                    continue
                elif inside:
                    if mark["kind"] == "drawn" and mark["name"] == inside["name"]:
                        inside["end"] = mark["y"]
                        if inside["name"] not in self.adrift:
                            self.flow.append(mark)
                        inside = None
                elif mark["kind"] == "figure":
                    inside = mark
                    if mark["name"] in self.adrift:
                        self.floated[mark["name"]] = mark
                    else:
                        self.flow.append(mark)
                else:
                    self.flow.append(mark)

        def end(self):
            return max(((mark["page"], mark["y"]) for mark in self.marks), default=(1, BOTTOM))

        def holes(self):
            """The part that begins a page, the room above it, and the index of the last part there."""
            for index, last in enumerate(self.flow[:-1]):
                mark = self.after(index)
                begins = mark["kind"] in ("figure", "heading", "cell", "code")
                if mark["page"] > last["page"] and begins and last["kind"] != "break":
                    room = BOTTOM - last["y"]
                    if room > WHITE:
                        yield mark, room, index

        def after(self, index):
            """What follows a mark. The end of a paragraph and the beginning of a cell have no height, and go to the next page with
            what they keep to: there they are passed over."""
            at, last = index + 1, self.flow[index]
            while at + 1 < len(self.flow) and self.flow[at]["page"] > last["page"] and self.flow[at]["kind"] in ("text", "cell"):
                there, behind = self.flow[at], self.flow[at + 1]
                if there["y"] > TOP + 1 or behind["page"] > there["page"] or behind["y"] > TOP + 1:
                    break
                at += 1
            return self.flow[at]

        def astray(self):
            """A figure above the text that refers to it."""
            for mark in self.flow:
                if mark["kind"] == "call" and self.floated[mark["name"]]["page"] <= mark["page"]:
                    return mark["name"]
            return None

        def tall(self, figure):
            return figure["end"] - figure["y"]

        def page(self, number):
            """The figures of a page that can be set smaller."""
            figures = [mark for mark in self.flow if mark["kind"] == "figure"] + list(self.floated.values())
            return [mark for mark in figures if mark["page"] == number and mark["lines"]]

    def shares(setting, figure, room, index):
        """What may be set smaller, and how much, so that a figure stands where it is called for: itself, the page's, or those
        of the page before, too."""
        missing = setting.tall(figure) + GAP - room
        others = setting.page(setting.flow[index]["page"])
        if figure["lines"]:
            yield {figure["name"]: (room - GAP) / max(setting.tall(figure), 1)}
            others.append(figure)
        # The parts on the page before give way, too: their room is used there.
        for group in others, others + setting.page(setting.flow[index]["page"] - 1):
            total = sum(setting.tall(other) for other in group)
            if total > missing:
                yield {other["name"]: 1 - 1.05 * missing / total for other in group}

    def smaller_by(setting, factors, less):
        sizes = dict(setting.smaller)
        for name, factor in factors.items():
            sizes[name] = round(setting.smaller.get(name, common) * min(factor, 0.98) - less, 3)
        return sizes if all(size >= SMALLEST for size in sizes.values()) else None

    def mended(setting, settled):
        """The document with its first hole filled, as far as that can be done; None where it has none."""
        for figure, room, index in setting.holes():
            key = (figure["kind"], figure["name"] or index)
            if key in settled:
                continue
            settled.add(key)
            if figure["kind"] != "figure":
                continue
            page = setting.flow[index]["page"]
            trials = []
            candidates = list(shares(setting, figure, room, index))
            behind = setting.flow[index + 1:]
            drawn = next((i for i, mark in enumerate(behind) if mark["kind"] == "drawn"), len(behind))
            waits = drawn + 1 < len(behind) and behind[drawn + 1]["kind"] in ("text", "columned")
            # Little smaller before elsewhere, elsewhere before much smaller.
            for factors in candidates[:1]:
                if min(factors.values(), default=0) >= 0.9:
                    trials.append(("size", factors))
            if waits and figure["name"] not in astray:
                trials.append(("place", figure["name"]))
            trials += [("size", factors) for factors in candidates]
            best = None
            for kind, what in trials:
                if kind == "place":
                    trial = Setting(setting.adrift + [what], setting.smaller)
                    if trial.astray():
                        continue
                    left = max((room for mark, room, at in trial.holes() if trial.flow[at]["page"] == page), default=0)
                else:
                    left = room
                    for less in 0, 0.03, 0.06:
                        sizes = smaller_by(setting, what, less)
                        if sizes is None:
                            break
                        trial = Setting(setting.adrift, sizes)
                        there = [mark for mark in trial.flow if mark["kind"] == "figure" and mark["name"] == figure["name"]]
                        if there and there[0]["page"] <= page:
                            left = 0
                            break
                if left < room - WHITE and (best is None or left < best[0]):
                    best = (left, trial)
                if left == 0:
                    break
            if best:
                return best[1]
        return None

    # A last page with a few lines is avoided by figures that are all a little smaller, where that is enough.
    results = []
    for common in 1, 0.95, 0.9:
        settled, astray = set(), set()
        setting = Setting([], {})
        for _ in range(80):
            better = mended(setting, settled)
            if better is None:
                break
            setting = better
            # What was changed above may have made room where a figure was called for.
            while setting.astray():
                name = setting.astray()
                astray.add(name)
                setting = Setting([other for other in setting.adrift if other != name], setting.smaller)
        end = setting.end()
        results.append((end[0], -common, setting.pdf, [setting.adrift, setting.smaller, common]))
        if end[0] == 1 or end[1] > BOTTOM - 0.88 * HEIGHT:
            break
    pdf, places = min(results, key=lambda result: result[:2])[2:]
    with open(made, "wb") as file:
        file.write(pdf)
    with open(made + ".places", "w") as file:
        json.dump(places, file, sort_keys=True)

    """#
}
