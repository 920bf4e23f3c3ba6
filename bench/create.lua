-- Creates civilians 1, 2, 3 … until it is interrupted.
package.path = debug.getinfo(1, "S").source:match("@?(.*/)") .. "?.lua;" .. package.path
local common = require("common")
setup, done = common.setup, common.done

local body = [[{"userID":"80351110224678912","userName":"nightowl","name":"%s","age":27,"dob":"1999-04-01",]]
  .. [["gender":"Other","hair":"Brown","weight":82.5,"height":180,"address":"12 Pretend Street","occupation":"Baker"}]]
local threads = 2
local next_number

function init()
  next_number = thread_number
end

function request()
  local number = next_number
  next_number = next_number + threads
  return wrk.format("POST", "/api/civilian/create", common.headers, body:format(common.name(number)))
end

function response(status)
  if status ~= 201 then errors = errors + 1 end
end
