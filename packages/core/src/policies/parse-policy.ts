import { checkOptions } from "./definition/options.ts";
import { policyNamed } from "./registry.ts";

/** Reads the notation of `--policy`: `NAME` or `NAME:option=value,…`. Options are checked, not filled in. */
export function parsePolicy(text: string): { name: string; options: Record<string, number | string> } {
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const definition = policyNamed(name);
  const { options: fields } = definition;
  const options: Record<string, number | string> = {};
  const rest = colon < 0 ? "" : text.slice(colon + 1);
  for (const part of rest.split(",").filter((piece) => piece.trim() !== "")) {
    const equals = part.indexOf("=");
    if (equals < 0)
      throw new RangeError(`${name}: expected option=value, got ${JSON.stringify(part.trim())}`);
    const key = part.slice(0, equals).trim();
    const value = part.slice(equals + 1).trim();
    if (Object.hasOwn(options, key)) throw new RangeError(`${name}: ${key} may be given once, got it twice`);
    options[key] =
      Object.hasOwn(fields, key) && fields[key].kind === "number" ? toNumber(name, key, value) : value;
  }
  checkOptions(definition, options);
  return { name, options };
}

function toNumber(policy: string, option: string, text: string): number {
  if (text === "inf") return Infinity;
  if (text === "" || Number.isNaN(Number(text))) {
    throw new RangeError(`${policy}: ${option} must be a number, got ${JSON.stringify(text)}`);
  }
  return Number(text);
}
