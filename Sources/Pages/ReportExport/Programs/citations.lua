local function read(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("a")
  file:close()
  return text
end
local formats = { json = "csljson", ris = "ris", bibtex = "bibtex", yaml = "markdown", yml = "markdown" }
-- Only words: no links to entries, no spans.
local function plain(element)
  return element:walk({
    Link = function(link) if link.target:match("^#ref%-") then return link.content end end,
    Span = function(span) return span.content end,
    Cite = function(cite) return cite.content end,
  })
end
local function written(blocks, format) return (pandoc.write(pandoc.Pandoc(blocks), format, { wrap_text = "wrap-none" }):gsub("%s+$", "")) end

function Pandoc(document)
  local keys, known = pandoc.List({}), {}
  for _, path in ipairs(files) do
    local name = pandoc.utils.stringify(path)
    local format = formats[(name:match("%.(%w+)$") or ""):lower()] or "biblatex"
    for _, reference in ipairs(pandoc.utils.references(pandoc.read(read(name), format))) do
      known[reference.id] = true
      table.insert(keys, reference.id)
    end
  end
  local entries, list = pandoc.List({}), nil
  for _, block in ipairs(document.blocks) do
    if block.identifier == "refs" then list = block end
    if block.t == "Para" then
      local missing, note = pandoc.List({}), nil
      block:walk({
        Cite = function(cite)
          for _, citation in ipairs(cite.citations) do
            if not known[citation.id] then table.insert(missing, citation.id) end
          end
        end,
        Note = function(foot) note = foot.content end,
      })
      local entry = { missing = missing, html = "", markdown = "" }
      if note then
        local inlines = pandoc.utils.blocks_to_inlines(note)
        entry.note = written({ pandoc.Plain(plain(pandoc.Span(inlines)).content) }, "gfm")
      else
        local words = #missing > 0 and plain(block) or block:walk({ Cite = function(cite) return cite.content end })
        entry.html = written({ pandoc.Plain(words.content) }, "html")
        entry.markdown = written({ pandoc.Plain(plain(block).content) }, "gfm")
      end
      entries:insert(entry)
    end
  end
  local result = { entries = entries, keys = keys, html = "", markdown = "" }
  if list then
    result.html = written(list.content, "html")
    local blocks = pandoc.List({})
    for _, entry in ipairs(list.content) do blocks:extend(plain(entry).content) end
    result.markdown = written(blocks, "gfm")
  end
  return pandoc.Pandoc({ pandoc.CodeBlock(pandoc.json.encode(result)) })
end
