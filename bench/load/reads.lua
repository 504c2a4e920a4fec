-- The headers of a browser, and a line of figures that wrk.ts reads.
wrk.headers["Authorization"] = "Bearer load"
wrk.headers["Accept-Encoding"] = "gzip"

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format("RESULT %d %d %d %d %d", summary.requests, failed, summary.duration,
    latency:percentile(50), latency:percentile(99)))
end
