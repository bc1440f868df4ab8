import type { Summary } from "mulligan/client";
import { useState } from "preact/hooks";
import { addressText } from "../browser/address.ts";
import { Field, InlineSelect } from "../design/field.tsx";
import { countText } from "../design/number-text.ts";
import { policyWords } from "../design/policy-names.ts";
import { isActive, RUN_ORDERS, type RunOrder, runStatus, solvedIn, sortRuns } from "./run-order.ts";
import { agoText, durationText, runDuration } from "./run-times.ts";
import { savedShort } from "./saved-time.tsx";

/** A shorter list needs no search field. */
const MANY = 12;
const MAX_ROWS = 100;
/** More curves could not be told apart. */
export const MAX_COMPARED = 6;

interface RunListProps {
  readonly problems: Iterable<Summary>;
  readonly chosen: string;
  /** The names of those that are compared. */
  readonly compared: readonly string[];
  readonly now: number;
  choose(name: string): void;
  compare(names: readonly string[]): void;
}

/** The list of all problems and runs. */
export function RunList({ problems, chosen, compared, now, choose, compare }: RunListProps) {
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<RunOrder>("activity");
  const all = sortRuns(problems, order, now);
  const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const left = found.length - MAX_ROWS;
  return (
    <nav class="card stack run-list" aria-label="Problems and runs">
      {all.length > MANY && (
        <Field label="Find">
          {(attributes) => (
            <input {...attributes} value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
          )}
        </Field>
      )}
      {all.length > 1 && (
        <InlineSelect
          label="Sort by"
          labelClass="row small"
          value={order}
          options={Object.entries(RUN_ORDERS)}
          onChoose={(value) => setOrder(value as RunOrder)}
        />
      )}
      {all.length === 0 && <p class="faint">Nothing has run yet.</p>}
      {all.length > 0 && found.length === 0 && <p class="faint">No name contains this text.</p>}
      <ul>
        {found.slice(0, MAX_ROWS).map((problem) => (
          <Row
            key={problem.name}
            problem={problem}
            isChosen={compared.length < 2 && problem.name === chosen}
            order={order}
            now={now}
            choose={choose}
            {...(all.length > 1 ? { mark: markOf(problem.name, compared, compare) } : {})}
          />
        ))}
      </ul>
      {left > 0 && <p class="faint small">{countText(left)} more: find them by name.</p>}
      {all.length > 1 && (
        <p class="faint small">
          {compared.length < 2 ? "Tick two or more to compare them." : `${compared.length} are compared.`}{" "}
          {compared.length > 0 && (
            <button type="button" class="small-button" onClick={() => compare([])}>
              Clear
            </button>
          )}
        </p>
      )}
    </nav>
  );
}

/** The box with which a run is compared. */
interface Mark {
  readonly isSet: boolean;
  readonly isFull: boolean;
  set(): void;
}

function markOf(name: string, compared: readonly string[], compare: RunListProps["compare"]): Mark {
  const isSet = compared.includes(name);
  const next = isSet ? compared.filter((other) => other !== name) : [...compared, name];
  return { isSet, isFull: compared.length >= MAX_COMPARED, set: () => compare(next) };
}

interface RowProps {
  readonly problem: Summary;
  readonly isChosen: boolean;
  readonly order: RunOrder;
  readonly now: number;
  readonly mark?: Mark;
  choose(name: string): void;
}

function Row({ problem, isChosen, order, now, mark, choose }: RowProps) {
  const { name } = problem;
  const address = addressText({ view: "runs", settings: new URLSearchParams({ name }) });
  const onClick = (event: MouseEvent) => {
    // The reader wants a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(name);
  };
  return (
    <li class={mark === undefined ? undefined : "run-marked"}>
      {mark !== undefined && (
        <label class="run-mark">
          <input
            type="checkbox"
            checked={mark.isSet}
            disabled={mark.isFull && !mark.isSet}
            onChange={mark.set}
          />
          <span class="unseen">Compare {name}</span>
        </label>
      )}
      <a href={address} aria-current={isChosen ? "true" : undefined} onClick={onClick}>
        <span class="run-name one-line">
          <bdi>{name}</bdi>
        </span>
        <StatusMark problem={problem} now={now} />
        <span class="run-facts">{measureText(problem, order, now)}</span>
        <span class="run-facts run-about">{aboutText(problem)}</span>
      </a>
    </li>
  );
}

function aboutText({ policy, kind, readOnly, observations, decisions }: Summary): string {
  const policyName = policyWords(policy ?? "").short;
  const what = policy === undefined ? (kind ?? "calls") : policyName;
  if (readOnly) return `${what} · ${countText(observations)} tries`;
  if (decisions === 0) return `${what} · nothing asked yet`;
  return `${what} · ${countText(observations)} of ${countText(decisions)} reported`;
}

/** The value by which the list is sorted, so that its order can be understood. */
function measureText(problem: Summary, order: RunOrder, now: number): string {
  if (order === "duration") {
    const duration = runDuration(problem, now);
    return duration === undefined ? "–" : durationText(duration);
  }
  if (order === "start") return problem.run?.began === undefined ? "–" : agoText(problem.run.began, now);
  if (order === "solved") return `${countText(solvedIn(problem))} solved`;
  if (order === "saved") return savedShort(problem);
  return agoText(problem.lastActive, now);
}

/** A word and a circle, which is full if the problem is at work. */
export function StatusMark({ problem, now }: { readonly problem: Summary; readonly now: number }) {
  const status = runStatus(problem);
  const isBusy = status === "running" || (status === "service" && isActive(problem, now));
  return (
    <span class={isBusy ? "standing standing-busy" : "standing"}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="3.5" />
      </svg>
      {status}
    </span>
  );
}
