// The agents as a table, for `agents` and `doctor`.
import type { SurveyedAgent } from '../../operations/survey-agents.ts';
import { stripControl } from '../../support/control-characters.ts';
import type { Colours } from '../io.ts';
import { duration } from './numbers.ts';

function stateOf({ usable, answer, failure }: SurveyedAgent, colours: Colours): string {
  if (!usable) return `${colours.dim('–')} ${stripControl(failure?.message ?? 'not usable')}`;
  if (answer === undefined) return colours.green('✓ usable');
  if (answer.ok) return colours.green(`✓ answered in ${duration(answer.durationMs)}`);
  return colours.red(`✗ ${stripControl(answer.failure.message)}`);
}

export function agentLines(agents: readonly SurveyedAgent[], colours: Colours): string[] {
  const width = Math.max(...agents.map(({ name }) => name.length));
  return agents.flatMap((agent) => [
    `${colours.bold(agent.name.padEnd(width))}  ${[stateOf(agent, colours), agent.version].filter(Boolean).join('  ')}`,
    ...agent.notes.map((note) => `${' '.repeat(width)}  ${colours.dim(stripControl(note))}`),
  ]);
}
