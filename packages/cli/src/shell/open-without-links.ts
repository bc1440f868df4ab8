import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync } from "node:fs";

/** The folder in which Linux names what this process has open, each as a link to it; undefined on other systems. */
export const DESCRIPTORS = existsSync("/proc/self/fd") ? "/proc/self/fd" : undefined;

/**
 * Opens a file or folder for reading by a path without links, and throws if a link has been put into the path meanwhile. O_NOFOLLOW
 * refuses a link only at the end, so the path of what was opened is compared as well. Without `descriptors`, this is what the path
 * leads to a moment later. A pipe that has taken the place of a file is opened without waiting for its writer.
 */
export function openWithoutLinks(path: string, flags = 0, descriptors = DESCRIPTORS): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const opened = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags);
  try {
    const real = descriptors === undefined ? realpathSync(path) : readlinkSync(`${descriptors}/${opened}`);
    if (real !== path) throw new Error(`${path}: must not contain a link`);
    return opened;
  } catch (error) {
    closeSync(opened);
    throw error;
  }
}
