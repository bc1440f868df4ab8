import { useEffect, useMemo, useState } from "preact/hooks";
import { keepInAddress } from "../address/address.ts";
import type { ViewProps } from "../address/view.ts";
import { Notice } from "../design/notice.tsx";
import { ChosenRun } from "./chosen-run.tsx";
import { Connection } from "./connection.tsx";
import { FirstRun } from "./first-run.tsx";
import { inOrder } from "./in-order.ts";
import { asksToken } from "./is-served.ts";
import { RunList } from "./run-list.tsx";
import "./runs.css";
import { serviceHere } from "./service.ts";
import { keepToken, knownToken } from "./token.ts";
import { TokenForm } from "./token-form.tsx";
import { useNow } from "./use-now.ts";
import { MAX_LISTED, useProblems } from "./use-problems.ts";
import { useShown } from "./use-shown.ts";

/** What `run`, `sat` and programs that ask the service are doing now, and did before. */
export function Runs({ settings }: ViewProps) {
  const [token, setToken] = useState(knownToken);
  const [name, setName] = useState(settings.get("name") ?? undefined);
  const isShown = useShown();
  const now = useNow(10_000);
  const mayAsk = isShown && (token !== undefined || !asksToken());
  const service = useMemo(() => (mayAsk ? serviceHere(token) : undefined), [mayAsk, token]);
  const { standing, listed, tryNow } = useProblems(service);
  const problems = useMemo(() => inOrder(listed?.problems.values() ?? [], now), [listed, now]);

  // The first that there is, until the reader chooses; it stays, whatever comes after it.
  useEffect(() => {
    if (name === undefined && problems.length > 0) setName(problems[0].name);
  }, [name, problems]);

  const choose = (chosen: string) => {
    setName(chosen);
    keepInAddress({ view: "runs", settings: new URLSearchParams({ name: chosen }) });
  };
  const enter = (given: string) => {
    keepToken(given);
    setToken(given);
  };

  const needsToken = standing.kind === "token" || (token === undefined && asksToken());
  return (
    <>
      <header class="head">
        <h1>Runs, as they happen</h1>
        <p class="lead">
          What <code>run</code>, <code>sat</code> and programs that ask this service do now, and did before.
        </p>
      </header>
      {needsToken && <TokenForm refused={standing.kind === "token"} enter={enter} />}
      {!needsToken && <Connection standing={standing} hasShown={listed !== undefined} tryNow={tryNow} />}
      {!needsToken && listed === undefined && standing.kind === "connecting" && (
        <Notice kind="loading">Asking the service what there is …</Notice>
      )}
      {listed !== undefined && problems.length === 0 && name === undefined && (
        <FirstRun folder={listed.folder} />
      )}
      {listed !== undefined && name !== undefined && (
        <div class="beside">
          <RunList problems={problems} chosen={name} now={now} choose={choose} />
          <ChosenRun
            key={name}
            name={name}
            now={now}
            service={standing.kind === "open" ? service : undefined}
            summary={listed.problems.get(name)}
            isThere={listed.problems.has(name) || listed.problems.size >= MAX_LISTED}
          />
        </div>
      )}
    </>
  );
}
