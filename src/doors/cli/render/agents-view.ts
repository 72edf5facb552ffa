// The agents as a table, for `agents` and `doctor`.
import { PERSON_KIND } from '../../../domain/event-parts.ts';
import { formatDuration } from '../../../domain/words/format-figures.ts';
import type { SurveyedAgent } from '../../../hall/operations/setup/survey-agents.ts';
import type { Colours } from '../terminal/io.ts';

function describeState({ usable, unchecked, answer, failure, login }: SurveyedAgent, colours: Colours): string {
  if (!usable) return `${colours.dim('–')} ${failure?.message ?? 'not ready'}`;
  if (answer === undefined && unchecked !== null) return '? not checked';
  if (answer === undefined) return colours.green(login === 'unknown' ? '✓ ready, if logged in' : '✓ ready');
  if (answer.ok) return colours.green(`✓ answered in ${formatDuration(answer.durationMs)}`);
  return colours.red(`✗ ${answer.failure.message}`);
}

function describeSandbox({ usable, sandbox }: SurveyedAgent): string | undefined {
  if (!usable || sandbox === null) return undefined;
  return sandbox === 'none' ? 'no sandbox' : 'in a sandbox';
}

const describeSight = ({ usable, pictures }: SurveyedAgent) =>
  usable && pictures === true ? 'sees pictures' : undefined;

export function agentLines(agents: readonly SurveyedAgent[], colours: Colours): string[] {
  // Templates of programs that are not here are only worth a line together.
  const absent = ({ kind, seatable, failure }: SurveyedAgent) =>
    !seatable && kind !== PERSON_KIND && failure?.code === 'not-installed';
  const listed = agents.filter((agent) => !absent(agent));
  const others = agents.filter(absent).map(({ name }) => name);
  const untried = agents.some(({ usable, login, answer }) => usable && login !== null && answer === undefined);
  const width = Math.max(...listed.map(({ name }) => name.length));
  return [
    ...listed.flatMap((agent) => [
      `${colours.bold(agent.name.padEnd(width))}  ${[describeState(agent, colours), agent.version, describeSandbox(agent), describeSight(agent)].filter(Boolean).join('  ')}`,
      ...(agent.usable ? [...agent.notes, agent.unchecked ?? []].flat() : []).map(
        (note) => `${' '.repeat(width)}  ${colours.dim(note)}`,
      ),
    ]),
    ...(others.length === 0 ? [] : [colours.dim(`Not installed: ${others.join(', ')}`)]),
    ...(untried
      ? [colours.dim('To check that logins work, run debate-hall doctor --probe; it asks each agent one question.')]
      : []),
  ];
}
