import { CopyButton } from "./copy-button.tsx";

/** A line for a shell, with a button that copies it. */
export function ShellLine({ line }: { readonly line: string }) {
  return (
    <div class="shell-line">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard, too */}
      <pre tabIndex={0}>
        <code>{line}</code>
      </pre>
      <CopyButton label="Copy" text={() => line} />
    </div>
  );
}

/** Quotes a word for a shell where it must be quoted. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
