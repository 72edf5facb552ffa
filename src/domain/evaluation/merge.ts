// Adds the results of several people, or of several evaluations, to each other.
import type { Arm } from './arms.ts';
import type { Evaluation } from './result.ts';
import { summarise } from './statistics/summarise.ts';

export type Merging =
  | { readonly ok: true; readonly evaluation: Evaluation }
  | { readonly ok: false; readonly issue: string; readonly hint: string };

const refuse = (issue: string, hint: string): Merging => ({ ok: false, issue, hint });

/** Whoever takes part may differ; what is done may not. */
function sameRules(one: Evaluation['arms'][number], other: Evaluation['arms'][number]): boolean {
  const writeRules = ({ agents: _, ...rules }: Arm) => JSON.stringify(rules);
  return writeRules(one) === writeRules(other);
}

/** The same question of several people is one group: who asks it again learns little that is new. */
function renameQuestions({ id, questions, openings, cells }: Evaluation) {
  const named = (question: string) => `${id}/${question}`;
  return {
    questions: questions.map((each) => ({
      ...each,
      id: named(each.id),
      group: each.group === each.id ? each.sha256 : `group ${each.group}`,
    })),
    openings: openings.map((each) => ({ ...each, question: named(each.question) })),
    cells: cells.map((each) => ({ ...each, question: named(each.question) })),
  };
}

/** Of arms only those that all results have. `id`: of the merged result. */
export function mergeEvaluations(evaluations: readonly Evaluation[], id: string): Merging {
  const [first, ...others] = evaluations;
  if (first === undefined || others.length === 0)
    return refuse('There is nothing to merge.', 'Name two results or more.');
  const ids = evaluations.flatMap((each) => each.merged ?? [each.id]);
  const twice = ids.find((each, index) => ids.indexOf(each) !== index);
  if (twice !== undefined) return refuse(`The evaluation ${twice} is there twice.`, 'Name each result once.');
  const arms = first.arms.filter((arm) =>
    others.every((each) => each.arms.some((other) => other.name === arm.name && sameRules(arm, other))),
  );
  if (arms.length === 0)
    return refuse('These results have no arm in common.', 'Merge evaluations of the same arms, by name.');
  const isKept = new Set(arms.map(({ name }) => name));
  const renamed = evaluations.map(renameQuestions);
  const agents = new Map(evaluations.flatMap((each) => each.agents).map((agent) => [JSON.stringify(agent), agent]));
  const counted = {
    seed: ids.join(' '),
    arms,
    questions: renamed.flatMap(({ questions }) => questions),
    openings: renamed.flatMap(({ openings }) => openings),
    cells: renamed.flatMap(({ cells }) => cells).filter(({ arm }) => isKept.has(arm)),
  };
  const { kind, version, hallVersion } = first;
  return {
    ok: true,
    evaluation: {
      ...{ kind, version, hallVersion, id, merged: ids, agents: [...agents.values()] },
      ...counted,
      ledgers: evaluations.flatMap(({ ledgers }) => ledgers),
      statistics: summarise(counted),
    },
  };
}
