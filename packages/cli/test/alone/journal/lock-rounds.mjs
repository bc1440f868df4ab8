// node lock-rounds.mjs FOLDER ROUNDS START: at START, and every few milliseconds after, tries to lock the next
// file of FOLDER, keeps what it got, and says which at the end. Many of these make a race; a short pause of
// random length before each call of the file system lets them overtake each other anywhere, even on one core.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

const [folder, rounds, start] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const EVERY_MS = 30;
const MOST_PAUSE_MS = 3;
const cell = new Int32Array(new SharedArrayBuffer(4));
for (const name of ["linkSync", "readFileSync", "renameSync", "unlinkSync", "writeFileSync"]) {
  const call = fs[name];
  fs[name] = (...args) => {
    Atomics.wait(cell, 0, 0, MOST_PAUSE_MS * Math.random());
    return call(...args);
  };
}
syncBuiltinESMExports();
const { lockFile } = await import("../../../dist/journal/lock.js");

const won = [];
for (let round = 0; round < rounds; round++) {
  while (Date.now() < start + round * EVERY_MS) Atomics.wait(cell, 0, 0, 1);
  try {
    lockFile(join(folder, String(round)));
    won.push(round);
  } catch (error) {
    if (!/in use by process/.test(error.message)) throw error;
  }
}
console.log(JSON.stringify(won));
// All are held until all have tried: then the test ends the input.
process.stdin.resume();
