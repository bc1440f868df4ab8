import { useState } from "preact/hooks";

/** A line for a shell, with a button that copies it. */
export function ShellLine({ line }: { readonly line: string }) {
  const [copied, setCopied] = useState<{ readonly line: string; readonly text: string } | undefined>();
  const copy = () =>
    navigator.clipboard.writeText(line).then(
      () => setCopied({ line, text: "Copied" }),
      () => setCopied({ line, text: "The browser did not let the page copy it" }),
    );
  const result = copied?.line === line ? copied.text : "";
  return (
    <div class="shell-line">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard, too */}
      <pre tabIndex={0}>
        <code>{line}</code>
      </pre>
      {/* There is no clipboard for a page that came from another machine without encryption. */}
      {navigator.clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {result === "Copied" ? "Copied" : "Copy"}
        </button>
      )}
      <span class="unseen" role="status">
        {result}
      </span>
    </div>
  );
}

/** Quotes a word for a shell where it must be quoted. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
