// What formats admit and refuse alike.
import type { RuleData } from '../../domain/event-parts.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { joinClauses } from '../../domain/words/sentence.ts';
import type { Admission, Ask, Due } from '../format.ts';

export const refuse = (problem: Problem): Admission => ({ ok: false, problem });
export const accept = (data: RuleData, warnings: readonly string[] = []): Admission => ({ ok: true, data, warnings });

export function refuseViolation(issues: readonly string[]): Admission {
  return refuse({ code: 'rule-violation', message: `The contribution breaks the rules: ${issues.join(' ')}`, issues });
}

/** Refuses a structured answer, with what is wrong at which place of it. */
export function refuseAnswer(issues: readonly string[]): Admission {
  return refuse({
    code: 'rule-violation',
    message: `The answer cannot be used: ${joinClauses(issues).replace(/\.$/, '')}.`,
    issues,
  });
}

/** The refusal of a contribution that nobody waits for; `due` is what the format waits for instead. */
export function notDue(due: Due, { seat, act }: Ask): Problem {
  const nothing = due.kind === 'close' ? 'Nobody has a turn left: close the debate.' : 'Nobody has a turn now.';
  const asked = due.kind === 'ask' ? due.asked.map((each) => `${each.seat} (${each.act})`) : [];
  return {
    code: 'not-your-turn',
    message: `No ${act} is due from "${seat}".`,
    hint: asked.length === 0 ? nothing : `Take a turn that is next: ${asked.join(', ')}.`,
  };
}

/** Asks these seats for the same, all at the same time. */
export const ask = (act: string, seats: readonly string[]): Due => ({
  kind: 'ask',
  asked: seats.map((seat) => ({ seat, act })),
});

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** What a text of more than `limit` Unicode code points has too much of: "has 12 characters; …". */
export function tooLong(text: string, limit: number): string | undefined {
  // Counting code points costs time, so only what is long enough in UTF-16 units is counted.
  if (text.length <= limit) return undefined;
  const length = text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);
  return length <= limit ? undefined : `has ${length} characters; at most ${limit} are allowed.`;
}
