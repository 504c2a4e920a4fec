-- Creations, each with an idempotency key of its own, and a line of figures that wrk.ts reads.
local folder = debug.getinfo(1, "S").source:match("@(.*/)")
dofile(folder .. "reads.lua")

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"image_url":"https://images.example/a.png","prompt":"firework"}'

local count = 0
local run = os.time() % 0xffffff

function request()
  count = count + 1
  wrk.headers["Idempotency-Key"] = string.format("00000000-0000-4000-8000-%06x%06x", run, count)
  return wrk.format()
end
