import { createHmac, randomBytes } from "node:crypto";
import type { Trial } from "@mulligan/core/problem";
import { HIDDEN, type HideSecrets, hideSecrets } from "../shell/secrets.ts";
import type { Header } from "./journal-format.ts";

/** The inputs of a run. */
export interface RunInputs {
  readonly all: Iterable<string>;
  /** Replaces the secrets of an input. */
  readonly hide: HideSecrets;
}

/** The form in which a journal has commands and inputs: with a hash in place of each secret. */
export interface JournalNames {
  /** The header of the run, as the journal has it. */
  readonly header: Header;
  /** A trial of the run, as the journal has it. */
  written(trial: Trial): Trial;
  /** A trial of the journal with the input that the run has; it stays as it is if the run has no such input. */
  read(trial: Trial): Trial;
}

/** Returns a key for a new journal. A header without commands has no secrets. */
export function newKey({ arms }: Header): string | undefined {
  return arms.some(({ command }) => command !== undefined) ? randomBytes(16).toString("hex") : undefined;
}

const HASH_LENGTH = 16;

/**
 * Returns the names for a journal with this key, which is in its header: a run with another secret has another hash, and is refused as any
 * other command is. The hash does not protect a secret that can be guessed; that the file is private does. Without a key, as in a journal
 * that was written by hand, names stay as they are.
 */
export function journalNames(header: Header, key: unknown, inputs?: RunInputs): JournalNames {
  if (typeof key !== "string") return { header, written: (trial) => trial, read: (trial) => trial };
  const replace = (secret: string) =>
    HIDDEN + createHmac("sha256", key).update(secret).digest("hex").slice(0, HASH_LENGTH);
  const nameOf = (input: string) => inputs?.hide(input, replace) ?? input;
  /** The inputs with secrets, by their names. All inputs are looked through once, and only if the journal has such a name. */
  let known: Map<string, string> | undefined;
  const inputOf = (name: string) => {
    if (known === undefined) {
      known = new Map();
      for (const input of inputs?.all ?? []) if (nameOf(input) !== input) known.set(nameOf(input), input);
    }
    return known.get(name) ?? name;
  };
  return {
    header: {
      ...header,
      arms: header.arms.map(({ name, command }) =>
        command === undefined ? { name } : { name, command: hideSecrets(command, replace) },
      ),
      key,
    },
    written: (trial) => (trial.input === null ? trial : { ...trial, input: nameOf(trial.input) }),
    read: (trial) => (trial.input?.includes(HIDDEN) ? { ...trial, input: inputOf(trial.input) } : trial),
  };
}
