import { type Client, connect } from "mulligan/client";

/** A client of the service that the page comes from. */
export function serviceHere(token: string | undefined): Client {
  return connect(new URL(".", document.baseURI).href, token === undefined ? {} : { token });
}

/** The name and port of the service. */
export function serviceName(): string {
  return location.host;
}

const serviceMark = () => document.querySelector<HTMLMetaElement>('meta[name="mulligan-service"]');

/** Whether the page comes from `mulligan serve`, which marks it. */
export function isServed(): boolean {
  return serviceMark() !== null;
}

/** Whether the service asks for a token. */
export function asksToken(): boolean {
  return serviceMark()?.dataset.token !== undefined;
}

/** The token is kept for this tab only. */
const TOKEN_KEY = "mulligan-token";

export function knownToken(): string | undefined {
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}

/** What is wrong with a token, before the service is asked; undefined if nothing is. */
export function tokenProblem(token: string): string | undefined {
  if (token === "") return "A token is needed.";
  return /^[!-~]+$/.test(token) ? undefined : "A token has letters, digits and signs only, without spaces.";
}
