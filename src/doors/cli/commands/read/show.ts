// `debate-hall show`: one debate as a whole.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { showDebate } from '../../../../hall/operations/records/read-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { jsonPieces } from '../../../../support/json-pieces.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { evidenceSection } from '../../render/evidence-view.ts';
import { createPage } from '../../render/layout/speech.ts';
import { wrapText } from '../../render/layout/word-wrap.ts';
import { conclusionLines, entriesLines, headLines, seatLines, withoutWords } from '../../render/record-view.ts';
import { dueText, SUMMARY_HANG, summaryLines } from '../../render/summary.ts';
import { coloursFor, printLines, printResult } from '../../terminal/io.ts';

interface ShowFlags extends HallFlags {
  readonly evidence?: boolean;
}

export async function run(reference: string, flags: ShowFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const threadId = await findDebate(hall, reference);
    const snapshot = await hall.engine.snapshot(threadId);
    const record = await showDebate(hall, threadId);
    if (flags.json === true) {
      await printResult(jsonPieces(record, 'entries', record.entries));
      return EXIT.ok;
    }
    const colours = coloursFor(process.stdout);
    if (flags.evidence === true) {
      await printLines(evidenceSection(toPrintable(record), colours));
      return EXIT.ok;
    }
    const page = await createPage(process.stdout, colours);
    const shown = toPrintable(withoutWords(record));
    const head = `${colours.dim('Head'.padEnd(10))}${record.ledger.head} (${record.ledger.events} events)`;
    await printLines([
      ...headLines(shown, colours),
      ...summaryLines(shown, {}, colours).map((line) => wrapText(line, page.columns, { hang: SUMMARY_HANG })),
      ...seatLines(shown, colours),
      head,
      ...(record.status === 'open' ? [dueText(snapshot)] : []),
      '',
      ...conclusionLines(shown, page),
    ]);
    await printLines(entriesLines(record, page));
    return EXIT.ok;
  });
}
