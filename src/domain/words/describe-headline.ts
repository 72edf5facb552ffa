// How a debate ended in one or two sentences. Apart from what reads results, since the page brings no library for shapes.

import { OUTCOME_WORDS, type OutcomeKind } from '../outcomes.ts';
import type { DebateRecord } from '../record.ts';
import type { OpinionsResult } from '../results/opinions-result.ts';
import { endSentence } from './sentence.ts';

type Ended = Pick<DebateRecord, 'status' | 'outcome' | 'outcomeMeaning' | 'result'>;
/** What the seats' own answers come to, where they were asked for any. */
type Stands = Pick<OpinionsResult, 'answer' | 'reason'>;

/** How an answer stands: "Yes, by majority". */
function nameAnswer(answer: string, outcome: OutcomeKind, reason: string): string {
  switch (outcome) {
    case 'agreed':
      return `${answer}, agreed ${reason === 'same-from-the-start' ? 'from the start' : 'after the debate'}`;
    case 'majority':
      return `${answer}, by majority`;
    default:
      return `${answer}, ${OUTCOME_WORDS[outcome].title.toLowerCase()}`;
  }
}

/** The label, the answer and both tallies, or what the format itself has to say first. */
export function describeHeadline({ status, outcome, outcomeMeaning, result }: Ended, opinions?: Stands): string {
  if (outcome === null) {
    const soFar = result === null || result.headline === '' ? '' : ` ${endSentence(result.headline)}`;
    return `No outcome yet: the debate is ${status}.${soFar}`;
  }
  const { title, meaning } = OUTCOME_WORDS[outcome];
  if (result === null) return `${title}. ${endSentence(outcomeMeaning ?? meaning)}`;
  const { answer = null, reason = '' } = opinions ?? {};
  const start = `${answer}: `;
  if (answer === null || !result.headline.startsWith(start)) return `${title}. ${endSentence(result.headline)}`;
  return `${nameAnswer(answer, outcome, reason)}. ${endSentence(result.headline.slice(start.length))}`;
}
