import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { addRedisOptions, type RedisWords } from "../cluster/redis-options.ts";
import { readJobs } from "../run/plan.ts";
import { parseDuration } from "../shell/duration.ts";
import { ENDING_SIGNALS, exitCode } from "../shell/exit.ts";
import { repeated } from "../shell/option-values.ts";

const HELP = `
Works at the tasks that \`mulligan run\`, \`sat\` and \`simulate\` with --redis put into a Redis or Valkey, until it is
ended. All workers learn together: each decides by itself, from what all of them have seen.

--allow names the programs that it may run for others: the first word of a command must be one of them, letter by
letter. One without a slash is looked for on this machine's PATH. No shell is asked, but what is allowed may be given
any arguments: who allows bash allows everything. Formulas and simulations need no --allow.

A command line can be read by everybody, so a URL with a password must come from the variable MULLIGAN_REDIS, with
--redis env, or from a file.

SIGTERM and SIGINT give back what is under way and end it with code 0; a second one ends it at once with 130. What a
worker was at that is killed, or is silent for longer than --lock-time, is done by another.

Examples:
  mulligan worker --redis redis://localhost --allow minisat --allow picosat
  mulligan run --redis redis://localhost --success 10 -- minisat {input} ::: *.cnf
  mulligan sat --redis redis://localhost instances/`;

interface Options extends RedisWords {
  readonly jobs: number;
  readonly allow?: readonly string[];
  readonly lockTime: string;
}

export function register(program: Command): void {
  addRedisOptions(
    program.command("worker").description("join a cluster: work at tasks of others, and learn with them"),
  )
    .addOption(
      new Option("-j, --jobs <n>", "tries at a time: a number, or a share of the cores such as 50%")
        .argParser(readJobs)
        .default(availableParallelism(), "all cores"),
    )
    .addOption(new Option("--allow <cmd>", "a program that may be run; may be repeated").argParser(repeated))
    .option("--lock-time <time>", "how long a worker may be silent before others do what it was at", "10s")
    .addHelpText("after", HELP)
    .action(worker);
}

async function worker(options: Options): Promise<void> {
  const { allow = [], jobs } = options;
  const lockMs = parseDuration(options.lockTime, "--lock-time");
  const [{ reachCluster }, { serveCluster }] = await Promise.all([
    import("../cluster/cluster-options.ts"),
    import("../cluster/serve-cluster.ts"),
  ]);
  const asked = untilAsked();
  const place = await reachCluster(options);
  const hurry = new AbortController();
  const close = await serveCluster({ place, jobs, allow, lockMs, hurry: hurry.signal });
  await asked;
  // Whoever wants to go is let go: what is not given back is found by others.
  setTimeout(() => hurry.abort(), HURRY_MS).unref();
  setTimeout(() => process.exit(exitCode.interrupted), LAST_MS).unref();
  await close();
  process.exitCode = exitCode.done;
  // A connection that BullMQ still waits for would keep the process.
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** From when on programs have no more grace, and when it leaves whatever hangs. */
const HURRY_MS = 1_200;
const LAST_MS = 1_850;
const LINGER_MS = 100;

/** The first signal to end; whoever sends a second does not want to wait. */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = () => {
      if (asked) process.exit(exitCode.interrupted);
      asked = true;
      resolve();
    };
    for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  });
}
