#!/bin/sh
# Asks `mulligan serve` which arm to start and for how long, and reports the result, with curl and sed alone.
#   sh examples/serve-curl.sh [http://127.0.0.1:4600]
set -eu
service=${1:-http://127.0.0.1:4600}

post() {
  curl -sS --fail-with-body -H 'content-type: application/json' -d "$2" "$service$1"
}

post /v1/problems '{"name":"job","arms":[{"name":"fast"},{"name":"careful"}]}' >/dev/null

for trial in 1 2 3 4 5; do
  decision=$(post /v1/problems/job/decisions '{}')
  id=$(printf %s "$decision" | sed 's/.*"id":"\([^"]*\)".*/\1/')
  arm=$(printf %s "$decision" | sed 's/.*"arm":"\([^"]*\)".*/\1/')
  cutoff=$(printf %s "$decision" | sed 's/.*"cutoff":"\{0,1\}\([^"},]*\).*/\1/')
  test "$cutoff" != inf || cutoff=60 # nothing is known yet: the longest that we would wait
  # A real script would run "$arm" under `timeout "$cutoff"`. This one only reports that it was cut.
  printf '%s: %s for %s: ' "$trial" "$arm" "$cutoff"
  post /v1/problems/job/observations "{\"observations\":[{\"id\":\"$id\",\"kind\":\"censored\",\"time\":$cutoff}]}"
  echo
done
