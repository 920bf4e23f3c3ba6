-- Looks up civilians, uniformly random, with the name in the body of a GET.
package.path = debug.getinfo(1, "S").source:match("@?(.*/)") .. "?.lua;" .. package.path
local common = require("common")
setup, done = common.setup, common.done

local last
function init(arguments)
  last = tonumber(arguments[1])
  math.randomseed(thread_number)
end

function request()
  local body = string.format('{"name":"%s"}', common.any_name(last))
  return wrk.format("GET", "/api/civilian/info", common.headers, body)
end

function response(status)
  if status ~= 200 then errors = errors + 1 end
end
