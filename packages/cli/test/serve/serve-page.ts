import { openServer } from "../../dist/serve/http/server.js";
import { openService } from "../../dist/serve/http/service.js";

/** A service with the page on a port of this machine, which can be closed and opened again. */
export async function servePage(options: { state?: string; token?: string; port?: number } = {}) {
  const { state, token, port = 0 } = options;
  const defects: unknown[] = [];
  const service = await openService({ state, forgetAfterMs: 3_600_000, notice() {} });
  const rules = { host: "127.0.0.1", names: [], token, port };
  const server = await openServer(service, { ...rules, defect: (error: unknown) => defects.push(error) });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= server.close());
  return { url: `http://127.0.0.1:${server.port}/`, port: server.port, defects, close };
}
