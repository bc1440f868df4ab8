import type { Summary } from "mulligan/client";
import { useState } from "preact/hooks";
import { addressText } from "../browser/address.ts";
import { Field } from "../design/field.tsx";
import { countText } from "../design/number-text.ts";

/** A shorter list needs no search field. */
const MANY = 12;
const MAX_ROWS = 100;

interface RunListProps {
  readonly problems: readonly Summary[];
  readonly chosen: string;
  readonly now: number;
  choose(name: string): void;
}

/** The list of all problems and runs. */
export function RunList({ problems, chosen, now, choose }: RunListProps) {
  const [search, setSearch] = useState("");
  const found = problems.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const left = found.length - MAX_ROWS;
  return (
    <nav class="card stack run-list" aria-label="Problems and runs">
      {problems.length > MANY && (
        <Field label="Find">
          {(attributes) => (
            <input {...attributes} value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
          )}
        </Field>
      )}
      {problems.length === 0 && <p class="faint">Nothing has run yet.</p>}
      {problems.length > 0 && found.length === 0 && <p class="faint">None has this in its name.</p>}
      <ul>
        {found.slice(0, MAX_ROWS).map((problem) => (
          <Row
            key={problem.name}
            problem={problem}
            isChosen={problem.name === chosen}
            now={now}
            choose={choose}
          />
        ))}
      </ul>
      {left > 0 && <p class="faint small">{countText(left)} more: find them by their names.</p>}
    </nav>
  );
}

interface RowProps {
  readonly problem: Summary;
  readonly isChosen: boolean;
  readonly now: number;
  choose(name: string): void;
}

function Row({ problem, isChosen, now, choose }: RowProps) {
  const { name, policy, kind, observations, decisions, readOnly, lastActive } = problem;
  const address = addressText({ view: "runs", settings: new URLSearchParams({ name }) });
  const onClick = (event: MouseEvent) => {
    // The reader wants a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose(name);
  };
  const counts = readOnly
    ? `${countText(observations)} tries`
    : `${countText(observations)} of ${countText(decisions)} observed`;
  return (
    <li>
      <a href={address} aria-current={isChosen ? "true" : undefined} onClick={onClick}>
        <span class="run-name one-line">
          <bdi>{name}</bdi>
        </span>
        <StatusMark problem={problem} now={now} />
        <span class="run-facts">
          {policy ?? kind} · {counts}
        </span>
        <span class="run-facts">{agoText(lastActive, now)}</span>
      </a>
    </li>
  );
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

const MINUTE_MS = 60_000;

/** Whether something happened within the last minute. */
function isActive({ lastActive }: Summary, now: number): boolean {
  return now - lastActive < MINUTE_MS;
}

/**
 * Running problems first, then active ones, then the others by their last activity. The first two are in the order of
 * names, or they would change places every second.
 */
export function inOrder(problems: Iterable<Summary>, now: number): Summary[] {
  const age = (problem: Summary) => {
    if (runStatus(problem) === "running") return -1;
    return isActive(problem, now) ? 0 : now - problem.lastActive;
  };
  return [...problems].sort((a, b) => age(a) - age(b) || (a.name < b.name ? -1 : 1));
}

export function runStatus({ readOnly, live }: Summary): "running" | "over" | "service" {
  if (!readOnly) return "service";
  return live ? "running" : "over";
}

/** How long ago, in a text that does not change every second. */
export function agoText(time: number, now: number): string {
  const minutes = Math.floor((now - time) / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return new Date(time).toISOString().slice(0, 10);
}
