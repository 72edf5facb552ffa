// `debate-hall webhooks retry`: sends again what failed.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { retryWebhooks } from '../../../../hall/operations/webhooks/manage-webhooks.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { deliveryLines } from '../../render/webhooks-view.ts';
import { printJson, printResult } from '../../terminal/io.ts';

export async function run(id: string | undefined, flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall, signal }) => {
    const found = await retryWebhooks(hall, id, signal);
    const left = found.deliveries.filter(({ state }) => state !== 'delivered');
    if (flags.json === true) await printJson(found);
    else
      await printResult(
        [
          `Sent ${countNoun(found.retried, 'failed delivery', 'failed deliveries')} again.`,
          ...deliveryLines(left),
        ].join('\n'),
      );
    return left.length === 0 ? EXIT.ok : EXIT.internal;
  });
}
