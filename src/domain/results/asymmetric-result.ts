// The result of an asymmetric debate as other programs get it, beside its openings, ballot and claims.
import * as z from 'zod';

export const ACTIONS = ['agree', 'challenge', 'propose_alternative', 'synthesize'] as const;
export type Action = (typeof ACTIONS)[number];

export const CATEGORIES = ['agreement', 'productive_disagreement', 'irreducible', 'own_side', 'no_challenges'] as const;
export type Category = (typeof CATEGORIES)[number];

export const ROOT_CAUSES = ['anchoring', 'missing_constraint', 'true_trade_off', 'chance'] as const;
export type RootCause = (typeof ROOT_CAUSES)[number];

const text = z.string().nullable();
const count = z.int().min(0);
const side = z.enum(['experienced', 'fresh']);
const seats = z.array(z.string()).readonly();
const [agreement, productive, irreducible, own, untested] = CATEGORIES;

export const asymmetricResultSchema = z.strictObject({
  status: z.enum(['open', 'complete', 'rejected', 'incomplete']),
  phase: z.enum(['independent', 'position', 'challenge', 'convergence', 'complete']),
  confidence: z.number().describe('Points agreed, 0 to 1'),
  counts: z.strictObject({
    ...{ [agreement]: count, [productive]: count, [irreducible]: count },
    [own]: count.describe('To seats of the same side; in no other figure'),
    [untested]: count,
  }),
  points: z
    .array(
      z.strictObject({
        index: z.number(),
        category: z.enum(CATEGORIES),
        action: z.enum(ACTIONS).nullable(),
        side: side.nullable(),
        seat: text,
        target: text.describe('A seat; `null`: the other side'),
        summary: text,
        reason: text,
        resolution: text,
        root_cause: z.enum(ROOT_CAUSES).nullable(),
        why: text,
      }),
    )
    .readonly(),
  synthesis: text.describe('What the convergence seat wrote'),
  sides: z.strictObject({ experienced: seats, fresh: seats }),
  left: z
    .array(z.strictObject({ seat: z.string(), reason: z.string() }))
    .readonly()
    .describe('Seats that left'),
  overrides: z
    .array(z.strictObject({ side, what: z.string() }))
    .readonly()
    .describe('What a reviewer replaced'),
  documents: count.describe('How many there were'),
});

export type AsymmetricResult = z.infer<typeof asymmetricResultSchema>;
