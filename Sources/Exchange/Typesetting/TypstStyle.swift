/// The look of a report on paper.
enum TypstStyle {
  /// What the document imports: the page, the title block, and one function for each kind of block.
  static let text = #"""
    #let ink = rgb("#1b1b1b")
    #let faint = rgb("#5f5f5b")
    #let hairline = rgb("#c9c6bd")
    #let panel = rgb("#f6f4ee")
    #let alarm = rgb("#a8200d")
    #let monospaced = ("DejaVu Sans Mono", "Menlo", "Consolas")
    #let code-size = 8.2pt
    // What was found out about the pages: figures that go to the top of the next page, figures that are set smaller so that
    // they fit where they are called for, code that stays together, by name; and how large all other figures are.
    #let (adrift, smaller, whole, common) = json(bytes(sys.inputs.at("places", default: "[[], {}, [], 1]")))

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
      show heading.where(level: 1): set text(15pt)
      show heading.where(level: 2): set text(12.5pt)
      show heading.where(level: 3): set text(11pt)
      show link: set text(fill: rgb("#00558c"))
      show raw: set text(font: monospaced, size: 8.6pt)
      show raw.where(block: true): set text(size: code-size)
      show raw.where(block: true): set par(justify: false, leading: 0.52em)
      // A short word of code, such as -P, is not parted at its hyphen.
      show raw.where(block: false): it => if it.text.len() <= 14 and "-" in it.text { box(it) } else { it }
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

    #let report(
      title: "", subtitle: none, authors: (), date: none, language: "en", parameters: (), body,
    ) = {
      set document(title: title, author: authors, date: none)
      set page(
        paper: "a4", margin: (x: 2.5cm, top: 2.6cm, bottom: 2.5cm), numbering: "1 / 1",
        header: context if here().page() > 1 { set text(8.5pt, fill: faint); align(right, title) },
      )
      show: typeset.with(language)

      block(below: 1em, par(justify: false, leading: 0.4em, text(20pt, weight: "bold", title)))
      if subtitle != none { block(below: 0.9em, par(justify: false, text(13pt, fill: faint, subtitle))) }
      let byline = authors + if date != none { (date,) } else { () }
      if byline.len() > 0 { block(below: 0.7em, text(fill: faint, byline.join(" · "))) }
      if parameters.len() > 0 {
        set text(font: monospaced, size: code-size)
        set par(justify: false, leading: 0.55em)
        block(parameters.map(p => box[#text(fill: faint, p.at(0) + " = ")#p.at(1)]).join(h(1.6em, weak: true)))
      }
      block(above: 1em, below: 1.6em, line(length: 100%, stroke: 0.5pt + hairline))
      body
    }

    // Where something begins and ends is asked for after the document is set.
    #let note(kind, name: "", lines: 0) = context [#metadata((
      kind: kind, name: name, lines: lines, page: here().page(), y: here().position().y.pt()))<place>]

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
        breakable: lines.len() > 8 and name not in whole,
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

    // A picture at its own size, or as large as there is room.
    #let picture(file, alternative, most: 19cm) = layout(size => {
      let own = measure(image(file))
      let share = calc.min(1, size.width / own.width, most / own.height) * drawn-share.get()
      align(center, image(file, width: own.width * share, alt: alternative))
    })

    #let legend(body) = block(
      width: 100%, above: 0.7em, { set text(10pt); set par(justify: false, leading: 0.58em); body })

    #let placed(anchor, floats, body) = {
      let kept = block(breakable: false, width: 100%, above: 1.2em, below: 1.4em, anchored(anchor, block(width: 100%, {
        if floats { note("figure", name: anchor) }
        drawn-share.update(smaller.at(anchor, default: common))
        body
        drawn-share.update(1)
        if floats { note("drawn", name: anchor) }
      })))
      if floats and anchor in adrift { place(top, float: true, clearance: 1.8em, kept) } else { kept }
    }

    #let shown(anchor, floats: true, drawn, caption) = placed(anchor, floats, { drawn; legend(caption) })

    #let row(anchor, columns, floats: true, parts, caption) = placed(anchor, floats, {
      grid(
        columns: (1fr,) * columns, column-gutter: 0.6cm, row-gutter: 0.5cm,
        ..parts.map(part => anchored(part.at(0), block(width: 100%, { part.at(1); legend(align(center, part.at(2))) }))))
      legend(caption)
    })

    // A table with its head on every page; one that is too wide is set smaller, down to 8 pt, and then wraps its words. Its
    // first three rows stay together, and so do its last three: a cell without width lies beside them.
    #let sheet(anchor, sides, head, rows, caption) = {
      let heads = head.map(((title, unit)) => table.cell(align: bottom)[
        #strong(title)#if unit != none [\ #text(fill: faint, unit)]])
      let together(row) = {
        let count = rows.len()
        let span = if count <= 5 { if row == 0 { count } else { 0 } } else if row in (0, count - 3) { 3 } else if (
          row > 2 and row < count - 3) { 1 } else { 0 }
        if span > 0 { (table.cell(rowspan: span, breakable: false, inset: 0pt)[],) } else { () }
      }
      let made = table(
        columns: (auto,) * sides.len() + (0pt,), align: (x, y) => sides.at(x, default: left),
        table.hline(stroke: 0.9pt),
        table.header(..heads, table.cell(inset: 0pt)[], table.hline(stroke: 0.5pt)),
        ..rows.enumerate().map(((index, row)) => row.map(entry => [#entry]) + together(index)).flatten(),
        table.hline(stroke: 0.9pt))
      if caption != none { block(above: 1.2em, below: 0.7em, sticky: true, { set text(10pt); set par(justify: false); caption }) }
      anchored(anchor, block(width: 100%, below: 1.4em, breakable: true, layout(size => {
        let share = calc.max(0.85, calc.min(1, size.width / calc.max(measure(made).width, 1pt)))
        show table: set text(9.5pt * share)
        made
        note("text")
      })))
    }

    // A link to a place in the document, or only its words where there is none.
    #let goto(name, body) = context {
      let found = query(label(name))
      if found.len() > 0 { link(found.first().location(), body) } else { body }
    }

    """#

  /// What pandoc does to the prose: links inside of the document may lead nowhere, and pictures may be missing or of a kind
  /// that cannot be set. Neither must keep the document from being made.
  static let filter = #"""
    local folder = ""
    local kinds = { png = 1, jpg = 1, jpeg = 1, gif = 1, svg = 1, webp = 1, pdf = 1 }
    local function quoted(text) return '"' .. text:gsub('\\', '\\\\'):gsub('"', '\\"') .. '"' end
    local function unescaped(text)
      return (text:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end))
    end
    local function Meta(meta) if meta.folder then folder = pandoc.utils.stringify(meta.folder) end end
    -- A full stop or a bracket behind a call of Typst's is text, and no part of the call.
    local function ended(element) return { element, pandoc.RawInline("typst", ";") } end
    local function Link(link)
      local name = link.target:match("^#(.+)$")
      if not name then return ended(link) end
      local inlines = pandoc.List({ pandoc.RawInline("typst", "#goto(" .. quoted(unescaped(name)) .. ")[") })
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
      if file and kinds[kind] then image.src = path return image end
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
    -- Where a paragraph ends.
    local function Para(paragraph)
      paragraph.content:insert(pandoc.RawInline("typst", '#note("text");'))
      return paragraph
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
        CodeBlock = CodeBlock,
      },
    }

    """#

  /// What Python runs: sets the document until every figure and every piece of code stands well, and writes it.
  static let program = #"""
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
    # Points from the top of the page to the end of its text, the height of that, and what stands between two blocks.
    BOTTOM, HEIGHT, GAP = 771.0, 697.0, 14.0

    def moved(figure, room):
        """A figure that would begin a page and leave this room above: set smaller if that is little, else at a page's top."""
        name, tall = figure["name"], figure["tall"]
        share = round(smaller[name] - 0.03 if name in smaller else min(0.98, (room - GAP) / max(tall, 1)) * common, 2)
        if share >= 0.78:
            smaller[name] = share
        else:
            smaller.pop(name, None)
            adrift.append(name)

    def changed(marks):
        """Whether something was found that stands badly: it will stand elsewhere."""
        ends = {mark["name"]: mark for mark in marks if mark["kind"] == "drawn"}
        floats = {mark["page"] for mark in marks if mark["kind"] == "figure" and mark["name"] in adrift}
        last, end, inside, begun = (0, 0), (1, 0), None, None
        for mark in marks:
            here = (mark["page"], mark["y"])
            if inside and mark["kind"] != "drawn":
                continue
            if mark["kind"] == "figure":
                inside = mark
                if mark["name"] in adrift:
                    last = max(last, here)
                elif here < last:
                    adrift.append(mark["name"])
                    return True
                elif here[0] > end[0] and BOTTOM - end[1] > 0.12 * HEIGHT:
                    mark["tall"] = ends[mark["name"]]["y"] - mark["y"]
                    moved(mark, BOTTOM - end[1])
                    return True
                else:
                    last = here
                continue
            if mark["kind"] == "drawn":
                if inside["name"] not in adrift:
                    end = here
                inside = None
                continue
            if mark["kind"] == "code":
                begun = mark
            elif mark["kind"] == "coded" and begun and mark["page"] > begun["page"] and begun["name"] not in whole:
                # A figure above its second half tears code apart.
                if mark["page"] in floats and begun["lines"] <= 40 and BOTTOM - begun["y"] < 0.34 * HEIGHT:
                    whole.append(begun["name"])
                    return True
            end = here
        return False

    # A last page with a few lines is avoided by figures that are all a little smaller, where that is enough.
    results = []
    for common in 1, 0.95, 0.9:
        adrift, smaller, whole = [], {}, []
        for _ in range(80):
            inputs = {"places": json.dumps([adrift, smaller, whole, common])}
            pdf = compiler.compile(format="pdf", sys_inputs=inputs)
            marks = json.loads(compiler.query("<place>", field="value"))
            if not changed(marks):
                break
        end = max(((mark["page"], mark["y"]) for mark in marks), default=(1, BOTTOM))
        results.append((end[0], -common, pdf))
        if end[0] == 1 or end[1] > BOTTOM - 0.88 * HEIGHT:
            break
    pdf = min(results)[2]
    with open(made, "wb") as file:
        file.write(pdf)

    """#
}
