import type { ComponentChildren } from "preact";

interface NoticeProps {
  /** `error` is said at once to who cannot see it, the others when it suits. */
  readonly kind: "empty" | "loading" | "error" | "hint";
  readonly children: ComponentChildren;
}

/** What stands where something would: nothing yet, still to come, or not to be had. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === "error" ? "alert" : "status"}>
      {children}
    </div>
  );
}
