import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server, which ends with the tests of the file; returns its origin. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<string> {
  let count = 0;
  const listener: RequestListener = (request, response) => answer(request, response, ++count);
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The body of a request that a server got. */
export async function received(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}
