-- Cites civilians, uniformly random; every answer means that the citation is on disk.
package.path = debug.getinfo(1, "S").source:match("@?(.*/)") .. "?.lua;" .. package.path
local common = require("common")
setup, done = common.setup, common.done

local body = [[{"name":"%s","officerName":"Officer Bumble","officerID":"204","charges":"Speeding, 30 over the limit","amount":250}]]
local last
function init(arguments)
  last = tonumber(arguments[1])
  math.randomseed(thread_number)
end

function request()
  return wrk.format("POST", "/api/leo/cite", common.headers, body:format(common.any_name(last)))
end

function response(status)
  if status ~= 201 then errors = errors + 1 end
end
