// What turns say of steps, as it stands in the ledger: ids, numbers and words of a fixed choice.
import * as z from 'zod';

export const idData = z.string().max(20);
const phaseData = z.int().min(1).max(999);

export const proposalData = z.strictObject({
  id: idData,
  phase: phaseData,
  /** Ids of proposals. */
  needs: z.array(idData),
  /** An earlier proposal of the same phase and title. */
  same: idData.nullable(),
});

export type ProposalData = z.infer<typeof proposalData>;

export const STEP_VOTES = ['agree', 'modify', 'disagree'] as const;
export type StepVote = (typeof STEP_VOTES)[number];

/** The n-th of a composition is "S<n>". */
export const composedData = z.strictObject({
  /** Ids of proposals; empty for one that the composer invented. */
  from: z.array(idData),
  phase: phaseData,
  /** Ids of steps of this composition. */
  needs: z.array(idData),
  origin: z.enum(['composed', 'put-back', 'invented']),
});
export type ComposedStep = z.infer<typeof composedData>;
