// The store for short clauses: every clause has at most three literals, every literal occurs at most
// 31 times. It holds random 3-SAT at any ratio of interest.
//
// What a flip needs to know of a clause (x ∨ a ∨ b) containing x is one bit: are a and b both false?
// If so, flipping x makes the clause true (x false now) or breaks it (x true now). Each variable has
// one 64-bit word with these bits for all its clauses:
//
//   bit 63      the value of the variable
//   bits 31–61  one bit for each positive occurrence: both other literals are false
//   bits 0–30   the same for each negative occurrence
//
// Make and break are therefore two population counts of one word, and need no upkeep of their own;
// the clauses that a flip makes or breaks are the word's set bits. When x flips, the bit of a in
// (x ∨ a ∨ b) changes if b is false, and that of b if a is false: two exclusive ors, no branch.
//
// What a flip touches: the occurrences of x, 8 bytes each and contiguous (a, b and their bits' places
// inline: 100 bytes at ratio 4.2), and the words of its neighbours. There is no clause record with a
// count of true literals: 4.2 n · 4 bytes of random access less than the usual layout, and the words
// of 100,000 variables (800 kB) stay in a second-level cache.
//
// An occurrence packs two halves of 32 bits: literal << 6 | bit. Shifts take their distance modulo 64,
// so the half itself is the distance. Clauses with fewer literals are filled with literal 1 of
// variable 0, which is false for ever (a positive literal of a variable whose value stays 0).

import { region } from "./arena";
import { reserveFalsified, append, list, places, count, setCount } from "./falsified";
import { clauses, literalAt, literalCount, startOf, variables } from "./formula";
import { next } from "./random";
import { startClock } from "./settings";

// @ts-ignore: decorator
@inline export const SLOTS: u32 = 31;
// @ts-ignore: decorator
@inline export const SLOT_MASK: u64 = 0x7fffffff;
// @ts-ignore: decorator
@inline const FILL: u32 = 1;

export let words: usize = 0;
export let ages: usize = 0;
/** Where each literal's occurrences begin. */
export let firsts: usize = 0;
export let occurrences: usize = 0;
/** The clause of each occurrence: read only for the few clauses that are made or broken. */
export let owners: usize = 0;
/** Sixteen bytes a clause: three literals and a spare. */
export let triples: usize = 0;

/** Whether this store can hold the formula that was written. */
export function fitsPairs(): bool {
  if (variables >= 1 << 25) return false;
  for (let c: u32 = 0; c < clauses; c++) if (startOf(c + 1) - startOf(c) > 3) return false;
  const counts = region((<usize>variables + 1) << 1);
  memory.fill(counts, 0, (<usize>variables + 1) << 1);
  for (let i: u32 = 0; i < literalCount; i++) {
    const at = counts + literalAt(i);
    const occurred = load<u8>(at) + 1;
    if (occurred > SLOTS) return false;
    store<u8>(at, occurred);
  }
  return true;
}

export function buildPairs(): void {
  const literalsUsed = (variables + 1) << 1;
  words = region((<usize>variables + 1) << 3);
  ages = region((<usize>variables + 1) << 2);
  store<u32>(ages, 0);
  firsts = region((<usize>literalsUsed + 1) << 2);
  occurrences = region(<usize>literalCount << 3);
  owners = region(<usize>literalCount << 2);
  triples = region(<usize>clauses << 4);
  const filled = region(<usize>literalsUsed);
  reserveFalsified(clauses);

  memory.fill(firsts, 0, (<usize>literalsUsed + 1) << 2);
  memory.fill(filled, 0, <usize>literalsUsed);
  for (let i: u32 = 0; i < literalCount; i++) {
    const at = firsts + (<usize>(literalAt(i) + 1) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  for (let l: u32 = 0; l < literalsUsed; l++) {
    const at = firsts + (<usize>l << 2);
    store<u32>(at + 4, load<u32>(at + 4) + load<u32>(at));
  }
  for (let c: u32 = 0; c < clauses; c++) {
    const first = startOf(c);
    const length = startOf(c + 1) - first;
    const a = literalAt(first);
    const b = length > 1 ? literalAt(first + 1) : FILL;
    const d = length > 2 ? literalAt(first + 2) : FILL;
    const triple = triples + (<usize>c << 4);
    store<u32>(triple, a);
    store<u32>(triple, b, 4);
    store<u32>(triple, d, 8);
    const slotA = takeSlot(filled, a);
    const slotB = length > 1 ? takeSlot(filled, b) : 0;
    const slotD = length > 2 ? takeSlot(filled, d) : 0;
    const halfA = half(a, slotA);
    const halfB = half(b, slotB);
    const halfD = half(d, slotD);
    occur(c, a, slotA, halfB, halfD);
    if (length > 1) occur(c, b, slotB, halfA, halfD);
    if (length > 2) occur(c, d, slotD, halfA, halfB);
  }
}

function takeSlot(filled: usize, literal: u32): u32 {
  const slot = <u32>load<u8>(filled + literal);
  store<u8>(filled + literal, <u8>(slot + 1));
  return slot;
}

function half(literal: u32, slot: u32): u64 {
  return <u64>((literal << 6) | (slot + (literal & 1) * SLOTS));
}

function occur(clause: u32, literal: u32, slot: u32, one: u64, other: u64): void {
  const index = <usize>(load<u32>(firsts + (<usize>literal << 2)) + slot);
  store<u64>(occurrences + (index << 3), one | (other << 32));
  store<u32>(owners + (index << 2), clause);
}

/** A fresh random assignment, thirty-two variables a draw. */
export function restartPairs(): void {
  let bits: u32 = 0;
  store<u64>(words, 0);
  for (let v: u32 = 0; v < variables; v++) {
    if ((v & 31) == 0) bits = next();
    store<u64>(words + (<usize>(v + 1) << 3), <u64>((bits >>> (v & 31)) & 1) << 63);
  }
  startClock(variables, ages);
  settlePairs();
}

/** Derives every bit and the list of falsified clauses from the values alone. */
function settlePairs(): void {
  const words_ = words;
  let at = occurrences;
  for (let v: u32 = 1; v <= variables; v++) {
    const base = firsts + (<usize>v << 3);
    const negative = load<u32>(base, 4) - load<u32>(base);
    const positive = load<u32>(base, 8) - load<u32>(base, 4);
    const word = words_ + (<usize>v << 3);
    let bits = load<u64>(word) & 0x8000000000000000;
    for (let i: u32 = 0; i < negative; i++, at += 8) bits |= bothFalse(words_, load<u64>(at)) << i;
    for (let i: u32 = 0; i < positive; i++, at += 8) bits |= bothFalse(words_, load<u64>(at)) << (i + SLOTS);
    store<u64>(word, bits);
  }
  let length: u32 = 0;
  for (let c: u32 = 0; c < clauses; c++) {
    const triple = triples + (<usize>c << 4);
    const falsified =
      isFalse(words_, load<u32>(triple)) & isFalse(words_, load<u32>(triple, 4)) & isFalse(words_, load<u32>(triple, 8));
    if (falsified) append(list, places, length++, c);
  }
  setCount(length);
}

// @ts-ignore: decorator
@inline
function isFalse(words: usize, literal: u32): u64 {
  return (load<u64>(words + (<usize>(literal >>> 1) << 3)) >>> 63) ^ <u64>(literal & 1);
}

// @ts-ignore: decorator
@inline
function bothFalse(words: usize, occurrence: u64): u64 {
  return isFalse(words, <u32>occurrence >>> 6) & isFalse(words, <u32>(occurrence >>> 38));
}

/** Brings the neighbours' bits up to date after a flip of the variable that owns these occurrences. */
// @ts-ignore: decorator
@inline
export function flipNeighbours(words: usize, from: usize, to: usize): void {
  for (let at = from; at < to; at += 8) {
    const pair = load<u64>(at);
    const one = <u32>pair;
    const other = <u32>(pair >>> 32);
    const oneAt = words + (<usize>(one >>> 7) << 3);
    const otherAt = words + (<usize>(other >>> 7) << 3);
    const oneWord = load<u64>(oneAt);
    const otherWord = load<u64>(otherAt);
    const oneFalse = (oneWord >>> 63) ^ <u64>((one >>> 6) & 1);
    const otherFalse = (otherWord >>> 63) ^ <u64>((other >>> 6) & 1);
    store<u64>(oneAt, oneWord ^ (otherFalse << <u64>one));
    store<u64>(otherAt, otherWord ^ (oneFalse << <u64>other));
  }
}

export function pairsValue(variable: u32): u32 {
  return <u32>(load<u64>(words + (<usize>variable << 3)) >>> 63);
}
