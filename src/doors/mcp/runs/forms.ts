// The forms in which a client asks its user for a turn, and the answers that they give.
import { acceptedContent } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { TurnKind, WaitingTurn } from '../../../domain/hall-page/debate.ts';
import type { TurnForm } from '../../../domain/hall-page/writes.ts';
import type { Question } from '../../../domain/question/question.ts';
import type { Step } from '../../../formats/format.ts';

type Responses = Parameters<typeof acceptedContent>[0];

const WAYS_OUT = ['None of these', 'Not enough to say'] as const;
const NOTHING = 'nothing';
const WHOLE = 'the position as a whole';

const confidence = z.int().min(0).max(100).optional().describe('How likely it is that you are right, in percent');

/** What is filled in, by the kind of turn; claims and other lines of a person are written as the message says. */
const text = z.object({ content: z.string().describe('What this seat says') });
const FILLED = {
  text,
  claims: text,
  points: z.object({
    target: z.string(),
    claim: z.string().optional(),
    move: z
      .enum(['concede', 'rebut', 'refine'])
      .describe('What you make of it: it holds, it does not hold, or it holds in part'),
    words: z.string().describe('The claim that you answer, and your answer to it'),
    resolution: z.string().optional().describe('What would be better, or what both could hold'),
  }),
  opening: z.object({
    answer: z.string(),
    confidence,
    claims: z.string().optional().describe('What your answer rests on: one to three claims, each on a line of its own'),
    change_mind: z.string().optional().describe('What would change your mind'),
  }),
  ballot: z.object({
    answer: z.string(),
    moved_by: z.string().optional(),
    confidence,
    reason: z.string().optional().describe('Your reason, in one or two sentences'),
    vote: z
      .enum(['own', 'accept', 'reject'])
      .optional()
      .describe('The decision: your own answer, one you can live with, or one you reject'),
    objection: z
      .string()
      .optional()
      .describe('If you reject it: the fault, and the change that would make it acceptable'),
  }),
  vote: z.object({
    vote: z.enum(['approve', 'reject']).describe('Your vote on the decision'),
    reason: z.string().optional().describe('Your reasons, in a few sentences'),
  }),
  review: z.object({
    action: z
      .enum(['approve', 'override', 'reject'])
      .describe("Continue, replace one side's words with yours, or end the debate"),
    side: z.string().optional(),
    content: z.string().optional().describe('With override: the full text; otherwise your reasons'),
  }),
} as const satisfies Record<TurnKind, z.ZodType>;

/** Closed sets become a choice; everything else is written as the step says. */
function answerField(question: Question | undefined, form: string): z.ZodType<string> {
  if (question?.answer !== 'yes-no' && question?.answer !== 'choice') return z.string().describe(form);
  return z.enum([...question.options, ...WAYS_OUT]).describe('Your own answer');
}

/** The form of a turn, with what it chooses between. */
export function formFor({ kind, question, votes, claims = [], targets = [], sides = [] }: WaitingTurn, step: Step) {
  switch (kind) {
    case 'opening':
      return FILLED.opening.extend({ answer: answerField(question, step.values['form'] ?? '') });
    case 'ballot': {
      const { vote, objection, ...rest } = FILLED.ballot.shape;
      return z.object({
        ...rest,
        answer: answerField(question, step.values['form'] ?? ''),
        moved_by: z.enum([NOTHING, ...claims]).describe('The claim that changed your answer, or nothing'),
        ...(votes === true ? { vote: vote.unwrap(), objection } : {}),
      });
    }
    case 'points':
      return FILLED.points.extend({
        target: z.enum(targets).describe('Whose position you answer'),
        claim: z.enum([WHOLE, ...claims]).describe('Which of its claims'),
      });
    case 'review':
      return FILLED.review.extend({
        side: z.enum(sides).optional().describe('With override: whose words yours replace'),
      });
    default:
      return FILLED[kind];
  }
}

/** What the person filled in; `undefined` for a form that lacks what it asks for. */
export function readForm(kind: TurnKind, responses: Responses, key: string): TurnForm | undefined {
  switch (kind) {
    case 'opening': {
      const form = acceptedContent(responses, key, FILLED.opening);
      if (form === undefined) return undefined;
      const { claims = '', change_mind: changeMind, ...rest } = form;
      return { kind, ...rest, claims: claims.split('\n'), changeMind };
    }
    case 'ballot': {
      const form = acceptedContent(responses, key, FILLED.ballot);
      if (form === undefined) return undefined;
      const { moved_by: movedBy, ...rest } = form;
      return { kind, ...rest, movedBy };
    }
    case 'points': {
      const form = acceptedContent(responses, key, FILLED.points);
      if (form === undefined) return undefined;
      const { claim, ...point } = form;
      return { kind, points: [{ ...point, ...(claim === WHOLE ? {} : { claim }) }] };
    }
    case 'vote': {
      const form = acceptedContent(responses, key, FILLED.vote);
      return form && { kind, ...form };
    }
    case 'review': {
      const form = acceptedContent(responses, key, FILLED.review);
      return form && { kind, action: form.action, side: form.side, text: form.content };
    }
    default: {
      const form = acceptedContent(responses, key, FILLED[kind]);
      return form && { kind: 'text', text: form.content };
    }
  }
}
