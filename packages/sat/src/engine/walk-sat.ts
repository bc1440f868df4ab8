import { type Assignment, emptyClause, type Formula, satisfies } from "../formula/formula.ts";
import { engineWasm } from "./engine-wasm.ts";
import { type DenseFormula, denseFormula, normalise } from "./normalise.ts";
import { seedWords } from "./seed.ts";
import {
  breakWeights,
  type CheckedSettings,
  checkSettings,
  heuristicNames,
  publishedBreakWeight,
  type WalkSettings,
} from "./settings.ts";

/** The layout of the clauses. Both make the same flips, and `auto` takes the faster one that fits. */
export type Layout = "auto" | "counts" | "pairs";

/** For tests and benchmarks: the layout, and the clock's first value, since two thousand million flips take minutes. */
interface WalkInternals {
  readonly layout?: Layout;
  readonly clock?: number;
}

const layouts: readonly Layout[] = ["auto", "counts", "pairs"];

/**
 * Slices begin short and grow: a JavaScript engine replaces the quickly compiled loop by the optimised
 * one between two calls only, and the first ten thousand flips should not wait for it.
 */
const FIRST_SLICE = 4096;
const LONGEST_SLICE = 131_072;

/** The engine's arrays are addressed with 32 bits; this leaves room for all of them. */
const MAX_BYTES = 2 ** 32 - 2 ** 20;
const BYTES_PER_VARIABLE = 64;
const BYTES_PER_CLAUSE = 44;
const BYTES_PER_LITERAL = 16;

/**
 * A local search on a formula. Its clock counts flips since the last restart. A search owns a WebAssembly memory, which
 * costs address space; to go through many formulas, `load` one after the other.
 */
export class WalkSat {
  readonly #engine: EngineInstance = instantiateEngine();
  #formula!: Formula;
  /** The formula that the engine walks on, where it is not the formula itself. */
  #dense: DenseFormula | undefined;
  #settings: CheckedSettings;
  #layout: Layout;
  #flips = 0;
  #model: Assignment | undefined;

  constructor(formula: Formula, settings: WalkSettings = {}, internals: WalkInternals = {}) {
    this.#settings = checkSettings(settings);
    this.#layout = internals.layout ?? "auto";
    this.#engine.seed(...seedWords(this.#settings.seed));
    this.load(formula);
    this.#engine.setClock(this.#engine.clock.value + (internals.clock ?? 0));
  }

  /** Loads another formula with the same settings and starts on it. The random stream continues. */
  load(formula: Formula): void {
    checkFormula(formula);
    const dense = denseFormula(formula);
    const walked = dense?.formula ?? formula;
    const { variables, starts, literals } = walked;
    const engine = this.#engine;
    const { heuristic, noise, walkChance, tenure, breakWeight } = this.#settings;
    engine.reserve(variables, starts.length - 1, literals.length);
    const written = normalise(walked, {
      starts: new Uint32Array(engine.memory.buffer, engine.starts.value >>> 0, starts.length),
      literals: new Uint32Array(engine.memory.buffer, engine.literals.value >>> 0, literals.length),
    });
    engine.trim(written.clauses, written.literals);
    engine.build(layouts.indexOf(this.#layout));
    engine.configure(heuristicNames.indexOf(heuristic), noise, walkChance, tenure);
    if (heuristic === "probsat") {
      const lengths = { longest: written.longest, mean: written.literals / written.clauses };
      const weights = breakWeights(breakWeight ?? publishedBreakWeight(lengths));
      new Float64Array(engine.memory.buffer, engine.weights.value >>> 0, weights.length).set(weights);
    }
    this.#formula = formula;
    this.#dense = dense;
    this.restart();
  }

  /** Starts at a new random assignment and sets the clock to 0. With a seed, the random stream starts anew too. */
  restart(seed?: number): void {
    if (seed !== undefined) this.#engine.seed(...seedWords(seed));
    this.#engine.restart();
    this.#flips = 0;
    this.#model = undefined;
    this.#checkSolved();
  }

  /**
   * Walks until the formula is solved or the clock shows `cutoff`; call it again with a larger one to continue. It
   * calls `stop` between slices of some hundred thousand flips. Returns whether the formula is solved.
   */
  run(cutoff: number, stop?: () => boolean): boolean {
    checkCutoff(cutoff);
    for (let slice = FIRST_SLICE; !this.solved && this.#flips < cutoff && !stop?.(); slice = longer(slice)) {
      this.#walk(Math.min(slice, cutoff - this.#flips));
    }
    return this.solved;
  }

  /** Runs like `run`, but lets other work run between slices, and rejects with the signal's reason on abort. */
  async runAsync(cutoff: number, options: { readonly signal?: AbortSignal } = {}): Promise<boolean> {
    checkCutoff(cutoff);
    options.signal?.throwIfAborted();
    for (let slice = FIRST_SLICE; !this.solved && this.#flips < cutoff; slice = longer(slice)) {
      this.#walk(Math.min(slice, cutoff - this.#flips));
      if (!this.solved && this.#flips < cutoff) await new Promise<void>((resolve) => setTimeout(resolve, 0));
      options.signal?.throwIfAborted();
    }
    return this.solved;
  }

  /** The formula that is searched. */
  get formula(): Formula {
    return this.#formula;
  }

  /**
   * The flips since the last restart. Steps of tabu without a candidate count, since the clock could stand still
   * otherwise.
   */
  get flips(): number {
    return this.#flips;
  }

  /** Whether a model was found since the last restart. */
  get solved(): boolean {
    return this.#model !== undefined;
  }

  /** The number of clauses that are false now. */
  get unsatisfied(): number {
    return this.#engine.count.value >>> 0;
  }

  /** The least number of false clauses since the last restart. */
  get leastUnsatisfied(): number {
    return this.#engine.least.value >>> 0;
  }

  /** A model, checked against the formula; undefined until there is one. */
  get model(): Assignment | undefined {
    return this.#model?.slice();
  }

  /** Returns the current values. */
  assignment(): Assignment {
    this.#engine.writeOutCurrent();
    return this.#values(this.#engine.currentValues);
  }

  /** Returns the values that left `leastUnsatisfied` clauses false. */
  bestAssignment(): Assignment {
    this.#engine.settleBest();
    return this.#values(this.#engine.bestValues);
  }

  #walk(flips: number): void {
    this.#flips += this.#engine.walk(flips) >>> 0;
    this.#checkSolved();
  }

  #checkSolved(): void {
    if (this.#model !== undefined || this.unsatisfied > 0) return;
    const assignment = this.assignment();
    if (!satisfies(this.#formula, assignment)) {
      throw new Error(`walkSat: the engine's model does not satisfy the formula after ${this.#flips} flips`);
    }
    this.#model = assignment;
  }

  #values(at: WebAssembly.Global): Assignment {
    const { variables } = this.#dense?.formula ?? this.#formula;
    const values = new Uint8Array(this.#engine.memory.buffer, at.value >>> 0, variables + 1);
    return this.#dense?.expand(values) ?? values.slice();
  }
}

/**
 * Starts a local search on a formula at a random assignment.
 *
 * @example
 * ```ts
 * import { formulaOf, literalsOf, satisfies, walkSat } from "@mulligan/sat";
 *
 * const formula = formulaOf(3, [[1, -2], [2, 3], [-1, -3]]);
 * const walk = walkSat(formula, { heuristic: "novelty+", seed: 1 });
 * while (!walk.run(10_000)) walk.restart(); // a cutoff in flips, then a new random assignment
 * console.log(satisfies(formula, walk.model!), literalsOf(walk.model!).length); // → true 3
 * ```
 */
export function walkSat(formula: Formula, settings: WalkSettings = {}): WalkSat {
  return new WalkSat(formula, settings);
}

function longer(slice: number): number {
  return Math.min(2 * slice, LONGEST_SLICE);
}

function checkFormula(formula: Formula): void {
  const { variables, starts, literals } = formula;
  const empty = emptyClause(formula);
  if (empty >= 0) {
    throw new RangeError(`walkSat: clause ${empty + 1} is empty, so no assignment satisfies the formula`);
  }
  const bytes =
    variables * BYTES_PER_VARIABLE + starts.length * BYTES_PER_CLAUSE + literals.length * BYTES_PER_LITERAL;
  if (bytes > MAX_BYTES) {
    throw new RangeError(`walkSat: the formula must fit 4 GiB of engine memory, got some ${bytes} bytes`);
  }
}

function checkCutoff(cutoff: number): void {
  if (!(cutoff >= 0 && (cutoff === Infinity || Number.isSafeInteger(cutoff)))) {
    throw new RangeError(`walkSat: cutoff must be a whole number of flips or Infinity, got ${cutoff}`);
  }
}

/** The exports of assembly/index.ts. */
interface EngineInstance {
  readonly memory: WebAssembly.Memory;
  reserve(variables: number, clauses: number, literals: number): void;
  trim(clauses: number, literals: number): void;
  readonly starts: WebAssembly.Global;
  readonly literals: WebAssembly.Global;
  readonly weights: WebAssembly.Global;
  build(layout: number): number;
  seed(a: number, b: number, c: number, d: number): void;
  configure(heuristic: number, noise: number, walkChance: number, tenure: number): void;
  restart(): void;
  walk(flips: number): number;
  readonly count: WebAssembly.Global;
  readonly least: WebAssembly.Global;
  readonly clock: WebAssembly.Global;
  setClock(flips: number): void;
  writeOutCurrent(): void;
  readonly currentValues: WebAssembly.Global;
  settleBest(): void;
  readonly bestValues: WebAssembly.Global;
}

let compiled: WebAssembly.Module | undefined;

/** A fresh engine with a memory of its own. The module is compiled once, at the first use. */
function instantiateEngine(): EngineInstance {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(engineWasm), (letter) => letter.charCodeAt(0)));
  return new WebAssembly.Instance(compiled, {}).exports as unknown as EngineInstance;
}
