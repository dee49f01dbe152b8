-- Text in quotation marks.
local function outsideOfTexts(text, change)
  local parts, rest = {}, text
  while rest ~= "" do
    local first, last = rest:find('"[^"\\]*"')
    if rest:find('"', 1, true) ~= first then first, last = rest:find('"'), #rest end
    if not first then first, last = #rest + 1, #rest end
    table.insert(parts, change(rest:sub(1, first - 1)) .. rest:sub(first, last))
    rest = rest:sub(last + 1)
  end
  return table.concat(parts)
end
local function named(text)
  -- The sign of a norm is a bracket, that of parallel lines a relation.
  return (text:gsub("%f[%a]sect%f[^%a]", "inter"):gsub("(%a)%.circle%f[^%a]", "%1.o"):gsub("∥", "‖"))
end
function Math(math)
  local text = pandoc.write(pandoc.Pandoc({ pandoc.Plain({ math }) }), "typst-smart"):gsub("%s+$", "")
  if text:sub(1, 1) ~= "$" then return pandoc.Code(math.text) end
  local bars = math.text:gmatch("\\begin{([vV])matrix}")
  text = text:gsub('delim: "||"', function() return bars() == "V" and 'delim: "‖"' or 'delim: "|"' end)
  return pandoc.RawInline("typst", outsideOfTexts(text, named))
end
