import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/**
 * Returns the text of a stack with the files and lines of the sources instead of those of the bundle, as far as the maps beside
 * the bundle tell. Node would do the same if it read the maps at each start, and not only when they are needed.
 */
export function withOriginalPlaces(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(/^( +at .*?)((?:\/|[A-Z]:\\).+?\.js):(\d+):(\d+)/gm, (all, before, file, line, column) => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found === undefined || !("originalSource" in found) || !found.originalSource) return all;
    return `${before}${found.originalSource}:${found.originalLine + 1}`;
  });
}

function readMap(path: string): SourceMap | undefined {
  try {
    return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : undefined;
  } catch {
    // The stack itself still tells more than an error about its map.
    return undefined;
  }
}
