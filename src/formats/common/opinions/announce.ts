// What openings or ballots came to, in one sentence, for whoever follows the debate.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { OpinionsResult } from '../../../domain/results/opinions-result.ts';
import { formatCounts } from '../../../domain/words/describe-tallies.ts';
import { buildHeadline, type LabelOf } from './render.ts';
import { doOpeningsAgree, type OpinionState } from './state.ts';

const AFTER_AGREEMENT = {
  off: '',
  on: '; the debate ends here',
  challenge: '; one seat challenges that before the debate ends',
} as const;

function announceOpenings(state: OpinionState, opinions: OpinionsResult): string {
  const { question, openings } = opinions;
  if (question.answer === 'text') return 'Openings are in; answers in words cannot be compared, so the debate begins.';
  const counts = formatCounts(opinions, openings.counts);
  const [first] = openings.counts;
  if (openings.majority === null && openings.counts.length === 1 && first !== undefined) {
    return `Openings agree that there is no answer yet: ${counts}; the debate begins.`;
  }
  if (!doOpeningsAgree(state)) return `Openings differ: ${counts}; the debate begins.`;
  return `Openings agree: ${counts}${AFTER_AGREEMENT[state.options.gate]}.`;
}

/** `undefined` unless openings or ballots were the last to be given. */
export function announceOpinions(
  log: readonly LedgerEvent[],
  state: OpinionState,
  opinions: OpinionsResult | undefined,
  label: LabelOf,
): string | undefined {
  const last = log.findLast((event) => isEvent(event, 'turn-recorded'))?.data.act;
  if (opinions === undefined) return undefined;
  if (last === 'opening') return announceOpenings(state, opinions);
  return last === 'ballot' ? `Final answers are in. ${buildHeadline(opinions, label)}.` : undefined;
}
