import type { ViewProps } from "../address/view.ts";

export function Race(_: ViewProps) {
  return <h1>Race</h1>;
}
