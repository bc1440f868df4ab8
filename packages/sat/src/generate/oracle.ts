import type { Cadical } from "cadical-wasm";
import { type WalkSat, walkSat } from "../engine/walk-sat.ts";
import {
  type Assignment,
  clauseAt,
  clauseCount,
  emptyClause,
  type Formula,
  literalsOf,
} from "../formula/formula.ts";

/** Answers questions that local search alone cannot: CaDiCaL decides, and the walk saves it work. */
export interface Oracle {
  /** Returns whether there is a model; exact, unlike a walk. */
  isSatisfiable(formula: Formula): boolean;
  /** Returns a model, or undefined if there is none. */
  solve(formula: Formula): Assignment | undefined;
  /**
   * Returns the literals on which all models agree, or undefined if there is no model. With `exactly`, it also returns
   * undefined if the backbone has another size, which is faster to find.
   */
  backbone(formula: Formula, exactly?: number): number[] | undefined;
}

/** The number of flips a variable for which the walk looks for a model before CaDiCaL is asked. */
const PATIENCE = 200;
/** The walk draws models until this many in a row have taken no literal from those that all share. */
const IDLE_SAMPLES = 16;

/** Loads CaDiCaL at the first call, so that a program without it pays nothing. */
export async function loadOracle(): Promise<Oracle> {
  const { Cadical, loadCadical } = await import("cadical-wasm");
  const cadical = await loadCadical();
  let walk: WalkSat | undefined;

  function withSolver<T>(formula: Formula, use: (solver: Cadical) => T): T {
    const solver = new Cadical(cadical);
    try {
      for (let c = 0; c < clauseCount(formula); c++) solver.addClause(clauseAt(formula, c));
      return use(solver);
    } finally {
      solver.dispose();
    }
  }

  /**
   * The walk gets the same seed for each formula, so that the cost of an answer does not depend on earlier questions.
   */
  function walkOn(formula: Formula): WalkSat {
    walk ??= walkSat(formula, { heuristic: "rnovelty+", noise: 0.6 });
    walk.load(formula);
    walk.restart(1);
    return walk;
  }

  function solve(formula: Formula): Assignment | undefined {
    if (emptyClause(formula) >= 0) return undefined;
    const walk = walkOn(formula);
    if (walk.run(PATIENCE * formula.variables)) return walk.model;
    return withSolver(formula, (solver) =>
      solver.solve() === "satisfiable" ? modelOf(solver, formula.variables) : undefined,
    );
  }

  /**
   * Starts with the literals that some models share, and asks for a model that breaks with one of them:
   * none, and the shared literals are the backbone; else the new model shares fewer.
   */
  function backbone(formula: Formula, exactly?: number): number[] | undefined {
    const first = solve(formula);
    if (first === undefined) return undefined;
    let shared = literalsOf(first);
    const keep = (model: Assignment) => {
      shared = shared.filter((literal) => model[Math.abs(literal)] === (literal > 0 ? 1 : 0));
    };
    const tooFew = () => exactly !== undefined && shared.length < exactly;

    const walk = walkOn(formula);
    for (let idle = 0; idle < IDLE_SAMPLES && !tooFew(); walk.restart()) {
      if (!walk.run(PATIENCE * formula.variables)) break;
      const before = shared.length;
      keep(walk.model!);
      idle = shared.length < before ? 0 : idle + 1;
    }
    if (tooFew()) return undefined;
    withSolver(formula, (solver) => {
      while (shared.length > 0 && !tooFew()) {
        solver.constrain(shared.map((literal) => -literal));
        if (solver.solve() !== "satisfiable") break;
        keep(modelOf(solver, formula.variables));
      }
    });
    return exactly === undefined || shared.length === exactly ? shared : undefined;
  }

  return { isSatisfiable: (formula) => solve(formula) !== undefined, solve, backbone };
}

function modelOf(solver: Cadical, variables: number): Assignment {
  const used = solver.model();
  return Uint8Array.from({ length: variables + 1 }, (_, v) => (used[v] ? 1 : 0));
}
