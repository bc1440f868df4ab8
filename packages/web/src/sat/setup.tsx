import { Field } from "../design/field.tsx";
import {
  isKnownSet,
  KINDS,
  type Kind,
  LEARNERS,
  type Problems,
  RULES,
  type SettingName,
  type SettingWords,
} from "./setting.ts";

interface SetupProps {
  readonly words: SettingWords;
  readonly problems: Problems;
  change(name: SettingName, word: string): void;
}

/** Which formulas are generated. */
export function FormulaFields({ words, problems, change }: SetupProps) {
  const kind = words.kind in KINDS ? (words.kind as Kind) : undefined;
  const number = (name: SettingName, label: string) => (
    <NumberField name={name} label={label} words={words} problems={problems} change={change} />
  );
  return (
    <fieldset>
      <legend>Generate formulas</legend>
      <Field label="Kind" problem={problems.kind} hint={kind === undefined ? "" : KINDS[kind].says}>
        {({ id, describedBy }) => (
          <select
            id={id}
            aria-describedby={describedBy}
            value={words.kind}
            onChange={({ currentTarget }) => change("kind", currentTarget.value)}
          >
            {Object.entries(KINDS).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!isKnownSet(words.kind) && (
        <div class="sat-pair">
          {number("variables", "Variables")}
          {number("ratio", "Clauses a variable")}
        </div>
      )}
      <div class="sat-pair">
        {number("count", "How many")}
        {number("seed", "Seed")}
      </div>
    </fieldset>
  );
}

/** How formulas are walked, and for how long. */
export function WalkFields({ words, problems, change }: SetupProps) {
  const hasNoise = !["probsat", "tabu"].includes(words.rule);
  const number = (name: SettingName, label: string, hint: string) => (
    <NumberField name={name} label={label} hint={hint} words={words} problems={problems} change={change} />
  );
  const chosen = (name: SettingName, label: string, values: readonly string[], hint: string) => (
    <Field label={label} problem={problems[name]} hint={hint}>
      {({ id, describedBy }) => (
        <select
          id={id}
          aria-describedby={describedBy}
          value={words[name]}
          onChange={({ currentTarget }) => change(name, currentTarget.value)}
        >
          {values.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <fieldset>
      <legend class="unseen">How they are walked</legend>
      {number("budget", "Budget, flips a clause", "What each may spend on a formula before it is given up.")}
      {number(
        "base",
        "Luby’s base, flips a clause",
        "0.25 is a usual guess, 100 flips at 403 clauses. 0.75 is about the best for CBS and uf100, and there it beats what is learned.",
      )}
      {chosen("learner", "Learned by", LEARNERS, "hidden-types is what “mulligan sat” takes.")}
      {chosen(
        "rule",
        "Rule of the walk",
        RULES,
        "The same for all three; auto is rnovelty, and probsat where formulas are large.",
      )}
      {hasNoise && number("noise", "Noise", "How often a walk does not take the best flip.")}
    </fieldset>
  );
}

interface NumberFieldProps extends SetupProps {
  readonly name: SettingName;
  readonly label: string;
  readonly hint?: string;
}

function NumberField({ name, label, hint, words, problems, change }: NumberFieldProps) {
  return (
    <Field label={label} problem={problems[name]} {...(hint === undefined ? {} : { hint })}>
      {({ id, describedBy }) => (
        <input
          id={id}
          aria-describedby={describedBy}
          inputMode="decimal"
          autocomplete="off"
          value={words[name]}
          onInput={({ currentTarget }) => change(name, currentTarget.value)}
        />
      )}
    </Field>
  );
}
