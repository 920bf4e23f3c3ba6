-- The people in the guilds (by the rule of programs/people.hpp), and how they are drawn.
local M = {}

local civilians = tonumber(os.getenv("BENCH_CIVILIANS"))
M.guilds = tonumber(os.getenv("BENCH_GUILDS"))

M.keys = {}
for key in io.lines(os.getenv("BENCH_KEYS")) do M.keys[#M.keys + 1] = key end

function M.any_guild()
  return M.guilds == 1 and 1 or math.random(M.guilds)
end

-- Zipf's law: the n-th person is drawn 1/n times as often as the first. Draws from the density 1/x, whose
-- integral is a logarithm, and rejects some draws to correct for whole numbers.
local function rank()
  while true do
    local n = math.floor((civilians + 1) ^ math.random())
    if math.random() * n * math.log(1 + 1 / n) <= math.log(2) then return n end
  end
end

-- A prime, so that frequent people are spread over the whole guild and are not first in every table.
local stride = 7919

-- In order; each thread of wrk takes every second one.
local last = 0
local function in_turn()
  last = last + 1
  return (2 * last + thread_number) % civilians + 1
end

local draws = {
  uniform = function() return math.random(civilians) end,
  zipf = function() return rank() * stride % civilians + 1 end,
  ["in turn"] = in_turn,
}
M.any_number = draws[os.getenv("BENCH_DRAW")]

return M
