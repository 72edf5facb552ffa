// `debate-hall doctor`: whether everything that a run needs is in order on this machine, or what one agent does beside answering.
import type { Command } from '@commander-js/extra-typings';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { checkMachine } from '../../../../hall/operations/setup/check-machine.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { addResultOptions } from '../../input/options.ts';
import { agentLines, checkLines } from '../../render/agents-view.ts';
import { coloursFor, nameCommands, printEither, printSentences } from '../../terminal/io.ts';

async function checkOne(agent: string, flags: HallFlags): Promise<void> {
  await withHall(flags, {}, async ({ hall, signal }) => {
    const { checkAgent } = await import('../../../../hall/operations/setup/agent-check/check-agent.ts');
    const check = await checkAgent(hall, { agent: { agent }, signal });
    await printEither(flags, check, (shown) => printSentences(checkLines(shown, coloursFor(process.stdout))));
    return check.problems.length === 0 ? EXIT.ok : EXIT.agent;
  });
}

export function define(command: Command): void {
  addResultOptions(command)
    .option('--probe', 'also ask each usable agent one short question (costs a few tokens)')
    .option('--agent <name>', 'with --loopback: the agent to check')
    .option('--loopback', 'play the model of an agent on this machine and report what it does beside answering')
    .option('--clean', 'remove copies of texts that were left behind')
    .action(async ({ probe = false, clean = false, agent, loopback = false, ...flags }) => {
      if (loopback !== (agent !== undefined) || (loopback && (probe || clean))) {
        throw new HallError('bad-input', '--agent and --loopback belong together, and to no other option of doctor.', {
          hint: 'Run "debate-hall doctor --agent NAME --loopback".',
        });
      }
      if (agent !== undefined) return await checkOne(agent, flags);
      await withHall(flags, {}, async ({ hall, signal }) => {
        const { checks, agents } = await checkMachine(hall, { probe, clean, signal });
        const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
        const exit = failed.length === 0 ? EXIT.ok : failed.includes('agents') ? EXIT.agent : EXIT.internal;
        await printEither(flags, { checks, agents }, async (shown) => {
          const colours = coloursFor(process.stdout);
          const lines = shown.checks.map(
            ({ name, ok, message }) =>
              `${ok ? colours.green('✓') : colours.red('✗')} ${name.padEnd(14)}${nameCommands(message)}`,
          );
          await printSentences([...lines, '', ...agentLines(shown.agents, colours)]);
        });
        return exit;
      });
    });
}
