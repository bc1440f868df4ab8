// Finds the lines of sources that ran, from the coverage files that Node writes into NODE_V8_COVERAGE.
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const MAP_COMMENT = "//# sourceMappingURL=";

/** A line of tsc that loads or passes on names, and runs nothing. */
const IMPORT = /^(import|export) [^;]* from "[^"]*";$/;

/** Where `coverage-preload.mjs` keeps a script that vitest made from a source, as it was evaluated. */
export const keptScript = (folder, path) => join(folder, encodeURIComponent(path));

/**
 * Collects coverage files, and tells in the end which lines ran. The lines that count are those on which, by the source map of
 * tsc, a name, a word or a literal begins: no brackets, comments, types or lists of imports. A line ran if the code at one of
 * these places did, in any process.
 *
 * `compiled` names, for each script of `dist`, tsc's output with its map beside it; `kept` is the folder of `keptScript`. A
 * bundle has its map beside it, which may lead to sources or to scripts of `dist`.
 * @param {string} root
 * @param {ReadonlyMap<string, string>} compiled
 * @param {string} kept
 */
export function lineCoverage(root, compiled, kept) {
  const packages = `${pathToFileURL(root)}/packages/`;
  const isOurs = (url) => url.startsWith(packages) && /^[^/]+\/(src|dist)\//.test(url.slice(packages.length));
  const scripts = new Map();
  /** Scripts that cannot be mapped: without a map, or not the ones on the disk. */
  const unmapped = new Set();

  function scriptAt(path) {
    if (!scripts.has(path)) {
      const script = readScript(path);
      if (script !== undefined) script.ran = new Uint8Array(script.text.length);
      scripts.set(path, script);
    }
    return scripts.get(path);
  }

  /** Follows a place in a source, or in a script of `dist` that was bundled, to the line of a source. */
  function lineOf({ path, line, column }) {
    if (!compiled.has(path)) return { path, line };
    const { map, toPath } = scriptAt(path);
    const { originalSource = "", originalLine } = map.findEntry(line, column);
    return { path: toPath(originalSource), line: originalLine };
  }

  return {
    unmapped,
    /** Adds what one process or thread ran. */
    add({ result }) {
      for (const { url, functions } of result) {
        if (!isOurs(url)) continue;
        const script = scriptAt(fileURLToPath(url));
        if (script?.text.length === functions[0].ranges[0].endOffset) paint(script.ran, functions);
        else unmapped.add(url);
      }
    },
    /** For each source, its lines from 1 that count, and whether they ran. */
    lines() {
      const lines = new Map();
      for (const script of [...compiled.keys()].map(scriptAt)) {
        for (const { path, line, isBegin } of places(script)) {
          if (!lines.has(path)) lines.set(path, new Map());
          if (isBegin) lines.get(path).set(line + 1, false);
        }
      }
      for (const script of scripts.values()) {
        if (script === undefined) continue;
        for (const place of places(script)) {
          if (script.ran[place.offset] === 0) continue;
          const { path, line } = lineOf(place);
          const counted = lines.get(path);
          if (counted?.has(line + 1)) counted.set(line + 1, true);
        }
      }
      return lines;
    },
  };

  /** Reads a script with its source map; undefined if it has none. `start` is where the code begins to which the map belongs. */
  function readScript(path) {
    const place = keptScript(kept, path);
    if (existsSync(place)) {
      const text = readFileSync(place, "utf8");
      const [, encoded] = new RegExp(`${MAP_COMMENT}data:application/json;base64,(.+)`).exec(text) ?? [];
      const map = JSON.parse(Buffer.from(encoded, "base64").toString());
      // For debuggers, vitest maps the begin of the script to that of the source.
      const mappings = map.mappings.replace(/^AAAA,CAAA;/, ";");
      return {
        text,
        start: text.indexOf("{{") + 2,
        map: new SourceMap({ ...map, mappings }),
        toPath: () => path,
      };
    }
    const file = compiled.get(path) ?? path;
    if (!existsSync(`${file}.map`)) return undefined;
    const text = readFileSync(file, "utf8");
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
    // tsc's output differs from the script in `dist` by this comment only.
    const end = file === path ? text.length : text.lastIndexOf(MAP_COMMENT);
    const toPath = (source) => resolve(source.startsWith("packages/") ? root : dirname(file), source);
    return { text: text.slice(0, end), start: 0, map, toPath };
  }
}

/**
 * The places of a script where a stretch of code begins that the map leads to a source, at its first name, word or literal;
 * lines and columns from 0. `isBegin` is true if nothing stands before it.
 */
function* places({ text, start, map, toPath }) {
  let offset = start;
  for (const [index, line] of text.slice(start).split("\n").entries()) {
    for (const { 0: word, index: column } of IMPORT.test(line) ? [] : line.matchAll(/[\w$]+|["'`]/g)) {
      const entry = map.findEntry(index, column);
      const { generatedLine, generatedColumn, originalSource, originalLine, originalColumn } = entry;
      if (originalSource === undefined || generatedLine !== index || NO_CODE.test(word)) continue;
      if (!BEFORE_CODE.test(line.slice(generatedColumn, column))) continue;
      yield {
        offset: offset + column,
        path: toPath(originalSource),
        line: originalLine,
        column: originalColumn,
        isBegin: column === generatedColumn,
      };
    }
    offset += line.length + 1;
  }
}

/**
 * Words that may run without what they stand before: an exported function is not called where its module runs, and a minifier
 * makes one statement of two that return.
 */
const NO_CODE = /^(export|return|let|const|var)$/;
/** A few signs, such as brackets, and these words; after more there may be a comment. */
const BEFORE_CODE = /^[^\w$"'`]{0,4}((export|return|let|const|var)\b[^\w$"'`]{0,4})*$/;

/** Marks what ran. The ranges lie in each other, an outer one comes before its inner ones, and the innermost one counts. */
function paint(ran, functions) {
  const now = new Uint8Array(ran.length);
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges)
      now.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  for (let i = 0; i < now.length; i++) if (now[i] === 1) ran[i] = 1;
}
