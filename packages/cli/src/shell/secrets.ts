/*
 * What is secret in a command. This is the one definition for everything that stays on the disk or is shown: journals, locks, joblogs,
 * names of files, the page and messages. A secret is known by the name before it (`--token=…`, `--password …`, `API_KEY=…`,
 * `Authorization: …`, `"secret":"…"`, `?key=…`), by its place (`https://user:…@host`, `-u user:…`) or by its form (`ghp_…`, a JSON web
 * token), also inside a script. Others, as in `mysql -p…`, cannot be known. In doubt a word is hidden, which does little harm.
 */

/** Stands in place of a secret. */
export const HIDDEN = "***";

/** Returns the text that stands in place of a secret. */
type Replace = (secret: string) => string;

/** Returns a text in which each secret is replaced, by `***` unless `replace` says otherwise. */
export type HideSecrets = (text: string, replace?: Replace) => string;

const byStars: Replace = () => HIDDEN;

/** A part of a name that makes its value secret. Names with `tokens` or `tokenizer` count or split text. */
const SECRET_PART =
  /passw(or)?d|passphrase|secret|token(?!s|i[sz])|credential|cookie(?!s)|signature|authorization|(api|access|account|auth|encryption|master|private|shared|signing|storage)[-_]?key|[a-z\d][-_.]pwd|^-+pwd/i;
/** These are other words, too (`--two-pass FILE`, `sort --key 2`), so they must be followed by = or stand in the query of an address. */
const SECRET_BEFORE_EQUALS = /(^|[^a-z])(pass|auth)$/i;
const SECRET_IN_QUERY = /^(key|sig)$/i;
/** `--token-file` names no secret but its place, and `--no-password` has no value. */
const HARMLESS =
  /(file|path|dir|jar|stdin|url|uri|name|type|id|count|limit|size)$|^-+(no|ask|prompt|without)-/i;

function isSecretName(name: string, sign: string | undefined, before?: string): boolean {
  if (HARMLESS.test(name)) return false;
  if (SECRET_PART.test(name)) return sign !== undefined || name.startsWith("-");
  if (sign !== "=") return false;
  return SECRET_BEFORE_EQUALS.test(name) || (/[?&]/.test(before ?? "") && SECRET_IN_QUERY.test(name));
}

/** Where a value is to be found, and no value: a placeholder of `run`, a variable, or what a command of a script prints. */
const REFERENCE = /^(\{[^{}\s]*\}|\$\{?([A-Z_][A-Z\d_]*|\d)\}?|\$\(.*)$/s;

function isSecret(value: string | undefined): value is string {
  return value !== undefined && value !== "" && !value.startsWith(HIDDEN) && !REFERENCE.test(value);
}

/** Returns the words of a command, in which each secret is replaced. A secret may be the word after its name. */
export function hideSecrets(words: readonly string[], replace: Replace = byStars): string[] {
  return words.map((word, place) => {
    const before = words[place - 1] ?? "";
    const isNamed = /^-[\w.-]+$/.test(before) && isSecretName(before, undefined);
    if ((isNamed || SCHEME.test(before)) && !word.startsWith("-") && isSecret(word)) return replace(word);
    return (
      (USER_OPTION.test(before) ? hidePassword(word, replace) : undefined) ?? hideSecretsIn(word, replace)
    );
  });
}

const SCHEME = /^(Bearer|Basic)$/i;
/** Options with USER:PASSWORD, as of curl. */
const USER_OPTION = /^(-u|--((proxy-)?user|((http|basic)-)?auth))$/;
const USER_IN_TEXT =
  /((?:^|\s)(?:-u\s*|--(?:(?:proxy-)?user|(?:(?:http|basic)-)?auth)[\s=]\s*)["']?)([^\s"']+)/g;
/** The user and the password of an address. */
const CREDENTIALS = /((?<![a-z\d+.-])[a-z][a-z\d+.-]*:\/\/)([^\s/?#"']+)@/gi;
const AFTER_SCHEME = /(\b(?:Bearer|Basic)\s+)([\w.~+/=-]{8,})/gi;
/** Tokens of GitHub, GitLab, Slack, OpenAI and others, AWS and npm, and JSON web tokens. */
const KNOWN_FORMS =
  /\b(?:gh[opsur]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|sk-[\w-]{20,}|AKIA[A-Z\d]{16}|npm_\w{30,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+)/g;

/** Returns one word, or any other text, in which each secret is replaced. */
export const hideSecretsIn: HideSecrets = (text, replace = byStars) => {
  const once: Replace = (secret) => (isSecret(secret) ? replace(secret) : secret);
  // A word that begins with the name is secret to its end, whatever characters it has. With a quote it is a script.
  const [, name, sign, rest] = /^(-[\w.-]*|[\w.-]+(?![=:]\s*["']))([=:]\s*)(.+)$/s.exec(text) ?? [];
  if (name !== undefined && isSecretName(name, sign.trim())) return `${name}${sign}${once(rest)}`;
  const parts = text
    .replace(CREDENTIALS, (_, scheme: string, user: string) => `${scheme}${once(user)}@`)
    .replace(USER_IN_TEXT, (all, option: string, value: string) => {
      const without = hidePassword(value, replace);
      return without === undefined ? all : `${option}${without}`;
    });
  return hideNamed(parts, once)
    .replace(AFTER_SCHEME, (_, scheme: string, secret: string) => `${scheme}${once(secret)}`)
    .replace(KNOWN_FORMS, once);
};

/** Hides the password of USER:PASSWORD; the numbers of a user and a group stay. */
function hidePassword(text: string, replace: Replace): string | undefined {
  const [, user, password] = /^([^\s:]+):(.+)$/s.exec(text) ?? [];
  return isSecret(password) && !/^\d+$/.test(password) ? `${user}:${replace(password)}` : undefined;
}

/** A name with what stands between it and its value; the name may be in quotes, and these after a backslash. */
const NAMED = /(?<![\w.-])([\w.-]+)(?:\\?["']?\s*([=:])\s*|\s+)/g;

/** Replaces the values that follow secret names. */
function hideNamed(text: string, replace: Replace): string {
  let [shown, done] = ["", 0];
  for (const { 0: all, 1: name, 2: sign, index } of text.matchAll(NAMED)) {
    if (index < done || !isSecretName(name, sign, text[index - 1])) continue;
    const { start, end } = valueAt(text, index + all.length, sign);
    if (sign === undefined && text[start] === "-") continue;
    shown += text.slice(done, start) + replace(text.slice(start, end));
    done = end;
  }
  return shown + text.slice(done);
}

/** The ends of values: in quotes, which may be escaped, behind a colon as in a header, and else as in a script or an address. */
const VALUES = { '"': /(?:[^"\\]|\\.)*/sy, "'": /[^']*/y, '\\"': /(?:(?!\\").)*/sy, ":": /[^"'\n]*/y };
const BARE = /(?:[^\s"'&;|)\\]|\\(?!["']))*/y;

function valueAt(text: string, from: number, sign: string | undefined): { start: number; end: number } {
  const quote = /\\?"|'/y;
  quote.lastIndex = from;
  const [open = ""] = quote.exec(text) ?? [];
  const value = VALUES[(open || sign) as keyof typeof VALUES] ?? BARE;
  value.lastIndex = from + open.length;
  value.exec(text);
  return { start: from + open.length, end: value.lastIndex };
}
