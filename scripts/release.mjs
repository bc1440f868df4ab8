// npm run release -- [--dry-run] [--version X.Y.Z|major|minor|patch] [--out FOLDER]
//
// Builds the tarballs of all packages and the changelog's section into FOLDER (release), and checks them. Then it runs the
// tests, also those of the programs that release, sets the version everywhere, commits and tags. Without `--version` it
// takes the version of the manifests. It never pushes and never publishes: push the tag, and
// `.github/workflows/release.yml` publishes. With `--dry-run` it stops after the checks and changes no file of the repository.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { licenceProblems, licencesOf } from "./licences.mjs";
import { manifestAt, readJson, refuse, root } from "./packages.mjs";

/** Runs a program in the repository and returns what it prints, or undefined if it fails. */
function output(...words) {
  const { status, stdout, error } = spawnSync(words[0], words.slice(1), { cwd: root, encoding: "utf8" });
  if (error) throw error;
  return status === 0 ? stdout.trim() : undefined;
}

/** Runs a program whose output the user sees. Returns true if it succeeds. */
function run(...words) {
  return spawnSync(words[0], words.slice(1), { cwd: root, stdio: "inherit" }).status === 0;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        "dry-run": { type: "boolean", default: false },
        version: { type: "string" },
        out: { type: "string", default: "release" },
      },
    });
    return { isDry: values["dry-run"], version: values.version, out: resolve(values.out) };
  } catch (error) {
    refuse(error.message.split("\n", 1)[0]);
  }
}

/** Returns the version to release: a step from the present one, or one that is not below it. */
function versionFor(wanted, present) {
  const [major, minor, patch] = present.split(".").map(Number);
  const steps = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  const version = steps[wanted] ?? wanted ?? present;
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(version)) {
    refuse(`--version: must be major, minor, patch or numbers such as 1.2.3, got ${wanted}`);
  }
  const parts = version.split(".").map(Number);
  const i = parts.findIndex((part, k) => part !== [major, minor, patch][k]);
  if (i !== -1 && parts[i] < [major, minor, patch][i]) {
    refuse(`--version: must not be below the present ${present}, got ${version}`);
  }
  return version;
}

/** Returns the changelog in which what is unreleased stands under the version, and that section. */
function changelogAt(text, version, date) {
  const sections = text.split(/^(?=## )/m);
  const released = sections.find((section) => section.startsWith(`## ${version},`));
  const unreleased = sections.find((section) => /^## Unreleased\n/.test(section));
  const content = unreleased?.slice("## Unreleased\n".length).trim() ?? "";
  if (content === "") {
    if (released !== undefined) return { text, section: released };
    refuse('CHANGELOG.md: a section "## Unreleased" must say what changed');
  }
  if (released !== undefined)
    refuse(`CHANGELOG.md: ${version} has a section, and "## Unreleased" is not empty`);
  const section = `## ${version}, ${date}\n\n${content}\n`;
  const rest = sections.slice(sections.indexOf(unreleased) + 1).join("");
  const before = sections.slice(0, sections.indexOf(unreleased)).join("");
  return { text: `${before}## Unreleased\n\n${section}${rest === "" ? "" : `\n${rest}`}`, section };
}

/** Returns the new text of each file that has the version in it. */
function textsAt(version, date) {
  const folders = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);
  const names = new Set(folders.map((folder) => readJson(`${folder}/package.json`).name));
  const texts = new Map();
  const write = (path, value) => texts.set(path, `${JSON.stringify(value, null, 2)}\n`);
  for (const folder of ["", ...folders]) {
    const path = join(folder, "package.json");
    write(path, manifestAt(readJson(path), version, names));
  }
  const lock = readJson("package-lock.json");
  lock.version = version;
  for (const folder of ["", ...folders])
    lock.packages[folder] = manifestAt(lock.packages[folder], version, names);
  write("package-lock.json", lock);
  const citation = readFileSync(join(root, "CITATION.cff"), "utf8");
  const stated = `version: ${version}\ndate-released: ${date}`;
  texts.set("CITATION.cff", citation.replace(/^date-released: .*\n/m, "").replace(/^version: .*$/m, stated));
  return texts;
}

function checkClean() {
  const changed = output("git", "status", "--porcelain");
  if (changed !== "") {
    refuse(`every change must be committed or ignored, got ${changed.split("\n", 1)[0].trim()}`);
  }
}

/** Refuses unless this is a clean `main` that has all of origin's, and the tag is new here and there. Returns the commit. */
function checkRepository(tag) {
  const branch = output("git", "branch", "--show-current");
  if (branch !== "main") refuse(`the branch must be main, got ${branch || "none"}`);
  checkClean();
  if (output("git", "rev-parse", "--verify", "--quiet", `refs/tags/${tag}`) !== undefined) {
    refuse(`${tag} must be a new tag, but it exists; name another with --version`);
  }
  const remote = output("git", "ls-remote", "origin", "refs/heads/main", `refs/tags/${tag}`);
  if (remote === undefined) refuse("git must reach the remote origin");
  for (const line of remote.split("\n").filter(Boolean)) {
    const [commit, ref] = line.split("\t");
    if (ref.startsWith("refs/tags/")) refuse(`${tag} must be a new tag, but origin has it`);
    if (output("git", "merge-base", "--is-ancestor", commit, "HEAD") === undefined) {
      refuse("main must have all commits of origin's main; pull first");
    }
  }
  return output("git", "rev-parse", "HEAD");
}

/** Makes the folder, or empties it of an earlier release. */
function prepareFolder(out) {
  mkdirSync(out, { recursive: true });
  const files = readdirSync(out);
  const other = files.find((name) => name !== "CHANGELOG.md" && !name.endsWith(".tgz"));
  if (other !== undefined)
    refuse(`--out: ${out} must be new, empty or hold an earlier release, has ${other}`);
  for (const name of files) rmSync(join(out, name));
}

function commit(texts, tag) {
  for (const [path, text] of texts) writeFileSync(join(root, path), text);
  const paths = [...texts.keys()];
  const isUnchanged = output("git", "status", "--porcelain", ...paths) === "";
  if (!isUnchanged && !run("git", "commit", "--quiet", "--message", `Release ${tag}`, "--", ...paths)) {
    output("git", "checkout", "HEAD", "--", ...paths);
    refuse("git must be able to commit; every file is as it was");
  }
  if (!run("git", "tag", "--annotate", "--message", tag, tag))
    refuse("git must be able to tag; the commit is made");
}

const { isDry, version: wanted, out } = readOptions();
const version = versionFor(wanted, readJson("package.json").version);
const tag = `v${version}`;
const date = new Date().toISOString().slice(0, 10);
const head = isDry ? undefined : checkRepository(tag);
const { text: changelog, section } = changelogAt(
  readFileSync(join(root, "CHANGELOG.md"), "utf8"),
  version,
  date,
);
prepareFolder(out);
if (!run(process.execPath, "scripts/setup.mjs")) refuse("everything must build");
// Loaded only here: the checkers need a second, and a refusal does not need them.
const { pack, problemsOf } = await import("./tarballs.mjs");
const tarballs = await pack(out, version);
writeFileSync(join(out, "CHANGELOG.md"), section);
const problems = [...licenceProblems(), ...(await problemsOf(tarballs))];
for (const problem of problems) console.error(problem);
if (problems.length > 0) refuse("the tarballs must have no problem");
for (const path of tarballs) console.log(`${basename(path)}  ${(statSync(path).size / 1000).toFixed(0)} kB`);
console.log(
  `checked: publint, arethetypeswrong, ${licencesOf(readJson("package-lock.json")).length} licences`,
);
if (isDry) {
  console.log(
    `${relative("", out) || "."} has the tarballs of ${version}. Nothing is published, tagged or committed.`,
  );
} else {
  checkClean();
  if (!run("npm", "test")) refuse("npm test must pass");
  if (!run("npm", "run", "--silent", "test:release")) refuse("npm run test:release must pass");
  if (checkRepository(tag) !== head) refuse("the commit must stay the same while it is tested");
  commit(new Map([...textsAt(version, date), ["CHANGELOG.md", changelog]]), tag);
  console.log(`${tag} is committed and tagged. To publish: git push --atomic origin main ${tag}`);
}
