// `debate-hall kill`: the emergency stop.
import type { Command } from 'commander';
import { kill } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { type ActingFlags, actManually } from '../../actions/manual-action.ts';
import { defineActing } from '../../input/options.ts';

async function run(reference: string, reason: string, flags: ActingFlags): Promise<void> {
  await actManually(reference, flags, async (hall, { threadId, author }) => kill(hall, { threadId, author, reason }), {
    forGood: true,
  });
}

export function define(command: Command): void {
  defineActing(command, 'End a debate immediately, wherever it is running. A finished one loses its outcome.')
    .argument('<reason>', 'why, for the record')
    .action(run);
}
