// `debate-hall show`: one debate as a whole.
import { EXIT } from '../../domain/errors.ts';
import { showDebate } from '../../operations/read.ts';
import { coloursFor, printJson, printLines } from '../io.ts';
import { decisionLines, headLines, saidLines } from '../render/record-view.ts';
import { summaryLines } from '../render/summary.ts';
import { type HallFlags, withHall } from '../run-action.ts';

export async function run(threadId: string, flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const record = await showDebate(hall, threadId);
    if (flags.json === true) {
      await printJson(record);
      return EXIT.decided;
    }
    const colours = coloursFor(process.stdout);
    const head = { Head: `${record.ledger.head} (${record.ledger.events} events)` };
    const lines = [
      ...headLines(record, colours),
      ...summaryLines(record, head, colours),
      '',
      ...decisionLines(record, colours),
      ...saidLines(record, colours),
    ];
    await printLines(lines);
    return EXIT.decided;
  });
}
