// Searches topics, decisions and everything that was said, in all debates of a hall.
import { HallError } from '../../domain/errors.ts';
import { findWords, type Match } from '../../domain/words/find-words.ts';
import { toRecord } from '../../engine/record.ts';
import type { Hall } from '../hall.ts';
import type { DebateSummary } from './debate-summaries.ts';
import { choiceOf, type ListInput } from './list-debates.ts';

export interface SearchInput extends ListInput {
  /** A line is found when it holds all of these words, in any order, whatever their case. */
  readonly words: string;
}

export interface FoundDebate extends DebateSummary {
  readonly matches: readonly Match[];
}

/** The debate that changed last first. Damaged ones are not searched. Throws `bad-input`. */
export async function searchDebates(hall: Hall, input: SearchInput): Promise<readonly FoundDebate[]> {
  const { words, limit = Number.POSITIVE_INFINITY } = input;
  if (words.trim() === '')
    throw new HallError('bad-input', 'There is nothing to search for.', { hint: 'Pass one or more words.' });
  const found: FoundDebate[] = [];
  for await (const row of hall.summaries.each(choiceOf(input))) {
    if ('damaged' in row) continue;
    const matches = findWords(toRecord(await hall.engine.snapshot(row.threadId)), words);
    if (matches.length > 0) found.push({ ...row, matches });
    if (found.length >= limit) break;
  }
  return found;
}
