// `debate-hall agents`: who could take a seat on this machine.
import type { Command } from '@commander-js/extra-typings';
import { surveyAgents } from '../../../../hall/operations/setup/survey-agents.ts';
import { withHall } from '../../actions/run-action.ts';
import { addResultOptions } from '../../input/options.ts';
import { agentLines } from '../../render/agents-view.ts';
import { coloursFor, printEither, printSentences } from '../../terminal/io.ts';

export function define(command: Command): void {
  addResultOptions(command).action(async (flags) => {
    await withHall(flags, {}, async ({ hall, signal }) => {
      const agents = await surveyAgents(hall, { ask: false, signal });
      await printEither(flags, agents, (shown) => printSentences(agentLines(shown, coloursFor(process.stdout))));
    });
  });
}
