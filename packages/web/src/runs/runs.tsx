import { useEffect, useMemo, useState } from "preact/hooks";
import { keepInAddress, type ViewProps } from "../browser/address.ts";
import { Notice } from "../design/blocks.tsx";
import { ChosenRun } from "./chosen-run.tsx";
import { Comparison } from "./comparison.tsx";
import { Connection, FirstRun, TokenForm } from "./connection.tsx";
import { MAX_COMPARED, RunList } from "./run-list.tsx";
import { sortRuns } from "./run-order.ts";
import { asksToken, keepToken, knownToken, serviceHere } from "./service.ts";
import "./runs.css";
import { useNow, useTabVisible } from "../browser/hooks.ts";
import { MAX_LISTED, useListing } from "./use-service.ts";

/** The runs of `run` and `sat` and the problems of the service, now and before. */
export function RunsView({ settings }: ViewProps) {
  const [token, setToken] = useState(knownToken);
  const [name, setName] = useState(settings.get("name") ?? undefined);
  const [compared, setCompared] = useState<readonly string[]>(settings.getAll("with").slice(0, MAX_COMPARED));
  const isVisible = useTabVisible();
  const now = useNow(2_000);
  const mayAsk = isVisible && (token !== undefined || !asksToken());
  const service = useMemo(() => (mayAsk ? serviceHere(token) : undefined), [mayAsk, token]);
  const { stream, listing, tryNow } = useListing(service);
  const problems = listing?.problems;

  // The first problem is chosen until the reader chooses another, also if others come before it later.
  useEffect(() => {
    if (name !== undefined || problems === undefined) return;
    const [first] = sortRuns(problems.values(), "activity", now);
    if (first !== undefined) setName(first.name);
  }, [name, problems]);

  const show = (chosen: string, others: readonly string[]) => {
    setName(chosen);
    setCompared(others);
    const settings = new URLSearchParams({ name: chosen });
    for (const other of others) settings.append("with", other);
    keepInAddress({ view: "runs", settings });
  };
  const enter = (given: string) => {
    keepToken(given);
    setToken(given);
  };

  const openService = stream.kind === "open" ? service : undefined;
  const needsToken = stream.kind === "token" || (token === undefined && asksToken());
  return (
    <>
      <header class="head">
        <h1>Runs, as they happen</h1>
        <p class="lead">
          See what <code>mulligan run</code>, <code>mulligan sat</code> and your own programs are doing, how
          much time restarting saves, and what was learned.
        </p>
      </header>
      {needsToken && <TokenForm refused={stream.kind === "token"} enter={enter} />}
      {!needsToken && <Connection stream={stream} hasListing={listing !== undefined} tryNow={tryNow} />}
      {!needsToken && listing === undefined && stream.kind === "connecting" && (
        <Notice kind="loading">Loading the list of runs …</Notice>
      )}
      {problems?.size === 0 && name === undefined && <FirstRun folder={listing!.folder} />}
      {problems !== undefined && name !== undefined && (
        <div class="beside">
          <RunList
            problems={problems.values()}
            chosen={name}
            compared={compared}
            now={now}
            choose={(chosen) => show(chosen, [])}
            compare={(others) => show(name, others)}
          />
          {compared.length > 1 ? (
            <Comparison names={compared} summaries={problems} now={now} service={openService} />
          ) : (
            <ChosenRun
              key={name}
              name={name}
              now={now}
              service={openService}
              summary={problems.get(name)}
              isThere={problems.has(name) || problems.size >= MAX_LISTED}
            />
          )}
        </div>
      )}
    </>
  );
}
