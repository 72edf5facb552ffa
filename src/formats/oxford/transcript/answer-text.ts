// How arguments and judgments read as text: for the record under their real names, for judges under neutral ones.
import type { Argument, Assessment, Judgment } from '../answers.ts';
import { DIMENSIONS, MAX_MARK, type Marks } from '../judging/dimensions.ts';

const spellOut = (type: string) => type.replace(/_attack$/, '').replaceAll('_', ' ');

const formatOptional = (name: string, text: string | null) =>
  text === null || text.trim() === '' ? [] : [`${name}: ${text}`];

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
      (each) => `Attacks ${name(each.target_id.trim())} (${spellOut(each.attack_type)}): ${each.content}`,
    ),
    ...(defends ?? []).map(
      (each) => `Defends ${name(each.target_id.trim())} (${spellOut(each.defense_type)}): ${each.content}`,
    ),
  ].join('\n\n');
}

/** "soundness 7, evidence 5, responsiveness 6, clarity 8" */
export function formatMarks(marks: Marks): string {
  return DIMENSIONS.map((dimension) => `${dimension} ${marks[dimension]}`).join(', ');
}

function describeRescore(rescore: NonNullable<(Judgment | Assessment)['rescores']>[number]): string {
  if (!('change' in rescore)) return `earlier score: ${rescore.old_score} to ${rescore.new_score}`;
  return `earlier argument: ${rescore.change > 0 ? '+' : ''}${rescore.change} of ${MAX_MARK}`;
}

/** A judgment for the record; `idOf` finds the argument that the judge meant. */
export function formatJudgment(
  { scores, rescores }: Judgment | Assessment,
  idOf: (name: string) => string,
  score: (id: string) => string,
): string {
  return [
    ...scores.map(({ argument_id, reasoning }) => `- ${idOf(argument_id)}: ${score(idOf(argument_id))}. ${reasoning}`),
    ...(rescores ?? []).map((each) => `- ${idOf(each.argument_id)}, ${describeRescore(each)}. ${each.reasoning}`),
  ].join('\n');
}
