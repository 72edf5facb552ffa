// The arguments of a side, as it is asked for them, and how one reads.

import * as z from 'zod';
import { isBlank } from '../../domain/answers/nothing.ts';
import { findWord, oneOf } from '../common/wording.ts';

export const ATTACK_TYPES = ['claim_attack', 'grounds_attack', 'warrant_attack', 'backing_attack'] as const;
export const DEFENSE_TYPES = ['reinforce', 'clarify', 'concede_and_pivot'] as const;
export type AttackType = (typeof ATTACK_TYPES)[number];

export type DefenseType = (typeof DEFENSE_TYPES)[number];
const TARGET = /(?<![\p{L}\p{N}])(prop|opp)[\s_-]?(\d{3})([a-z]?)(?![\p{L}\p{N}])/giu;

/** "opp_001" for "[OPP_001]", "opp-001" and "argument opp_001: …"; any other words as they are. */
const targetId = z.string().transform((said) => {
  const ids = said.normalize('NFKC').toLowerCase().matchAll(TARGET);
  const [id, ...others] = new Set([...ids].map(([, side, number, letter]) => `${side}_${number}${letter}`));
  return id === undefined || others.length > 0 ? said.trim() : id;
});

/** "claim" and "Claim attack" are one. */
const attackType = z.preprocess(
  (said) =>
    typeof said === 'string'
      ? (findWord(ATTACK_TYPES, `${said.replace(/[\s_-]*attack[^\w?]*$/i, '')}_attack`) ?? said)
      : said,
  z.enum(ATTACK_TYPES),
);

const argumentSchema = z.object({
  title: z.string(),
  claim: z.string(),
  grounds: z.array(z.object({ source: z.string(), content: z.string(), relevance: z.string() })),
  warrant: z.string(),
  backing: z.string().nullable().default(null),
  qualifier: z.string().nullable().default(null),
  attacks: z
    .array(z.object({ target_id: targetId, attack_type: attackType, content: z.string() }))
    .nullable()
    .default(null),
  defends: z
    .array(z.object({ target_id: targetId, defense_type: oneOf(DEFENSE_TYPES), content: z.string() }))
    .nullable()
    .default(null),
});

export type Argument = z.infer<typeof argumentSchema>;
export const argumentsSchema = z.object({ arguments: z.array(argumentSchema) });

export const spellOut = (type: string) => type.replace(/_attack$/, '').replaceAll('_', ' ');

const formatOptional = (name: string, text: string | null) => (isBlank(text) ? [] : [`${name}: ${text}`]);

/** One argument in full; `name` gives the name under which the reader knows an argument. */
export function formatArgument(argument: Argument, id: string, name: (id: string) => string, note = ''): string {
  const { title, claim, grounds, warrant, backing, qualifier, attacks, defends } = argument;
  return [
    `### ${name(id)}: ${title}${note}`,
    `Claim: ${claim}`,
    ...grounds.map(({ source, content, relevance }) => `Ground (${source}): ${content} Relevance: ${relevance}`),
    `Warrant: ${warrant}`,
    ...formatOptional('Backing', backing),
    ...formatOptional('Qualifier', qualifier),
    ...(attacks ?? []).map(
      (each) => `Attacks ${name(each.target_id)} (${spellOut(each.attack_type)}): ${each.content}`,
    ),
    ...(defends ?? []).map(
      (each) => `Defends ${name(each.target_id)} (${spellOut(each.defense_type)}): ${each.content}`,
    ),
  ].join('\n\n');
}
