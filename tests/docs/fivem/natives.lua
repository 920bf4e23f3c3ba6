-- The functions of a FiveM server that our documents use, for plain Lua 5.4. FXServer itself cannot run in tests. HTTP is
-- real, through curl, with the behavior of FXServer: a timeout of 5 seconds, no body and headers for a status of 400 or
-- more, and callbacks only after the calling code has ended.
--
--     lua5.4 natives.lua SCRIPT
--
-- SCRIPT is a file of JSON: {"convars": {}, "allowed": ["command.plate"], "resource": FOLDER or "program": FILE,
-- "steps": [{"command": NAME, "player": 1, "arguments": []}, {"event": NAME, "player": 1, "values": []},
-- {"export": NAME, "values": []}]}. Each message to a player is printed as one line of JSON.

json = require('dkjson')

local script = json.decode(assert(io.open(assert(arg[1]))):read('a'))
local commands, events, exported, waiting = {}, {}, {}, {}
local PLAYER_NAME, PLAYER_LICENSE = 'Sgt. Reyes', 'license:0f3b9c2d'

local function say(message) print(json.encode(message)) end

local function contains(list, value)
  for _, each in ipairs(list or {}) do if each == value then return true end end
  return false
end

function GetConvar(name, default) return script.convars[name] or default end
function GetPlayerName() return PLAYER_NAME end
function GetPlayerIdentifierByType(_, kind) return kind == 'license' and PLAYER_LICENSE or nil end
function IsPlayerAceAllowed(_, ace) return contains(script.allowed, ace) end
function RegisterCommand(name, run, restricted) commands[name] = { run = run, restricted = restricted } end
function RegisterNetEvent(name, run) events[name] = run end

function TriggerClientEvent(name, player, message)
  assert(name == 'chat:addMessage', name)
  say({ player = player, text = message.args[2] })
end

exports = setmetatable({}, { __call = function(_, name, run) exported[name] = run end })

-- A quoted value of a curl configuration.
local function quote(text) return '"' .. text:gsub('[\\"]', '\\%0'):gsub('\n', '\\n') .. '"' end

local function read_and_remove(path)
  local file = assert(io.open(path))
  local text = file:read('a')
  file:close()
  os.remove(path)
  return text
end

local function fetch(request)
  local body, settings = os.tmpname(), os.tmpname()
  local lines = { 'silent', 'max-time = 5', 'write-out = "%{http_code}"', 'output = ' .. quote(body),
    'url = ' .. quote(request.url), 'request = ' .. quote(request.method) }
  for name, value in pairs(request.headers) do lines[#lines + 1] = 'header = ' .. quote(name .. ': ' .. value) end
  if request.data ~= '' then lines[#lines + 1] = 'data-raw = ' .. quote(request.data) end
  local file = assert(io.open(settings, 'w'))
  file:write(table.concat(lines, '\n'), '\n')
  file:close()
  local curl = assert(io.popen('curl --config ' .. settings))
  local status = math.tointeger(tonumber(curl:read('a')))
  curl:close()
  os.remove(settings)
  return status, read_and_remove(body)
end

function PerformHttpRequest(url, done, method, data, headers)
  waiting[#waiting + 1] = { url = url, done = done, method = method or 'GET', data = data or '', headers = headers or {} }
end

local function answer_all()
  while #waiting > 0 do
    local request = table.remove(waiting, 1)
    local status, body = fetch(request)
    if status == 0 then
      request.done(0, nil, {}, 'timed out')
    elseif status >= 400 then
      request.done(status, nil, {}, ('HTTP %d: %s'):format(status, body))
    else
      request.done(status, body, { ['Content-Type'] = 'application/json; charset=utf-8' })
    end
  end
end

-- fxmanifest.lua is Lua with its own functions.
local function load_resource(folder)
  local manifest = {}
  local read = setmetatable({}, { __index = function(_, name) return function(value) manifest[name] = value end end })
  assert(loadfile(folder .. '/fxmanifest.lua', 't', read))()
  assert(manifest.fx_version == 'cerulean' and manifest.game == 'gta5', 'a manifest must name these two')
  assert(not manifest.client_scripts and not manifest.shared_scripts, 'these are sent to players')
  for _, file in ipairs(manifest.server_scripts) do dofile(folder .. '/' .. file) end
end

local function run(step)
  if step.command then
    local command = assert(commands[step.command], step.command)
    local refused = command.restricted and step.player ~= 0 and not contains(script.allowed, 'command.' .. step.command)
    if refused then return say({ player = step.player, refused = step.command }) end
    command.run(step.player, step.arguments)
  elseif step.event then
    source = step.player
    events[step.event](table.unpack(step.values))
    source = nil
  else
    local values = step.values
    values[#values + 1] = function(...) say({ export = { ... } }) end
    exported[step.export](table.unpack(values))
  end
end

if script.resource then load_resource(script.resource) else dofile(script.program) end
answer_all()
for _, step in ipairs(script.steps or {}) do
  run(step)
  answer_all()
end
