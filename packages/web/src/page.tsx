import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAddress, type ViewProps } from "./browser/address.ts";
import { loadScript } from "./browser/workers.ts";
import { Notice } from "./design/blocks.tsx";
import { RaceView } from "./race/race.tsx";
import { isServed } from "./runs/service.ts";
import { StoryView } from "./story/story.tsx";

interface View {
  /** Stands in the address; empty for the start. */
  readonly name: string;
  readonly title: string;
  readonly view: ComponentType<ViewProps>;
}

const VIEWS: readonly View[] = [
  { name: "", title: "Start", view: StoryView },
  { name: "race", title: "Race", view: RaceView },
  { name: "analyze", title: "Analyze", view: loadedView("analyze") },
  { name: "sat", title: "SAT", view: loadedView("sat") },
];
/** Only in the page of `mulligan serve`. */
const RUNS: View = { name: "runs", title: "Runs", view: loadedView("runs") };

/** The id of the part of the page that the views fill. */
const CONTENT = "content";

/** The frame of all views: the name, the links, and the current view. */
export function Page() {
  const { view: name, settings } = useAddress();
  const views = isServed() ? [...VIEWS, RUNS] : VIEWS;
  const current = views.find((view) => view.name === name) ?? views[0];
  useEffect(() => {
    const isStart = current === views[0];
    document.title = isStart ? "Mulligan: when should you give up?" : `${current.title} · Mulligan`;
  }, [current]);
  useScrollToTop(current.name);
  const View = current.view;
  return (
    <>
      <header class="top">
        <a class="skip" href={`#${CONTENT}`} onClick={focusContent}>
          Skip to the content
        </a>
        <div class="top-in">
          <span class="brand">
            <Logo /> <span class="brand-name">Mulligan</span>
          </span>
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
      <main class="view" id={CONTENT} tabIndex={-1}>
        <View key={`${current.name}?${settings}`} settings={settings} />
      </main>
    </>
  );
}

/** Another view begins at its top, wherever the reader was in the last one. */
function useScrollToTop(view: string): void {
  const last = useRef(view);
  useLayoutEffect(() => {
    if (last.current !== view) scrollTo(0, 0);
    last.current = view;
  }, [view]);
}

/** Jumps to the content without changing the address, which names the view. */
function focusContent(event: Event): void {
  event.preventDefault();
  document.getElementById(CONTENT)?.focus();
}

declare global {
  /** The views that were loaded, each with the name of its script. */
  var mulliganViews: Record<string, ComponentType<ViewProps>> | undefined;
}

/** A view with a script of its own, which is loaded when the view is opened first: the first visit stays small. */
function loadedView(name: string): ComponentType<ViewProps> {
  return function LoadedView(props: ViewProps) {
    const [problem, setProblem] = useState<string | undefined>();
    const [View, setView] = useState(() => globalThis.mulliganViews?.[name]);
    useEffect(() => {
      if (View !== undefined) return;
      loadScript(`views/${name}.js`).then(
        () => setView(() => globalThis.mulliganViews?.[name]),
        (error) => setProblem(String(error?.message ?? error)),
      );
    }, []);
    if (View !== undefined) return <View {...props} />;
    return problem === undefined ? null : <Notice kind="error">{problem}</Notice>;
  };
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
