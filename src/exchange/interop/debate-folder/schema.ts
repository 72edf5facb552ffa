// The files of a debate folder; lenient about keys that others have added.
import * as z from 'zod';
import type { ArgumentBody } from './argument-body.ts';

const aim = z.object({ target_id: z.string(), type: z.string() });

export const debateFileSchema = z.object({
  debate_id: z.string().optional(),
  current_exchange: z.int().min(0),
  current_phase: z.enum(['awaiting_arguments', 'awaiting_judgment']),
  cumulative_scores: z
    .object({ proposition: z.object({ total: z.number() }), opposition: z.object({ total: z.number() }) })
    .optional(),
});

export const argumentFileSchema = z.object({
  id: z.string().regex(/^(prop|opp)_\d{3}[a-z]?(?![\s\S])/, { error: 'must be an id such as "prop_001"' }),
  side: z.enum(['prop', 'opp']),
  exchange: z.int().min(0),
  title: z.string(),
  claim: z.string(),
  attacks: z.array(aim).default([]),
  defends: z.array(aim).default([]),
});
export type ArgumentFile = z.infer<typeof argumentFileSchema>;

const scoredSchema = z.object({
  score: z.number(),
  reasoning: z.string(),
  scored_at: z.string().optional(),
  triggered_by: z.string().optional(),
  previous_score: z.number().optional(),
});

export const scoresFileSchema = z.record(
  z.string(),
  z.object({ current_score: z.number(), history: z.array(scoredSchema).min(1) }),
);
export type ScoresFile = z.infer<typeof scoresFileSchema>;

export interface FolderProblem {
  /** Path inside the folder. */
  readonly field: string;
  readonly message: string;
}

export type FolderArgument = Omit<ArgumentFile, 'attacks' | 'defends'> & ArgumentBody;
