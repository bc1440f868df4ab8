// The store for any clause: the number of its true literals together with the exclusive or of their
// variables, in one record. Where exactly one literal is true, the exclusive or *is* its variable, so
// break scores follow without a look at the clause (Balint, Biere, Fröhlich, Schöning: Improving
// implementation of SLS solvers for SAT, SAT 2014, has the idea).
//
// `gains` has one number a variable: minus break for the heuristics that look at break alone, make
// minus break for the others. The change of a critical variable is written without a branch: whether
// the count is one decides what is added, not whether; the exclusive or of several variables is below
// a power of two, and `gains` has that many entries.
//
// The record is as narrow as variables and lengths allow, 16, 32 or 64 bits: ten thousand clauses are
// then 20 kB and stay in the first-level cache.

import { region } from "./arena";
import { append, list, places, remove, reserveFalsified } from "./falsified";
import { clauses, literalAt, literalCount, startOf, variables } from "./formula";
import { next } from "./random";
import { startClock } from "./settings";

/** One byte a literal: 1 if it is true. */
export let truths: usize = 0;
export let gains: usize = 0;
export let countAges: usize = 0;
let countFirsts: usize = 0;
/** For each literal, where the records of its clauses are. */
let memberships: usize = 0;
let records: usize = 0;
/** Where the records are that a flip has to look at again. */
let queue: usize = 0;
/** Bytes a record: 2, 4 or 8. */
let width: u32 = 8;

/** How many of a record's bits are the exclusive or; the count has the rest. */
@inline
function shiftOf<R>(): R {
  return <R>(sizeof<R>() == 2 ? 11 : sizeof<R>() == 4 ? 20 : 32);
}

function fits(shift: u32, bits: u32, longest: u32): bool {
  return variables >>> shift == 0 && longest >>> (bits - shift) == 0;
}

function gainBytes(): usize {
  return <usize>4 << (32 - clz<u32>(variables));
}

export function buildCounts(): void {
  let longest: u32 = 0;
  for (let c: u32 = 0; c < clauses; c++) longest = max<u32>(longest, startOf(c + 1) - startOf(c));
  width = fits(11, 16, longest) ? 2 : fits(20, 32, longest) ? 4 : 8;

  const literalsUsed = (variables + 1) << 1;
  truths = region(<usize>literalsUsed);
  gains = region(gainBytes());
  countAges = region((<usize>variables + 1) << 2);
  countFirsts = region((<usize>literalsUsed + 1) << 2);
  memberships = region(<usize>literalCount << 2);
  records = region(<usize>clauses * width);
  reserveFalsified(clauses);

  memory.fill(countFirsts, 0, (<usize>literalsUsed + 1) << 2);
  for (let i: u32 = 0; i < literalCount; i++) {
    const at = countFirsts + (<usize>literalAt(i) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let total: u32 = 0;
  for (let l: u32 = 0; l <= literalsUsed; l++) {
    const at = countFirsts + (<usize>l << 2);
    total += load<u32>(at);
    store<u32>(at, total);
  }
  let most: u32 = 0;
  for (let l: u32 = 1; l <= literalsUsed; l++) {
    most = max<u32>(most, load<u32>(countFirsts + (<usize>l << 2)) - load<u32>(countFirsts + (<usize>(l - 1) << 2)));
  }
  queue = region((<usize>most + 1) << 2);
  // Filled from the back, so that each list is in the order of the clauses and each first ends in place.
  for (let c: u32 = clauses; c-- > 0; ) {
    for (let i = startOf(c); i < startOf(c + 1); i++) {
      const at = countFirsts + (<usize>literalAt(i) << 2);
      const slot = load<u32>(at) - 1;
      store<u32>(at, slot);
      store<u32>(memberships + (<usize>slot << 2), <u32>(records + <usize>c * width));
    }
  }
}

/** A fresh random assignment; gives the number of falsified clauses. */
export function restartCounts(withMake: bool): u32 {
  let bits: u32 = 0;
  for (let v: u32 = 0; v < variables; v++) {
    if ((v & 31) == 0) bits = next();
    const value = (bits >>> (v & 31)) & 1;
    store<u8>(truths + (<usize>(v + 1) << 1), <u8>(value ^ 1));
    store<u8>(truths + (<usize>(v + 1) << 1), <u8>value, 1);
  }
  startClock(variables, countAges, 2);
  memory.fill(gains, 0, gainBytes());
  return width == 2 ? settle<u16>(withMake) : width == 4 ? settle<u32>(withMake) : settle<u64>(withMake);
}

function settle<R>(withMake: bool): u32 {
  let length: u32 = 0;
  for (let c: u32 = 0; c < clauses; c++) {
    let count: u32 = 0;
    let critical: u32 = 0;
    for (let i = startOf(c); i < startOf(c + 1); i++) {
      const literal = literalAt(i);
      if (load<u8>(truths + literal)) {
        count++;
        critical ^= literal >>> 1;
      }
    }
    store<R>(records + <usize>c * sizeof<R>(), (<R>count << shiftOf<R>()) | <R>critical);
    if (count == 0) {
      append(list, places, length++, c);
      if (withMake) addToMembers(c, 1);
    } else if (count == 1) addGain(gains, critical, -1);
  }
  return length;
}

@inline
function addGain(gains: usize, variable: u32, amount: i32): void {
  const at = gains + (<usize>variable << 2);
  store<i32>(at, load<i32>(at) + amount);
}

function addToMembers(clause: u32, amount: i32): void {
  for (let i = startOf(clause), end = startOf(clause + 1); i < end; i++) addGain(gains, literalAt(i) >>> 1, amount);
}

/** Makes a false literal true; gives the new number of falsified clauses. */
@inline
export function flipCounts(literal: u32, falsified: u32, withMake: bool): u32 {
  if (width == 2) return flip<u16, u32>(literal, falsified, withMake);
  return width == 4 ? flip<u32, u32>(literal, falsified, withMake) : flip<u64, u64>(literal, falsified, withMake);
}

/**
 * R is how a record is stored, W what it is worked on as: sixteen bits would be masked at every step.
 *
 * Of the clauses that a flip touches, one in ten has one true literal or none before or after. A branch on that is
 * mispredicted once in ten, and doing its work always, with zeros, takes longer still: all records are brought up
 * to date first, and those that matter are queued without a branch.
 */
function flip<R, W>(literal: u32, falsified: u32, withMake: bool): u32 {
  const variable = literal >>> 1;
  const shift = <W>shiftOf<R>();
  const one = <W>1 << shift;
  const two = <W>2 << shift;
  const mask = one - 1;
  store<u8>(truths + literal, 1);
  store<u8>(truths + (literal ^ 1), 0);

  let queued = queue;
  let at = memberships + (<usize>load<u32>(countFirsts + (<usize>literal << 2)) << 2);
  let end = memberships + (<usize>load<u32>(countFirsts + (<usize>literal << 2), 4) << 2);
  for (; at < end; at += 4) {
    const recordAt = <usize>load<u32>(at);
    const record = <W>load<R>(recordAt);
    store<R>(recordAt, <R>((record + one) ^ <W>variable));
    store<u32>(queued, <u32>recordAt);
    queued += <usize>(record < two) << 2;
  }
  let variableGain: i32 = 0;
  for (at = queue; at < queued; at += 4) {
    const recordAt = <usize>load<u32>(at);
    const record = <W>load<R>(recordAt);
    if (record < two) {
      const clause = <u32>((recordAt - records) / sizeof<R>());
      remove(list, places, --falsified, clause);
      variableGain--;
      if (withMake) addToMembers(clause, -1);
    } else addGain(gains, <u32>((record & mask) ^ <W>variable), 1);
  }

  queued = queue;
  at = memberships + (<usize>load<u32>(countFirsts + (<usize>(literal ^ 1) << 2)) << 2);
  end = memberships + (<usize>load<u32>(countFirsts + (<usize>(literal ^ 1) << 2), 4) << 2);
  for (; at < end; at += 4) {
    const recordAt = <usize>load<u32>(at);
    const record = (<W>load<R>(recordAt) - one) ^ <W>variable;
    store<R>(recordAt, <R>record);
    store<u32>(queued, <u32>recordAt);
    queued += <usize>(record < two) << 2;
  }
  for (at = queue; at < queued; at += 4) {
    const recordAt = <usize>load<u32>(at);
    const record = <W>load<R>(recordAt);
    if (record < one) {
      const clause = <u32>((recordAt - records) / sizeof<R>());
      append(list, places, falsified++, clause);
      variableGain++;
      if (withMake) addToMembers(clause, 1);
    } else addGain(gains, <u32>(record & mask), -1);
  }
  addGain(gains, variable, variableGain);
  return falsified;
}
