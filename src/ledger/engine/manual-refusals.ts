// What is wrong with a turn that somebody takes outside of a run, with what was wanted of them, and who is next.
import { describeSchema } from '../../domain/answers/schema.ts';
import { isForPeople, OPEN_SEAT, type Provenance } from '../../domain/event-parts.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import type { Step } from '../../formats/format.ts';
import { packageFile } from '../../support/package-root.ts';
import type { Command } from './commands.ts';
import { listDueSteps, type Snapshot } from './snapshot.ts';

/** Whether a person or script takes the turn outside of a run, without the prompt of a seat. */
export function isManual({ agent }: Provenance): boolean {
  return agent.kind === OPEN_SEAT.kind;
}

/** What was wanted, for a step whose answer has a form: in JSON of whoever wrote JSON, in plain lines of everybody else who wrote it. */
export function withAnswerForm(
  { format }: Snapshot,
  problem: Problem,
  due: Step | undefined,
  { content, fromFields }: Extract<Command, { type: 'record' }>,
): Problem {
  if (due?.schema === undefined || problem.hint !== undefined) return problem;
  const { plainForm, blankForm, schema } = due;
  const labels = blankForm === undefined ? '' : ` The labels are ${blankForm.replaceAll(':\n', ', ').slice(0, -1)}.`;
  const form = fromFields
    ? 'Change what you filled in.'
    : plainForm === undefined || /^\s*(?:```\w*\s*)?[[{]/.test(content)
      ? `The answer has the form ${describeSchema(schema)}.`
      : `${plainForm}${labels}`;
  return { ...problem, hint: `${form} All the rules are in ${packageFile(`docs/formats/${format.id}.md`)}.` };
}

/** Which of the turns that are next a person takes, or that agents take all of them. */
export function withNextTurns(snapshot: Snapshot, problem: Problem): Problem {
  const due = listDueSteps(snapshot);
  if (problem.code !== 'not-your-turn' || due.length === 0) return problem;
  const people = due.filter(({ seat }) => isForPeople(snapshot.debate.seats[seat]?.agent));
  const hint =
    people.length === 0
      ? `Wait for the agent that is next: ${due.map(({ label }) => label).join(', ')}.`
      : `Take a turn that is next: ${people.map(({ seat, act }) => `${seat} (${act})`).join(', ')}.`;
  return { ...problem, hint };
}

/**
 * Data of a manual turn that the rules never read, such as a misspelt name. Checked here and not in `admit`, so that ledgers
 * with such data still verify. The data of a run comes from the step.
 */
export function findUnknownData(
  { format }: Snapshot,
  act: string,
  { by, data = {} }: Extract<Command, { type: 'record' }>,
): Problem | undefined {
  if (!isManual(by)) return undefined;
  const known = format.outright?.[act] ?? [];
  const issues = Object.keys(data)
    .filter((name) => !known.includes(name))
    .map((name) => `The data of a ${act} has no "${name}".`);
  if (issues.length === 0) return undefined;
  const hint = known.length === 0 ? 'It takes no data; omit it.' : `It takes ${known.join(', ')}.`;
  return { code: 'rule-violation', message: issues.join(' '), hint, issues };
}
