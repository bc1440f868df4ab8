import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { AnalyzeView } from "./analyze/analyze.tsx";
import { useAddress, type ViewProps } from "./browser/address.ts";
import { RaceView } from "./race/race.tsx";
import { RunsView } from "./runs/runs.tsx";
import { isServed } from "./runs/service.ts";
import { SatView } from "./sat/sat.tsx";
import { StoryView } from "./story/story.tsx";

interface View {
  /** Stands in the address. */
  readonly name: string;
  readonly title: string;
  readonly view: ComponentType<ViewProps>;
}

const VIEWS: readonly View[] = [
  { name: "", title: "Start", view: StoryView },
  { name: "race", title: "Race", view: RaceView },
  { name: "analyze", title: "Analyze", view: AnalyzeView },
  { name: "sat", title: "SAT", view: SatView },
];
/** Only in the page of `mulligan serve`. */
const RUNS: View = { name: "runs", title: "Runs", view: RunsView };

/** The frame of all views: the name, the links, and the current view. */
export function Page() {
  const { view: name, settings } = useAddress();
  const views = isServed() ? [...VIEWS, RUNS] : VIEWS;
  const current = views.find((view) => view.name === name) ?? views[0];
  useEffect(() => {
    document.title =
      current.name === "" ? "Mulligan: when should you give up?" : `${current.title} · Mulligan`;
  }, [current]);
  const View = current.view;
  return (
    <>
      <a class="skip" href={`#${current.name}`} onClick={focusContent}>
        Skip to the content
      </a>
      <header class="top">
        <div class="top-in">
          {/* The link "Start" does the same for the keyboard. */}
          <a class="brand" href="#" tabIndex={-1} aria-hidden="true">
            <Logo /> Mulligan
          </a>
          <nav aria-label="Views">
            <ul class="views">
              {views.map((view) => (
                <li key={view.name}>
                  <a href={`#${view.name}`} aria-current={view === current ? "page" : undefined}>
                    {view.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main class="view" id="content" tabIndex={-1}>
        <View key={`${current.name}?${settings}`} settings={settings} />
      </main>
    </>
  );
}

/** Jumps to the content without changing the address, which names the view. */
function focusContent(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function Logo() {
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
