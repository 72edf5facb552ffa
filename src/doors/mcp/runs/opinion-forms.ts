// The forms in which a client asks its user for an opening or a ballot, and the answers that they give.
import { acceptedContent } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { TurnForm } from '../../../domain/hall-page/writes.ts';
import { type Question, readQuestion } from '../../../domain/question/question.ts';
import type { Step } from '../../../formats/format.ts';
import { listNamedClaims } from '../../../hall/operations/debate/take-part/person-steps.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';

type Responses = Parameters<typeof acceptedContent>[0];

const OPINION_FORMS = ['opening', 'ballot'] as const;
export type OpinionForm = (typeof OPINION_FORMS)[number];

export function isOpinionForm(act: string): act is OpinionForm {
  return (OPINION_FORMS as readonly string[]).includes(act);
}

const WAYS_OUT = ['None of these', 'Not enough to say'] as const;

const confidence = z.int().min(0).max(100).optional().describe('How likely it is that you are right, in percent');

const opening = {
  confidence,
  claims: z.string().optional().describe('What your answer rests on: one to three claims, each on a line of its own'),
  change_mind: z.string().optional().describe('What would change your mind'),
};
const ballot = {
  confidence,
  reason: z.string().optional().describe('Your reason, in one or two sentences'),
};
const vote = {
  vote: z
    .enum(['own', 'accept', 'reject'])
    .describe('The decision: your own answer, one you can live with, or one you reject'),
  objection: z
    .string()
    .optional()
    .describe('If you reject it: the fault, and the change that would make it acceptable'),
};

const NOTHING = 'nothing';

/** A choice out of the claims that can have moved this seat. */
const movedByField = (step: Step): z.ZodType<string> =>
  z.enum([NOTHING, ...(listNamedClaims(step) ?? [])]).describe('The claim that changed your answer, or nothing');

/** Closed sets become a choice; everything else is written as the step says. */
function answerField({ answer, options }: Question, form: string): z.ZodType<string> {
  if (answer !== 'yes-no' && answer !== 'choice') return z.string().describe(form);
  return z.enum([...options, ...WAYS_OUT]).describe('Your own answer');
}

export function opinionForm({ debate }: Snapshot, step: Step) {
  const { act, task, values } = step;
  const { question } = debate.opened;
  const field = answerField(
    question === undefined ? { answer: 'text', options: [] } : readQuestion(question),
    values['form'] ?? '',
  );
  if (act === 'opening') return z.object({ answer: field, ...opening });
  return z.object({
    answer: field,
    moved_by: movedByField(step),
    ...ballot,
    ...(task === 'ballot-and-vote' ? vote : {}),
  });
}

const filled = {
  opening: z.object({ answer: z.string(), ...opening }),
  ballot: z.object({
    answer: z.string(),
    moved_by: z.string().optional(),
    ...ballot,
    vote: vote.vote.optional(),
    objection: vote.objection,
  }),
} as const;

/** What the person filled in; `undefined` for a form that lacks its answer. */
export function readOpinionForm(act: OpinionForm, responses: Responses, key: string): TurnForm | undefined {
  if (act === 'opening') {
    const form = acceptedContent(responses, key, filled.opening);
    if (form === undefined) return undefined;
    const { claims = '', change_mind: changeMind, ...rest } = form;
    return { kind: act, ...rest, claims: claims.split('\n'), changeMind };
  }
  const form = acceptedContent(responses, key, filled.ballot);
  if (form === undefined) return undefined;
  const { moved_by: movedBy, ...rest } = form;
  return { kind: act, ...rest, movedBy };
}
