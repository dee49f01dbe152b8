-- Before this file: `units`, `inNumbers` and `openings`, what may be in numbers and around them, `longest`, the signs of a number, and
-- `joins`, whether ranges, powers and errors are kept together by their own sign.
local fixed = utf8.char(0xA0)

local function signs(text)
  local found = {}
  for _, code in utf8.codes(text) do table.insert(found, utf8.char(code)) end
  return found
end
local function isNumber(text)
  local found = signs(text)
  local first = 1
  while openings[found[first]] do first = first + 1 end
  if #found - first + 1 > longest then return false end
  for index = first, #found do if not inNumbers[found[index]] then return false end end
  return text:match("%d") ~= nil
end
-- What follows a unit in a sentence: a stop, a bracket, a quotation mark.
local function startsWithUnit(text)
  local word = ""
  for _, sign in ipairs(signs(text)) do
    if sign:match("^[%.,;:!%?%)%]]$") or sign == "”" or sign == "’" or sign == "—" then break end
    word = word .. sign
  end
  return units[word] == true
end
local function kept(text)
  if not joins or not isNumber(text) then return text end
  return (text:gsub("–", "–" .. utf8.char(0x2060)):gsub("×", "×" .. utf8.char(0x2060)))
end

function Inlines(inlines)
  for index = 2, #inlines - 1 do
    local before, after = inlines[index - 1], inlines[index + 1]
    if (inlines[index].t == "Space" or inlines[index].t == "SoftBreak") and before.t == "Str" and after.t == "Str" then
      local isError = after.text == "±" and isNumber(before.text) or before.text == "±" and isNumber(after.text)
      if isError or isNumber(before.text) and startsWithUnit(after.text) then
        inlines[index] = pandoc.Str(fixed)
      end
    end
  end
  for _, inline in ipairs(inlines) do if inline.t == "Str" then inline.text = kept(inline.text) end end
  return inlines
end
