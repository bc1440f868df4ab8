import { below, xoshiro } from "../../src/engine/seed.ts";
import { breakWeights, type CheckedSettings, publishedBreakWeight } from "../../src/engine/settings.ts";
import { clauseAt, clauseCount, type Formula } from "../../src/formula/formula.ts";

/**
 * The engine without any cleverness: scores are counted when they are needed, by the definitions. It is
 * the reference for the fast one, flip by flip, and the bar the benchmark measures from.
 */
export function plainWalk(formula: Formula, settings: CheckedSettings, clock = 0) {
  const { heuristic, noise, walkChance, tenure, seed } = settings;
  const random = xoshiro(seed);
  const uint32 = () => random.uint32();
  const chance = (p: number) => uint32() < Math.floor(p * 2 ** 32);
  const clauses = Array.from({ length: clauseCount(formula) }, (_, c) => [
    ...new Set(clauseAt(formula, c)),
  ]).filter((clause) => !clause.some((literal) => clause.includes(-literal)));
  const longest = Math.max(0, ...clauses.map((clause) => clause.length));
  const mean = clauses.flat().length / clauses.length;
  const weights = breakWeights(settings.breakWeight ?? publishedBreakWeight({ longest, mean }));
  const values = new Uint8Array(formula.variables + 1);
  for (let v = 0, bits = 0; v < formula.variables; v++) {
    if (v % 32 === 0) bits = uint32();
    values[v + 1] = (bits >>> (v % 32)) & 1;
  }
  const lastFlips = Float64Array.from({ length: formula.variables + 1 }, (_, v) => -v);
  const occurrences = new Map<number, number[][]>();
  for (const clause of clauses)
    for (const l of clause) occurrences.set(l, [...(occurrences.get(l) ?? []), clause]);

  const lastFlip = (literal: number) => lastFlips[Math.abs(literal)];
  const isTrue = (literal: number) => values[Math.abs(literal)] === (literal > 0 ? 1 : 0);
  const falsified = clauses.filter((clause) => !clause.some(isTrue));
  const places = new Map(falsified.map((clause, place) => [clause, place]));
  const containing = (literal: number) => occurrences.get(literal) ?? [];
  const othersFalse = (clause: number[], literal: number) =>
    clause.every((other) => other === literal || !isTrue(other));
  /** Of a false literal: the clauses that its flip makes true, and those it breaks. */
  const made = (literal: number) => containing(literal).filter((clause) => othersFalse(clause, literal));
  const broken = (literal: number) => containing(-literal).filter((clause) => othersFalse(clause, -literal));

  let picked: number[] | undefined;
  /** The clause of a step is drawn as soon as the step before is done. */
  const draw = () => {
    picked = falsified.length === 0 ? undefined : falsified[below(random, falsified.length)];
  };
  draw();

  function choose(clause: number[]): number | undefined {
    const anyone = () => clause[below(random, clause.length)];
    if (heuristic === "rnovelty" && clock % 100 === 0) return anyone();
    if (heuristic.endsWith("+") && chance(walkChance)) return anyone();
    const breaks = clause.map((literal) => broken(literal).length);
    if (heuristic === "skc") {
      const least = Math.min(...breaks);
      if (least > 0 && chance(noise)) return anyone();
      const ties = clause.filter((_, i) => breaks[i] === least);
      return ties[ties.length === 1 ? 0 : below(random, ties.length)];
    }
    if (heuristic === "probsat") {
      if (clause.length === 1) return clause[0];
      const upTo = breaks.map(
        (
          (sum) => (b) =>
            (sum += weights[Math.min(b, 63)])
        )(0),
      );
      const wanted = uint32() * (upTo.at(-1)! / 2 ** 32);
      return clause.find((_, i) => wanted < upTo[i]) ?? clause.at(-1);
    }
    const scores = new Map(clause.map((literal, i) => [literal, made(literal).length - breaks[i]]));
    const ranked = clause.toSorted((a, b) => scores.get(b)! - scores.get(a)! || lastFlip(a) - lastFlip(b));
    if (heuristic === "tabu") return ranked.find((l) => lastFlip(l) <= 0 || clock - lastFlip(l) > tenure);
    const [best, second] = ranked as [number, number | undefined];
    const youngest = Math.max(...clause.map(lastFlip));
    if (second === undefined || lastFlip(best) !== youngest) return best;
    if (heuristic.startsWith("novelty")) return chance(noise) ? second : best;
    const lead = scores.get(best)! - scores.get(second)!;
    const odds = noise < 0.5 ? (lead === 1 ? 2 * noise : 0) : lead === 1 ? 1 : 2 * (noise - 0.5);
    return odds === 1 || (odds > 0 && chance(odds)) ? second : best;
  }

  function step(): void {
    clock++;
    const literal = choose(picked!);
    if (literal === undefined) {
      draw();
      return;
    }
    const [nowTrue, nowFalse] = [made(literal), broken(literal)];
    values[Math.abs(literal)] ^= 1;
    lastFlips[Math.abs(literal)] = clock;
    for (const clause of nowTrue) {
      const last = falsified.pop()!;
      if (last !== clause) falsified[places.get(clause)!] = last;
      places.set(last, places.get(clause)!);
    }
    for (const clause of nowFalse) places.set(clause, falsified.push(clause) - 1);
    draw();
  }

  return { values, falsified, step };
}
