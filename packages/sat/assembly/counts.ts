// The store for any clause: the number of its true literals together with the exclusive or of their
// variables, in one 64-bit record. Where exactly one literal is true, the exclusive or *is* its
// variable, so break scores follow without a look at the clause.
//
// `gains` has one number a variable: minus break for the heuristics that look at break alone, make
// minus break for the others. The change of a critical variable is written without a branch: whether
// the count is one decides what is added, not whether; the exclusive or of several variables is below
// a power of two, and `gains` has that many entries.

import { region } from "./arena";
import { append, list, places, remove, reserveFalsified, setCount } from "./falsified";
import { clauses, literalAt, literalCount, startOf, variables } from "./formula";
import { next } from "./random";
import { startClock } from "./settings";

// @ts-ignore: decorator
@inline export const ONE: u64 = 1 << 32;

/** One byte a literal: 1 if it is true. */
export let truths: usize = 0;
export let gains: usize = 0;
export let countAges: usize = 0;
export let countFirsts: usize = 0;
export let memberships: usize = 0;
export let records: usize = 0;

function gainBytes(): usize {
  return <usize>4 << (32 - clz<u32>(variables));
}

export function buildCounts(): void {
  const literalsUsed = (variables + 1) << 1;
  truths = region(<usize>literalsUsed);
  gains = region(gainBytes());
  countAges = region((<usize>variables + 1) << 2);
  countFirsts = region((<usize>literalsUsed + 1) << 2);
  memberships = region(<usize>literalCount << 2);
  records = region(<usize>clauses << 3);
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
  // Filled from the back, so that each list is in the order of the clauses and each first ends in place.
  for (let c: u32 = clauses; c-- > 0; ) {
    for (let i = startOf(c); i < startOf(c + 1); i++) {
      const at = countFirsts + (<usize>literalAt(i) << 2);
      const slot = load<u32>(at) - 1;
      store<u32>(at, slot);
      store<u32>(memberships + (<usize>slot << 2), c);
    }
  }
}

export function restartCounts(withMake: bool): void {
  let bits: u32 = 0;
  for (let v: u32 = 0; v < variables; v++) {
    if ((v & 31) == 0) bits = next();
    const value = (bits >>> (v & 31)) & 1;
    store<u8>(truths + (<usize>(v + 1) << 1), <u8>(value ^ 1));
    store<u8>(truths + (<usize>(v + 1) << 1), <u8>value, 1);
  }
  startClock(variables, countAges);
  memory.fill(gains, 0, gainBytes());
  let length: u32 = 0;
  for (let c: u32 = 0; c < clauses; c++) {
    let record: u64 = 0;
    for (let i = startOf(c); i < startOf(c + 1); i++) {
      const literal = literalAt(i);
      if (load<u8>(truths + literal)) record = (record + ONE) ^ <u64>(literal >>> 1);
    }
    store<u64>(records + (<usize>c << 3), record);
    if (record >>> 32 == 0) {
      append(list, places, length++, c);
      if (withMake) addToMembers(c, 1);
    } else if (record >>> 32 == 1) addGain(gains, <u32>record, -1);
  }
  setCount(length);
}

// @ts-ignore: decorator
@inline
export function addGain(gains: usize, variable: u32, amount: i32): void {
  const at = gains + (<usize>variable << 2);
  store<i32>(at, load<i32>(at) + amount);
}

// @ts-ignore: decorator
@inline
function addToMembers(clause: u32, amount: i32): void {
  for (let i = startOf(clause), end = startOf(clause + 1); i < end; i++) addGain(gains, literalAt(i) >>> 1, amount);
}

/** Makes a false literal true; gives the new number of falsified clauses. */
// @ts-ignore: decorator
@inline
export function flipCounts(literal: u32, falsified: u32, withMake: bool): u32 {
  const variable = literal >>> 1;
  const records_ = records;
  const gains_ = gains;
  store<u8>(truths + literal, 1);
  store<u8>(truths + (literal ^ 1), 0);
  let at = memberships + (<usize>load<u32>(countFirsts + (<usize>literal << 2)) << 2);
  let end = memberships + (<usize>load<u32>(countFirsts + (<usize>(literal + 1) << 2)) << 2);
  for (; at < end; at += 4) {
    const clause = load<u32>(at);
    const recordAt = records_ + (<usize>clause << 3);
    const record = load<u64>(recordAt);
    store<u64>(recordAt, (record + ONE) ^ <u64>variable);
    addGain(gains_, <u32>record, <i32>(record >>> 32 == 1));
    if (record >>> 32 == 0) {
      remove(list, places, --falsified, clause);
      addGain(gains_, variable, -1);
      if (withMake) addToMembers(clause, -1);
    }
  }
  at = memberships + (<usize>load<u32>(countFirsts + (<usize>(literal ^ 1) << 2)) << 2);
  end = memberships + (<usize>load<u32>(countFirsts + (<usize>((literal ^ 1) + 1) << 2)) << 2);
  for (; at < end; at += 4) {
    const clause = load<u32>(at);
    const recordAt = records_ + (<usize>clause << 3);
    const record = (load<u64>(recordAt) - ONE) ^ <u64>variable;
    store<u64>(recordAt, record);
    addGain(gains_, <u32>record, -(<i32>(record >>> 32 == 1)));
    if (record >>> 32 == 0) {
      append(list, places, falsified++, clause);
      addGain(gains_, variable, 1);
      if (withMake) addToMembers(clause, 1);
    }
  }
  return falsified;
}
