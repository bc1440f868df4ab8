// rnovelty over typed arrays in JavaScript, tuned by hand in the usual layout: counts of true literals
// with the exclusive or of their variables, make and break cached. What one would write without
// WebAssembly, and so a fairer bar than the plain engine of the tests.

import { below } from "../../packages/sat/dist/engine/seed.js";

/** Walks from a random assignment; `run(flips)` restarts by itself when the formula is solved. */
export function typedArrayWalk({ variables, starts, literals }, random) {
  const clauses = starts.length - 1;
  const codes = Int32Array.from(literals, (l) => (l > 0 ? 2 * l + 1 : -2 * l));
  const firsts = new Int32Array(2 * variables + 3);
  for (const code of codes) firsts[code + 1]++;
  for (let l = 1; l < firsts.length; l++) firsts[l] += firsts[l - 1];
  const members = new Int32Array(codes.length);
  const fill = firsts.slice();
  for (let c = 0; c < clauses; c++)
    for (let i = starts[c]; i < starts[c + 1]; i++) members[fill[codes[i]]++] = c;
  const trues = new Uint8Array(2 * variables + 2);
  const counts = new Int32Array(clauses);
  const criticals = new Int32Array(clauses);
  const scores = new Int32Array(variables + 1);
  const ages = new Float64Array(variables + 1);
  const list = new Int32Array(clauses);
  const places = new Int32Array(clauses);
  let falsified = 0;
  let clock = 0;

  function restart() {
    scores.fill(0);
    falsified = 0;
    for (let v = 1; v <= variables; v++) {
      trues[2 * v + 1] = below(random, 2);
      trues[2 * v] = 1 - trues[2 * v + 1];
      ages[v] = -v;
    }
    for (let c = 0; c < clauses; c++) {
      counts[c] = criticals[c] = 0;
      for (let i = starts[c]; i < starts[c + 1]; i++) {
        if (trues[codes[i]] === 1) {
          counts[c]++;
          criticals[c] ^= codes[i] >> 1;
        }
      }
      if (counts[c] === 1) scores[criticals[c]]--;
      else if (counts[c] === 0) falsify(c);
    }
  }

  function falsify(c) {
    places[c] = falsified;
    list[falsified++] = c;
    for (let i = starts[c], end = starts[c + 1]; i < end; i++) scores[codes[i] >> 1]++;
  }

  function choose(c) {
    const from = starts[c];
    const end = starts[c + 1];
    if (clock % 100 === 0) return codes[from + below(random, end - from)];
    let [best, second, bestScore, secondScore, youngest] = [0, 0, -1e9, -1e9, -Infinity];
    let [bestAge, secondAge] = [Infinity, Infinity];
    for (let i = from; i < end; i++) {
      const code = codes[i];
      const score = scores[code >> 1];
      const age = ages[code >> 1];
      if (age > youngest) youngest = age;
      if (score > bestScore || (score === bestScore && age < bestAge)) {
        [second, secondScore, secondAge] = [best, bestScore, bestAge];
        [best, bestScore, bestAge] = [code, score, age];
      } else if (score > secondScore || (score === secondScore && age < secondAge)) {
        [second, secondScore, secondAge] = [code, score, age];
      }
    }
    return bestAge === youngest && bestScore - secondScore === 1 && second !== 0 ? second : best;
  }

  function flip(code) {
    const variable = code >> 1;
    trues[code] = 1;
    trues[code ^ 1] = 0;
    ages[variable] = clock;
    for (let i = firsts[code], end = firsts[code + 1]; i < end; i++) {
      const c = members[i];
      const count = counts[c]++;
      if (count === 0) {
        const moved = list[--falsified];
        list[places[c]] = moved;
        places[moved] = places[c];
        for (let j = starts[c], last = starts[c + 1]; j < last; j++) scores[codes[j] >> 1]--;
        scores[variable]--;
      } else if (count === 1) scores[criticals[c]]++;
      criticals[c] ^= variable;
    }
    for (let i = firsts[code ^ 1], end = firsts[(code ^ 1) + 1]; i < end; i++) {
      const c = members[i];
      criticals[c] ^= variable;
      const count = --counts[c];
      if (count === 1) scores[criticals[c]]--;
      else if (count === 0) {
        scores[variable]++;
        falsify(c);
      }
    }
  }

  restart();
  return {
    restart,
    run(flips) {
      for (let i = 0; i < flips; i++) {
        if (falsified === 0) restart();
        clock++;
        flip(choose(list[below(random, falsified)]));
      }
    },
  };
}
