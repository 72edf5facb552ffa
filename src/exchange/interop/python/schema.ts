// The file of one debate of the Python debate-hall-mcp, `{thread_id}.json`, as its versions 0.2 and later write it.
import * as z from 'zod';

const text = z.string();
const optionalText = text.nullish().transform((value) => value ?? null);
const optionalCount = z.int().min(0).nullish();

const turnSchema = z.object({
  role: text,
  content: text,
  /** As it stands in the file: its six digits are part of the hash. */
  timestamp: text,
  previous_hash: optionalText,
  hash: optionalText,
  agent_role: optionalText,
  model: optionalText,
  cognition: optionalText,
  token_input: optionalCount,
  token_output: optionalCount,
  token_total: optionalCount,
});

const auditSchema = z.object({
  action: z.enum(['force_close', 'tombstone']),
  reason: text,
  timestamp: text,
  actor: optionalText,
  turn_index: z.int().nullish(),
  original_content_hash: optionalText,
});

const injectionSchema = z.object({
  source: text,
  comment_id: text,
  content: text,
  injection_type: text.default('general'),
  processed_at: text,
  author: optionalText,
  replied_to_turn: z.int().nullish(),
});

/** Lenient where later versions added fields: those are ignored, as that program's own loader does. */
export const pythonDebateSchema = z.object({
  thread_id: text,
  topic: text,
  mode: text,
  status: z.enum(['active', 'synthesis', 'stalemate', 'exhaustion', 'force_closed', 'paused']).default('active'),
  session_type: text.nullish(),
  max_turns: z.int().default(12),
  max_rounds: z.int().default(4),
  strict_cognition: z.boolean().default(false),
  expected_next_role: optionalText,
  octave_mode: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  turns: z.array(turnSchema).default([]),
  synthesis: optionalText,
  audit_log: z.array(auditSchema).default([]),
  github_binding: z.object({ repo: text, target_id: text }).nullish(),
  injected_context: z.array(injectionSchema).default([]),
  consensus_metadata: z.object({ consensus_reached: z.boolean().nullish() }).nullish(),
});

export type PythonDebate = z.infer<typeof pythonDebateSchema>;
export type PythonTurn = z.infer<typeof turnSchema>;
export type PythonInjection = z.infer<typeof injectionSchema>;
export type PythonAudit = z.infer<typeof auditSchema>;
