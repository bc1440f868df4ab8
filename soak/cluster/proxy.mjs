import { connect, createServer } from "node:net";

/**
 * A way to a port of this machine with the faults of a network: it can delay what passes, hold it back, or break the
 * connections.
 * @param {number} target
 */
export async function startProxy(target) {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  let isCut = false;
  let delayMs = 0;
  const server = createServer((client) => {
    // New connections fail while it is cut.
    if (isCut) return void client.destroy();
    const redis = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, redis],
      [redis, client],
    ]) {
      sockets.add(from);
      from.setNoDelay(true);
      const forward = forwarder(to, () => delayMs);
      from.on("data", forward);
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
    url: `redis://127.0.0.1:${port}`,
    /** Sets the time that an answer takes longer from now on; half of it is for each direction. */
    delay(/** @type {number} */ roundTripMs) {
      delayMs = roundTripMs / 2;
    },
    /** Holds back what is sent, as a network does that loses packets, or breaks the connections. */
    cut(/** @type {"silence" | "break"} */ how) {
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

/**
 * Writes each part after the delay of its moment, and never before an earlier part.
 * @param {import("node:net").Socket} to
 * @param {() => number} delayMs
 */
function forwarder(to, delayMs) {
  let last = 0;
  return (/** @type {Buffer} */ part) => {
    const now = performance.now();
    const due = Math.max(last, now + delayMs());
    last = due;
    if (due <= now) to.write(part);
    else setTimeout(() => to.write(part), due - now);
  };
}
