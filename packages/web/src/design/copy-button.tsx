import { useState } from "preact/hooks";

interface CopyButtonProps {
  readonly label: string;
  /** What is copied. */
  readonly text: () => string;
}

/** A button that copies a text. There is none where the page has no clipboard: over HTTP from another machine. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [copied, setCopied] = useState<{ readonly text: string; readonly result: string } | undefined>();
  const current = text();
  const result = copied?.text === current ? copied.result : "";
  const copy = () =>
    navigator.clipboard.writeText(current).then(
      () => setCopied({ text: current, result: "Copied" }),
      () => setCopied({ text: current, result: "The browser did not allow the page to copy it" }),
    );
  return (
    <>
      {navigator.clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {result === "Copied" ? "Copied" : label}
        </button>
      )}
      <span class="unseen" role="status">
        {result}
      </span>
    </>
  );
}
