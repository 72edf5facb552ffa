// The files of a debate folder: what each holds, lenient about keys that others have added, and the JSON object that it begins with.
import * as z from 'zod';
import { findRepeatedKey } from '../../../domain/parse-json.ts';
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

/** Throws `SyntaxError` for what is no JSON, or says something twice. */
export function parseClear(json: string): unknown {
  const value: unknown = JSON.parse(json);
  const repeated = findRepeatedKey(json);
  if (repeated !== undefined) throw new SyntaxError(`it has "${repeated.key}" twice in one object`);
  return value;
}

/** The object, and the body without its leading line ends. Throws `SyntaxError` for a file that begins otherwise. */
export function readFrontmatter(text: string): { data: unknown; body: string } {
  const start = text.search(/\S/);
  if (text[start] !== '{') throw new SyntaxError('it does not begin with a JSON object');
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) {
        return { data: parseClear(text.slice(start, at + 1)), body: text.slice(at + 1).replace(/^[\r\n]+/, '') };
      }
    }
  }
  throw new SyntaxError('its JSON object has no end');
}

/** Characters beyond ASCII are escaped, so that any reader's encoding does. */
export function writeFrontmatter(data: object, body: string): string {
  const json = JSON.stringify(data, null, 2).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json}\n\n${body}`;
}
