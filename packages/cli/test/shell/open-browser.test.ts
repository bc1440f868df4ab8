import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openBrowser } from "../../src/commands/serve.ts";
import { newFolder } from "../new-folder.ts";

test.skipIf(process.platform !== "linux").each([
  ["there is none", undefined, 1],
  ["it cannot be opened", "exit 3", 1],
  ["it is opened", "exit 0", 0],
])(
  "where a browser is asked for and %s, it is told if that came to nothing, and only then",
  async (_, script, times) => {
    const folder = newFolder();
    if (script !== undefined)
      writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    vi.stubEnv("PATH", folder);
    const without = vi.fn();
    const ended = openBrowser("http://localhost:1/; exit 3", without);
    vi.unstubAllEnvs();
    await ended;
    expect(without).toHaveBeenCalledTimes(times);
  },
);
