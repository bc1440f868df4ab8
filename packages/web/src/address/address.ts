/** Where the reader is: a view, and what is set in it. All of it stands after the # of the address, so that a link shows the same. */
export interface Address {
  /** The name of a view; empty at the beginning. */
  readonly view: string;
  readonly settings: URLSearchParams;
}

/** `#race?law=…` as a view with its settings. */
export function readAddress(hash: string): Address {
  const text = hash.replace(/^#\/?/, "");
  const cut = text.indexOf("?");
  const view = cut < 0 ? text : text.slice(0, cut);
  return { view, settings: new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1)) };
}

export function addressText({ view, settings }: Address): string {
  const words = settings.toString();
  return words === "" ? `#${view}` : `#${view}?${words}`;
}

/** Writes the settings of the view that is shown into the address: no new page, and nothing that "back" must pass. */
export function keepInAddress(address: Address): void {
  history.replaceState(null, "", addressText(address));
}
