let allowed = false;

/**
 * Declares that this process runs only the command, so that it may move into a cgroup of its own. It is not called if the command runs
 * inside another program.
 */
export function allowCgroup(): void {
  allowed = true;
}

/** True if `allowCgroup` was called. */
export function mayUseCgroup(): boolean {
  return allowed;
}
