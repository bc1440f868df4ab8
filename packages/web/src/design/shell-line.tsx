import { useState } from "preact/hooks";

/** A line for a shell, with a button that copies it. */
export function ShellLine({ line }: { readonly line: string }) {
  const [copied, setCopied] = useState<{ readonly line: string; readonly words: string } | undefined>();
  const copy = () =>
    navigator.clipboard.writeText(line).then(
      () => setCopied({ line, words: "Copied" }),
      () => setCopied({ line, words: "The browser did not let the page copy it" }),
    );
  const words = copied?.line === line ? copied.words : "";
  return (
    <div class="shell-line">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard, too */}
      <pre tabIndex={0}>
        <code>{line}</code>
      </pre>
      {/* A page that came without encryption from another machine may not write to the clipboard. */}
      {navigator.clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {words === "Copied" ? "Copied" : "Copy"}
        </button>
      )}
      <span class="unseen" role="status">
        {words}
      </span>
    </div>
  );
}
