import Reports

/// What pandoc does to tables that are broader than the page, and to pictures of which the width is known.
enum BroadTables {
  /// A filter for pages that have room for this many characters of a table: the columns of a broader one share the page in
  /// proportion to what they hold, and words wrap in them. No column gets less than its longest word needs. Pictures side by
  /// side have sizes of their own.
  static func filter(columns: Int) -> String {
    """
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
      if pictures or total <= \(columns) then return nil end
      for column, spec in ipairs(sheet.colspecs) do sheet.colspecs[column] = { spec[1], broadest[column] / sum } end
      return sheet
    end

    function Image(picture)
      local width = picture.title:match("^\(MarkdownSetter.sizeMark)width=(.*)$")
      if not width then return nil end
      picture.title, picture.attributes.width = "", width
      return picture
    end

    """
  }
}
