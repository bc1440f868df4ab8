import { Field } from "../design/field.tsx";
import { LawField } from "./law-field.tsx";
import { type Kind, LAW_KINDS, RESETTING_KINDS, REWARD_KINDS } from "./law-kinds.ts";
import { NotationField, Sliders } from "./notation-field.tsx";
import { skeleton } from "./notation-numbers.ts";
import { PolicyField } from "./policy-field.tsx";
import { MAX_ARMS, MAX_POLICIES, type RaceWords } from "./race-words.ts";
import type { RaceState } from "./racing.ts";

interface SettingFormProps {
  readonly words: RaceWords;
  readonly refusal: RaceState["refusal"];
  onWords(words: RaceWords): void;
}

/** All that makes a race. What cannot be played is said beside the field that it comes from. */
export function SettingForm({ words, refusal, onWords }: SettingFormProps) {
  const problemAt = (field: string) => (refusal?.field === field ? refusal.message : undefined);
  const set = (change: Partial<RaceWords>) => onWords({ ...words, ...change });
  const parts = { words, problemAt, set };
  return (
    <form class="stack setting" onSubmit={(event) => event.preventDefault()}>
      <Arms {...parts} />
      <Change {...parts} />
      <Payment {...parts} />
      <Policies {...parts} />
      <Length {...parts} />
    </form>
  );
}

interface PartProps {
  readonly words: RaceWords;
  problemAt(field: string): string | undefined;
  set(change: Partial<RaceWords>): void;
}

function Arms({ words, problemAt, set }: PartProps) {
  const { laws, later } = words;
  const without = (texts: readonly string[], place: number) => texts.filter((_, i) => i !== place);
  return (
    <fieldset>
      <legend>Arms</legend>
      {laws.map((law, place) => (
        <div class="arm" key={place}>
          <LawField
            label={laws.length > 1 ? `Law of arm ${place + 1}` : "Law of the times"}
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
              Remove arm {place + 1}
            </button>
          )}
        </div>
      ))}
      {laws.length < MAX_ARMS && (
        <button
          type="button"
          onClick={() =>
            set({
              laws: [...laws, LAW_KINDS[laws.length % LAW_KINDS.length].text],
              later: later.length === 0 ? later : [...later, LAW_KINDS[0].text],
            })
          }
        >
          Add an arm
        </button>
      )}
    </fieldset>
  );
}

function Change({ words, problemAt, set }: PartProps) {
  const { laws, later, change, horizon } = words;
  const changes = later.length > 0;
  const turn = () =>
    set(changes ? { later: [], change: "" } : { later: laws, change: String(Number(horizon) / 2 || 1) });
  return (
    <fieldset>
      <legend class="unseen">Change</legend>
      <label class="check">
        <input type="checkbox" checked={changes} onChange={turn} />
        The laws change during the race
      </label>
      {changes && (
        <>
          <Text
            label="They change at time"
            text={change}
            problem={problemAt("change")}
            onText={(text) => set({ change: text })}
          />
          {later.map((law, place) => (
            <NotationField
              key={place}
              label={later.length > 1 ? `Arm ${place + 1} becomes` : "It becomes"}
              text={law}
              problem={problemAt(`later-${place}`)}
              onText={(text) => set({ later: later.with(place, text) })}
            />
          ))}
        </>
      )}
    </fieldset>
  );
}

function Payment({ words, problemAt, set }: PartProps) {
  return (
    <fieldset>
      <legend class="unseen">Reward, resetting time and cutoffs</legend>
      <Chosen
        label="Reward"
        kinds={REWARD_KINDS}
        text={words.reward}
        problem={problemAt("reward")}
        onText={(reward) => set({ reward })}
      />
      <Chosen
        label="Resetting time"
        kinds={RESETTING_KINDS}
        text={words.resetting}
        problem={problemAt("resetting")}
        onText={(resetting) => set({ resetting })}
      />
      <Text
        label="Cutoffs to choose from"
        hint="auto · a list such as 1,2,5,inf · log:FROM:TO:COUNT · LOW..HIGH"
        text={words.cutoffs}
        problem={problemAt("cutoffs")}
        onText={(cutoffs) => set({ cutoffs })}
      />
    </fieldset>
  );
}

function Policies({ words: { policies }, problemAt, set }: PartProps) {
  return (
    <fieldset>
      <legend>Policies</legend>
      {policies.map((policy, place) => (
        <PolicyField
          key={place}
          label={`Policy ${place + 1}`}
          text={policy}
          problem={problemAt(`policy-${place}`)}
          onRemove={
            policies.length > 1 ? () => set({ policies: policies.filter((_, i) => i !== place) }) : undefined
          }
          onText={(text) => set({ policies: policies.with(place, text) })}
        />
      ))}
      {policies.length < MAX_POLICIES && (
        <button type="button" onClick={() => set({ policies: [...policies, unused(policies)] })}>
          Add a policy
        </button>
      )}
    </fieldset>
  );
}

/** The next to add: two of the same would have the same name. */
function unused(taken: readonly string[]): string {
  const order = ["km-ts", "ucb-rb", "km-ucb", "luby", "never", "static", "geometric"];
  return order.find((name) => !taken.includes(name)) ?? "bts";
}

function Length({ words, problemAt, set }: PartProps) {
  return (
    <fieldset class="numbers-row">
      <legend class="unseen">Length</legend>
      <Text
        label="Horizon"
        text={words.horizon}
        problem={problemAt("horizon")}
        onText={(horizon) => set({ horizon })}
      />
      <Text
        label="Repetitions"
        text={words.runs}
        problem={problemAt("runs")}
        onText={(runs) => set({ runs })}
      />
      <Text label="Seed" text={words.seed} problem={problemAt("seed")} onText={(seed) => set({ seed })} />
    </fieldset>
  );
}

interface TextProps {
  readonly label: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly hint?: string;
  onText(text: string): void;
}

function Text({ label, text, problem, hint, onText }: TextProps) {
  return (
    <Field label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      {({ id, describedBy }) => (
        <input
          id={id}
          value={text}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={describedBy}
          aria-invalid={problem !== undefined}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** One of a few kinds, with its numbers; what is of no kind is written. */
function Chosen({ label, kinds, text, problem, onText }: TextProps & { readonly kinds: readonly Kind[] }) {
  const kind = kinds.find((candidate) => skeleton(candidate.text) === skeleton(text));
  if (kind === undefined) return <Text label={label} text={text} problem={problem} onText={onText} />;
  return (
    <div class="notation">
      <Field label={label} problem={problem}>
        {({ id, describedBy }) => (
          <select
            id={id}
            aria-describedby={describedBy}
            value={kind.text}
            onChange={(event) => onText(event.currentTarget.value)}
          >
            {kinds.map((candidate) => (
              <option key={candidate.text} value={candidate.text}>
                {candidate.title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Sliders label={label} text={text} onText={onText} />
    </div>
  );
}
