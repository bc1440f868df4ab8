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
// What a flip touches, besides the list of falsified clauses:
//   the words of the clause's three variables and of x's neighbours, 25 of them at ratio 4.2; there is
//   no clause record with a count of true literals, so all of a flip's scattered writes go to 8 bytes
//   a variable (800 kB for 100,000 variables, a second-level cache);
//   the cards of the three variables: age, and where the block begins, 8 bytes together;
//   the block of x: its occurrences, 8 bytes each (the two other literals and the places of their bits),
//   negative ones first, then the owner of each, 4 bytes, read only for clauses made or broken: the clause and
//   x's place in it, clause << 2 | place.
//
// An occurrence packs two halves of 32 bits: literal << 6 | bit. Shifts take their distance modulo 64,
// so the half itself is the distance. Clauses with fewer literals are filled with literal 1 of
// variable 0, which is false for ever (a positive literal of a variable whose value stays 0).

import { region } from "./arena";
import { appendEntry, entries, entryPlaces, reserveEntries } from "./falsified-triples";
import { clauses, literalAt, literalCount, startOf, variables } from "./formula";
import { next } from "./random";
import { startClock } from "./settings";

@inline export const SLOTS: u32 = 31;
@inline export const SLOT_MASK: u64 = 0x7fffffff;
@inline export const VALUE: u64 = 0x8000000000000000;
@inline export const FILL: u32 = 1;

export let words: usize = 0;
/** A variable's card: its age, then the index of its first occurrence << 5 | its negative occurrences. */
export let cards: usize = 0;
export let blocks: usize = 0;
/** Sixteen bytes a clause, so that none crosses a cache line: three literals and the places of their bits. */
export let triples: usize = 0;

/** Whether this store can hold the formula that was written. */
export function fitsPairs(): bool {
  if (variables >= 1 << 25 || literalCount >= 1 << 27) return false;
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
  words = region((<usize>variables + 1) << 3);
  cards = region((<usize>variables + 2) << 3);
  blocks = region(<usize>literalCount * 12 + 64);
  triples = region(<usize>clauses << 4);
  const filled = region((<usize>variables + 1) << 1);
  reserveEntries(clauses);

  memory.fill(filled, 0, (<usize>variables + 1) << 1);
  for (let i: u32 = 0; i < literalCount; i++) takeSlot(filled, literalAt(i));
  let first: u32 = 0;
  for (let v: u32 = 0; v <= variables + 1; v++) {
    const negatives = v <= variables ? <u32>load<u8>(filled + (<usize>v << 1)) : 0;
    store<u32>(cardOf(v), (first << 5) | negatives, 4);
    if (v <= variables) first += negatives + <u32>load<u8>(filled + (<usize>v << 1), 1);
  }
  memory.fill(filled, 0, (<usize>variables + 1) << 1);
  for (let c: u32 = 0; c < clauses; c++) placeClause(c, filled);
}

function placeClause(clause: u32, filled: usize): void {
  const first = startOf(clause);
  const length = startOf(clause + 1) - first;
  const a = literalAt(first);
  const b = length > 1 ? literalAt(first + 1) : FILL;
  const c = length > 2 ? literalAt(first + 2) : FILL;
  const triple = triples + (<usize>clause << 4);
  store<u32>(triple, a);
  store<u32>(triple, b, 4);
  store<u32>(triple, c, 8);
  const slotA = takeSlot(filled, a);
  const slotB = length > 1 ? takeSlot(filled, b) : 0;
  const slotC = length > 2 ? takeSlot(filled, c) : 0;
  const halfA = half(a, slotA);
  const halfB = half(b, slotB);
  const halfC = half(c, slotC);
  store<u32>(triple, <u32>((halfA & 63) | ((halfB & 63) << 6) | ((halfC & 63) << 12)), 12);
  occur(clause << 2, a, slotA, halfB, halfC);
  if (length > 1) occur((clause << 2) | 1, b, slotB, halfA, halfC);
  if (length > 2) occur((clause << 2) | 2, c, slotC, halfA, halfB);
}

function takeSlot(filled: usize, literal: u32): u32 {
  const slot = <u32>load<u8>(filled + literal);
  store<u8>(filled + literal, <u8>(slot + 1));
  return slot;
}

function half(literal: u32, slot: u32): u64 {
  return <u64>((literal << 6) | (slot + (literal & 1) * SLOTS));
}

function occur(owner: u32, literal: u32, slot: u32, one: u64, other: u64): void {
  const card = cardOf(literal >>> 1);
  const index = slot + (literal & 1 ? negativesOf(card) : 0);
  store<u64>(blockOf(card) + (<usize>index << 3), one | (other << 32));
  store<u32>(blockOf(card) + (<usize>degreeOf(card) << 3) + (<usize>index << 2), owner);
}

@inline
export function cardOf(variable: u32): usize {
  return cards + (<usize>variable << 3);
}
@inline
export function blockOf(card: usize): usize {
  return blocks + <usize>(load<u32>(card, 4) >>> 5) * 12;
}
@inline
export function negativesOf(card: usize): u32 {
  return load<u32>(card, 4) & 31;
}
@inline
export function degreeOf(card: usize): u32 {
  return (load<u32>(card, 12) >>> 5) - (load<u32>(card, 4) >>> 5);
}

/** A fresh random assignment, thirty-two variables a draw; gives the number of falsified clauses. */
export function restartPairs(): u32 {
  let bits: u32 = 0;
  store<u64>(words, 0);
  for (let v: u32 = 0; v < variables; v++) {
    if ((v & 31) == 0) bits = next();
    store<u64>(words + (<usize>(v + 1) << 3), <u64>((bits >>> (v & 31)) & 1) << 63);
  }
  startClock(variables, cards, 3);
  return settle();
}

/**
 * Derives every bit and the list of falsified clauses from the values alone. Every clause is written to
 * the list, and the list grows by one or by none: one branch in eight would be mispredicted.
 */
function settle(): u32 {
  const words_ = words;
  let length: u32 = 0;
  for (let c: u32 = 0; c < clauses; c++) {
    const triple = triples + (<usize>c << 4);
    const a = load<u32>(triple);
    const b = load<u32>(triple, 4);
    const d = load<u32>(triple, 8);
    const bits = load<u32>(triple, 12);
    const falseA = isFalse(words_, a);
    const falseB = isFalse(words_, b);
    const falseD = isFalse(words_, d);
    setBit(words_, a, (falseB & falseD) << <u64>(bits & 63));
    setBit(words_, b, (falseA & falseD) << <u64>((bits >>> 6) & 63));
    setBit(words_, d, (falseA & falseB) << <u64>((bits >>> 12) & 63));
    appendEntry(entries, entryPlaces, length, c, a, b, d);
    length += <u32>(falseA & falseB & falseD);
  }
  return length;
}

@inline
function isFalse(words: usize, literal: u32): u64 {
  return (load<u64>(words + (<usize>(literal >>> 1) << 3)) >>> 63) ^ <u64>(literal & 1);
}

@inline
function setBit(words: usize, literal: u32, bit: u64): void {
  const at = words + (<usize>(literal >>> 1) << 3);
  store<u64>(at, load<u64>(at) | bit);
}

/** Brings the neighbours' bits up to date after a flip of the variable that owns these occurrences. */
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
    // Bit 6 of a half says whether the literal is positive; against the value in bit 63 it tells if it is false.
    const oneFalse = (oneWord ^ (pair << 57)) >>> 63;
    const otherFalse = (otherWord ^ (pair << 25)) >>> 63;
    store<u64>(oneAt, oneWord ^ (otherFalse << <u64>one));
    store<u64>(otherAt, otherWord ^ (oneFalse << <u64>other));
  }
}

export function pairsValue(variable: u32): u32 {
  return <u32>(load<u64>(words + (<usize>variable << 3)) >>> 63);
}
