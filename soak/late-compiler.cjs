// Loaded by NODE_OPTIONS=--require into the command: every worker thread begins to compile a large function at the
// moment at which it ends, with a heap that is about full. V8 wants to begin a collection then, for a thread that Node 20
// does not list any more. What happens to one thread in thousands otherwise happens to most of them.
const { syncBuiltinESMExports } = require("node:module");
const { setFlagsFromString } = require("node:v8");
const threads = require("node:worker_threads");

/**
 * The heap of a thread has at most so much. After a collection the next one is to begin halfway to that, and less than
 * the size of the young generation before: at once.
 */
const OLD_MEGABYTES = 96;
const YOUNG_MEGABYTES = 64;
/** Of the function. The compiler takes some ten milliseconds to read it before it first needs memory. */
const LINES = 3_000;
/** A thread in the middle of its work does not answer. */
const PATIENCE_MS = 200;

const channel = new threads.BroadcastChannel("late-compiler");
channel.unref();

if (threads.isMainThread) {
  const flags = ["--expose-gc", "--allow-natives-syntax", "--max-optimized-bytecode-size=1000000"];
  const young = ["min", "max"].map((end) => `--${end}-semi-space-size=${YOUNG_MEGABYTES}`);
  for (const flag of [...flags, ...young, `--max-old-space-size=${OLD_MEGABYTES}`]) setFlagsFromString(flag);
} else {
  channel.onmessage = ({ data }) => {
    if (data.compile !== threads.threadId) return;
    compileLate();
    channel.postMessage({ compiles: threads.threadId });
  };
  process.on("exit", compileLate);
}

const { terminate } = threads.Worker.prototype;
/** @this {import("node:worker_threads").Worker} */
threads.Worker.prototype.terminate = async function () {
  const answers = new threads.BroadcastChannel("late-compiler");
  const { threadId } = this;
  await new Promise((resolve) => {
    answers.onmessage = ({ data }) => void (data.compiles === threadId && resolve(undefined));
    answers.postMessage({ compile: threadId });
    setTimeout(resolve, PATIENCE_MS);
  });
  answers.close();
  return terminate.call(this);
};
syncBuiltinESMExports();

/** Lets V8 compile in the background, right after a collection. */
function compileLate() {
  const lines = Array.from({ length: LINES }, (_, i) => `bytes[${i % 50}] = bytes[${i % 49}];`).join("");
  const source = `
    const work = (bytes, named) => { ${lines} named.name = "a${LINES}" + "b"; };
    %PrepareFunctionForOptimization(work);
    for (let i = 0; i < 2; i++) work(new Int8Array(64), { name: "" });
    gc();
    %OptimizeFunctionOnNextCall(work, "concurrent");
    work(new Int8Array(64), { name: "" });`;
  new Function(source)();
}
