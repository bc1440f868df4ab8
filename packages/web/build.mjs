// node packages/web/build.mjs [FOLDER] [--force]
//
// Builds the page into the command, where `mulligan serve` finds it, and copies it into the folder, if one is given, for
// any web host. It is built as classic scripts, so that it also opens from a file, where browsers refuse modules. A view
// that is not needed at first is a script of its own. A worker is the text of a script, and is started from a blob:
// browsers refuse workers from files, too. Beside the page are the licences of the packages in it. Nothing is built when no
// source is newer than what was built; `--force` builds all the same.
import { existsSync, readdirSync, statSync } from "node:fs";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { licencesText } from "../../scripts/licences.mjs";
import { newestTime } from "../../scripts/packages.mjs";
import { withoutUnusedParts } from "../../scripts/unused-parts.mjs";

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
  const time = newestTime(["package-lock.json", ...sources.map((path) => `packages/${path}`)]);
  return time <= statSync(built).mtimeMs;
}

const LICENCES = "licences.json";

/** One file that needs no other, with the licences of the packages in it. */
async function bundle(lib, rolldownOptions) {
  const [{ output }] = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [withoutUnusedParts],
    build: {
      write: false,
      target: "es2022",
      reportCompressedSize: false,
      license: { fileName: LICENCES },
      lib: { ...lib, fileName: () => "script.js" },
      rolldownOptions,
    },
  });
  return { code: output[0].code, licences: licencesIn(output) };
}

/** A script: what it exports, if anything, is in the global of that name. */
function script(entry, name, isShared = () => false) {
  return bundle(
    { entry: join(root, entry), formats: ["iife"], name },
    {
      // Generators stand beside the solver that filters for them; nothing here asks it, and it wants Node.
      external: (id) => id === "cadical-wasm" || isShared(id),
      // What reads tables needs it, and browsers lack it. The slash tells the package from the module of Node.
      transform: { inject: { Buffer: ["buffer/", "Buffer"] } },
      output: { globals: (id) => `mulliganPage[${JSON.stringify(sharedName(id))}]` },
    },
  );
}

function licencesIn(output) {
  return JSON.parse(output.find(({ fileName }) => fileName === LICENCES).source);
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
  const { output } = await build({
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
      license: { fileName: LICENCES },
      rolldownOptions: {
        output: {
          format: "iife",
          entryFileNames: "page.js",
          assetFileNames: "[name][extname]",
        },
      },
    },
  });
  await rm(join(into, LICENCES));
  const all = licencesIn(output);
  const write = async (file, text, licences) => {
    await writeFile(join(into, file), text);
    all.push(...licences);
  };
  await mkdir(join(into, "workers"));
  await mkdir(join(into, "views"));
  for (const [name, component] of Object.entries(VIEWS)) {
    const view = await script(`src/${name}/${name}.tsx`, "view", (id) => sharedName(id) !== undefined);
    await write(`views/${name}.js`, viewScript(name, component, view.code), view.licences);
  }
  const workers = { figures: "src/charts/drawing-worker.ts" };
  for (const name of WORKERS) workers[`workers/${name}`] = `src/${name}/${name}-worker.ts`;
  for (const [path, entry] of Object.entries(workers)) {
    const worker = await script(entry, "worker");
    await write(`${path}.js`, workerScript(basename(path), worker.code), worker.licences);
  }
  await writeFile(join(into, "LICENSES.txt"), licencesText(all));
}

/** A script that puts its view where the page looks for it. */
function viewScript(name, component, code) {
  return `(() => {\n${code}\n(globalThis.mulliganViews ??= {}).${name} = view.${component};\n})();\n`;
}

function workerScript(name, code) {
  return `(globalThis.mulliganWorkers ??= {}).${name} = ${JSON.stringify(code)};\n`;
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
