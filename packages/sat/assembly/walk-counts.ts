// The hot loop over the store for any clause; the same rules as in walk-pairs.ts, for any length.

import { least, setBest, trail, trailCapacity, trailLength } from "./best";
import { countAges, flipCounts, gains } from "./counts";
import { count, drawPlace, list, pending, setFalsified } from "./falsified";
import { literals, startOf } from "./formula";
import { weightOf } from "./probsat";
import { below, chance, next } from "./random";
import { clock, firstHeld, heuristic, leadByMore, leadByOne, noise, NOVELTY, NOVELTY_PLUS, PROBSAT, RNOVELTY, RNOVELTY_PLUS, setClock, SKC, TABU, walkChance } from "./settings";
import { writeOutBest } from "./values";

@inline
function gainOf(literalAt: usize): i32 {
  return load<i32>(gains + (<usize>(load<u32>(literalAt) >>> 1) << 2));
}

@inline
function ageAt(literalAt: usize): u32 {
  return load<u32>(countAges + (<usize>(load<u32>(literalAt) >>> 1) << 2));
}

@inline
function chooseByBreak(from: usize, to: usize): u32 {
  let top = i32.MIN_VALUE;
  let ties: u32 = 0;
  for (let at = from; at < to; at += 4) {
    const gain = gainOf(at);
    if (gain > top) {
      top = gain;
      ties = 1;
    } else ties += <u32>(gain == top);
  }
  if (top < 0 && chance(noise)) return load<u32>(from + (<usize>below(<u32>((to - from) >> 2)) << 2));
  let wanted = ties == 1 ? 0 : below(ties);
  let at = from;
  while (gainOf(at) != top || wanted-- != 0) at += 4;
  return load<u32>(at);
}

@inline
function chooseByWeight(from: usize, to: usize): u32 {
  const last = to - 4;
  if (from == last) return load<u32>(from);
  let total: f64 = 0;
  for (let at = from; at < to; at += 4) total += weightOf(-gainOf(at));
  const wanted = <f64>next() * (total / 4294967296.0);
  let upTo: f64 = 0;
  for (let at = from; at < last; at += 4) {
    upTo += weightOf(-gainOf(at));
    if (wanted < upTo) return load<u32>(at);
  }
  return load<u32>(last);
}

@inline
function chooseOutsideTenure(from: usize, to: usize, now: u32): u32 {
  const held = firstHeld(now);
  let best: i64 = i64.MIN_VALUE;
  let bestLiteral: u32 = 0;
  for (let at = from; at < to; at += 4) {
    const age = ageAt(at);
    const key = (<i64>gainOf(at) << 32) + <i64>(0xffffffff - age);
    if (age < held && key > best) {
      best = key;
      bestLiteral = load<u32>(at);
    }
  }
  return bestLiteral;
}

@inline
function chooseByScore(which: i32, from: usize, to: usize): u32 {
  let best: i64 = i64.MIN_VALUE;
  let second: i64 = i64.MIN_VALUE;
  let bestAt: usize = 0;
  let secondAt: usize = 0;
  let youngest: u32 = 0;
  for (let at = from; at < to; at += 4) {
    const age = ageAt(at);
    const key = (<i64>gainOf(at) << 32) + <i64>(0xffffffff - age);
    youngest = max<u32>(youngest, age);
    if (key > best) {
      second = best;
      secondAt = bestAt;
      best = key;
      bestAt = at;
    } else if (key > second) {
      second = key;
      secondAt = at;
    }
  }
  if (secondAt == 0 || ageAt(bestAt) != youngest) return load<u32>(bestAt);
  if (which == NOVELTY || which == NOVELTY_PLUS) return load<u32>(chance(noise) ? secondAt : bestAt);
  const threshold = (best >> 32) - (second >> 32) == 1 ? leadByOne : leadByMore;
  if (threshold == 0) return load<u32>(bestAt);
  return load<u32>(threshold > 0xffffffff || chance(threshold) ? secondAt : bestAt);
}

@inline
function choose(which: i32, from: usize, to: usize, now: u32): u32 {
  if (which == SKC) return chooseByBreak(from, to);
  if (which == PROBSAT) return chooseByWeight(from, to);
  if (
    (which == RNOVELTY && now % 100 == 0) ||
    ((which == NOVELTY_PLUS || which == RNOVELTY_PLUS) && chance(walkChance))
  ) {
    return load<u32>(from + (<usize>below(<u32>((to - from) >> 2)) << 2));
  }
  return which == TABU ? chooseOutsideTenure(from, to, now) : chooseByScore(which, from, to);
}

@inline
function loop(which: i32, until: u32): void {
  const capacity = trailCapacity;
  let now = clock;
  let falsified = count;
  let lowest = least;
  let kept = trailLength;
  let place = pending;
  while (falsified != 0 && now < until) {
    now++;
    const picked = load<u32>(list + (<usize>place << 2));
    const from = literals + (<usize>startOf(picked) << 2);
    const literal = choose(which, from, literals + (<usize>startOf(picked + 1) << 2), now);
    if (which == TABU && literal == 0) {
      place = drawPlace(falsified);
      continue;
    }

    const variable = literal >>> 1;
    if (which != SKC && which != PROBSAT) store<u32>(countAges + (<usize>variable << 2), now);
    falsified = flipCounts(literal, falsified, which != SKC && which != PROBSAT);
    place = drawPlace(falsified);

    if (falsified < lowest) {
      lowest = falsified;
      kept = 0;
    } else if (kept < capacity) {
      store<u32>(trail + (<usize>kept << 2), variable);
      if (++kept == capacity) writeOutBest(capacity);
    }
  }
  setClock(now);
  setFalsified(falsified, place);
  setBest(lowest, kept);
}

export function walkCounts(until: u32): void {
  if (heuristic == SKC) loop(SKC, until);
  else if (heuristic == NOVELTY) loop(NOVELTY, until);
  else if (heuristic == NOVELTY_PLUS) loop(NOVELTY_PLUS, until);
  else if (heuristic == RNOVELTY) loop(RNOVELTY, until);
  else if (heuristic == RNOVELTY_PLUS) loop(RNOVELTY_PLUS, until);
  else if (heuristic == TABU) loop(TABU, until);
  else loop(PROBSAT, until);
}
