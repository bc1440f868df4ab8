import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

export const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The texts that are written for readers, by their path in the repository. */
export const documents: readonly string[] = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "examples/github-action/README.md"],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .sort(),
  ...readdirSync(join(root, "packages"))
    .flatMap((name) => [`packages/${name}/README.md`, `packages/${name}/src/README.md`])
    .filter((file) => existsSync(join(root, file))),
];

export interface Example {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

/** The fenced blocks marked `ts`. */
export function examplesOf(file: string): Example[] {
  return fencedBlocks(file, read(file));
}

/** The same in the doc comments of a source file, where each line begins with a star. */
export function examplesInComments(file: string): Example[] {
  return fencedBlocks(file, read(file).replaceAll(/^ +\*(?: |$)/gm, ""));
}

function fencedBlocks(file: string, text: string): Example[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => ({
    file,
    line: text.slice(0, match.index).split("\n").length,
    code: match[1],
  }));
}

/** The text without its fenced blocks. */
const proseOf = (file: string) => read(file).replace(/^```[\s\S]*?^```$/gm, "");

/** Where a document's links lead, those to other sites left out. */
export function linksOf(file: string): string[] {
  return [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1])
    .filter((target) => !/^https?:/.test(target));
}

/** What can stand behind a # in a link to this document: ids, and headings as GitHub spells them. */
export function anchorsOf(file: string): Set<string> {
  const text = proseOf(file);
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1]);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...ids, ...headings]);
}

/** Paths of files in backticks. A path may start at the repository, in core, in its sources or tests, or here. */
export function pathsOf(file: string): string[] {
  return [...proseOf(file).matchAll(/`([\w./-]+\.(?:ts|mjs|py|json|md))`/g)]
    .map((match) => match[1])
    .filter((path) => !path.includes("NAME"));
}

export function pathExists(file: string, path: string): boolean {
  const starts = ["", "packages/core", "packages/core/src", "packages/core/test", dirname(file)];
  return starts.some((start) => existsSync(join(root, start, path)));
}

/** The cells of the rows of every table, heads and rules left out. */
export function tableRows(text: string): string[][] {
  const lines = text.split("\n");
  return lines
    .filter((line, i) => line.startsWith("|") && !isRule(line) && !isRule(lines[i + 1] ?? ""))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const isRule = (line: string) => /^\|[ |:-]+\|$/.test(line);
