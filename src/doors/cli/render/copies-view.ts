// What became of debates that were copied between halls.
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import type { CopiedDebate } from '../../../hall/operations/setup/copy-hall.ts';
import type { Clock } from '../../../support/clock.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import { printJson, printMessage, printResult } from '../terminal/io.ts';

const TELL_EVERY_MS = 5_000;

/** A line every few seconds, for a hall that takes minutes. */
export function createProgress({ elapsed }: Pick<Clock, 'elapsed'>): (done: number, total: number) => void {
  let told = elapsed();
  return (done, total) => {
    if (elapsed() - told < TELL_EVERY_MS) return;
    told = elapsed();
    printMessage(`${done} of ${countNoun(total, 'debate')}`);
  };
}

/** Some that could not be copied make the whole incomplete. */
export async function reportCopies(copies: readonly CopiedDebate[], { json }: { json?: boolean }): Promise<ExitCode> {
  const refused = copies.flatMap((copy) => (copy.copied ? [] : [copy]));
  if (json === true) await printJson(copies);
  else {
    await printResult(`${countNoun(copies.length - refused.length, 'debate')} copied, ${refused.length} not`);
    for (const { threadId, why } of refused) printMessage(`${threadId}: ${escapeInvisible(why)}`);
  }
  return refused.length === 0 ? EXIT.ok : EXIT.internal;
}
