import { type Client, connect } from "mulligan/client";

/** The service that the page comes from. */
export function serviceHere(token: string | undefined): Client {
  return connect(new URL(".", document.baseURI).href, token === undefined ? {} : { token });
}

/** Its name, as the reader knows it. */
export function serviceName(): string {
  return location.host;
}
