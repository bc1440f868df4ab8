// A fetch that learns how long to wait, and keeps what it has learned in a file, so that the next process continues from there.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { learnedFetch } from "@mulligan/fetch";

export function rememberingFetch(file, options = {}) {
  return learnedFetch({
    deadline: 10_000,
    async load() {
      // The first process finds no file.
      const text = await readFile(file, "utf8").catch((error) => {
        if (error.code !== "ENOENT") throw error;
      });
      return text && JSON.parse(text);
    },
    async save(learned) {
      await mkdir(dirname(file), { recursive: true });
      // A process that dies while it writes must not leave half a file.
      await writeFile(`${file}.${process.pid}`, JSON.stringify(learned));
      await rename(`${file}.${process.pid}`, file);
    },
    ...options,
  });
}
