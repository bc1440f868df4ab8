import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";

/**
 * Returns the address by which limits count a request: that of its connection or, if the proxy in front is trusted, the
 * one that the proxy appended to X-Forwarded-For. Those before it may be invented by the client.
 */
export function clientAddress(request: IncomingMessage, trustProxy = false): string {
  const forwarded = trustProxy ? forwardedFor(request) : undefined;
  return addressGroup(forwarded ?? request.socket.remoteAddress);
}

function forwardedFor({ headersDistinct }: IncomingMessage): string | undefined {
  const last = headersDistinct["x-forwarded-for"]?.at(-1)?.split(",").at(-1)?.trim() ?? "";
  // Some proxies add the port.
  const [, bracketed, plain] = /^(?:\[(.*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(last) ?? [];
  const address = bracketed ?? plain ?? last;
  return isIP(address) > 0 ? address : undefined;
}

/** Returns the address by which limits count: for IPv6 its network of 64 bits, since one machine may have all addresses in it. */
export function addressGroup(address = ""): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head, tail] = address.split("%")[0].split("::");
  const groups = head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    if (head === "") groups.length = 0;
    groups.push(...Array(8 - groups.length - after.length).fill("0"), ...after);
  }
  return groups.slice(0, 4).join(":");
}
