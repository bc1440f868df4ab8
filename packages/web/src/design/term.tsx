import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** The words of the page that a newcomer may not know, each explained in a sentence or two. */
const EXPLANATIONS = {
  "best cutoff": "The cutoff with the largest rate, as far as the tries so far show it.",
  clause: "One condition of a formula. A solution must meet all of them.",
  cut: "Tries that reached their cutoff and were stopped. How long they would have taken is not known.",
  cutoff: "How long a run may take. Then it is stopped and a new one starts. Also called a timeout.",
  decisions: "How often a program asked this service which option to start, and for how long.",
  failed: "Tries that ended by themselves, but without success.",
  flip: "One step of WalkSAT: one variable changes from true to false, or back.",
  gain: "How many times as much gets done with the cutoff as by waiting for every run.",
  interval: "The range in which the true value lies in 95 of 100 cases like this one.",
  journal: "The file in which run and sat record every try, so that they can go on where they stopped.",
  "Luby's sequence":
    "The cutoffs 1, 1, 2, 1, 1, 2, 4, … times a base. It is never very much slower than the best cutoff, whatever the run times are.",
  outstanding: "Decisions whose result was not reported yet.",
  policy: "A rule that decides what to start next, and when to stop it.",
  regret: "How much less got done than with the best cutoff from the start.",
  repetition: "The same race again with other random numbers.",
  reward: "What a finished run is worth. It is 1 unless you say otherwise.",
  run: "One start of the program, until it ends or is stopped.",
  "share of the best": "What got done, compared with playing the best cutoff from the start.",
  solved: "Tries that succeeded. Each of them solved a task.",
  "time left": "If the run goes on as fast as until now.",
  "time of all tries": "Tries that ran side by side count each. The time that restarts took is not in it.",
  try: "One start of a program for a task. It may succeed, fail or be cut; then the task is tried again.",
  WalkSAT: "A solver that starts with random values and changes one variable at a time.",
} as const;

export type TermName = keyof typeof EXPLANATIONS;

interface TermProps {
  readonly name: TermName;
  /** The word as it is written here, if it is not the name. */
  readonly children?: ComponentChildren;
}

/**
 * A word with a dotted underline and its explanation, for pointer, finger and keyboard. The explanation is a popover, so
 * no table or figure cuts it off. Do not put a term into a label or a button.
 */
export function Term({ name, children = name }: TermProps) {
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const listeners = useRef(new AbortController());
  const hide = () => {
    listeners.current.abort();
    if (tip.current?.matches(":popover-open")) tip.current.hidePopover();
  };
  const show = () => {
    if (word.current === null || tip.current === null) return;
    hide();
    openBelow(word.current, tip.current);
    listeners.current = new AbortController();
    const { signal } = listeners.current;
    const isElsewhere = ({ target }: Event) => !word.current?.parentElement?.contains(target as Node);
    document.addEventListener("pointerdown", (event) => isElsewhere(event) && hide(), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && hide(), { signal });
  };
  useEffect(() => () => listeners.current.abort(), []);
  return (
    <span
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && show()}
      onPointerLeave={({ pointerType }) =>
        pointerType === "mouse" && document.activeElement !== word.current && hide()
      }
    >
      <button
        ref={word}
        type="button"
        class="term"
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <span ref={tip} id={id} role="tooltip" class="tip" popover="manual">
        {EXPLANATIONS[name]}
      </span>
    </span>
  );
}

/** Shows the tip under the word, moved so far that it stays within the page; it scrolls with the page. */
function openBelow(word: HTMLElement, tip: HTMLElement): void {
  // Its width must not depend on where it was last.
  tip.style.left = "0";
  tip.showPopover();
  const { left, bottom } = word.getBoundingClientRect();
  const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = `${scrollX + Math.max(8, Math.min(left, room))}px`;
  tip.style.top = `${scrollY + bottom}px`;
}
