-- Before this file: `columns`, the characters of a table for which a page has room, `folder`, the report's, or nil.
local function length(text) return utf8.len(text) or #text end

function Table(sheet)
  local broadest, longest, pictures = {}, {}, false
  for column = 1, #sheet.colspecs do broadest[column], longest[column] = 1, 1 end
  local function read(rows)
    for _, row in ipairs(rows) do
      for column, cell in ipairs(row.cells) do
        local text = pandoc.utils.stringify(cell.contents)
        broadest[column] = math.max(broadest[column] or 1, length(text))
        for word in text:gmatch("%S+") do longest[column] = math.max(longest[column] or 1, length(word)) end
      end
    end
  end
  sheet:walk({ Image = function() pictures = true end })
  read(sheet.head.rows)
  for _, body in ipairs(sheet.bodies) do read(body.body) end
  local total, sum = 0, 0
  for column = 1, #sheet.colspecs do
    total = total + broadest[column] + 2
    broadest[column] = math.max(longest[column] + 4, math.min(broadest[column], 28))
    sum = sum + broadest[column]
  end
  local rows = 0
  for _, body in ipairs(sheet.bodies) do rows = rows + #body.body end
  if not pictures and total > columns then
    for column, spec in ipairs(sheet.colspecs) do sheet.colspecs[column] = { spec[1], broadest[column] / sum } end
  end
  if not FORMAT:match("latex") or rows > 8 then return sheet end
  -- A table of a few rows begins a page rather than to be torn.
  local room = string.format("%.1f", 1.6 * (rows + 2))
  return {
    pandoc.RawBlock(
      "latex", "\\par\\vspace{0pt plus " .. room .. "\\baselineskip}\\penalty-200\\vspace{0pt plus -" .. room .. "\\baselineskip}"),
    sheet,
  }
end

local function located(source)
  local isOwn = not source:find("/", 1, true)
  if not folder or isOwn or source:match("^%a[%w+.-]+:") or source:match("^/") then return source end
  local parts = {}
  for part in (folder .. "/" .. source):gmatch("[^/]+") do
    if part == ".." then table.remove(parts) elseif part ~= "." then table.insert(parts, part) end
  end
  return "/" .. table.concat(parts, "/")
end

function Image(picture)
  picture.src = located(picture.src)
  return picture
end
