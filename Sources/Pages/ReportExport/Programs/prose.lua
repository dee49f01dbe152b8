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
    if path == "" then return link.content end
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
    -- Pandoc takes escapes for signs.
    image.src = path:gsub("%%", "%%25")
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
-- A list in a block of its own: Typst would go on with the numbers of a list right above.
local function apart(list)
  return { pandoc.RawBlock("typst", "#block[#set enum(start: 1, numbering: \"1.\")"), list, pandoc.RawBlock("typst", "]") }
end
-- Whether nothing is seen of a block.
local function isHidden(block)
  if block.t == "RawBlock" then return block.format ~= "typst" end
  if block.t ~= "Para" and block.t ~= "Plain" or pandoc.utils.stringify(block) ~= "" then return false end
  local isSeen = false
  local function see() isSeen = true end
  block:walk({
    Image = see, Math = see, Code = see, LineBreak = see, Note = see, Link = see,
    RawInline = function(raw) isSeen = isSeen or raw.format == "typst" and not raw.text:match("^#note%(") end,
  })
  return not isSeen
end
local function Blocks(blocks)
  local parted, isBehindList = pandoc.List({}), false
  for _, block in ipairs(blocks) do
    if block.t == "OrderedList" and isBehindList then parted:extend(apart(block)) else parted:insert(block) end
    if not isHidden(block) then isBehindList = block.t == "OrderedList" end
  end
  return parted
end
-- The numbers and the signs of a list hold for those in it, too, unless they have their own.
local function isPlain(list) return list.start == 1 and list.style == "Decimal" and list.delimiter == "Period" end
local function OrderedList(list)
  if isPlain(list) then return nil end
  return list:walk({ OrderedList = function(inner) if isPlain(inner) then return apart(inner) end end })
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
  if not (isSign or text:match("^[-+=/]+$") or text:match("^%-%d") or text:match("^%d+[.)]$")) then return nil end
  return pandoc.RawInline("typst", "#" .. quoted(text) .. ";")
end
return {
  { Meta = Meta },
  {
    Link = Link, Image = Image, Str = Str, Emph = ended, Strong = ended, Strikeout = ended, Note = ended,
    Superscript = ended, Subscript = ended, Para = Para, Plain = Para,
    CodeBlock = CodeBlock, Header = Header, Table = Table, Div = Div, Blocks = Blocks, OrderedList = OrderedList,
  },
  { Pandoc = Pandoc },
}
