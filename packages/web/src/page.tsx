import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { useAddress } from "./address/use-address.ts";
import type { ViewProps } from "./address/view.ts";
import { Analyze } from "./analyze/analyze.tsx";
import { Race } from "./race/race.tsx";
import { isServed } from "./runs/is-served.ts";
import { Runs } from "./runs/runs.tsx";
import { Sat } from "./sat/sat.tsx";

interface View {
  readonly name: string;
  readonly title: string;
  readonly view: ComponentType<ViewProps>;
}

const VIEWS: readonly View[] = [
  { name: "race", title: "Race", view: Race },
  { name: "analyze", title: "Analyze", view: Analyze },
  { name: "sat", title: "SAT", view: Sat },
];
const WHEN_SERVED: View = { name: "runs", title: "Runs", view: Runs };

/** The frame of all views: the name, the way to each, and the one that is shown. */
export function Page() {
  const { view: name, settings } = useAddress();
  const views = isServed() ? [...VIEWS, WHEN_SERVED] : VIEWS;
  const shown = views.find((view) => view.name === name) ?? views[0];
  useEffect(() => {
    document.title = `${shown.title} · Mulligan`;
  }, [shown]);
  const Shown = shown.view;
  return (
    <>
      <a class="skip" href={`#${shown.name}`} onClick={toContent}>
        Skip to the content
      </a>
      <header class="top">
        <div class="top-in">
          <a class="brand" href="#race">
            <Mark /> Mulligan
          </a>
          <nav aria-label="Views">
            <ul class="views">
              {views.map((view) => (
                <li key={view.name}>
                  <a href={`#${view.name}`} aria-current={view === shown ? "page" : undefined}>
                    {view.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main class="view" id="content" tabIndex={-1}>
        <Shown key={`${shown.name}?${settings}`} settings={settings} />
      </main>
    </>
  );
}

/** The address says which view is shown, so a jump inside the page must not change it. */
function toContent(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="var(--line-1)" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">
        <path d="M26 16a10 10 0 1 1-3.2-7.3" />
        <path d="M23.5 3v6h-6" />
      </g>
      <circle cx="16" cy="16" r="2.6" fill="var(--line-2)" />
    </svg>
  );
}
