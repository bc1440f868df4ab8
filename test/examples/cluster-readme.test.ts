import { afterAll, beforeAll } from "vitest";
import { read } from "../markdown.ts";
import { runExamples } from "../run-examples.ts";
import { withRedis } from "../with-redis.ts";

const file = "packages/cluster/README.md";
const [before, rest] = read(file).split("```typescript\n");
const [code] = rest.split("```\n");

withRedis(`the example of ${file}`, (redis) => {
  beforeAll(() => {
    process.env.REDIS_URL = redis().url;
  });
  afterAll(() => {
    delete process.env.REDIS_URL;
  });
  runExamples([{ file, line: before.split("\n").length, code }]);
});
