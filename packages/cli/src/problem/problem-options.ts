import { type Command, Option } from "commander";
import { repeated } from "../shell/option-values.ts";

/** What `--law`, `--reward` and `--resetting` gave; `readArms` makes arms of it. */
export interface ProblemOptions {
  law?: string[];
  reward: string;
  resetting: string;
}

export function addProblemOptions(command: Command): Command {
  return command
    .addOption(new Option("--law <law>", "the law of one arm's times; once for each arm").argParser(repeated))
    .option("--reward <reward>", "one | bernoulli(p=…) | power(omega=…,gamma=…)", "one")
    .option("--resetting <time>", "none | constant(TIME) | proportional(SHARE)", "none");
}
