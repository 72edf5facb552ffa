// What formats admit and refuse alike.
import type * as z from 'zod';
import type { RuleData } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import type { Admission, Contribution } from '../format.ts';

export const refuse = (problem: Problem): Admission => ({ ok: false, problem });
export const accept = (data: RuleData, warnings: readonly string[] = []): Admission => ({ ok: true, data, warnings });

/** Refuses what breaks a rule, with a sentence for each. */
export function refuseViolation(issues: readonly string[]): Admission {
  return refuse({ code: 'rule-violation', message: `The contribution breaks the rules: ${issues.join(' ')}`, issues });
}

/** Refuses a structured answer, with what is wrong at which place of it. */
export function refuseAnswer(issues: readonly string[]): Admission {
  return refuse({
    code: 'rule-violation',
    message: `The answer cannot be used: ${issues.join('; ').replace(/\.$/, '')}.`,
    issues,
  });
}

/** What a format waits for, as far as a refusal names it. */
interface Due {
  readonly kind: string;
  readonly steps?: readonly { readonly seat: string; readonly act: string }[];
}

/** The refusal of a contribution that nobody waits for; `due` is what the format waits for instead. */
export function notDue(due: Due, { seat, act }: Contribution, nothing = 'Nobody has a turn now.'): Problem {
  const steps = (due.steps ?? []).map((step) => `${step.seat} (${step.act})`);
  return {
    code: 'not-your-turn',
    message: `No ${act} is due from "${seat}".`,
    hint: steps.length === 0 ? nothing : `Next: ${steps.join(', ')}.`,
  };
}

/** What was read out of a text that was redacted stands, if it has the form that is due; `fault` says that it has not. */
export function admitRecorded(schema: z.ZodType, data: RuleData, fault: Admission): Admission {
  return schema.safeParse(data).success ? accept(data) : fault;
}

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** What a text of more than `limit` Unicode code points has too much of: "has 12 characters; …". */
export function tooLong(text: string, limit: number): string | undefined {
  // Counting code points costs time, so only what is long enough in UTF-16 units is counted.
  if (text.length <= limit) return undefined;
  const length = text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);
  return length <= limit ? undefined : `has ${length} characters; at most ${limit} are allowed.`;
}
