// Which literal of a falsified short clause to flip.
//
// Mispredicted branches cost more here than arithmetic, so the two best of a clause come from a sort
// without branches: each literal gets one key, score above age above place, and no two are equal.

import { FILL, SLOT_MASK, SLOTS } from "./pairs";
import { weightOf } from "./probsat";
import { below, chance, next } from "./random";
import { firstHeld, leadByMore, leadByOne, noise, NOVELTY, NOVELTY_PLUS, PROBSAT, RNOVELTY, RNOVELTY_PLUS, SKC, TABU, walkChance } from "./settings";

@inline
export function wordOf(words: usize, literal: u32): u64 {
  return load<u64>(words + (<usize>(literal >>> 1) << 3));
}

@inline
export function ageOf(cards: usize, literal: u32): u32 {
  return load<u32>(cards + (<usize>(literal >>> 1) << 3));
}

/** Clauses that a false literal's flip would make true, and those it would break. */
@inline
export function makeBits(word: u64, literal: u32): u64 {
  return (word >>> <u64>((literal & 1) * SLOTS)) & SLOT_MASK;
}
@inline
export function breakBits(word: u64, literal: u32): u64 {
  return (word >>> <u64>(((literal & 1) ^ 1) * SLOTS)) & SLOT_MASK;
}

@inline
function breakOf(words: usize, literal: u32): i32 {
  return <i32>popcnt<u64>(breakBits(wordOf(words, literal), literal));
}

/** Score above age (older is larger) above place (earlier is larger). */
@inline
function keyOf(words: usize, literal: u32, age: u32, place: u32): i64 {
  const word = wordOf(words, literal);
  const score = <i64>popcnt<u64>(makeBits(word, literal)) - <i64>popcnt<u64>(breakBits(word, literal));
  return (score << 34) + (<i64>(0xffffffff - age) << 2) + <i64>(3 - place);
}

@inline
function scoreOfKey(key: i64): i64 {
  return key >> 34;
}

@inline
function larger(a: i64, b: i64): i64 {
  const gap = a - b;
  return a - (gap & (gap >> 63));
}
@inline
function smaller(a: i64, b: i64): i64 {
  const gap = a - b;
  return b + (gap & (gap >> 63));
}

/** Read from the clause again: which of three registers is a branch that nothing predicts. */
@inline
function literalAtPlace(triple: usize, place: u32): u32 {
  return load<u32>(triple + (<usize>place << 2));
}

@inline
function literalOfKey(triple: usize, key: i64): u32 {
  return literalAtPlace(triple, <u32>(3 - (key & 3)));
}

@inline
function chooseByBreak(words: usize, triple: usize, length: u32, a: u32, b: u32, c: u32): u32 {
  const none: i32 = 1 << 20;
  const breakA = breakOf(words, a);
  const breakB = length > 1 ? breakOf(words, b) : none;
  const breakC = length > 2 ? breakOf(words, c) : none;
  const least = min<i32>(breakA, min<i32>(breakB, breakC));
  if (least > 0 && chance(noise)) return literalAtPlace(triple, below(length));
  const isA = <u32>(breakA == least);
  const isB = <u32>(breakB == least);
  const ties = isA + isB + <u32>(breakC == least);
  let wanted = ties == 1 ? 0 : below(ties);
  if (isA) {
    if (wanted == 0) return a;
    wanted--;
  }
  return isB && wanted == 0 ? b : c;
}

@inline
function chooseByWeight(words: usize, triple: usize, length: u32, a: u32, b: u32, c: u32): u32 {
  const weightA = weightOf(breakOf(words, a));
  if (length == 1) return a;
  const upToB = weightA + weightOf(breakOf(words, b));
  const total = length > 2 ? upToB + weightOf(breakOf(words, c)) : upToB;
  const at = <f64>next() * (total / 4294967296.0);
  return literalAtPlace(triple, <u32>(at >= weightA) + <u32>(at >= upToB));
}

/** The literal to flip, 0 for none. */
@inline
export function choose(which: i32, words: usize, cards: usize, now: u32, triple: usize): u32 {
  const a = load<u32>(triple);
  const b = load<u32>(triple, 4);
  const c = load<u32>(triple, 8);
  const length: u32 = 1 + <u32>(b != FILL) + <u32>(c != FILL);
  if (which == SKC) return chooseByBreak(words, triple, length, a, b, c);
  if (which == PROBSAT) return chooseByWeight(words, triple, length, a, b, c);
  if (which == RNOVELTY && now % 100 == 0) return literalAtPlace(triple, below(length));
  if ((which == NOVELTY_PLUS || which == RNOVELTY_PLUS) && chance(walkChance)) {
    return literalAtPlace(triple, below(length));
  }
  const ageA = ageOf(cards, a);
  const ageB = ageOf(cards, b);
  const ageC = ageOf(cards, c);
  let keyA = keyOf(words, a, ageA, 0);
  let keyB = length > 1 ? keyOf(words, b, ageB, 1) : i64.MIN_VALUE >> 2;
  let keyC = length > 2 ? keyOf(words, c, ageC, 2) : i64.MIN_VALUE >> 2;
  if (which == TABU) {
    const held = firstHeld(now);
    if (ageA >= held) keyA = i64.MIN_VALUE >> 2;
    if (ageB >= held) keyB = i64.MIN_VALUE >> 2;
    if (ageC >= held) keyC = i64.MIN_VALUE >> 2;
    const best = larger(keyA, larger(keyB, keyC));
    return best == i64.MIN_VALUE >> 2 ? 0 : literalOfKey(triple, best);
  }
  const high = larger(keyA, keyB);
  const low = smaller(keyA, keyB);
  const best = larger(high, keyC);
  const second = larger(low, smaller(high, keyC));
  const bestLiteral = literalOfKey(triple, best);
  if (length == 1) return bestLiteral;
  const youngest = max<u32>(ageA, max<u32>(ageB, ageC));
  const bestAge = 0xffffffff - <u32>(best >> 2);
  if (bestAge != youngest) return bestLiteral;
  const secondLiteral = literalOfKey(triple, second);
  if (which == NOVELTY || which == NOVELTY_PLUS) return chance(noise) ? secondLiteral : bestLiteral;
  const threshold = scoreOfKey(best) - scoreOfKey(second) == 1 ? leadByOne : leadByMore;
  if (threshold == 0) return bestLiteral;
  return threshold > 0xffffffff || chance(threshold) ? secondLiteral : bestLiteral;
}
