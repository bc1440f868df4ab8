import type { Arm } from "../../problem/arm.ts";
import { nearestHint } from "../../problem/nearest-name.ts";

/**
 * An option of a policy, as data for the documentation, `--help`, the page and the checks. A field without a default is
 * optional unless it is `required`.
 */
export type OptionField =
  | {
      readonly kind: "number";
      /** The meaning of the option, for help and documents. */
      readonly text: string;
      readonly default?: number;
      /** True if the option must be given; it then has no default. */
      readonly required?: true;
      /** True if the value must be a whole number. */
      readonly integer?: true;
      /** True if the value is a time: where times have units, it needs one. */
      readonly time?: true;
      /** Bounds: `above` and `below` exclude their value, `atLeast` and `atMost` include it. */
      readonly above?: number;
      readonly atLeast?: number;
      readonly below?: number;
      readonly atMost?: number;
    }
  | {
      readonly kind: "choice";
      /** The meaning of the option, for help and documents. */
      readonly text: string;
      /** The allowed values. */
      readonly values: readonly string[];
      readonly default: string;
    };

/** All options of a policy, by name. */
export type OptionFields = Readonly<Record<string, OptionField>>;

/** The type of an option's value: a number may be absent if it has no default. */
export type OptionValue<Field extends OptionField> = Field extends {
  kind: "choice";
  values: readonly (infer Value)[];
}
  ? Value
  : Field extends { default: number } | { required: true }
    ? number
    : number | undefined;

/** The options that `create` gets: checked, with the defaults filled in. */
export type OptionValues<Fields extends OptionFields> = {
  readonly [Name in keyof Fields]: OptionValue<Fields[Name]>;
};

/** The part of a policy's definition that describes its options. */
interface OptionSource {
  readonly name: string;
  readonly options: OptionFields;
}

/** Returns the options with defaults filled in. Checks each value, and refuses unknown names. */
export function checkOptions(
  { name: policy, options: fields }: OptionSource,
  given: Readonly<Record<string, unknown>>,
): Record<string, number | string> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(fields, name)) {
      const known = Object.keys(fields);
      throw new RangeError(
        `${policy}: unknown option ${JSON.stringify(name)}: expected ${known.length > 0 ? `one of ${known.join(", ")}` : "none"}${nearestHint(name, known)}`,
      );
    }
  }
  const values: Record<string, number | string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name] ?? field.default;
    if (value === undefined) {
      if (field.kind === "number" && field.required) throw new RangeError(`${policy}: ${name} must be given`);
      continue;
    }
    values[name] =
      field.kind === "choice"
        ? checkChoice(policy, name, field, value)
        : checkNumber(policy, name, field, value);
  }
  return values;
}

function checkChoice(
  policy: string,
  name: string,
  field: OptionField & { kind: "choice" },
  value: unknown,
): string {
  if (typeof value !== "string" || !field.values.includes(value)) {
    const hint = nearestHint(String(value), field.values);
    throw new RangeError(
      `${policy}: ${name} must be one of ${field.values.join(", ")}, got ${JSON.stringify(value)}${hint}`,
    );
  }
  return value;
}

function checkNumber(
  policy: string,
  name: string,
  field: OptionField & { kind: "number" },
  given: unknown,
): number {
  const value = given === "inf" ? Infinity : given; // as a snapshot writes it
  const rules: [boolean, string][] = [
    [typeof value === "number" && !Number.isNaN(value), "be a number"],
    [field.integer !== true || Number.isInteger(value), "be an integer"],
    [field.above === undefined || (value as number) > field.above, `exceed ${field.above}`],
    [field.atLeast === undefined || (value as number) >= field.atLeast, `be at least ${field.atLeast}`],
    [field.below === undefined || (value as number) < field.below, `be below ${field.below}`],
    [field.atMost === undefined || (value as number) <= field.atMost, `be at most ${field.atMost}`],
  ];
  const broken = rules.find(([holds]) => !holds);
  if (broken) throw new RangeError(`${policy}: ${name} must ${broken[1]}, got ${String(value)}`);
  return value as number;
}

/** Baselines do not choose among arms: they get one as an option. */
export const armOption = {
  kind: "number",
  text: "which arm to play, from 0",
  default: 0,
  atLeast: 0,
  integer: true,
} as const;

export function checkArm(policy: string, arm: number, arms: readonly Arm[]): number {
  if (!(arm < arms.length)) {
    throw new RangeError(`${policy}: arm must be an integer from 0 to ${arms.length - 1}, got ${arm}`);
  }
  return arm;
}
