import { MAX_COMMAND, type Session } from "../journal/session.ts";
import { quoteWord } from "../shell/quote-word.ts";

/** An option or variable whose value is secret, with its value if that is in the same word. */
const SECRET_NAME = /^(-{0,2}[\w.-]*(?:password|passwd|token|secret|api-?key|apikey|credential)[\w.-]*)(=?)/i;
const SECRET_HEADER = /^([\w-]*(?:authorization|api-key|token|cookie)[\w-]*:).*/i;
/** The user and password of an address. */
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;
const HIDDEN = "…";

/** Describes a command that begins now, from its words without `mulligan`. Words that look like secrets are left out. */
export function startSession(words: readonly string[], tasks: number): Session {
  const line = ["mulligan", ...withoutSecrets(words)].map(quoteWord).join(" ");
  const command = line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND - 2)} ${HIDDEN}` : line;
  return { began: Date.now(), command, ...(Number.isFinite(tasks) && tasks > 0 ? { tasks } : {}) };
}

function withoutSecrets(words: readonly string[]): string[] {
  let isValue = false;
  return words.map((word) => {
    if (isValue && !word.startsWith("-")) {
      isValue = false;
      return HIDDEN;
    }
    const [, name, equals] = SECRET_NAME.exec(word) ?? [];
    // A file with a secret is none: its name may be shown.
    const isSecret = name !== undefined && !/file$/i.test(name);
    isValue = isSecret && equals === "" && name.startsWith("-");
    if (isSecret && equals === "=") return `${name}=${HIDDEN}`;
    return word.replace(SECRET_HEADER, `$1 ${HIDDEN}`).replaceAll(CREDENTIALS, `$1${HIDDEN}@`);
  });
}
