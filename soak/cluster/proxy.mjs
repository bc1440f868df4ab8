import { connect, createServer } from "node:net";

/**
 * A way to a port that can be cut: what is sent meanwhile is held back, as by a network that loses packets, or the
 * connections break.
 * @param {number} target
 */
export async function startProxy(target) {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  let isCut = false;
  const server = createServer((client) => {
    // Nobody is let in while it is cut.
    if (isCut) return void client.destroy();
    const redis = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, redis],
      [redis, client],
    ]) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    port,
    /**
     * @param {"silence" | "break"} how
     */
    cut(how) {
      isCut = true;
      for (const socket of sockets) how === "break" ? socket.destroy() : socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
