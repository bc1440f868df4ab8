import type { ViewProps } from "../address/view.ts";

export function Analyze(_: ViewProps) {
  return <h1>Analyze</h1>;
}
