// How arguments and judgments read as text: for the record under their real names, for judges under neutral ones.
import type * as z from 'zod';
import { readAnswer } from '../../domain/answers/read-answer.ts';
import { type Argument, argumentsSchema } from './argument.ts';
import { type Judgment, judgmentSchema } from './judgment.ts';

const spoken = (type: string) => type.replace(/_attack$/, '').replaceAll('_', ' ');

/** Reads again what was admitted; most of that is plain JSON, which needs no search. */
function readAgain<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    const plain = schema.safeParse(JSON.parse(text));
    if (plain.success) return plain.data;
  } catch {
    // Then it stands among other words.
  }
  const answer = readAnswer(text, schema);
  return answer.ok ? answer.value : undefined;
}

/** What was given, from the text of a turn; empty for what cannot be read. */
export function argumentsIn(text: string): readonly Argument[] {
  return readAgain(text, argumentsSchema)?.arguments ?? [];
}

export function judgmentIn(text: string): Judgment | undefined {
  return readAgain(text, judgmentSchema);
}

const optional = (name: string, text: string | null) =>
  text === null || text.trim() === '' ? [] : [`${name}: ${text}`];

/** One argument in full; `name` gives the name under which the reader knows an argument. */
export function argumentText(argument: Argument, id: string, name: (id: string) => string, note = ''): string {
  const { title, claim, grounds, warrant, backing, qualifier, attacks, defends } = argument;
  return [
    `### ${name(id)}: ${title}${note}`,
    `Claim: ${claim}`,
    ...grounds.map(({ source, content, relevance }) => `Ground (${source}): ${content} Relevance: ${relevance}`),
    `Warrant: ${warrant}`,
    ...optional('Backing', backing),
    ...optional('Qualifier', qualifier),
    ...(attacks ?? []).map(
      (each) => `Attacks ${name(each.target_id.trim())} (${spoken(each.attack_type)}): ${each.content}`,
    ),
    ...(defends ?? []).map(
      (each) => `Defends ${name(each.target_id.trim())} (${spoken(each.defense_type)}): ${each.content}`,
    ),
  ].join('\n\n');
}

/** A judgment for the record; `idOf` finds the argument that the judge meant. */
export function judgmentText(
  { scores, rescores }: Judgment,
  idOf: (name: string) => string,
  score: (id: string) => string,
): string {
  return [
    ...scores.map(({ argument_id, reasoning }) => `- ${idOf(argument_id)}: ${score(idOf(argument_id))}. ${reasoning}`),
    ...(rescores ?? []).map(
      ({ argument_id, old_score, new_score, reasoning }) =>
        `- ${idOf(argument_id)}, earlier score: ${old_score} to ${new_score}. ${reasoning}`,
    ),
  ].join('\n');
}
