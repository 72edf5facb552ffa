// What the rules read out of each kind of turn, as it stands in the ledger: ids, numbers and words of a fixed choice.
import * as z from 'zod';
import { defineTurnData } from '../common/turn-data.ts';

const id = z.string().max(20);
const count = z.number().int().min(0);
const points = count.max(30_000);
const phase = z.number().int().min(1).max(999);

const proposal = z.strictObject({
  id,
  phase,
  /** Ids of proposals. */
  needs: z.array(id),
  /** An earlier proposal of the same phase and title. */
  same: id.nullable(),
});

export type ProposalData = z.infer<typeof proposal>;

export const VOTES = ['agree', 'modify', 'disagree'] as const;
const votes = z.array(z.strictObject({ step: id, vote: z.enum(VOTES) }));
export type Vote = (typeof VOTES)[number];

const composed = z.strictObject({
  /** Ids of proposals; empty for one that the composer invented. */
  from: z.array(id),
  phase,
  /** Ids of steps of this composition. */
  needs: z.array(id),
  origin: z.enum(['composed', 'put-back', 'invented']),
});

export type ComposedData = z.infer<typeof composed>;

const verdicts = z.array(z.strictObject({ step: id, vote: z.enum(['approve', 'reject']) }));

export const dataSchemas = {
  plan: z.strictObject({
    /** The planner saw no other plan. */
    blind: z.boolean(),
    steps: z.array(proposal),
    /** Thousandths of points. */
    clarity: points,
    completeness: points,
    feasibility: points,
  }),
  critique: z.strictObject({
    /** 1-based. */
    round: z.number().int().min(1).max(99),
    votes,
    missing: z.array(proposal),
    /** The step that an adversarial critic attacks. */
    attacked: id.nullable(),
  }),
  /** The n-th step is "S<n>". */
  compose: z.strictObject({ steps: z.array(composed), eliminated: z.array(id) }),
  validate: z.strictObject({ votes: verdicts }),
} as const;

export type PlanData = z.infer<typeof dataSchemas.plan>;
export type CritiqueData = z.infer<typeof dataSchemas.critique>;
export type ComposeData = z.infer<typeof dataSchemas.compose>;
export type ValidateData = z.infer<typeof dataSchemas.validate>;
export type Act = keyof typeof dataSchemas;

export const { isAct, dataOf } = defineTurnData(dataSchemas);
