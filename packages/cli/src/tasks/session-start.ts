import { MAX_COMMAND, type Session } from "../journal/session.ts";
import { quoteWord } from "../shell/quote-word.ts";
import { type HideSecrets, hideSecrets, hideSecretsIn } from "../shell/secrets.ts";

const SEPARATOR = ":::";

/** Describes a command that begins now, from its words without `mulligan`. Secrets are left out. */
export function startSession(
  words: readonly string[],
  tasks: number,
  hideInput: HideSecrets = hideSecretsIn,
): Session {
  const place = words.indexOf(SEPARATOR);
  const [own, inputs] = place < 0 ? [words, []] : [words.slice(0, place), words.slice(place)];
  const shown = inputs.map((word) => (word === SEPARATOR ? word : hideInput(word)));
  const line = ["mulligan", ...hideSecrets(own), ...shown].map(quoteWord).join(" ");
  const command = line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND - 2)} …` : line;
  return { began: Date.now(), command, ...(Number.isFinite(tasks) && tasks > 0 ? { tasks } : {}) };
}
