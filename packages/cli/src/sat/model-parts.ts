import type { Assignment } from "@mulligan/sat";

/** The end of every model's text. */
export const MODEL_END = " 0\n";
const LONGEST_LINE = 78;
/** Characters in a part: the text of a model of ten million variables has eighty million. */
const PART_LENGTH = 2 ** 16;

/** Yields the SAT competition's answer: literals and a 0 in `v` lines of at most 78 characters. */
export function* modelParts(model: Assignment): Generator<string> {
  let [part, line] = ["s SATISFIABLE\n", "v"];
  for (let variable = 1; variable <= model.length; variable++) {
    const word = variable === model.length ? " 0" : literalText(variable, model[variable]);
    if (line.length + word.length > LONGEST_LINE) {
      part += `${line}\n`;
      line = "v";
    }
    line += word;
    if (part.length >= PART_LENGTH) {
      yield part;
      part = "";
    }
  }
  yield `${part}${line}\n`;
}

/** Returns the text of a model for a file; in parts if it is long. */
export function modelData(model: Assignment): string | Iterable<string> {
  return model.length < PART_LENGTH ? [...modelParts(model)].join("") : modelParts(model);
}

function literalText(variable: number, value: number): string {
  return value === 1 ? ` ${variable}` : ` -${variable}`;
}
