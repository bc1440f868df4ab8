import { engineWasm } from "./engine-wasm.ts";

/** What assembly/index.ts exports. */
export interface EngineInstance {
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
export function instantiateEngine(): EngineInstance {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(engineWasm), (letter) => letter.charCodeAt(0)));
  return new WebAssembly.Instance(compiled, {}).exports as unknown as EngineInstance;
}
