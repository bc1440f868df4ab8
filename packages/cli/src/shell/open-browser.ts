import { spawn } from "node:child_process";

/** How each system opens an address; no shell reads it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32.exe", "url.dll,FileProtocolHandler"],
};

/** Opens the browser of the user, or calls `without` if there is none. It resolves when either is known. */
export function openBrowser(address: string, without: () => void): Promise<void> {
  const [program, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, address], { stdio: "ignore", detached: true });
  child.unref();
  return new Promise((resolve) => {
    child.on("error", () => resolve(without()));
    child.on("exit", (code) => resolve(code === 0 ? undefined : without()));
  });
}
