import { Notice } from "../design/notice.tsx";
import type { Standing } from "./follow.ts";
import { serviceName } from "./service.ts";
import { useNow } from "./use-now.ts";

interface ConnectionProps {
  readonly standing: Standing;
  /** Whether there is something from before. */
  readonly hasShown: boolean;
  tryNow(): void;
}

/** What keeps the page from the service, if anything does, and that it tries again. */
export function Connection({ standing, hasShown, tryNow }: ConnectionProps) {
  if (standing.kind !== "lost") return null;
  const { words, againAt } = standing;
  return (
    <Notice kind="error">
      <p>
        <strong>{words === undefined ? `No answer from ${serviceName()}.` : "The service refuses."}</strong>{" "}
        {words ?? "Was mulligan serve ended, or is the network gone?"}
        {hasShown && " Below is what it said last."}
      </p>
      <div class="row connection-row">
        <Countdown until={againAt} />
        <button type="button" onClick={tryNow}>
          Try now
        </button>
      </div>
    </Notice>
  );
}

/** Not said aloud: it would be every second. */
function Countdown({ until }: { readonly until: number }) {
  const left = Math.ceil((until - useNow(500)) / 1_000);
  return (
    <span aria-hidden="true">
      {left > 0 ? `The page tries again by itself in ${left} s.` : "The page tries again …"}
    </span>
  );
}
