// Loaded into the workers of vitest by `coverage.mjs`.
import { writeFileSync } from "node:fs";
import v8 from "node:v8";
import vm from "node:vm";
import { keptScript } from "./coverage-lines.mjs";

/** Keeps what vitest makes of sources and evaluates: only it has the offsets that V8 counts by, and the source map. */
const { runInThisContext } = vm;
vm.runInThisContext = (code, options) => {
  const path = options?.filename ?? "";
  if (/\/packages\/[^/]+\/src\//.test(path)) {
    try {
      writeFileSync(keptScript(process.env.MULLIGAN_COVERAGE_SCRIPTS, path), code, { flag: "wx" });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
  return runInThisContext(code, options);
};

/** Vitest ends its workers by a signal, and then Node writes no coverage. */
const send = process.send;
if (send !== undefined) {
  process.send = (message, ...rest) => {
    if (message?.type === "stopped") v8.takeCoverage();
    return send.call(process, message, ...rest);
  };
}
