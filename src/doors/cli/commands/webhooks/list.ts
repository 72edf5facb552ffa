// `debate-hall webhooks list`: the webhooks of this hall, and what became of their deliveries.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { listWebhooks } from '../../../../hall/operations/webhooks/manage-webhooks.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { deliveryLines, webhookLine } from '../../render/webhooks-view.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const found = await listWebhooks(hall);
    if (flags.json === true) await printJson(found);
    else if (found.webhooks.length === 0) printMessage('No webhooks; docs/webhooks.md says how to add one.');
    else await printResult([...found.webhooks.map(webhookLine), ...deliveryLines(found.deliveries)].join('\n'));
    return found.webhooks.some(({ problem }) => problem !== undefined) ? EXIT.usage : EXIT.ok;
  });
}
