/** With these a user, a terminal that closes, or a system that goes down asks a command to end. */
export const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
