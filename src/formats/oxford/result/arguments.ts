// Arguments as they are shown: what the rules know of them together with their words.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { argument } from '../acts/argument.ts';
import type { Argument } from '../answers.ts';
import { readArgumentData } from '../data.ts';
import { isSide } from '../setup.ts';
import type { ArgumentState } from '../state.ts';

export interface WordedArgument extends ArgumentState {
  /** `undefined` when it was redacted. */
  readonly words: Argument | undefined;
}

export function collectWords(log: readonly LedgerEvent[]): Map<string, Argument> {
  const words = new Map<string, Argument>();
  for (const event of log) {
    if (!isEvent(event, 'turn-recorded') || !isSide(event.data.seat)) continue;
    const read = argument.readTurn(event, () => undefined as never).answer?.arguments ?? [];
    readArgumentData(event.data.data).arguments.forEach(({ id }, index) => {
      const worded = read[index];
      if (worded !== undefined) words.set(id, worded);
    });
  }
  return words;
}
