import { nasty } from "./mutate.mjs";

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {{ uniform(): number }} random
 */
export function pick(items, random) {
  return items[Math.floor(random.uniform() * items.length)];
}

/**
 * The same with something in it changed, left out, doubled or put somewhere else.
 * @param {any} value
 * @param {{ uniform(): number }} random
 * @returns {any}
 */
export function mutateValue(value, random) {
  if (value === null || typeof value !== "object" || random.uniform() < 0.15)
    return otherValue(value, random);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  const key = pick(keys, random);
  const fate = random.uniform();
  if (key === undefined || fate < 0.1) copy[nasty(random)] = nasty(random);
  else if (fate < 0.25) delete copy[key];
  else if (fate < 0.3 && Array.isArray(copy)) copy.push(...Array(1_500).fill(copy[Number(key)]));
  else copy[key] = mutateValue(copy[key], random);
  return copy;
}

/**
 * @param {unknown} value
 * @param {{ uniform(): number }} random
 */
function otherValue(value, random) {
  const others = [
    null,
    true,
    -1,
    0,
    1e308,
    0.5,
    2 ** 53,
    "",
    "inf",
    [],
    {},
    [[]],
    nasty(random),
    "x".repeat(5_000),
  ];
  return random.uniform() < 0.3 && typeof value === "number" ? -value : pick(others, random);
}
