let own = false;

/** Says that this process runs the command and nothing else: then it may be moved, and all that is in its cgroup is its own. */
export function claimProcess(): void {
  own = true;
}

/** Whether that was said: not where the command is called inside another program. */
export function isOwnProcess(): boolean {
  return own;
}
