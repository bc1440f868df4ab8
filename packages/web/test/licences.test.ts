import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The parts of Vega that `build.mjs` leaves out. */
const withoutUnused: Plugin = {
  name: "without-unused",
  setup({ onResolve, onLoad }) {
    const filter = /^vega-(crossfilter|force|geo|hierarchy|label|regression|voronoi|wordcloud)$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: "nothing" }));
    onLoad({ filter: /./, namespace: "nothing" }, () => ({ contents: "" }));
  },
};

/** The packages whose code another bundler puts into a bundle of these files. */
async function packagesIn(entryPoints: readonly string[], platform: "browser" | "node"): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: "unwritten",
    write: false,
    platform,
    mainFields: platform === "node" ? ["module", "main"] : ["browser", "module", "main"],
    metafile: true,
    bundle: true,
    minify: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    external: ["cadical-wasm", "cron-parser", "msgpackr-extract", "@napi-rs/nice"],
    loader: { ".css": "empty" },
    plugins: [withoutUnused],
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const names = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** The packages that the file names, with their licences and the texts of these. */
function listedIn(folder: string) {
  const parts = readFileSync(`${root}packages/cli/dist/${folder}/LICENSES.txt`, "utf8").split(/^-{80}$/m);
  return parts.flatMap((part) =>
    [...part.matchAll(/^(\S+) \d+\.\d+\.\d+ \((.+)\)$/gm)].map(([, name, licence]) => ({
      name,
      licence,
      text: part,
    })),
  );
}

const PERMISSIVE = ["MIT", "ISC", "BSD-3-Clause", "Apache-2.0", "0BSD"];
/** Packages that name their licence and have no text of it. */
const WITHOUT_TEXT = ["@hono/zod-openapi", "@hono/zod-validator"];
const views = ["analyze/analyze.tsx", "runs/runs.tsx", "sat/sat.tsx"];
const workers = ["charts/drawing", "analyze/analyze", "race/race", "sat/sat"].map(
  (name) => `${name}-worker.ts`,
);

const commands = [
  "analyze",
  "cluster",
  "completion",
  "reproduce",
  "run",
  "sat",
  "serve",
  "simulate",
  "theory",
];

test.each([
  {
    folder: "bundle",
    platform: "node" as const,
    entries: [...commands, "worker"].map((name) => `packages/cli/src/commands/${name}.ts`),
    more: [],
  },
  {
    folder: "page",
    platform: "browser" as const,
    entries: ["main.tsx", ...views, ...workers].map((file) => `packages/web/src/${file}`),
    // What stands for Node's `Buffer`, which the worker for logs gets from the build.
    more: ["buffer", "base64-js", "ieee754"],
  },
])(
  "beside the bundle in $folder are the licences of all packages in it, all of them permissive",
  async ({ folder, platform, entries, more }) => {
    const listed = listedIn(folder);
    const expected = [...(await packagesIn(entries, platform)), ...more];
    expect(expected.length).toBeGreaterThan(30);
    expect([...new Set(listed.map(({ name }) => name))].toSorted()).toEqual(expected.toSorted());
    for (const { name, licence, text } of listed) {
      expect(PERMISSIVE, name).toContain(licence);
      if (WITHOUT_TEXT.includes(name)) {
        expect(text).toContain("https://github.com/honojs/middleware");
        continue;
      }
      expect(text, name).toMatch(/copyright/i);
      expect(text, name).toMatch(/permission|redistribution/i);
    }
  },
);
