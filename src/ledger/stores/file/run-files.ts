// What runs have beside a ledger: the lock of whoever runs the debate or posts of it, and the live feed of what is said.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { isThreadId } from '../../../domain/ids.ts';
import { neverAborted, wait } from '../../../support/wait.ts';
import type { Feed, Lease } from '../store.ts';
import { followFeed, openFeed } from './feed.ts';
import { isFileLocked, tryFileLock } from './lock.ts';

const FEED = '.live.ndjson';
const RUN_LOCK = '.run';
const POSTING_LOCK = '.posting';
const CLAIM_TRIES = 10;
const CLAIM_PAUSE_MS = 20;

export class RunFiles {
  readonly #side: string;
  readonly #placeOf: (id: string, extension: string) => string;

  /** `side` is where all of them are. */
  constructor(side: string, placeOf: (id: string, extension: string) => string) {
    this.#side = side;
    this.#placeOf = placeOf;
  }

  /** `undefined` while somebody else has it. */
  async claim(id: string, what: 'run' | 'posting'): Promise<Lease | undefined> {
    const lockFile = this.#placeOf(id, what === 'run' ? RUN_LOCK : POSTING_LOCK);
    // A check whether the debate is running holds the lock for an instant.
    for (let tries = 1; ; tries += 1) {
      const held = tryFileLock(lockFile);
      // The system keeps the lock as long as the process lives, so that it is never lost and no write has to ask for it.
      if (held !== undefined) return { fence: 0, lost: neverAborted, release: async () => held.release() };
      if (tries === CLAIM_TRIES) return undefined;
      await wait(CLAIM_PAUSE_MS);
    }
  }

  isRunning(id: string): boolean {
    const lockFile = this.#placeOf(id, RUN_LOCK);
    return existsSync(lockFile) && isFileLocked(lockFile);
  }

  feedFile(id: string): string {
    return this.#placeOf(id, FEED);
  }

  openFeed(id: string): Feed {
    return openFeed(this.feedFile(id));
  }

  followFeed(id: string, isRunning: () => Promise<boolean>, signal: AbortSignal): AsyncIterable<string> {
    return followFeed(this.feedFile(id), isRunning, signal);
  }

  /** A run that was killed leaves what it told, whole texts among it. */
  clearEndedFeed(id: string): void {
    const feed = this.feedFile(id);
    if (existsSync(feed) && !this.isRunning(id)) rmSync(feed, { force: true });
  }

  /** The debates of runs that were killed. */
  listEndedFeeds(): readonly string[] {
    const names = existsSync(this.#side) ? readdirSync(this.#side) : [];
    const ids = names.flatMap((name) => (name.endsWith(FEED) ? [name.slice(0, -FEED.length)] : []));
    return ids.filter((id) => isThreadId(id) && !this.isRunning(id)).sort();
  }
}
