// Answers a request that is sent again as it was answered the first time: browsers and people repeat what seems to have failed.
// What a ledger takes a key with is safe beyond the end of this process as well; this holds for everything else.

import { Recent } from '../../support/recent.ts';

const MOST_KEPT = 1_000;

export class OncePerKey<Answer> {
  readonly #given = new Recent<string, Promise<Answer>>(MOST_KEPT);

  /** What failed can be tried again. */
  async answer(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const given = this.#given.get(key);
    if (given !== undefined) return await given;
    const answer = work();
    this.#given.set(key, answer);
    answer.catch(() => this.#given.delete(key));
    return await answer;
  }
}
