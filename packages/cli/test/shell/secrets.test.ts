import { describe, expect, test } from "vitest";
import { hideSecrets, hideSecretsIn } from "../../src/shell/secrets.ts";

/** Words, with each secret in guillemets. */
const secret = [
  ["--token=«abc&d;e f»"],
  ["--password", "«hunter2»", "file"],
  ["-passphrase", "«a b»"],
  ["API_KEY=«abc»", "AWS_SECRET_ACCESS_KEY=«a b»", "MYSQL_PWD=«x»", "DB_PASS=«x»", "apiKey=«x»"],
  ["-H", "Authorization: «Bearer abc def»", "-H", "X-Api-Key: «abc»", "Cookie: «a=1; b=2»"],
  ["--header=Authorization: «Basic YTpi»"],
  ["Authorization:", "Bearer", "«abc»"],
  ["redis://«user:p@ss»@host:1/0", "https://«token»@host/a@b"],
  ["https://host/?a=1&token=«abc»&key=«def»&b=2#access_token=«ghi»"],
  ["-u", "me:«pw»", "-ume:«pw»", "--user=me:«pw»", "--proxy-user", "me:«pw»"],
  ['{"password": "«a\\"b»", "n": 1, \'secret\':\'«c»\'}'],
  ["«ghp_0123456789abcdefghij»", "x=«sk-0123456789abcdefghij»", "«eyJhbGciOiJI.eyJzdWIiOiIx.SflKx-w»"],
  [
    "sh",
    "-c",
    "TOKEN='«a b»' x --password «c» --api-key=\"«d»\"; curl -u me:«e» -H 'X-Token: «f g»' https://«h:i»@j/",
  ],
  ["x=curl --token=«abc» {}", 'sh -c "x \\"--token=«a»\\" \\"secret\\": \\"«b»\\""'],
];

const harmless = [
  ["--max-tokens", "100", "--tokenizer=bpe", "max_tokens=5", "--token-file", "f", "--password-stdin", "x"],
  ["--no-password", "x", "--key", "2", "--key=2", "--two-pass", "in.mp4", "--bypass=1", "--author", "me"],
  [
    "-u",
    "1000:1000",
    "PWD=/x",
    "OLDPWD=/y",
    "a:b",
    "http://host:80/x?a=b",
    "me@host:/path",
    "disk-0123456789abcdefghijk",
  ],
  ["--password", "{}", "--token={seed}", "https://{1}@host", "--password", "--verbose", "--password"],
  ["sh", "-c", 'x --token=$TOKEN --password "$PASSWORD" --secret $(cat file) --api-key $1'],
];

describe("a secret is hidden, and nothing else", () => {
  test.each(secret)("%s", (...marked) => {
    const words = marked.map((word) => word.replaceAll(/[«»]/g, ""));
    expect(hideSecrets(words)).toEqual(marked.map((word) => word.replaceAll(/«.*?»/g, "***")));
    expect(hideSecrets(words, (text) => `«${text}»`)).toEqual(marked);
  });

  test.each(harmless)("%s", (...words) => {
    expect(hideSecrets(words)).toEqual(words);
  });
});

test("what is hidden is not hidden again", () => {
  for (const words of secret) {
    const once = hideSecrets(words.map((word) => word.replaceAll(/[«»]/g, "")));
    expect(hideSecrets(once)).toEqual(once);
  }
});

test("the time is that of one look at the text, whatever is in it", () => {
  const parts = [
    ...["token", "token=", "--token ", "Bearer ", "a://", "a.b@"],
    ...['\\"', "eyJaaaaaaaa.", "-u ", "x: ", "ghp_"],
  ];
  // A quadratic one takes minutes for one of them, so that the test would not end in time.
  for (const part of parts) hideSecretsIn(part.repeat(1_200_000 / part.length));
});
