import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { row, title } from "../report.mjs";

const restarts = 10_000;
const inside = fileURLToPath(new URL("./restarts-inside.mjs", import.meta.url));

/**
 * `npm run bench restarts`: what 10,000 restarts leave behind: memory after a collection, descriptors,
 * children, and programs that got away.
 */
export function benchRestarts() {
  const text = execFileSync(process.execPath, ["--expose-gc", inside, String(restarts)], {
    encoding: "utf8",
  });
  const { seconds, before, samples, left } = JSON.parse(text);
  title(`run: ${restarts} restarts in ${seconds.toFixed(0)} s`, [
    "",
    "before",
    ...samples.map(({ tries }) => `after ${tries}`),
    "run over",
  ]);
  const all = [before, ...samples, left];
  row(["heap, MiB", ...all.map(({ heap }) => (heap / 2 ** 20).toFixed(2))]);
  row(["resident, MiB", ...all.map(({ rss }) => (rss / 2 ** 20).toFixed(0))]);
  row(["descriptors, up to 64 of them pipes in store", ...all.map(({ descriptors }) => descriptors)]);
  row(["children, the guardian with them", ...all.map(({ children }) => children)]);
  console.log(`\nprograms left: ${left.programs}`);
}
