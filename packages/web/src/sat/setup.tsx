import { useEffect, useState } from "preact/hooks";
import { SelectField, TextField } from "../design/field.tsx";
import { policyWords } from "../design/policy-names.ts";
import {
  FORMULA_KINDS,
  type FormulaKind,
  isKnownSet,
  LEARNERS,
  RULE_LABELS,
  type SatFields,
  type SettingName,
  type SettingProblems,
} from "./setting.ts";

interface SetupProps {
  readonly fields: SatFields;
  readonly problems: SettingProblems;
  /** The number of files that are solved instead of generated formulas. */
  readonly files: number | undefined;
  change(name: SettingName, text: string): void;
}

/** The setting, folded into a sentence that says what is solved. It opens when something in it is wrong. */
export function SatSettingPanel(props: SetupProps) {
  const { fields, problems, files } = props;
  const [open, setOpen] = useState(false);
  const hasProblem = Object.keys(problems).length > 0;
  useEffect(() => {
    if (hasProblem) setOpen(true);
  }, [hasProblem]);
  return (
    <details
      class="card setting-panel"
      open={open}
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>
        <span>{settingSentence(fields, files)}</span> <span class="setting-open">Change the setting</span>
      </summary>
      <form class="stack setting" onSubmit={(event) => event.preventDefault()}>
        <FormulaFields {...props} />
        <WalkFields {...props} />
      </form>
    </details>
  );
}

function settingSentence({ kind, count, seeds, seed, budget }: SatFields, files: number | undefined): string {
  const set = isKind(kind) ? FORMULA_KINDS[kind].label : kind;
  const often = seeds.trim() === "1" ? `With seed ${seed}` : `With ${seeds} seeds from ${seed} on`;
  const generated = `${count} formulas: ${set}`;
  const given = files === 1 ? "Your file" : `Your ${files} files`;
  return `${files === undefined ? generated : given}. ${often}, at most ${budget} flips for each clause of a formula.`;
}

function isKind(kind: string): kind is FormulaKind {
  return Object.hasOwn(FORMULA_KINDS, kind);
}

function numberField(
  { fields, problems, change }: SetupProps,
  name: SettingName,
  label: string,
  hint?: string,
) {
  return (
    <TextField
      label={label}
      hint={hint}
      problem={problems[name]}
      inputMode="decimal"
      value={fields[name]}
      onText={(text) => change(name, text)}
    />
  );
}

/** The fields for generated formulas. */
function FormulaFields(props: SetupProps) {
  const { fields, problems, change } = props;
  return (
    <fieldset>
      <legend>Formulas to generate</legend>
      <SelectField
        label="Kind"
        problem={problems.kind}
        hint={isKind(fields.kind) ? FORMULA_KINDS[fields.kind].text : ""}
        value={fields.kind}
        options={Object.entries(FORMULA_KINDS).map(([name, { label }]) => [name, label])}
        onChoose={(value) => change("kind", value)}
      />
      {!isKnownSet(fields.kind) && (
        <div class="sat-pair">
          {numberField(props, "variables", "Variables")}
          {numberField(props, "ratio", "Clauses for each")}
        </div>
      )}
      {numberField(props, "count", "Number of formulas")}
    </fieldset>
  );
}

/** The fields for how formulas are walked, how often, and for how long; files are walked like that, too. */
function WalkFields(props: SetupProps) {
  const { fields, problems, change } = props;
  const hasNoise = !["probsat", "tabu"].includes(fields.rule);
  return (
    <fieldset>
      <legend>Walks</legend>
      <div class="sat-pair">
        {numberField(props, "seed", "First seed")}
        {numberField(props, "seeds", "Number of seeds")}
      </div>
      {numberField(
        props,
        "budget",
        "Budget, in flips for each clause",
        "A contestant gives a formula up after so many flips.",
      )}
      {numberField(
        props,
        "base",
        "Base of Luby’s sequence, in flips for each clause",
        "Its cutoffs are 1, 1, 2, 1, 1, 2, 4, … times the base. 0.25 is a usual guess: 100 flips for 403 clauses.",
      )}
      <SelectField
        label="Learning policy"
        problem={problems.learner}
        hint={`${policyWords(fields.learner).about} The command mulligan sat plays hidden-types unless you name another.`}
        value={fields.learner}
        options={LEARNERS.map((name) => [name, policyWords(name).name])}
        onChoose={(value) => change("learner", value)}
      />
      <SelectField
        label="Which variable to flip"
        problem={problems.rule}
        hint="The same for all contestants. By size: rnovelty, or probsat for large formulas."
        value={fields.rule}
        options={Object.entries(RULE_LABELS)}
        onChoose={(value) => change("rule", value)}
      />
      {hasNoise &&
        numberField(
          props,
          "noise",
          "Noise",
          "How often a walk flips another variable than the best one: 0 is never, 1 is always.",
        )}
    </fieldset>
  );
}
