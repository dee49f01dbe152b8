-- Neovim as a person has it, without a window: what its own client shows of a notebook, and how long it takes.
--
-- nvim --headless -u NONE -c 'luafile neovim.lua', with GIMBAL, FOLDER (made by scenario.py) and EDITS in the environment.

local gimbal, folder, edits = os.getenv("GIMBAL"), os.getenv("FOLDER"), tonumber(os.getenv("EDITS") or "200")
local failures = 0

local function check(name, holds, detail)
  io.stdout:write((holds and "ok    " or "FAILS ") .. "Neovim: " .. name .. ((detail and detail ~= "") and (": " .. detail) or "") .. "\n")
  if not holds then failures = failures + 1 end
end

-- The set-up of docs/editors.md, as it stands there.
vim.cmd("filetype on")
local setup = io.open(os.getenv("SETUP")):read("*a")
setup = setup:gsub('"gimbal"', string.format("%q", gimbal), 1)
assert(loadstring(setup))()

local function open(name)
  vim.cmd("edit " .. folder .. "/" .. name)
  vim.bo.filetype = "markdown"
  local buffer = vim.api.nvim_get_current_buf()
  local attached = vim.wait(10000, function() return #vim.lsp.buf_get_clients(buffer) > 0 end, 10)
  check("its client starts the server for " .. name, attached)
  return buffer
end

local function now() return vim.loop.hrtime() / 1e6 end

local function report(name, times)
  table.sort(times)
  local median, worst = times[math.ceil(#times / 2)], times[#times]
  io.stdout:write(string.format("      Neovim: %s: median %.0f ms, worst %.0f ms of %d\n", name, median, worst, #times))
  return median, worst
end

-- Position, severity and first line of each message, in the order of the text; columns in bytes.
local function shown(buffer)
  local all = {}
  for _, d in ipairs(vim.diagnostic.get(buffer)) do
    if d.severity < vim.diagnostic.severity.HINT then
      table.insert(all, { d.lnum, d.col, d.severity, vim.split(d.message, "\n")[1] })
    end
  end
  table.sort(all, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
  return all
end

local function position(buffer, line, column)
  return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = column } }
end

local function find(buffer, text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local at = line:find(text, 1, true)
    if at then return number - 1, at - 1 end
  end
end

-- 1. The messages of a run.
local expected = vim.fn.json_decode(io.open(folder .. "/expected.json"):read("*a"))
local function compare(name)
  local buffer, wanted, last = open(name), expected[name], nil
  local same = vim.wait(30000, function()
    last = shown(buffer)
    return vim.deep_equal(last, wanted)
  end, 50)
  check("the messages of gimbal run on " .. name .. ", place by place", same, same and (#last .. " messages") or vim.inspect({ last, wanted }))
  return buffer
end
compare("broken.md")
local trial = compare("trial.md")

-- 2. Completion, hover and rename, as the editor asks for them.
local line, column = find(trial, "trace.timestamps")
local answer = vim.lsp.buf_request_sync(trial, "textDocument/completion", position(trial, line, column + 6), 20000)
local words = {}
for _, one in pairs(answer or {}) do
  for _, item in ipairs(one.result and (one.result.items or one.result) or {}) do words[item.label] = true end
end
check("completion after “trace.”", words["timestamps"] and words["attitude"])
answer = vim.lsp.buf_request_sync(trial, "textDocument/hover", position(trial, line, column + 1), 20000)
check("hover on “trace”", vim.inspect(answer):find("Trace") ~= nil)

-- A mistake is put right by renaming through the editor: the text changes in both cells.
line, column = find(trial, "let samples")
vim.api.nvim_win_set_cursor(0, { line + 1, column + 5 })
vim.lsp.buf.rename("recorded")
vim.wait(10000, function() return find(trial, "let recorded") ~= nil and find(trial, "recorded * 2") ~= nil end, 20)
local text = table.concat(vim.api.nvim_buf_get_lines(trial, 0, -1, false), "\n")
check("rename across cells", text:find("let recorded = trace", 1, true) and text:find("recorded * 2", 1, true) and text:find("String = recorded", 1, true) and text:find("print(recorded,", 1, true))

-- 3. Times on the flagship: a misspelt name in its last cell but one, and what it is called differs each time.
local flagship = open("flagship.md")
local fences = {}
for number, content in ipairs(vim.api.nvim_buf_get_lines(flagship, 0, -1, false)) do
  if content == "```" then table.insert(fences, number - 1) end
end
local place = fences[#fences - 1]
vim.api.nvim_buf_set_lines(flagship, place, place, false, { "unknown0" })
vim.wait(60000, function() return vim.inspect(shown(flagship)):find("unknown0") ~= nil end, 5)
local times = {}
for edit = 1, edits do
  local name = "unknown" .. edit
  local start = now()
  vim.api.nvim_buf_set_lines(flagship, place, place + 1, false, { name })
  local came = vim.wait(20000, function()
    for _, d in ipairs(vim.diagnostic.get(flagship, { lnum = place })) do
      if d.message:find(name, 1, true) then return true end
    end
  end, 2)
  if not came then check("a message after edit " .. edit, false) break end
  table.insert(times, now() - start)
end
local median, worst = report("diagnostics after the last key", times)
check("diagnostics within 0.3 s (median)", median <= 300)

local function timed(name, method, content, at, limit)
  vim.api.nvim_buf_set_lines(flagship, place, place + 1, false, { content })
  local all = {}
  vim.lsp.buf_request_sync(flagship, method, position(flagship, place, at), 20000)
  for _ = 1, edits do
    local start = now()
    local got = vim.lsp.buf_request_sync(flagship, method, position(flagship, place, at), 20000)
    table.insert(all, now() - start)
    if not got then check(name, false) return end
  end
  check(name .. " within " .. limit .. " ms (median)", report(name, all) <= limit)
end
timed("completion", "textDocument/completion", "trace.", 6, 100)
timed("hover", "textDocument/hover", "print(trace)", 8, 100)

io.stdout:write("Neovim: " .. failures .. " failures\n")
vim.cmd(failures == 0 and "qall!" or "cquit!")
