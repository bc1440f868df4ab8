import { useEffect, useMemo, useState } from "preact/hooks";
import { keepInAddress, type ViewProps } from "../browser/address.ts";
import { Notice } from "../design/blocks.tsx";
import { ChosenRun } from "./chosen-run.tsx";
import { Connection, FirstRun, TokenForm } from "./connection.tsx";
import { inOrder, RunList } from "./run-list.tsx";
import { asksToken, keepToken, knownToken, serviceHere } from "./service.ts";
import "./runs.css";
import { useNow, useTabVisible } from "../browser/hooks.ts";
import { MAX_LISTED, useListing } from "./use-service.ts";

/** What `run`, `sat` and programs that use the service do now, and did before. */
export function RunsView({ settings }: ViewProps) {
  const [token, setToken] = useState(knownToken);
  const [name, setName] = useState(settings.get("name") ?? undefined);
  const isVisible = useTabVisible();
  const now = useNow(10_000);
  const mayAsk = isVisible && (token !== undefined || !asksToken());
  const service = useMemo(() => (mayAsk ? serviceHere(token) : undefined), [mayAsk, token]);
  const { stream, listing, tryNow } = useListing(service);
  const problems = useMemo(() => inOrder(listing?.problems.values() ?? [], now), [listing, now]);

  // The first problem is chosen until the reader chooses another, also if others come before it later.
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

  const needsToken = stream.kind === "token" || (token === undefined && asksToken());
  return (
    <>
      <header class="head">
        <h1>Runs, as they happen</h1>
        <p class="lead">
          What <code>run</code>, <code>sat</code> and programs that ask this service do now, and did before.
        </p>
      </header>
      {needsToken && <TokenForm refused={stream.kind === "token"} enter={enter} />}
      {!needsToken && <Connection stream={stream} hasListing={listing !== undefined} tryNow={tryNow} />}
      {!needsToken && listing === undefined && stream.kind === "connecting" && (
        <Notice kind="loading">Asking the service what there is …</Notice>
      )}
      {listing !== undefined && problems.length === 0 && name === undefined && (
        <FirstRun folder={listing.folder} />
      )}
      {listing !== undefined && name !== undefined && (
        <div class="beside">
          <RunList problems={problems} chosen={name} now={now} choose={choose} />
          <ChosenRun
            key={name}
            name={name}
            now={now}
            service={stream.kind === "open" ? service : undefined}
            summary={listing.problems.get(name)}
            isThere={listing.problems.has(name) || listing.problems.size >= MAX_LISTED}
          />
        </div>
      )}
    </>
  );
}
