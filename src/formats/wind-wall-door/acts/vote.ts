// The vote of Wind, Wall or the reviewer on the decision.
import * as z from 'zod';
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

export const vote = defineAct<State, string, z.infer<typeof data>>({
  parse: readWords,
  data,
  outright: ['vote', 'cognition'],
  request: ({ refinements }, seat) => ({
    id: `vote-${refinements + 1}-${seat}`,
    task: 'vote',
    label: `${LABELS[seat]} votes`,
    values: { seat: LABELS[seat] as string },
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
  title: ({ seat }, { count, label }) => `Vote ${count('revision') + 1} on the decision, ${label(seat)}`,
});
