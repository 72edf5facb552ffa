// The answers that are asked for, and how they are read: the points of a challenge, a synthesis with root causes, an override.
import * as z from 'zod';
import { sayOrNull } from '../../domain/answers/nothing.ts';
import { type ReadAnswer, readAnswer } from '../../domain/answers/read-answer.ts';
import type { ClaimMove } from '../../domain/claims.ts';
import { ACTIONS, type Action, ROOT_CAUSES } from '../../domain/results/asymmetric-result.ts';
import { readMove } from '../common/claims/state.ts';
import { readForPerson } from '../common/labelled/blank-form.ts';
import { BLANK } from '../common/labelled/read-labelled.ts';
import { searchTermsField } from '../common/search-terms.ts';
import { findWord, oneOf, withOtherNames } from '../common/wording.ts';

const pointShape = { point: z.string(), reason: z.string() };
const target = z.string().nullable();
const resolution = z.string().nullable();
const words = z.string().nullable().transform(sayOrNull);
const reason = z.string().transform(sayOrNull);

/** "C3", 3, ["C3"] or "C3 (Speaker 2)"; what names no claim is left to whoever knows the claims. */
const claimName = z
  .unknown()
  .default(null)
  .transform((said) => (said === null || typeof said === 'string' ? said : JSON.stringify(said)))
  .meta({ alone: 'id' });
/** What seats are asked for: the words that every format has for claims. */
const POINT_MOVES = ['concede', 'rebut', 'refine'] as const;

/** What each action says of the claim that it is about. */
export const MOVE_OF: Readonly<Record<Action, ClaimMove>> = {
  agree: 'concede',
  challenge: 'rebut',
  propose_alternative: 'rebut',
  synthesize: 'refine',
};

export const challengeSchema = z.object({
  points: z.array(
    z
      .object({
        target: withOtherNames(words, 'target_id', 'target_seat', 'target_speaker', 'target_position', 'to'),
        claim: withOtherNames(claimName, 'claim_id', 'claim_name'),
        point: z.string(),
        reason: withOtherNames(reason, 'reasoning', 'rationale', 'why', 'explanation'),
        move: z
          .preprocess((said) => (typeof said === 'string' ? (readMove(said) ?? said) : said), z.enum(POINT_MOVES))
          .optional(),
        /** What people and clients say instead. */
        action: oneOf(ACTIONS).optional(),
        resolution: withOtherNames(words, 'proposed_resolution', 'alternative', 'suggestion'),
      })
      .refine(({ move, action }) => move !== undefined || action !== undefined, {
        message: 'needs a move: concede, rebut or refine',
      })
      .refine(({ move, action }) => move === undefined || action === undefined || MOVE_OF[action] === move, {
        message: 'has a move and an action that contradict each other; give the move alone',
      }),
  ),
});
export const challengeForm = z.object({
  points: z.array(
    z.object({ target, claim: z.string().nullable(), ...pointShape, resolution, move: z.enum(POINT_MOVES) }),
  ),
});

const causeShape = { index: z.int(), why: z.string() };
export const synthesisSchema = z.object({
  synthesis: z.string(),
  points: withOtherNames(
    z
      .array(
        z.object({
          index: withOtherNames(causeShape.index, 'number', 'point', 'point_index', 'id'),
          why: withOtherNames(reason, 'reason', 'explanation'),
          root_cause: withOtherNames(oneOf(ROOT_CAUSES), 'cause'),
        }),
      )
      .nullable(),
    ...['root_causes', 'causes'],
  ),
  /** Read by whoever looks for decisions. */
  search_terms: z.unknown().optional(),
});

export const synthesisForm = z.object({
  synthesis: z.string(),
  points: z.array(z.object({ ...causeShape, root_cause: z.enum(ROOT_CAUSES) })),
  search_terms: searchTermsField,
});

export type AnsweredPoint = z.infer<typeof challengeSchema>['points'][number];

/** A rebuttal that says what would be better is an alternative. */
export function toAction({ move, action, resolution }: AnsweredPoint): Action {
  switch (move) {
    case 'concede':
      return 'agree';
    case 'refine':
      return 'synthesize';
    default:
      return action ?? (resolution === null ? 'challenge' : 'propose_alternative');
  }
}

/** Other words of a person. */
interface Plain {
  readonly plain: string;
}

/** A person may write what has no form, but not leave the form blank. */
export function readOrKeep<T>(text: string, schema: z.ZodType<T>, byHand: boolean): ReadAnswer<T | Plain> {
  if (!byHand) return readAnswer(text, schema);
  const read = readForPerson(text, schema);
  return read.ok || read.issues.includes(BLANK) ? read : { ok: true, value: { plain: text }, repairs: [] };
}

export type SynthesisAnswer = z.infer<typeof synthesisSchema> | Plain;
export type ChallengeAnswer = { readonly points: readonly AnsweredPoint[] } | Plain;

/** With the marks of its emphasis, where they end with it; not behind a bracket or a quotation mark, whose other half would stay. */
const EMPHASIZED_ACTION =
  /^(?:[^\p{L}\p{Ps}\p{Pi}"]*[^\p{L}\p{Ps}\p{Pi}"*_`])?([*_`]{0,3})\p{L}[\p{L} _-]{0,40}?(?:\1\s*[:：]|\s*[:：]\1(?=\s|$))/u;

/** The words behind the action that they begin with, where that is the one that is said beside them. */
export function cutSpokenAction(plain: string, action: Action | undefined): string {
  const words = readSpokenAction(plain) === action ? plain.replace(EMPHASIZED_ACTION, '').trim() : '';
  return words === '' ? plain : words;
}

/** "Agree: it was measured.": the action that plain words begin with. */
export function readSpokenAction(plain: string): Action | undefined {
  const [, said] = /^[^\p{L}]*(\p{L}[\p{L} _-]{0,40}?)[*_`]{0,3}\s*[:：]/u.exec(plain) ?? [];
  const move = said === undefined ? undefined : readMove(said);
  return said === undefined
    ? undefined
    : (findWord(ACTIONS, said) ?? ACTIONS.find((action) => MOVE_OF[action] === move));
}

/** "OVERRIDE fresh", and nothing more on the line. */
export const OVERRIDE_LINE =
  /^[^\p{L}\p{N}\n]*(?:review[^\p{L}\p{N}\n]+)?override\b[^\p{L}\p{N}\n]*([\p{L}\p{N}_-]*)[^\p{L}\p{N}\n?]*$/imu;

/** The text that an override puts in a side's place: what comes below the line that says so, if there is one. */
export function overrideText(content: string): string {
  const line = OVERRIDE_LINE.exec(content);
  return content.slice(line === null ? 0 : line.index + line[0].length).trim();
}
