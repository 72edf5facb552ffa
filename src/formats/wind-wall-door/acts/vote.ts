// The vote of Wind, Wall or the reviewer on the decision.
import * as z from 'zod';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { countRefusals } from '../../common/base-state.ts';
import { findWordLines } from '../../common/own-lines.ts';
import { REHEARSED, writeObjection } from '../../common/rehearsal.ts';
import { defineAct, readWords } from '../../define-act.ts';
import { isVoter, LABELS } from '../setup.ts';
import { PATIENCE, type State, VOTES, type Vote } from '../state.ts';

const data = z.looseObject({ vote: z.enum(VOTES) });

function readVote(content: string): Vote {
  const [vote, ...others] = new Set(
    findWordLines(content, '(?:(?:my|final) )?vote[^\\p{L}\\p{N}]+', { alone: 'approve', explained: 'reject' }),
  );
  return vote !== undefined && others.length === 0 ? (vote as Vote) : 'unclear';
}

const sample = (version: number, isAgainst: boolean): string =>
  isAgainst
    ? `- ${writeObjection(version)}\n\nVOTE: REJECT`
    : `- It ends on a date and can be undone.\n- The strongest reason against it, which I accept: an easy success misleads. ${REHEARSED}\n\nVOTE: APPROVE`;

/** Nobody dissents whose vote cannot be read. */
export function listRejectingVotes(log: readonly LedgerEvent[], { ballot }: State): readonly number[] {
  const votes = log.filter((event) => isEvent(event, 'turn-recorded')).filter(({ data }) => data.act === 'vote');
  return Object.entries(ballot).flatMap(([seat, vote]) =>
    vote === 'reject' ? (votes.findLast(({ data }) => data.seat === seat)?.seq ?? []) : [],
  );
}

const DECIDED = {
  situation:
    'Door has decided. If you rejected an earlier version, say first whether this one meets your objections, and raise none that you could have raised before.',
  object: 'the latest decision',
};
const AGREED = {
  situation: 'All seats gave the same answer before they read one another, so it ends the debate if you approve it.',
  object: 'that answer',
};

export const vote = defineAct<State, string, z.infer<typeof data>>({
  parse: readWords,
  data,
  outright: ['vote', 'cognition'],
  request: ({ refinements, decision }, seat) => ({
    id: `vote-${refinements + 1}-${seat}`,
    task: 'vote',
    label: `${LABELS[seat]} votes`,
    values: { seat: LABELS[seat] as string, ...(decision === undefined ? AGREED : DECIDED) },
    plainForm: 'Your reasons; then a line "VOTE: APPROVE" or "VOTE: REJECT".',
    sample: ({ rejects }) => sample(refinements + 1, rejects(refinements + 1)),
  }),
  read(state, text, { seat, act, data, byHand }) {
    const { vote: given } = data;
    const read = readVote(text);
    const take = (vote: Vote, warnings: readonly string[] = []) => ({ data: { ...data, vote }, warnings });
    const refuse = (issue: string) => ({ data: { vote: read }, fatal: [issue] });
    if (given !== undefined && !VOTES.some((vote) => vote === given))
      return refuse('A vote must be "approve" or "reject".');
    if (byHand && (given === 'approve' || given === 'reject')) {
      if (read === 'unclear' || read === given) return take(given);
      return refuse(`The vote is set to "${given}", but its text says "${read}".`);
    }
    if (read !== 'unclear') return take(read);
    if (countRefusals(state, seat, act) < PATIENCE - 1) {
      return refuse('The vote needs one line that says exactly "VOTE: APPROVE" or "VOTE: REJECT".');
    }
    return take('unclear', ['The vote is unreadable, so it does not count as approval.']);
  },
  apply: (state, { seat, data: { vote } }) =>
    isVoter(seat) ? { ...state, ballot: { ...state.ballot, [seat]: vote } } : state,
  title: ({ seat }, { count, label }) =>
    count('turn') === 0
      ? `Vote on the answer that all gave, ${label(seat)}`
      : `Vote ${count('revision') + 1} on the decision, ${label(seat)}`,
});
