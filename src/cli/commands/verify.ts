// `debate-hall verify`: whether a ledger can be trusted, and if not, where trust ends.
import { EXIT } from '../../domain/errors.ts';
import { findDebate } from '../../operations/find-debate.ts';
import { verifyDebate } from '../../operations/read.ts';
import { coloursFor, printJson, printResult, talk } from '../io.ts';
import { type HallFlags, withHall } from '../run-action.ts';

export async function run(reference: string, flags: HallFlags & { readonly head?: string }): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const threadId = await findDebate(hall, reference);
    const result = await verifyDebate(hall, { threadId, ...(flags.head === undefined ? {} : { head: flags.head }) });
    const exit = result.ok ? EXIT.decided : EXIT.internal;
    if (flags.json === true) {
      await printJson(result);
      return exit;
    }
    const colours = coloursFor(process.stdout);
    if (result.tornBytes > 0) {
      talk(
        `${result.tornBytes} bytes of an unfinished last line are not part of the ledger; the next write cuts them off.`,
      );
    }
    for (const { seq, field } of result.unfinishedRedactions) {
      talk(`A redaction of event ${seq} (${field}) was interrupted; the next write completes it.`);
    }
    if (result.ok) {
      await printResult(`${colours.green('ok')} ${result.events} events, head ${result.head}`);
      return exit;
    }
    const lines = result.damage.map(
      ({ line, field, code, message }) =>
        `${colours.red('DAMAGED')} line ${line}${field === '' ? '' : `, ${field}`} (${code}): ${message}`,
    );
    await printResult(lines.join('\n'));
    return exit;
  });
}
