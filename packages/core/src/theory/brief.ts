/** A number as a verdict's sentence says it: four digits, and ∞. */
export const fourDigits = (value: number) => (value === Infinity ? "∞" : String(Number(value.toPrecision(4))));
