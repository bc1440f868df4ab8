import {
  constantResetting,
  noResetting,
  proportionalResetting,
  type ResettingTime,
} from "../problem/resetting.ts";
import { readNotation } from "./notation.ts";
import { made } from "./parameters.ts";

const FACTORIES = { constant: constantResetting, proportional: proportionalResetting };

/** The resetting time that `none`, `constant(0.1)` or `proportional(0.2)` names. */
export function parseResetting(text: string): ResettingTime {
  const notation = readNotation("resetting", text);
  const index = notation.at();
  const name = notation.word("a resetting time (none, constant(TIME) or proportional(SHARE))");
  if (name === "none") {
    notation.end();
    return noResetting;
  }
  if (name !== "constant" && name !== "proportional") {
    return notation.unknown("resetting time", name, ["none", "constant", "proportional"], index);
  }
  notation.expect("(");
  const value = notation.number("a number");
  notation.expect(")");
  notation.end();
  return made(notation, index, () => FACTORIES[name](value));
}
