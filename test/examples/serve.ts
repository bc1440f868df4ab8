import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach } from "vitest";

export type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** Returns how to start a server on this machine, which resolves to its `host:port`. Servers end with the test, or the file. */
export function serving(until: "test" | "file" = "test"): (handler: Handler) => Promise<string> {
  const servers: Server[] = [];
  (until === "test" ? afterEach : afterAll)(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  return async (handler) => {
    let count = 0;
    const server = createServer((request, response) => handler(request, response, ++count));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
}
