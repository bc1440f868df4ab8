import { expect, test } from "vitest";
import {
  allowedConnections,
  allowedJobs,
  FILES_OF_PROGRAM,
  isOutOfFiles,
  refusalForFiles,
} from "../../src/shell/open-files.ts";

test("a process that may open fewer files than a command needs is refused, with the number that is enough", () => {
  expect(refusalForFiles(20)).toBe(
    "at least 160 open files must be allowed, got 20; `ulimit -n 160` allows them",
  );
  expect(refusalForFiles(0)).toContain("got fewer");
  expect(refusalForFiles(159)).toBeDefined();
  expect(refusalForFiles(160)).toBeUndefined();
  expect(refusalForFiles(Infinity)).toBeUndefined();
});

test("jobs beyond the files that may be open are not started, and the user is told", () => {
  const notices: string[] = [];
  const jobs = (requested: number, limit: number) =>
    allowedJobs(requested, FILES_OF_PROGRAM, (text) => notices.push(text), limit);
  expect([jobs(8, 160), jobs(1_000, Infinity), jobs(1, 20)]).toEqual([8, 1_000, 1]);
  expect(notices).toEqual([]);
  expect(jobs(20, 160)).toBe(8);
  expect(notices).toEqual([
    "--jobs: 8 at a time instead of 20, since 160 open files are allowed (ulimit -n)",
  ]);
});

test("half of the files are for connections, if these are fewer than requested", () => {
  expect([20_000, 4_097, Infinity].map((limit) => allowedConnections(10_000, limit))).toEqual([
    10_000, 2_048, 10_000,
  ]);
});

test("an error of the system that means too many files is told from others", () => {
  expect(isOutOfFiles(Object.assign(new Error("spawn"), { code: "EMFILE" }))).toBe(true);
  expect(isOutOfFiles(Object.assign(new Error("open"), { code: "ENOENT" }))).toBe(false);
  expect(isOutOfFiles(undefined)).toBe(false);
});
