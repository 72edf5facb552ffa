// `debate-hall agents`: who could take a seat on this machine.
import { EXIT } from '../../domain/errors.ts';
import { surveyAgents } from '../../operations/survey-agents.ts';
import { printable } from '../../support/control-characters.ts';
import { coloursFor, printJson, printResult } from '../io.ts';
import { agentLines } from '../render/agents-view.ts';
import { type HallFlags, withHall } from '../run-action.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall, signal }) => {
    const agents = await surveyAgents(hall, { ask: false, signal });
    if (flags.json === true) await printJson(agents);
    else await printResult(agentLines(printable(agents), coloursFor(process.stdout)).join('\n'));
    return EXIT.decided;
  });
}
