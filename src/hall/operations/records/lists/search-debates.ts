// Searches topics, decisions and everything that was said, in all debates of a hall.
import { HallError } from '../../../../domain/failures/errors.ts';
import type { Match } from '../../../../domain/words/find-words.ts';
import type { Hall } from '../../hall.ts';
import type { Finding } from '../debate-texts.ts';
import type { Choice } from './debate-summaries.ts';
import type { DebateSummary } from './debate-summary.ts';
import { choiceOf, type ListInput } from './list-debates.ts';

export interface SearchInput extends ListInput {
  /** A line is found when it holds all of these words, in any order, whatever their case. */
  readonly words: string;
}

export interface FoundDebate extends DebateSummary {
  readonly matches: readonly Match[];
}

/** The debate that changed last first, each with what looks up the lines. Damaged ones are not searched. Throws `bad-input`. */
export async function* eachMatch(
  hall: Hall,
  words: string,
  choice: Partial<Choice>,
): AsyncGenerator<{ readonly row: DebateSummary; readonly find: Finding }> {
  if (words.trim() === '')
    throw new HallError('bad-input', 'There is nothing to search for.', { hint: 'Pass one or more words.' });
  const ids = new Set<string>();
  for await (const row of hall.summaries.each(choice)) {
    ids.add(row.threadId);
    if ('damaged' in row) continue;
    const find = await hall.texts.find(row.threadId, hall.summaries.versionOf(row.threadId), words);
    if (find !== undefined) yield { row, find };
  }
  if (choice.wanted === undefined) hall.texts.keepOnly(ids);
}

export async function searchDebates(hall: Hall, input: SearchInput): Promise<readonly FoundDebate[]> {
  const { words, limit = Number.POSITIVE_INFINITY } = input;
  const found: FoundDebate[] = [];
  for await (const { row, find } of eachMatch(hall, words, choiceOf(input))) {
    found.push({ ...row, matches: find() });
    if (found.length >= limit) break;
  }
  return found;
}
