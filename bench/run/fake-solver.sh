#!/bin/sh
# fake-solver.sh SEED [SCALE_MS [SHAPE [CAP_MS]]]: ends after a Pareto time that its seed decides.
time=$(awk -v seed="$1" -v scale="${2:-20}" -v shape="${3:-0.6}" -v cap="${4:-5000}" 'BEGIN {
  srand(seed); rand(); u = 1 - rand(); t = scale / u ^ (1 / shape); printf "%.4f", (t < cap ? t : cap) / 1000
}')
exec sleep "$time"
