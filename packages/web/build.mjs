// Builds the page into the command, where `mulligan serve` finds it: classic scripts, so that it also opens from a file,
// where browsers refuse modules. A worker is the text of a script, and is started from a blob: browsers refuse workers
// from files, too. Nothing is done when no source is newer than what was built; `--force` builds all the same.
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
const packages = fileURLToPath(new URL("..", import.meta.url));
const outDir = join(packages, "cli/dist/page");

const WORKERS = ["race", "analyze", "sat"];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((time, name) => Math.max(time, newest(join(path, name))), 0);
}

function isBuilt() {
  const built = join(outDir, "index.html");
  if (!existsSync(built)) return false;
  const sources = [
    "web/src",
    "web/public",
    "web/index.html",
    "web/build.mjs",
    "core/src",
    "sat/src",
    "cli/src",
  ];
  return sources.every((path) => newest(join(packages, path)) <= statSync(built).mtimeMs);
}

/** One file that needs no other: what it exports, if anything, is in the global of that name. */
async function script(entry, name) {
  const [{ output }] = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: { entry: join(root, entry), formats: ["iife"], name, fileName: () => "script.js" },
      // Generators stand beside the solver that filters for them; nothing here asks it, and it wants Node.
      rolldownOptions: { external: ["cadical-wasm"] },
    },
  });
  return output[0].code;
}

/** Vite writes a module; a classic script that waits for the document does the same, also from a file. */
const classicScript = {
  name: "classic-script",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html
        .replaceAll(/<script type="module"( crossorigin)?/g, "<script defer")
        .replaceAll(/<link rel="stylesheet" crossorigin/g, '<link rel="stylesheet"'),
  },
};

async function buildPage(into) {
  await build({
    root,
    configFile: false,
    base: "./",
    logLevel: "warn",
    plugins: [classicScript],
    build: {
      outDir: into,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          format: "iife",
          entryFileNames: "page.js",
          assetFileNames: "[name][extname]",
        },
      },
    },
  });
  await writeFile(join(into, "figures.js"), await script("src/charts/drawing.ts", "mulliganFigures"));
  await mkdir(join(into, "workers"));
  for (const name of WORKERS) {
    const text = JSON.stringify(await script(`src/${name}/${name}-worker.ts`, "worker"));
    await writeFile(
      join(into, `workers/${name}.js`),
      `(globalThis.mulliganWorkers ??= {}).${name} = ${text};\n`,
    );
  }
}

if (process.argv.includes("--force") || !isBuilt()) {
  const part = `${outDir}.${process.pid}.part`;
  await buildPage(part);
  await rm(outDir, { recursive: true, force: true });
  await rename(part, outDir);
}
