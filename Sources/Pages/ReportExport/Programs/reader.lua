-- A document in JSON, of the version that this pandoc has.
function Reader(input)
  local version = tostring(PANDOC_API_VERSION):gsub("%.", ",")
  return pandoc.read('{"pandoc-api-version":[' .. version .. "]," .. tostring(input):sub(2), "json")
end
