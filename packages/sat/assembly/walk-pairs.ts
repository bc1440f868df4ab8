// The hot loop over the store for short clauses. One copy is compiled for each heuristic: the
// heuristic is a constant of each call to the inlined loop.

import { least, setBest, trail, trailCapacity, trailLength } from "./best";
import { ageOf, breakBits, choose, makeBits, wordOf } from "./choose-pairs";
import { append, count, drawFalsified, list, pending, places, remove, setFalsified } from "./falsified";
import { blockOf, cards, degreeOf, flipNeighbours, negativesOf, triples, VALUE, words } from "./pairs";
import {
  clock, heuristic, NOVELTY, NOVELTY_PLUS, PROBSAT, RNOVELTY, RNOVELTY_PLUS, setClock, SKC, TABU,
} from "./settings";
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

@inline
function loop(which: i32, until: u32): void {
  const words_ = words;
  const cards_ = cards;
  const list_ = list;
  const places_ = places;
  const capacity = trailCapacity;
  let now = clock;
  let falsified = count;
  let lowest = least;
  let kept = trailLength;
  let picked = pending;
  let touched: u64 = 0;
  while (falsified != 0 && now < until) {
    now++;
    const literal = choose(which, words_, cards_, now, triples + (<usize>picked << 4));
    if (which == TABU && literal == 0) {
      picked = drawFalsified(list_, falsified);
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
    const made = owners + (<usize>(literal & 1 ? negatives : 0) << 2);
    for (let bits = <u32>makeBits(word, literal); bits != 0; bits &= bits - 1) {
      remove(list_, places_, --falsified, load<u32>(made + (<usize>ctz<u32>(bits) << 2)));
    }
    const broken = owners + (<usize>(literal & 1 ? 0 : negatives) << 2);
    for (let bits = <u32>breakBits(word, literal); bits != 0; bits &= bits - 1) {
      append(list_, places_, falsified++, load<u32>(broken + (<usize>ctz<u32>(bits) << 2)));
    }
    picked = drawFalsified(list_, falsified);
    touched += touch(words_, cards_, triples + (<usize>picked << 4));
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
  setFalsified(falsified, picked);
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
