// The arguments of a side, as it is asked for them, and how one reads.
import * as z from 'zod';
import { isNothing } from '../../domain/answers/nothing.ts';
import { findWord, idText, inOneParagraph, oneOf, withOtherNames } from '../common/wording.ts';

export const ATTACK_TYPES = ['claim_attack', 'grounds_attack', 'warrant_attack', 'backing_attack'] as const;
export const DEFENSE_TYPES = ['reinforce', 'clarify', 'concede_and_pivot'] as const;

/** "claim" and "Claim attack" are one. */
const attackType = z.preprocess(
  (said) =>
    typeof said === 'string'
      ? (findWord(ATTACK_TYPES, `${said.replace(/[\s_-]*attack[^\w?]*$/i, '')}_attack`) ?? said)
      : said,
  z.enum(ATTACK_TYPES),
);

/** The names of what an attack or a defence aims at, and of its kind, which only one of the two has. */
const target = withOtherNames(idText, 'target', 'id', 'argument_id', 'argument');
const content = withOtherNames(z.string(), 'text', 'explanation');
/** null as it may be written in words. */
const optional = z
  .string()
  .nullable()
  .default(null)
  .transform((said) => (said === null || isNothing(said) ? null : said));

const argumentSchema = z.object({
  title: z.string(),
  claim: z.string(),
  grounds: withOtherNames(z.array(z.object({ source: z.string(), content, relevance: z.string() })), 'evidence'),
  warrant: z.string(),
  backing: optional,
  qualifier: optional,
  attacks: withOtherNames(
    z
      .array(z.object({ target_id: target, attack_type: withOtherNames(attackType, 'type'), content }))
      .nullable()
      .default(null),
    'rebuttals',
  ),
  defends: withOtherNames(
    z
      .array(
        z.object({
          target_id: target,
          defense_type: withOtherNames(oneOf(DEFENSE_TYPES), 'type', 'defence_type'),
          content,
        }),
      )
      .nullable()
      .default(null),
    ...['defenses', 'defences'],
  ),
});

export type Argument = z.infer<typeof argumentSchema>;
export const argumentsSchema = z.object({ arguments: z.array(argumentSchema) });
/** In the opening there is nothing to attack or defend. */
export const openingForm = z.object({ arguments: z.array(argumentSchema.omit({ attacks: true, defends: true })) });

export const spellOut = (type: string) => type.replace(/_attack$/, '').replaceAll('_', ' ');

/** What the rules read in an argument: its targets by their IDs, however they were written. */
export interface ReadArgument {
  readonly id: string;
  readonly attacks: readonly { readonly target: string; readonly type: (typeof ATTACK_TYPES)[number] }[];
  readonly defends: readonly { readonly target: string; readonly type: (typeof DEFENSE_TYPES)[number] }[];
}

const formatOptional = (name: string, text: string | null) => (text === null ? [] : [`${name}: ${text}`]);

/** One argument in full; `name` gives the name under which the reader knows an argument. */
export function formatArgument(
  argument: Argument,
  recorded: ReadArgument,
  name: (id: string) => string,
  note: string,
): string {
  const { title, claim, grounds, warrant, backing, qualifier, attacks, defends } = argument;
  return [
    `### ${name(recorded.id)}: ${title}${note}`,
    `Claim: ${claim}`,
    ...grounds.map(({ source, content, relevance }) => `Ground (${source}): ${content} Relevance: ${relevance}`),
    `Warrant: ${warrant}`,
    ...formatOptional('Backing', backing),
    ...formatOptional('Qualifier', qualifier),
    ...recorded.attacks.map(
      ({ target, type }, index) => `Attacks ${name(target)} (${spellOut(type)}): ${attacks?.[index]?.content}`,
    ),
    ...recorded.defends.map(
      ({ target, type }, index) => `Defends ${name(target)} (${spellOut(type)}): ${defends?.[index]?.content}`,
    ),
  ]
    .map(inOneParagraph)
    .join('\n\n');
}
