-- Alerts as boxes, and footnotes of footnotes, which neither format has, in brackets. Before this file: `raw`, the format's name, and `opening` and `closing`, what is around a box.
local kinds = { note = 1, tip = 1, important = 1, warning = 1, caution = 1 }
function Div(division)
  local kind, title = division.classes[1], division.content[1]
  if not kinds[kind] or not title or title.t ~= "Div" then return nil end
  local blocks = pandoc.List({
    pandoc.RawBlock(raw, opening),
    pandoc.Para({ pandoc.Strong({ pandoc.Str(pandoc.utils.stringify(title.content)) }) }),
  })
  for index = 2, #division.content do blocks:insert(division.content[index]) end
  blocks:insert(pandoc.RawBlock(raw, closing))
  return blocks
end

-- The words of a footnote in another, and in Word pictures, which a footnote there cannot have.
local function bracketed(note)
  local inlines = pandoc.List({ pandoc.Str("(") })
  local function add(words)
    if #inlines > 1 then inlines:insert(pandoc.Space()) end
    inlines:extend(words)
  end
  pandoc.Blocks(note.content):walk({
    Para = function(part) add(part.content) end,
    Plain = function(part) add(part.content) end,
    CodeBlock = function(part) add({ pandoc.Code(part.text) }) end,
  })
  inlines:insert(pandoc.Str(")"))
  return inlines
end
function Note(note)
  note.content = note.content:walk({
    Note = bracketed, Image = raw == "openxml" and function(image) return image.caption end or nil,
  })
  return note
end
