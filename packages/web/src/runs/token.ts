/** For this tab only, and gone with it. */
const KEY = "mulligan-token";

export function knownToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** What is wrong with it before anybody is asked; undefined if nothing is. */
export function tokenProblem(token: string): string | undefined {
  if (token === "") return "A token is needed.";
  return /^[!-~]+$/.test(token) ? undefined : "A token has letters, digits and signs only, without spaces.";
}
