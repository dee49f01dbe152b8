-- The blocks of a document in JSON, of the version that this pandoc has.
function Reader(input)
  local version = tostring(PANDOC_API_VERSION):gsub("%.", ",")
  return pandoc.read(
    '{"pandoc-api-version":[' .. version .. '],"meta":{},"blocks":' .. tostring(input) .. "}", "json")
end
