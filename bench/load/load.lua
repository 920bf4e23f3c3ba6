-- The load script of wrk. wrk.py sets BENCH_… variables: the requests, the people and the ports.
-- Requests are joined from as few pieces as possible, because wrk shares the machine with the servers.
package.path = debug.getinfo(1, "S").source:match("@?(.*/)") .. "?.lua;" .. package.path
local people = require("people")
local format = string.format
local seed = tonumber(os.getenv("BENCH_SEED"))

local function heads(method, path, length)
  local made = {}
  for guild = 1, people.guilds do
    made[guild] = format(
      "%s /api/%s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: %s\r\nGuild: guild-%04d\r\n"
        .. "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n",
      method, path, people.keys[guild], guild, length)
  end
  return made
end

-- `body` contains one %07d: the number of a person.
local function about_somebody(method, path, body)
  local before, after = body:match("^(.-)%%07d(.*)$")
  local guild_heads = heads(method, path, #before + 7 + #after)
  for guild, head in ipairs(guild_heads) do guild_heads[guild] = head .. before end
  return function()
    return guild_heads[people.any_guild()] .. format("%07d", people.any_number()) .. after
  end
end

local function list()
  local guild_heads = heads("GET", "civilian/list", 0)
  return function() return guild_heads[people.any_guild()] end
end

-- A new person each time: run, thread and number are in the name.
local function create()
  local body = '{"userID":"80351110224678912","userName":"nightowl","name":"Newcomer %05d-%02d-%07d","age":27,"dob":"1999-04-01",'
    .. '"gender":"Other","hair":"Brown","weight":82.5,"height":180,"address":"12 Pretend Street","occupation":"Baker"}'
  local guild_heads = heads("POST", "civilian/create", #format(body, 0, 0, 0))
  local number = 0
  return function()
    number = number + 1
    return guild_heads[people.any_guild()] .. format(body, seed, thread_number, number)
  end
end

local function info()
  return about_somebody("GET", "civilian/info", '{"name":"Civilian Number %07d"}')
end

local function cite()
  return about_somebody("POST", "leo/cite",
    '{"name":"Civilian Number %07d","officerName":"Officer Bumble","officerID":"204","charges":"Speeding, 30 over the limit","amount":250}')
end

-- Each with an Idempotency-Key of its own, as the first header.
local function cite_with_key()
  local cite_plainly = cite()
  local first = "POST /api/leo/cite HTTP/1.1\r\n"
  local number = 0
  return function()
    number = number + 1
    return first .. format("Idempotency-Key: %05d-%02d-%08d\r\n", seed, thread_number, number) .. cite_plainly():sub(#first + 1)
  end
end

-- Nine lookups for each citation.
local function mixed()
  local look_up, change = info(), cite()
  return function()
    if math.random(10) == 1 then return change() end
    return look_up()
  end
end

local requests = {
  info = info,
  plate = function() return about_somebody("GET", "vehicle/plate", '{"plate":"PL%07d"}') end,
  list = list,
  create = create,
  cite = cite,
  ["cite-key"] = cite_with_key,
  mixed = mixed,
}
request = requests[os.getenv("BENCH_REQUEST")]()

-- Threads share nothing: each has its own number, random draws and port.
local threads = 0
function setup(thread)
  threads = threads + 1
  thread:set("thread_number", threads)
  local ports = {}
  for port in os.getenv("BENCH_PORTS"):gmatch("%d+") do ports[#ports + 1] = port end
  thread.addr = wrk.lookup("127.0.0.1", ports[(threads - 1) % #ports + 1])[1]
end

function init()
  math.randomseed(seed * 1000 + thread_number)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(format(
    'REPORT {"requests": %d, "seconds": %f, "bytes": %d, "errors": %d, "p50_us": %d, "p99_us": %d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status,
    latency:percentile(50), latency:percentile(99)))
end
