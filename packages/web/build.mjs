// node packages/web/build.mjs [FOLDER] [--force]
//
// Builds the page into the command, where `mulligan serve` finds it, and copies it into the folder, if one is given, for
// any web host. It is built as classic scripts, so that it also opens from a file, where browsers refuse modules. A view
// that is not needed at first is a script of its own. A worker is the text of a script, and is started from a blob:
// browsers refuse workers from files, too. Nothing is built when no source is newer than what was built; `--force`
// builds all the same.
import { existsSync, readdirSync, statSync } from "node:fs";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
const packages = fileURLToPath(new URL("..", import.meta.url));
const outDir = join(packages, "cli/dist/page");

const WORKERS = ["race", "analyze", "sat"];

/** The views with scripts of their own, and the component that each exports. */
const VIEWS = { analyze: "AnalyzeView", sat: "SatView", runs: "RunsView" };

/** What these scripts take from the page, where `src/main.tsx` keeps it: the name there, or undefined. */
function sharedName(id) {
  if (/^preact(\/hooks|\/jsx-runtime)?$/.test(id)) return id;
  const path = id.startsWith(root) ? id.slice(root.length) : "";
  return /^src\/(browser|design|charts)\/(?!.*-worker\.ts$)/.test(path)
    ? path.replace("src", ".")
    : undefined;
}

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
async function script(entry, name, isShared = () => false) {
  const [{ output }] = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    // What the command takes for tables, in the form that brings the `Buffer` it needs.
    resolve: { alias: { "csv-parse/sync": "csv-parse/browser/esm/sync" } },
    build: {
      write: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: { entry: join(root, entry), formats: ["iife"], name, fileName: () => "script.js" },
      // Generators stand beside the solver that filters for them; nothing here asks it, and it wants Node.
      rolldownOptions: {
        external: (id) => id === "cadical-wasm" || isShared(id),
        output: { globals: (id) => `mulliganPage[${JSON.stringify(sharedName(id))}]` },
      },
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
  await mkdir(join(into, "workers"));
  await mkdir(join(into, "views"));
  for (const [name, component] of Object.entries(VIEWS)) {
    await writeFile(join(into, `views/${name}.js`), await viewScript(name, component));
  }
  await writeFile(join(into, "figures.js"), await workerScript("figures", "src/charts/drawing-worker.ts"));
  for (const name of WORKERS) {
    await writeFile(
      join(into, `workers/${name}.js`),
      await workerScript(name, `src/${name}/${name}-worker.ts`),
    );
  }
}

/** A script that puts its view where the page looks for it. */
async function viewScript(name, component) {
  const text = await script(`src/${name}/${name}.tsx`, "view", (id) => sharedName(id) !== undefined);
  return `(() => {\n${text}\n(globalThis.mulliganViews ??= {}).${name} = view.${component};\n})();\n`;
}

async function workerScript(name, entry) {
  const text = JSON.stringify(await script(entry, "worker"));
  return `(globalThis.mulliganWorkers ??= {}).${name} = ${text};\n`;
}

const words = process.argv.slice(2);
if (words.includes("--force") || !isBuilt()) {
  const part = `${outDir}.${process.pid}.part`;
  await buildPage(part);
  await rm(outDir, { recursive: true, force: true });
  await rename(part, outDir);
}

const folder = words.find((word) => !word.startsWith("--"));
if (folder !== undefined) await copyTo(resolve(folder));

/** Replaces the page in a folder. A folder with anything else in it is left alone. */
async function copyTo(into) {
  const isFree = !existsSync(into) || readdirSync(into).length === 0;
  if (!isFree && !existsSync(join(into, "workers/race.js"))) {
    console.error(`${into}: must be a new folder, an empty one, or one with the page in it`);
    process.exitCode = 2;
    return;
  }
  await rm(into, { recursive: true, force: true });
  await cp(outDir, into, { recursive: true });
  console.log(`The page is in ${into}: open its index.html, or copy the folder to a web host.`);
}
