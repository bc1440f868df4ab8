/** Refuses anything but a positive finite number; NaN fails every comparison, so it is refused too. */
export function requirePositive(where: string, name: string, value: number): void {
  if (!(typeof value === "number" && value > 0 && value < Infinity)) {
    throw new RangeError(`${where}: ${name} must be a positive finite number, got ${value}`);
  }
}

export function requireNonNegative(where: string, name: string, value: number): void {
  if (!(typeof value === "number" && value >= 0 && value < Infinity)) {
    throw new RangeError(`${where}: ${name} must be a finite number of at least 0, got ${value}`);
  }
}

export function requireProbability(where: string, name: string, value: number): void {
  if (!(typeof value === "number" && value >= 0 && value <= 1)) {
    throw new RangeError(`${where}: ${name} must lie in [0, 1], got ${value}`);
  }
}
