// `debate-hall webhooks test`: sends a request that says that it is a test.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { testWebhook } from '../../../../hall/operations/webhooks/manage-webhooks.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

export async function run(name: string, flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall, signal }) => {
    const posted = await testWebhook(hall, name, signal);
    if (flags.json === true) await printJson(posted);
    else await printResult(posted.ok ? `${name}: accepted the test.` : `${name}: ${posted.problem}`);
    return posted.ok ? EXIT.ok : EXIT.internal;
  });
}
