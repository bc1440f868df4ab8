import { useBrowserValue } from "./hooks.ts";

/** A view and its settings. Both stand after the # of the address, so that a link shows the same. */
interface Address {
  /** The name of a view; empty at the beginning. */
  readonly view: string;
  readonly settings: URLSearchParams;
}

/** Every view gets what the address says after its name. */
export interface ViewProps {
  readonly settings: URLSearchParams;
}

/** Reads `#race?law=…` as a view with its settings. */
function readAddress(hash: string): Address {
  const text = hash.replace(/^#\/?/, "");
  const cut = text.indexOf("?");
  const view = cut < 0 ? text : text.slice(0, cut);
  return { view, settings: new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1)) };
}

export function addressText({ view, settings }: Address): string {
  const text = settings.toString();
  return text === "" ? `#${view}` : `#${view}?${text}`;
}

/** Writes the settings of the current view into the address, without a step in the history. */
export function keepInAddress(address: Address): void {
  history.replaceState(null, "", addressText(address));
}

/** The current address. It changes with links and with "back", not with `keepInAddress`. */
export function useAddress(): Address {
  return useBrowserValue(
    () => readAddress(location.hash),
    "hashchange",
    () => globalThis,
  );
}
