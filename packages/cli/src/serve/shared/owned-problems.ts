import type { UnreadableEntry } from "../store/problem-store.ts";
import type { StoredProblem, StoreOptions } from "../store/stored-problem.ts";
import { UnreadableProblem } from "../store/stored-problem.ts";
import { problemKeys } from "./redis-keys.ts";
import { type OwnedProblem, OwnerChanged, openOwnedProblem, type RedisAccess } from "./redis-log.ts";

/** Problems that are read at once when a list takes over many. */
const TOGETHER = 16;

/** The problems that this service owns, in memory, and which services own the others. */
export class OwnedProblems {
  private readonly access: RedisAccess;
  private readonly options: StoreOptions;
  private readonly notice: (text: string) => void;
  private readonly owned = new Map<string, OwnedProblem>();
  private readonly opening = new Map<string, Promise<void>>();
  /** The last known owners of other problems. A service that is no longer the owner says so. */
  private readonly otherOwners = new Map<string, string>();
  /** Problems that this service could not read, and why. */
  private readonly unreadable = new Map<string, string>();

  constructor(access: RedisAccess, options: StoreOptions, notice: (text: string) => void) {
    this.access = access;
    this.options = options;
    this.notice = notice;
  }

  get size(): number {
    return this.owned.size;
  }

  all(): StoredProblem[] {
    return Array.from(this.owned.values(), ({ stored }) => stored);
  }

  find(name: string): StoredProblem | undefined {
    return this.owned.get(name)?.stored;
  }

  /** The problems that this service could not read when it listed all. */
  allUnreadable(): UnreadableEntry[] {
    return Array.from(this.unreadable, ([name, reason]) => ({ name, reason }));
  }

  /** The last known owner of a problem, which may have changed; otherwise the owner by `claim`. */
  async ownerOf(name: string): Promise<string | undefined> {
    if (this.owned.has(name)) return this.access.service;
    return this.otherOwners.get(name) ?? this.claim(name);
  }

  /**
   * The owner of a problem; undefined if there is no such problem. If its owner does not live, this service takes it
   * over: it reads what was stored.
   */
  async claim(name: string): Promise<string | undefined> {
    const { mark, owner } = await this.askOwner(name);
    if (mark !== undefined && owner === this.access.service) await this.open(name, mark);
    return owner;
  }

  /** Whether a service still lives and owns a problem. */
  async isOwner(name: string, service: string): Promise<boolean> {
    return (await this.askOwner(name)).owner === service;
  }

  /** Carries out a request if this service owns the problem, or none does; undefined if another service owns it. */
  async here<Result extends object | string>(
    name: string,
    perform: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const { service } = this.access;
    const owner = this.owned.has(name) ? service : await this.claim(name);
    // A problem that does not exist is refused by `perform`.
    if (owner !== service && owner !== undefined) return undefined;
    const problem = this.owned.get(name);
    // It was dropped after it was read, which is not the same as a problem that does not exist.
    if (owner === service && problem === undefined) return undefined;
    try {
      return await perform();
    } catch (error) {
      if (!(error instanceof OwnerChanged)) throw error;
      this.drop(name, problem);
      return undefined;
    }
  }

  /** The names of all problems by owner. Problems without one are taken over; what cannot be read is left out. */
  async namesByOwner(): Promise<Map<string, Set<string>>> {
    const { scripts, service } = this.access;
    const listed = await scripts.list(problemKeys.problems, problemKeys.owners, problemKeys.services);
    const names = new Map<string, Set<string>>();
    const add = (name: string, owner: string) => names.set(owner, (names.get(owner) ?? new Set()).add(name));
    const unread: string[] = [];
    for (let i = 0; i < listed.length; i += 2) {
      const [name, owner] = [listed[i], listed[i + 1]];
      if (owner === "" || (owner === service && !this.owned.has(name))) unread.push(name);
      else add(name, owner);
    }
    const takeOver = async (name: string) => {
      const owner = await this.claim(name).catch((error: unknown) => this.leaveOut(name, error));
      if (owner !== undefined) add(name, owner);
    };
    for (let i = 0; i < unread.length; i += TOGETHER) {
      await Promise.all(unread.slice(i, i + TOGETHER).map(takeOver));
    }
    return names;
  }

  /** Forgets a problem that was removed. */
  removed(name: string): void {
    this.unreadable.delete(name);
    this.drop(name);
  }

  /** Forgets a problem, if it is still this one. */
  drop(name: string, problem = this.owned.get(name)): void {
    problem?.revoke();
    if (this.owned.get(name) === problem) this.owned.delete(name);
  }

  /** Resolves when all is stored, as far as Redis answers. */
  async close(): Promise<void> {
    await Promise.allSettled(this.opening.values());
    await Promise.allSettled(this.all().map((stored) => stored.close()));
  }

  private async askOwner(name: string) {
    const { scripts, service } = this.access;
    const [mark, owner] = await scripts.claim(
      problemKeys.problems,
      problemKeys.owners,
      problemKeys.services,
      service,
      name,
    );
    this.otherOwners.delete(name);
    if (mark === undefined) this.drop(name);
    else if (owner !== service) this.otherOwners.set(name, owner);
    return { mark, owner };
  }

  private async open(name: string, mark: string): Promise<void> {
    if (this.find(name)?.mark === mark) return;
    this.drop(name);
    let opened = this.opening.get(name);
    if (opened === undefined) {
      opened = openOwnedProblem(this.access, name, mark, this.options)
        .then((problem) => {
          this.unreadable.delete(name);
          this.owned.set(name, problem);
        })
        .finally(() => this.opening.delete(name));
      this.opening.set(name, opened);
    }
    await opened;
  }

  private leaveOut(name: string, error: unknown): undefined {
    // It has just been deleted, or taken by another service.
    if (error instanceof OwnerChanged) return;
    if (!(error instanceof UnreadableProblem)) throw error;
    if (this.unreadable.get(name) === error.message) return;
    this.unreadable.set(name, error.message);
    this.notice(error.message);
  }
}
