-- Shared by the wrk scripts: headers, the names of civilians, and a report that bench.py reads.
local M = {}

M.headers = {
  ["Authorization"] = os.getenv("BLOTTER_KEY"),
  ["Guild"] = os.getenv("BLOTTER_GUILD"),
  ["Content-Type"] = "application/json",
}

function M.name(number)
  return string.format("Civilian Number %07d", number)
end

-- wrk asks for one request that it does not send, so the first civilians may be missing.
local first = 10
function M.any_name(last)
  return M.name(math.random(first, last))
end

-- Threads of wrk share nothing; each gets a number and counts its own errors.
local threads = {}
function M.setup(thread)
  table.insert(threads, thread)
  thread:set("thread_number", #threads)
  thread:set("errors", 0)
end

function M.done(summary, latency)
  local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  for _, thread in ipairs(threads) do
    errors = errors + thread:get("errors")
  end
  io.write(string.format(
    'REPORT {"requests": %d, "seconds": %f, "errors": %d, "p50_us": %d, "p99_us": %d}\n',
    summary.requests, summary.duration / 1e6, errors, latency:percentile(50), latency:percentile(99)))
end

return M
