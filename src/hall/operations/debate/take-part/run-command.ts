// Carries out what a person does to a debate, and brings the files beside its ledger up to date.
import { HallError } from '../../../../domain/failures/errors.ts';
import { nameEvents } from '../../../../domain/words/format-figures.ts';
import { writeResumeCommand } from '../../../../domain/words/resume-command.ts';
import type { Command } from '../../../../ledger/engine/commands.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import type { Hall } from '../../hall.ts';
import { saveRecord, saveWritten } from '../../records/copies/export-debate.ts';

/**
 * Brings the files that were written of the debate up to date with what was just recorded. Throws `storage`, which says that it is
 * recorded, so that nobody does it twice.
 */
export async function updateFiles(hall: Hall, { snapshot, events }: Dispatched): Promise<void> {
  const { threadId, debate } = snapshot;
  const isOver = debate.status === 'closed' || debate.status === 'force-closed';
  try {
    await (isOver ? saveRecord(hall, threadId) : saveWritten(hall, threadId));
  } catch (error) {
    if (!(error instanceof HallError) || error.code !== 'storage') throw error;
    const { code, message, hint = '', cause } = error;
    const recorded =
      events.length === 0 ? 'It was recorded before' : `It is recorded as ${nameEvents(events.map(({ seq }) => seq))}`;
    const again = isOver
      ? `write the file with: ${writeResumeCommand(debate.opened)}`
      : 'the next turn writes the file';
    // An earlier redaction, too, may not have reached the file.
    const isRedacted = snapshot.log.some(({ type }) => type === 'texts-redacted');
    const kept = isRedacted ? ' and may still hold what was redacted' : '';
    throw new HallError(code, `${recorded}, but a file beside the ledger is not up to date${kept}: ${message}`, {
      hint: `${hint} Do not repeat the command; ${again}`.trim(),
      cause,
      details: { threadId },
    });
  }
}

/** Carries out a command and brings the files that were written of the debate up to date. */
export async function runCommand(hall: Hall, threadId: string, command: Command): Promise<Dispatched> {
  const done = await hall.engine.dispatch(threadId, command);
  await updateFiles(hall, done);
  return done;
}
