// What formats admit and refuse alike.
import type { Problem } from '../domain/errors.ts';
import type { RuleData } from '../domain/events.ts';
import type { Admission, Contribution, Next } from './format.ts';

export const refuse = (problem: Problem): Admission => ({ ok: false, problem });
export const accept = (data: RuleData, warnings: readonly string[] = []): Admission => ({ ok: true, data, warnings });

export const EMPTY_SYNTHESIS: Problem = {
  code: 'bad-input',
  message: 'The synthesis is empty.',
  hint: 'Say what was decided.',
};

/** The refusal of a contribution that nobody waits for; `due` is what the format waits for instead. */
export function notDue(due: Next, { seat, act }: Contribution, nothing = 'Nobody has a turn now.'): Problem {
  const steps = due.kind === 'ask' ? due.steps.map((step) => `${step.seat} (${step.act})`) : [];
  return {
    code: 'not-your-turn',
    message: `It is not the turn of "${seat}" for a ${act}.`,
    hint: steps.length === 0 ? nothing : `Next: ${steps.join(', ')}.`,
  };
}

/** What a text of more than `limit` Unicode code points has too much of: "has 12 characters; …". */
export function tooLong(text: string, limit: number): string | undefined {
  // Counting code points costs time, so only what is long enough in UTF-16 units is counted.
  if (text.length <= limit) return undefined;
  const length = [...text].length;
  return length <= limit ? undefined : `has ${length} characters; at most ${limit} are allowed.`;
}
