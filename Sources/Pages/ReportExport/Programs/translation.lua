-- Before this file: `words`, formulas in words that pandoc knows, by what is written.
local function translated(math)
  math.text = words[math.text:match("^%s*(.-)%s*$")] or math.text
  return math
end
