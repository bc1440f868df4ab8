/** The value of which something is least; of equals the first. */
export function leastBy<Value>(values: readonly Value[], of: (value: Value) => number): Value {
  return values.reduce((least, value) => (of(value) < of(least) ? value : least));
}

/** The value of which something is largest; of equals the first. */
export function mostBy<Value>(values: readonly Value[], of: (value: Value) => number): Value {
  return values.reduce((most, value) => (of(value) > of(most) ? value : most));
}
