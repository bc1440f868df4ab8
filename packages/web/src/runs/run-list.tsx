import type { Summary } from "mulligan/client";
import { useState } from "preact/hooks";
import { addressText } from "../address/address.ts";
import { Field } from "../design/field.tsx";
import { countText } from "../design/number-text.ts";
import { agoText, isActive, standingText } from "./in-order.ts";

/** Fewer can be looked through without help. */
const MANY = 12;
const MAX_ROWS = 100;

interface RunListProps {
  readonly problems: readonly Summary[];
  readonly chosen: string;
  readonly now: number;
  choose(name: string): void;
}

/** All that there is, to choose from. */
export function RunList({ problems, chosen, now, choose }: RunListProps) {
  const [wanted, setWanted] = useState("");
  const found = problems.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  const left = found.length - MAX_ROWS;
  return (
    <nav class="card stack run-list" aria-label="Problems and runs">
      {problems.length > MANY && (
        <Field label="Find">
          {({ id }) => (
            <input id={id} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
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
    // In a new tab, say.
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
        <span class="run-name">
          <bdi>{name}</bdi>
        </span>
        <Standing problem={problem} now={now} />
        <span class="run-facts">
          {policy ?? kind} · {counts}
        </span>
        <span class="run-facts">{agoText(lastActive, now)}</span>
      </a>
    </li>
  );
}

/** In a word and a shape: a full circle for what is at work, an empty one for what is not. */
export function Standing({ problem, now }: { readonly problem: Summary; readonly now: number }) {
  const word = standingText(problem);
  const isBusy = word === "running" || (word === "service" && isActive(problem, now));
  return (
    <span class={isBusy ? "standing standing-busy" : "standing"}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="3.5" />
      </svg>
      {word}
    </span>
  );
}
