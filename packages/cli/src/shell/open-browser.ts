import { spawn } from "node:child_process";

/** How each system opens an address; no shell reads it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32.exe", "url.dll,FileProtocolHandler"],
};

/** Opens the browser of the user, or says `without` if there is none. Nobody waits for either. */
export function openBrowser(address: string, without: () => void): void {
  const [program, ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", without);
  child.on("exit", (code) => {
    if (code !== 0) without();
  });
  child.unref();
}
