import { SelectField, TextField } from "../design/field.tsx";
import {
  FORMULA_KINDS,
  type FormulaKind,
  isKnownSet,
  LEARNERS,
  type SatFields,
  type SettingName,
  type SettingProblems,
  WALK_RULES,
} from "./setting.ts";

interface SetupProps {
  readonly fields: SatFields;
  readonly problems: SettingProblems;
  change(name: SettingName, text: string): void;
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
export function FormulaFields(props: SetupProps) {
  const { fields, problems, change } = props;
  const kind = fields.kind in FORMULA_KINDS ? (fields.kind as FormulaKind) : undefined;
  return (
    <fieldset>
      <legend>Generate formulas</legend>
      <SelectField
        label="Kind"
        problem={problems.kind}
        hint={kind === undefined ? "" : FORMULA_KINDS[kind].text}
        value={fields.kind}
        options={Object.entries(FORMULA_KINDS).map(([name, { label }]) => [name, label])}
        onChoose={(value) => change("kind", value)}
      />
      {!isKnownSet(fields.kind) && (
        <div class="sat-pair">
          {numberField(props, "variables", "Variables")}
          {numberField(props, "ratio", "Clauses a variable")}
        </div>
      )}
      <div class="sat-pair">
        {numberField(props, "count", "How many")}
        {numberField(props, "seed", "Seed")}
      </div>
    </fieldset>
  );
}

/** The fields for how formulas are walked, and for how long. */
export function WalkFields(props: SetupProps) {
  const { fields, problems, change } = props;
  const hasNoise = !["probsat", "tabu"].includes(fields.rule);
  const choice = (name: SettingName, label: string, options: readonly string[], hint: string) => (
    <SelectField
      label={label}
      hint={hint}
      problem={problems[name]}
      value={fields[name]}
      options={options}
      onChoose={(value) => change(name, value)}
    />
  );
  return (
    <fieldset>
      <legend class="unseen">How they are walked</legend>
      {numberField(
        props,
        "budget",
        "Budget, flips a clause",
        "What each may spend on a formula before it is given up.",
      )}
      {numberField(
        props,
        "base",
        "Luby’s base, flips a clause",
        "0.25 is a usual guess, 100 flips at 403 clauses. 0.75 is about the best for CBS and uf100, and there it beats what is learned.",
      )}
      {choice("learner", "Learned by", LEARNERS, "hidden-types is what “mulligan sat” takes.")}
      {choice(
        "rule",
        "Rule of the walk",
        WALK_RULES,
        "The same for all three; auto is rnovelty, and probsat where formulas are large.",
      )}
      {hasNoise && numberField(props, "noise", "Noise", "How often a walk does not take the best flip.")}
    </fieldset>
  );
}
