// What openings or ballots came to, in one sentence, for whoever follows the debate.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { buildHeadline, formatCounts } from './render.ts';
import { doOpeningsAgree, type OpinionState } from './state.ts';

const AFTER_AGREEMENT = {
  off: '',
  on: '; the debate ends here',
  challenge: '; one seat challenges that before the debate ends',
} as const;

function announceOpenings(state: OpinionState, { question, openings }: OpinionsResult): string {
  if (question.answer === 'text') return 'Openings are in; answers in words cannot be compared, so the debate begins.';
  const counts = formatCounts(question, openings.counts);
  if (!openings.unanimous) return `Openings differ: ${counts}; the debate begins.`;
  if (!doOpeningsAgree(state)) return `Openings agree that there is no answer yet: ${counts}; the debate begins.`;
  return `Openings agree: ${counts}${AFTER_AGREEMENT[state.options.gate]}.`;
}

/** `undefined` unless openings or ballots were the last to be given. */
export function announceOpinions(
  log: readonly LedgerEvent[],
  state: OpinionState,
  opinions: OpinionsResult | undefined,
): string | undefined {
  const last = log.findLast((event) => isEvent(event, 'turn-recorded'))?.data.act;
  if (opinions === undefined) return undefined;
  if (last === 'opening') return announceOpenings(state, opinions);
  return last === 'ballot' ? `Final answers: ${buildHeadline(opinions)}.` : undefined;
}
