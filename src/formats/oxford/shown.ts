// Arguments as they are shown: what the rules know of them together with their words.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed.ts';
import type { Argument } from './argument.ts';
import { argumentDataOf } from './data.ts';
import type { ArgumentState } from './model.ts';
import { isSide } from './sides.ts';
import { argumentsIn } from './words.ts';

export interface ShownArgument extends ArgumentState {
  /** `undefined` when it was redacted. */
  readonly words: Argument | undefined;
}

/** The words of arguments by their ids. */
export function wordsById(log: readonly LedgerEvent[]): Map<string, Argument> {
  const words = new Map<string, Argument>();
  for (const event of log) {
    if (!isEvent(event, 'turn-recorded') || !isSide(event.data.seat)) continue;
    const read = argumentsIn(textOf(event.data.content) ?? '');
    argumentDataOf(event.data.data).arguments.forEach(({ id }, index) => {
      const argument = read[index];
      if (argument !== undefined) words.set(id, argument);
    });
  }
  return words;
}
