// The votes on the composition: on each of its steps, and on what it leaves out.
import * as z from 'zod';
import { isBlank } from '../../../domain/answers/nothing.ts';
import { createNameReader } from '../../common/named.ts';
import { idText, inOneParagraph, oneOf } from '../../common/wording.ts';
import { defineAct, type RecordedTurn } from '../../define-act.ts';
import { NO_VOTE, oneOfOrNone, readPlainVotes, warnOfDoubt } from '../answers.ts';
import { idData } from '../data.ts';
import { toJson } from '../sample-steps.ts';
import { formatStepId, labelSeat } from '../setup.ts';
import type { State } from '../state.ts';
import { formatRemark } from '../steps/texts.ts';
import { readVotes } from '../steps/votes.ts';

const WORDS = ['approve', 'reject'] as const;
const vote = z.object({ step: idText, reason: z.string().nullish(), vote: oneOf(WORDS) });
const form = z.object({ votes: z.array(vote) });
const answer = z.object({ votes: z.array(vote.extend({ vote: oneOfOrNone(WORDS) })) });
type Answer = z.infer<typeof answer>;

const data = z.strictObject({ votes: z.array(z.strictObject({ step: idData, vote: z.enum(WORDS) })) });
type Data = z.infer<typeof data>;

/** Ids that the votes are about. */
function listBallot({ composition }: State) {
  const steps = (composition?.steps ?? []).map((_, index) => formatStepId(index + 1));
  return { steps, eliminated: composition?.eliminated ?? [] };
}

function read(state: State, { votes: given }: Answer) {
  const { steps, eliminated } = listBallot(state);
  const ids = [...steps, ...eliminated];
  const findId = createNameReader(ids.map((id) => [id, id]));
  const { votes, issues } = readVotes(
    ids,
    WORDS,
    given.map(({ step, vote }) => ({ id: findId(step), vote })),
  );
  const reasons = given.flatMap(({ vote, reason }, index) =>
    vote === 'reject' && isBlank(reason) ? [`Vote ${index + 1} rejects without a reason.`] : [],
  );
  const fatal = votes.length === 0 ? ['No vote is readable.'] : [];
  return { data: { votes }, doubts: [...issues, ...reasons], fatal };
}

const sample = (ids: readonly string[]) =>
  toJson({ votes: ids.map((step) => ({ step, vote: 'approve', reason: 'It matches what the planners said.' })) });

export const validate = {
  ...defineAct<State, Answer, Data>({
    answer,
    form,
    data,
    parse: (text, { byHand }) => (byHand ? readPlainVotes(text, 'votes', form.shape.votes) : undefined),
    request(state, seat) {
      const { steps, eliminated } = listBallot(state);
      return {
        id: `validate-${seat}`,
        task: 'validate',
        label: `${labelSeat(seat)} votes on the common plan`,
        values: {
          seat: labelSeat(seat),
          steps: steps.join(', ') || 'none',
          eliminated: eliminated.join(', ') || 'none',
        },
        plainForm: `A vote on each of ${[...steps, ...eliminated].join(', ')}. Plain lines will do: "S1 approve: why", "S2 reject: why".`,
        sample: () => sample([...steps, ...eliminated]),
      };
    },
    warn: warnOfDoubt,
    title: ({ seat }) => `${labelSeat(seat)}, votes on the common plan`,
    read,
    apply: (state, { seat, data: { votes } }) => ({ ...state, ballots: { ...state.ballots, [seat]: votes } }),
  }),
  collectTexts(): void {},
  write: ({ answer: said }: RecordedTurn<Answer, Data>): readonly string[] =>
    (said?.votes ?? []).flatMap(({ step, vote, reason }) => [
      `- ${inOneParagraph(step)}: ${vote ?? NO_VOTE}`,
      ...formatRemark('Because', reason),
    ]),
};
