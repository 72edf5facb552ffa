// `debate-hall webhooks`: who is notified of debates, and what became of it.
import type { Command } from '@commander-js/extra-typings';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import {
  describeUnusable,
  isLeft,
  type ListedWebhook,
  listWebhooks,
  retryWebhooks,
  testWebhook,
} from '../../../../hall/operations/webhooks/manage-webhooks.ts';
import type { Delivery } from '../../../../platform/outboxes/outbox.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { withHall } from '../../actions/run-action.ts';
import { addCommand } from '../../input/options.ts';
import { printEither, printLines, printMessage, printResult } from '../../terminal/io.ts';

function webhookLine({ name, host, events = [], signed, problem }: ListedWebhook): string {
  if (problem !== undefined) return `${name}  cannot be used: ${problem}`;
  return `${name}  ${host}  ${events.join(', ')}${signed === true ? '' : '  not signed'}`;
}

function deliveryLines(deliveries: readonly Delivery[]): readonly string[] {
  return deliveries.map(({ id, hook, debate, kind, state, attempts, problem }) => {
    const tried = attempts > 1 ? ` after ${attempts} attempts` : '';
    return `  ${id}  ${hook}  ${kind}  ${debate}  ${state}${tried}${problem === undefined ? '' : `: ${problem}`}`;
  });
}

export function define(webhooks: Command): void {
  addCommand(webhooks, 'list', 'List webhooks and their deliveries.').action(async (flags) => {
    await withHall(flags, {}, async ({ hall }) => {
      const found = await listWebhooks(hall);
      await printEither(flags, found, async ({ webhooks, deliveries }) => {
        if (webhooks.length === 0) printMessage(`No webhooks; ${packageFile('docs/webhooks.md')} says how to add one.`);
        else await printLines([...webhooks.map(webhookLine), ...deliveryLines(deliveries)]);
      });
      return found.webhooks.some(({ problem }) => problem !== undefined) ? EXIT.usage : EXIT.ok;
    });
  });
  addCommand(webhooks, 'test', 'Send a test request to a webhook.')
    .argument('<name>', 'the webhook')
    .addHelpText('after', '\nExample:\n  debate-hall webhooks test team')
    .action(async (name, flags) => {
      await withHall(flags, {}, async ({ hall, signal }) => {
        const posted = await testWebhook(hall, name, signal);
        await printEither(flags, posted, (shown) =>
          printResult(shown.ok ? `${name}: accepted the test.` : `${name}: ${shown.problem}`),
        );
        return posted.ok ? EXIT.ok : EXIT.internal;
      });
    });
  addCommand(webhooks, 'retry', 'Send again what failed, and what waits to be tried again.')
    .argument('[delivery]', 'only this one (default: all that are left)')
    .addHelpText('after', '\nExample:\n  debate-hall webhooks retry')
    .action(async (id, flags) => {
      await withHall(flags, {}, async ({ hall, signal }) => {
        const found = await retryWebhooks(hall, id, signal);
        await printEither(flags, found, ({ retried, unusable, deliveries }) =>
          printLines([
            `Sent ${countNoun(retried, 'delivery', 'deliveries')} again.`,
            ...(unusable.length === 0 ? [] : [describeUnusable(unusable)]),
            ...deliveryLines(deliveries.filter(isLeft)),
          ]),
        );
        return found.deliveries.every((each) => !isLeft(each)) ? EXIT.ok : EXIT.internal;
      });
    });
}
