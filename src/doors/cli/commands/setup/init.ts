// `debate-hall init`: a configuration file for this project, from what is on the machine.
import type { Command } from '@commander-js/extra-typings';
import { initProject } from '../../../../hall/operations/setup/init-project.ts';
import { withHall } from '../../actions/run-action.ts';
import { printMessage, printResult } from '../../terminal/io.ts';

export function define(command: Command): void {
  command
    .description('Create a config file for this project from the agents found on this machine.')
    .option('--force', 'overwrite an existing file, or take the place of another one')
    .action(async (flags) => {
      await withHall({}, {}, async ({ hall, signal }) => {
        const { file, seats, warnings } = await initProject(hall, { force: flags.force === true, signal });
        for (const warning of warnings) printMessage(`! ${warning}`);
        await printResult(file);
        printMessage(
          Object.keys(seats).length === 0
            ? 'See what each agent lacks: debate-hall doctor'
            : 'Check that the agents answer: debate-hall doctor --probe (asks each one short question)',
        );
        printMessage('See the settings and where they come from: debate-hall config explain');
      });
    });
}
