import { connect } from "node:net";

/** What a raw request is answered, as far as it came when the connection was closed. */
export function rawRequest(port: number, text: string, isWhole = true): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => (isWhole ? socket.end(text) : socket.write(text)));
    let answer = "";
    socket.on("data", (part) => (answer += part));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
