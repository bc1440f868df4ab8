// node packages/cli/build.mjs [--force]
//
// Bundles the command into `dist/bundle`, with all packages that it needs. Each command is one file, and so is each thread, the
// watchdog, and each large library that several files need: with a copy in each file the whole would be 1 MB larger. `run` and
// `sat`, which scripts start again and again, start from one file all the same. What a command needs only at times is in a file
// beside it, such as `run-run-remotely.js`. The files are CommonJS, which Node loads 4 ms sooner than ES modules. At run time
// `src/shell/assets.ts` knows where they are. Beside them are the licences of the packages in them, and maps to the lines of our
// sources. Nothing is built when no source is newer than the bundle; `--force` builds all the same.
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";
import { isAllowed, licencesOfModules, licencesText } from "../../scripts/licences.mjs";
import { lineMap } from "../../scripts/line-map.mjs";
import { newestTime, readJson, root } from "../../scripts/packages.mjs";
import { withoutUnusedParts } from "../../scripts/unused-parts.mjs";

const cli = fileURLToPath(new URL(".", import.meta.url));
const place = join(cli, "dist/bundle");

/** The import of `src/figures/vega.ts`, which exports what is needed of Vega. */
const VEGA = "./vega.ts";

/** The libraries that are files of their own: what each exports. */
const LIBRARIES = {
  core: Object.keys(readJson("packages/core/package.json").exports)
    .filter((path) => path !== "./package.json")
    .map((path) => `@mulligan/core${path.slice(1)}`),
  csv: ["csv-parse/sync"],
  paper: ["@mulligan/paper"],
  piscina: ["piscina"],
  redis: ["@mulligan/cluster"],
  vega: [VEGA],
  zod: ["zod"],
};

/** The files that start from one file, with their parts of these libraries in it. */
const WHOLE = { files: ["main", "process", "run", "sat", "sat-thread"], libraries: ["core", "piscina"] };

/** Returns the library that a file loads beside it for an import; undefined if that is bundled into the file. */
function libraryFor(id, file) {
  const library = Object.keys(LIBRARIES).find((name) => LIBRARIES[name].includes(id));
  if (library === file || (WHOLE.files.includes(file) && WHOLE.libraries.includes(library))) return undefined;
  return library;
}

/** What each file is made of. */
const ENTRY = "\0entry";

/** Begins an import of a path, which no package is asked for. */
const AT = "at:";

/** Returns the text of a module that exports all of a module of `src`, or these names. */
const exporting = (path, names = "*") =>
  `export ${names} from ${JSON.stringify(AT + join(cli, "src", `${path}.ts`))};\n`;

/** Returns what the files are made of: for each name, the text of a module. */
async function entries() {
  const built = (path) => import(pathToFileURL(join(cli, "dist", path)).href);
  const { allCommands } = await built("commands/all-commands.js");
  const { STARTED_MODULES } = await built("shell/assets.js");
  const commands = allCommands.map(({ name, computes }) => [
    name,
    exporting(computes ? "thread-main" : "process-main") + exporting(`commands/${name}`, "{ register }"),
  ]);
  return [
    ["main", exporting("main")],
    ["process", exporting("process-main")],
    ...commands,
    ...Object.entries(STARTED_MODULES).map(([name, path]) => [name, exporting(path)]),
    ...Object.entries(LIBRARIES).map(([name, ids]) => [
      name,
      ids.map((id) => (id === VEGA ? exporting("figures/vega") : `export * from "${id}";\n`)).join(""),
    ]),
    [
      "piscina-worker",
      `import ${JSON.stringify(AT + join(createRequire(import.meta.url).resolve("piscina"), "../worker.js"))};\n`,
    ],
  ];
}

/** Finds the modules of the file with this name, which begins with this text. */
const modulesOf = (file, text) => ({
  name: "mulligan",
  resolveId: {
    filter: {
      id: new RegExp(`^(${ENTRY}|${AT}|@mulligan/|\\./|${Object.values(LIBRARIES).flat().join("|")})`),
    },
    async handler(id, importer = "", options) {
      const beside = (name) => ({ id: `./${name}.js`, external: true, moduleSideEffects: false });
      if (id === ENTRY) return id;
      // What a process or thread does is a side effect of its module.
      if (id.startsWith(AT)) return { id: id.slice(AT.length), moduleSideEffects: true };
      const library = libraryFor(id, file);
      if (library !== undefined) return beside(library);
      // The list of commands loads a command, even its own one, as the file that it is in.
      const command = /^\.\/([a-z]+)\.ts$/.exec(id)?.[1];
      const fromList = /[\\/]commands[\\/](all-commands|catalogue)\.ts$/.test(importer);
      if (fromList && command !== undefined && command !== "catalogue") return beside(command);
      if (!id.startsWith("@mulligan/")) return undefined;
      // Bundled from sources, so that the maps lead there.
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return found.id.replace(/([\\/])dist([\\/].*)\.js$/, "$1src$2.ts");
    },
  },
  load: {
    filter: { id: new RegExp(`^${ENTRY}$`) },
    handler: () => ({ code: text, moduleSideEffects: true }),
  },
  transform: {
    filter: { id: /[\\/](piscina[\\/]dist[\\/]index|bullmq[\\/]dist[\\/]esm[\\/]scripts[\\/].+)\.js$/ },
    handler(code, id) {
      // A third of the text of BullMQ's scripts is comments and spaces.
      if (id.includes("bullmq")) return { code: withoutLuaComments(code), map: null };
      // Piscina starts a file beside its own, whose name a command has here.
      if (!code.includes("'worker.js'")) throw new Error(`${id}: must start worker.js`);
      return { code: code.replace("'worker.js'", "'piscina-worker.js'"), map: null };
    },
  },
});

function withoutLuaComments(code) {
  return code
    .replaceAll(/--\[\[.*?\]\]/gs, "")
    .replaceAll(/^\s*--.*$/gm, "")
    .replaceAll(/\n\s+/g, "\n");
}

/** Writes a file, and those that it loads at times. Returns the modules in them. */
async function bundle(name, text, folder, version) {
  const { output } = await build({
    cwd: cli,
    input: { [name]: ENTRY },
    write: false,
    // Vega for browsers does without a canvas of Node.
    platform: name === "vega" ? "browser" : "node",
    tsconfig: false,
    plugins: [withoutUnusedParts, modulesOf(name, text)],
    // Piscina and msgpackr can do without these, which are not JavaScript.
    external: ["@napi-rs/nice", "msgpackr-extract"],
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "node20.19", define: { BUNDLED_VERSION: JSON.stringify(version) } },
    // BullMQ does not say that its modules have none.
    treeshake: { moduleSideEffects: [{ test: /[\\/]bullmq[\\/]/, sideEffects: false }] },
    shimMissingExports: true,
    preserveEntrySignatures: "allow-extension",
    checks: {
      shimmedExport: false,
      ineffectiveDynamicImport: false,
      bundlerTimings: false,
      pluginTimings: false,
    },
    output: {
      format: "cjs",
      entryFileNames: "[name].js",
      chunkFileNames: `${name}-[name].js`,
      dynamicImportInCjs: false,
      externalLiveBindings: false,
      topLevelVar: true,
      minify: true,
      charset: "ascii",
      comments: false,
      sourcemap: "hidden",
      sourcemapPathTransform: (path, map) => relative(root, join(map, "..", path)),
    },
  });
  for (const { fileName, code, map } of output) {
    if (code === undefined) continue;
    const lines = map && lineMap(map);
    const end = lines ? `//# sourceMappingURL=${fileName}.map\n` : "";
    writeFileSync(join(folder, fileName), code + end);
    if (lines) writeFileSync(join(folder, `${fileName}.map`), JSON.stringify(lines));
  }
  const used = output.flatMap(({ modules = {} }) => Object.entries(modules));
  return used.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id);
}

/** Bundles the command into a new folder, as this version. */
export async function bundleCommand(folder, version) {
  mkdirSync(folder, { recursive: true });
  const files = await entries();
  const modules = await Promise.all(files.map(([name, text]) => bundle(name, text, folder, version)));
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
  const licences = licencesOfModules(modules.flat());
  const refused = licences.find(({ identifier }) => !isAllowed(identifier));
  if (refused !== undefined) {
    throw new Error(`${refused.name}: its licence must be on the list in scripts/licences.mjs`);
  }
  writeFileSync(join(folder, "LICENSES.txt"), licencesText(licences));
}

/** Bundles the command, unless that is done and no source is newer. */
export async function updateBundle(isForced = false) {
  const built = join(place, "main.js");
  const sources = ["core", "sat", "cluster", "paper", "cli"].map((name) => `packages/${name}/src`);
  const time = newestTime(["package-lock.json", "packages/cli/build.mjs", "scripts", ...sources]);
  if (!isForced && existsSync(built) && time <= statSync(built).mtimeMs) return;
  const part = `${place}.${process.pid}.part`;
  await bundleCommand(part, readJson("package.json").version);
  rmSync(place, { recursive: true, force: true });
  renameSync(part, place);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await updateBundle(process.argv.includes("--force"));
