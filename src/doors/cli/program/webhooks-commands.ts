// The commands for webhooks: look at them, try one, send again what failed.
import type { Command } from 'commander';
import { addHallOptions, loadAction } from '../input/options.ts';

export function defineWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('Notify a chat or a program about debates.');
  addHallOptions(webhooks.command('list').description('List webhooks and their deliveries.'))
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/webhooks/list.ts')));
  addHallOptions(
    webhooks.command('test').description('Send a test request to a webhook.').argument('<name>', 'the webhook'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall webhooks test team')
    .action(loadAction(() => import('../commands/webhooks/test.ts')));
  addHallOptions(
    webhooks
      .command('retry')
      .description('Send failed deliveries again.')
      .argument('[delivery]', 'only this one (default: all that failed)'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall webhooks retry')
    .action(loadAction(() => import('../commands/webhooks/retry.ts')));
}
