// The hot loop over the store for short clauses. One copy is compiled for each heuristic: the
// heuristic is a constant of each call to the inlined loop.

import { least, setBest, trail, trailCapacity, trailLength } from "./best";
import { ageOf, breakBits, choose, makeBits, wordOf } from "./choose-pairs";
import { count, drawPlace, pending, setFalsified } from "./falsified";
import { appendEntry, entries, entryAt, entryPlaces, removeEntry } from "./falsified-triples";
import { blockOf, cards, degreeOf, flipNeighbours, negativesOf, VALUE, words } from "./pairs";
import { clock, heuristic, NOVELTY, NOVELTY_PLUS, PROBSAT, RNOVELTY, RNOVELTY_PLUS, setClock, SKC, TABU } from "./settings";
import { writeOutBest } from "./values";

let kept: u64 = 0;

/** Somewhere to leave the sum of loads that are made for their cache lines alone. */
function keepTouched(sum: u64): void {
  kept += sum;
}

/**
 * Loads what the next flip will look at, so that it is in the cache when the flip comes. WebAssembly has
 * no prefetch: the sum is kept, or the loads would be optimised away. A load that is late holds up the
 * processor's window, so only what is small is touched; the blocks, which are not, made it slower.
 */
@inline
function touch(words: usize, cards: usize, triple: usize): u64 {
  const a = load<u32>(triple);
  const b = load<u32>(triple, 4);
  const c = load<u32>(triple, 8);
  return (
    wordOf(words, a) + wordOf(words, b) + wordOf(words, c) +
    <u64>(ageOf(cards, a) + ageOf(cards, b) + ageOf(cards, c))
  );
}

/** Puts a clause on the list; its owner says which place the literal has in it, and the other two keep their order. */
@inline
function appendBroken(
  entries: usize, places: usize, length: u32, owner: u32, literal: u32, one: u32, other: u32,
): void {
  const place = owner & 3;
  const a = select<u32>(literal, one, place == 0);
  const b = select<u32>(literal, select<u32>(one, other, place == 0), place == 1);
  const c = select<u32>(literal, other, place == 2);
  appendEntry(entries, places, length, owner >>> 2, a, b, c);
}

@inline
function loop(which: i32, until: u32): void {
  const words_ = words;
  const cards_ = cards;
  const entries_ = entries;
  const places_ = entryPlaces;
  const capacity = trailCapacity;
  let now = clock;
  let falsified = count;
  let lowest = least;
  let kept = trailLength;
  let place = pending;
  let touched: u64 = 0;
  while (falsified != 0 && now < until) {
    now++;
    const literal = choose(which, words_, cards_, now, entryAt(entries_, place));
    if (which == TABU && literal == 0) {
      place = drawPlace(falsified);
      continue;
    }

    const variable = literal >>> 1;
    const wordAt = words_ + (<usize>variable << 3);
    const word = load<u64>(wordAt);
    store<u64>(wordAt, word ^ VALUE);
    const card = cards_ + (<usize>variable << 3);
    if (which != SKC && which != PROBSAT) store<u32>(card, now);
    const block = blockOf(card);
    const owners = block + (<usize>degreeOf(card) << 3);
    touched += load<u64>(block) + load<u64>(block, 64);

    const negatives = negativesOf(card);
    const makes = <u32>makeBits(word, literal);
    if ((makes & (makes - 1)) == 0) removeEntry(entries_, places_, --falsified, place);
    else {
      const made = owners + (<usize>(literal & 1 ? negatives : 0) << 2);
      for (let bits = makes; bits != 0; bits &= bits - 1) {
        const clause = load<u32>(made + (<usize>ctz<u32>(bits) << 2)) >>> 2;
        removeEntry(entries_, places_, --falsified, load<u32>(places_ + (<usize>clause << 2)));
      }
    }
    const firstBroken = literal & 1 ? 0 : negatives;
    for (let bits = <u32>breakBits(word, literal); bits != 0; bits &= bits - 1) {
      const slot = <usize>(firstBroken + ctz<u32>(bits));
      const pair = load<u64>(block + (slot << 3));
      const owner = load<u32>(owners + (slot << 2));
      appendBroken(entries_, places_, falsified++, owner, literal ^ 1, <u32>pair >>> 6, <u32>(pair >>> 38));
    }
    place = drawPlace(falsified);
    touched += touch(words_, cards_, entryAt(entries_, place));
    flipNeighbours(words_, block, owners);

    if (falsified < lowest) {
      lowest = falsified;
      kept = 0;
    } else if (kept < capacity) {
      store<u32>(trail + (<usize>kept << 2), variable);
      if (++kept == capacity) writeOutBest(capacity);
    }
  }
  keepTouched(touched);
  setClock(now);
  setFalsified(falsified, place);
  setBest(lowest, kept);
}

export function walkPairs(until: u32): void {
  if (heuristic == SKC) loop(SKC, until);
  else if (heuristic == NOVELTY) loop(NOVELTY, until);
  else if (heuristic == NOVELTY_PLUS) loop(NOVELTY_PLUS, until);
  else if (heuristic == RNOVELTY) loop(RNOVELTY, until);
  else if (heuristic == RNOVELTY_PLUS) loop(RNOVELTY_PLUS, until);
  else if (heuristic == TABU) loop(TABU, until);
  else loop(PROBSAT, until);
}
