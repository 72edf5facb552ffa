// Everything in a hall that moves, for any number of tabs: one watch of the list, and one follower for each debate that is looked at.
import type { Hall } from '../../../hall/operations/hall.ts';
import { DebateFollower, type DebateNews } from './debate-follower.ts';
import { type HallChange, HallWatch } from './hall-watch.ts';

/** A tab that is reloaded comes back within it, and need not wait for the feed to be read again. */
const KEPT_MS = 5_000;

export class LiveHall {
  readonly #hall: Hall;
  readonly #report: (fault: unknown) => void;
  readonly #watch: HallWatch;
  readonly #followers = new Map<string, DebateFollower>();

  constructor(hall: Hall, report: (fault: unknown) => void) {
    this.#hall = hall;
    this.#report = report;
    this.#watch = new HallWatch(hall, report);
  }

  listenToList(listener: (change: HallChange) => void): () => void {
    return this.#watch.listen(listener);
  }

  listenToDebate(threadId: string, listener: (news: DebateNews) => void): () => void {
    const follower = this.#followers.get(threadId) ?? new DebateFollower(this.#hall, threadId, this.#report);
    this.#followers.set(threadId, follower);
    const stop = follower.listen(listener);
    return () => {
      stop();
      setTimeout(() => this.#forget(threadId, follower), KEPT_MS).unref();
    };
  }

  close(): void {
    for (const follower of this.#followers.values()) follower.close();
    this.#followers.clear();
  }

  #forget(threadId: string, follower: DebateFollower): void {
    if (follower.listeners > 0 || this.#followers.get(threadId) !== follower) return;
    follower.close();
    this.#followers.delete(threadId);
  }
}
