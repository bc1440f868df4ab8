/** Reads a learner's saved state, which may come from an edited file. */

export function savedRecord(policy: string, saved: unknown): Record<string, unknown> {
  if (saved === null || typeof saved !== "object" || Array.isArray(saved)) {
    throw new TypeError(`${policy}: the saved state must be an object, got ${JSON.stringify(saved)}`);
  }
  return saved as Record<string, unknown>;
}

export function savedNumber(policy: string, value: unknown, name: string): number {
  if (typeof value !== "number" || !(value >= 0 && value < Infinity)) {
    throw new TypeError(
      `${policy}: the saved ${name} must be a finite number of at least 0, got ${JSON.stringify(value)}`,
    );
  }
  return value;
}

/** A copy of an array of finite numbers; of exactly `length` if that is given. */
export function savedNumbers(policy: string, value: unknown, name: string, length?: number): number[] {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "number" && Number.isFinite(entry))) {
    throw new TypeError(`${policy}: the saved ${name} must be an array of finite numbers`);
  }
  if (length !== undefined && value.length !== length) {
    throw new RangeError(`${policy}: the saved ${name} must hold ${length} numbers, got ${value.length}`);
  }
  return [...(value as number[])];
}

/** Returns one saved item for each arm. */
export function savedArms(policy: string, value: unknown, arms: number): unknown[] {
  if (!Array.isArray(value) || value.length !== arms) {
    throw new RangeError(`${policy}: the saved state must hold ${arms} arms`);
  }
  return value;
}
