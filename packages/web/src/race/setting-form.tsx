import { Folded } from "../design/blocks.tsx";
import { SelectField, TextField } from "../design/field.tsx";
import { LAW_KINDS, LawField, type NotationKind, RESETTING_KINDS, REWARD_KINDS } from "./law-field.tsx";
import { NotationField, Sliders, skeleton } from "./notation-field.tsx";
import { PolicyField } from "./policy-field.tsx";
import type { RaceState } from "./race-control.ts";
import { MAX_RACE_ARMS, MAX_RACE_POLICIES, type RaceFields } from "./race-fields.ts";
import { optionName, settingSentence } from "./race-words.ts";

interface SettingPanelProps {
  readonly fields: RaceFields;
  readonly refusal: RaceState["refusal"];
  onFields(fields: RaceFields): void;
}

/** The setting of a race, folded into a sentence that says what races. It opens when something in it is wrong. */
export function SettingPanel({ fields, refusal, onFields }: SettingPanelProps) {
  const part: PartProps = {
    fields,
    problemAt: (field) => (refusal?.field === field ? refusal.message : undefined),
    set: (change) => onFields({ ...fields, ...change }),
  };
  return (
    <Folded
      class="card setting-panel"
      isWrong={refusal !== undefined}
      summary={
        <>
          {settingSentence(fields)} <span class="setting-open">Change the setting</span>
        </>
      }
    >
      <form class="stack setting" onSubmit={(event) => event.preventDefault()}>
        <Arms {...part} />
        <Change {...part} />
        <fieldset>
          <legend class="unseen">Reward, cost of a restart and cutoffs</legend>
          <KindField label="Reward" kinds={REWARD_KINDS} {...single(part, "reward")} />
          <KindField label="Cost of a restart" kinds={RESETTING_KINDS} {...single(part, "resetting")} />
          <TextField
            label="Cutoffs to choose from"
            hint="auto; a list such as 1,2,5,inf; log:0.1:10:8 for eight cutoffs from 0.1 to 10; or 0.1..10 for all between"
            {...single(part, "cutoffs")}
          />
        </fieldset>
        <Policies {...part} />
        <fieldset class="numbers-row">
          <legend class="unseen">Length</legend>
          <TextField label="Time each" {...single(part, "horizon")} />
          <TextField label="Repetitions" {...single(part, "runs")} />
          <TextField label="Seed" {...single(part, "seed")} />
        </fieldset>
      </form>
    </Folded>
  );
}

interface PartProps {
  readonly fields: RaceFields;
  problemAt(field: string): string | undefined;
  set(change: Partial<RaceFields>): void;
}

/** The value, the problem and the change of a field that has one text. */
function single(
  { fields, problemAt, set }: PartProps,
  name: "change" | "reward" | "resetting" | "cutoffs" | "horizon" | "runs" | "seed",
) {
  return {
    value: fields[name],
    problem: problemAt(name),
    onText: (text: string) => set({ [name]: text }),
  };
}

function without(texts: readonly string[], place: number): string[] {
  return texts.filter((_, i) => i !== place);
}

function Arms({ fields: { laws, later }, problemAt, set }: PartProps) {
  return (
    <fieldset>
      <legend>Run times</legend>
      {laws.map((law, place) => (
        <div class="arm" key={place}>
          <LawField
            label={laws.length > 1 ? `Run times of ${optionName(law, place)}` : "Run times"}
            text={law}
            problem={problemAt(`law-${place}`)}
            onText={(text) => set({ laws: laws.with(place, text) })}
          />
          {laws.length > 1 && (
            <button
              type="button"
              class="plain small"
              onClick={() => set({ laws: without(laws, place), later: without(later, place) })}
            >
              Remove {optionName(law, place)}
            </button>
          )}
        </div>
      ))}
      {laws.length < MAX_RACE_ARMS && (
        <button
          type="button"
          onClick={() =>
            set({
              laws: [...laws, LAW_KINDS[laws.length % LAW_KINDS.length].text],
              later: later.length === 0 ? later : [...later, LAW_KINDS[0].text],
            })
          }
        >
          Add an option
        </button>
      )}
    </fieldset>
  );
}

function Change(part: PartProps) {
  const { fields, problemAt, set } = part;
  const { laws, later, horizon } = fields;
  const changes = later.length > 0;
  const toggle = () =>
    set(changes ? { later: [], change: "" } : { later: laws, change: String(Number(horizon) / 2 || 1) });
  return (
    <fieldset>
      <legend class="unseen">Change</legend>
      <label class="check">
        <input type="checkbox" checked={changes} onChange={toggle} />
        The run times change during the race
      </label>
      {changes && <TextField label="They change at time" {...single(part, "change")} />}
      {later.map((law, place) => (
        <NotationField
          key={place}
          label={later.length > 1 ? `${optionName(laws[place], place)}, later` : "Run times later"}
          text={law}
          problem={problemAt(`later-${place}`)}
          onText={(text) => set({ later: later.with(place, text) })}
        />
      ))}
    </fieldset>
  );
}

function Policies({ fields: { policies }, problemAt, set }: PartProps) {
  return (
    <fieldset>
      <legend>Policies</legend>
      {policies.map((policy, place) => (
        <PolicyField
          key={place}
          label={`Policy ${place + 1}`}
          text={policy}
          problem={problemAt(`policy-${place}`)}
          onRemove={policies.length > 1 ? () => set({ policies: without(policies, place) }) : undefined}
          onText={(text) => set({ policies: policies.with(place, text) })}
        />
      ))}
      {policies.length < MAX_RACE_POLICIES && (
        <button type="button" onClick={() => set({ policies: [...policies, unused(policies)] })}>
          Add a policy
        </button>
      )}
    </fieldset>
  );
}

/** The next policy to add: two of the same would have the same name. */
function unused(policies: readonly string[]): string {
  const order = ["km-ts", "ucb-rb", "km-ucb", "luby", "never", "static", "quantile"];
  return order.find((name) => !policies.includes(name)) ?? "bts";
}

interface KindFieldProps {
  readonly label: string;
  readonly kinds: readonly NotationKind[];
  readonly value: string;
  readonly problem: string | undefined;
  onText(text: string): void;
}

/** One of a few kinds of notation, with sliders for its numbers; a text field for any other notation. */
function KindField({ label, kinds, value, problem, onText }: KindFieldProps) {
  const kind = kinds.find((candidate) => skeleton(candidate.text) === skeleton(value));
  if (kind === undefined) return <TextField label={label} value={value} problem={problem} onText={onText} />;
  return (
    <div class="notation">
      <SelectField
        label={label}
        problem={problem}
        value={kind.text}
        options={kinds.map(({ text, title }) => [text, title])}
        onChoose={onText}
      />
      <Sliders label={label} text={value} onText={onText} />
    </div>
  );
}
