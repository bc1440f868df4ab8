import { useState } from "preact/hooks";

/** A line for a shell, with a button that copies it. */
export function CopyLine({ line }: { readonly line: string }) {
  const [copied, setCopied] = useState<"copied" | "refused" | undefined>();
  const copy = () =>
    navigator.clipboard?.writeText(line).then(
      () => setCopied("copied"),
      () => setCopied("refused"),
    );
  return (
    <div class="copy-line">
      <pre>
        <code>{line}</code>
      </pre>
      {/* A page that came without encryption from another machine may not write to the clipboard. */}
      {navigator.clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {copied === "copied" ? "Copied" : "Copy"}
        </button>
      )}
      <span class="unseen" role="status">
        {copied === "copied" && "Copied"}
        {copied === "refused" && "The browser did not let the page copy it"}
      </span>
    </div>
  );
}
