import type { AnalysisWords } from "mulligan/figures";

/** More than so many are small, and the rest is a click away. */
const LARGE = 3;
const AT_ONCE = 8;

/** The sentences of the command, as it says them. */
export function Verdicts({ sentences }: { readonly sentences: AnalysisWords["sentences"] }) {
  const small = sentences.length > LARGE;
  const first = small ? sentences.slice(0, AT_ONCE) : sentences;
  const rest = sentences.slice(first.length);
  return (
    <div class="analyze-verdicts">
      {first.map(({ text, restart }) => (
        <Verdict key={text} text={text} restart={restart} small={small} />
      ))}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          {rest.map(({ text, restart }) => (
            <Verdict key={text} text={text} restart={restart} small />
          ))}
        </details>
      )}
    </div>
  );
}

interface VerdictProps {
  readonly text: string;
  readonly restart: "yes" | "no" | "unclear";
  readonly small: boolean;
}

function Verdict({ text, restart, small }: VerdictProps) {
  return <p class={`${small ? "" : "verdict "}analyze-verdict analyze-${restart}`}>{text}</p>;
}
