// Shows how a run ended, each command in its own way: the result for whoever reads the output, then the summary and the next steps.
import { describeWayOn } from '../../../domain/admit-event.ts';
import { defined } from '../../../domain/defined.ts';
import type { HallError } from '../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { readOpinions } from '../../../domain/results/opinions-result.ts';
import type { Severity } from '../../../domain/results/review-result.ts';
import { getMainText } from '../../../domain/words/conclusions.ts';
import { nextSteps } from '../../../domain/words/describe-ending.ts';
import { writeResumeCommand } from '../../../domain/words/resume-command.ts';
import type { Brief } from '../../../formats/common/brief.ts';
import { getExitCode } from '../../../hall/operations/debate/running/outcome-exit.ts';
import type { RunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { getVisibleBrief } from '../../../ledger/engine/record/visibility.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { jsonPieces } from '../../../support/pieces.ts';
import { showPath } from '../../../support/quote-argument.ts';
import type { AddedBy, addViewOptions } from '../input/options.ts';
import { createPage, documentText } from '../render/layout/speech.ts';
import { getColumns } from '../render/layout/word-wrap.ts';
import { withoutWords } from '../render/record-view.ts';
import { describeRun, renderBrief, SUMMARY_HANG, summaryLines, waitingSteps } from '../render/summary.ts';
import { coloursFor, printMessage, printResult } from '../terminal/io.ts';
import { listFileOptions, type OutputFile, writeOutputs } from './output-files.ts';

export type ViewFlags = AddedBy<typeof addViewOptions>;

/** For a person at a terminal; untouched for a program. */
export async function renderForPeople(text: string): Promise<string> {
  const { stdout } = process;
  return documentText(text, await createPage(stdout, coloursFor(stdout)));
}

/** What a command shows of the end in its own way. */
export interface EndView {
  /** Printed unchanged, instead of the result or the decision. */
  readonly text?: (record: DebateRecord) => string;
  /** Written before the run and at its end, whatever end it is. */
  readonly files?: readonly OutputFile[];
  /** Another debate follows one that ends so, so that the result is not what the command has to print. */
  readonly isFollowed?: (exit: ExitCode, record: DebateRecord) => boolean;
  /** The command that resumes what was stopped, where it is not the one for such a debate. */
  readonly resumeCommand?: string | undefined;
  /** What no ledger knows of this run, and the command that resumes it has to be given again. */
  readonly resumeOptions?: readonly string[];
  /** Findings as bad as this fail a review. */
  readonly failOn?: Severity | undefined;
}

/** As wide as "next:  ". */
const NEXT_HANG = ' '.repeat(7);

interface Output {
  readonly record: DebateRecord;
  /** The record without what cannot be printed. */
  readonly shown: DebateRecord;
  /** A long report in few lines, likewise. */
  readonly brief: Brief | undefined;
  /** This terminal has shown the decision, or where there is none, all that the answers were read from. */
  readonly isStreamed: boolean;
}

/** A report, such as that of a review, is made of more than what its seats said. */
function wasStreamed(record: DebateRecord, streamed: ReadonlySet<string>): boolean {
  if (record.decision !== null) return streamed.has(record.decision);
  const turns = record.entries.filter((entry) => entry.kind === 'turn');
  return readOpinions(record) !== undefined && turns.every(({ text, shown = text }) => streamed.has(shown ?? ''));
}

/** What the command gives to whoever reads its output. */
async function printOutput(
  { record, shown, brief, isStreamed }: Output,
  flags: ViewFlags,
  own: EndView,
): Promise<void> {
  if (flags.json === true) return await printResult(jsonPieces(record, 'entries', record.entries));
  if (own.text !== undefined) return await printResult(own.text(record));
  // Of what is not over only a report says something: that nobody reviewed, or planned.
  const isReport = record.result !== null && record.result.besideDecision !== true;
  if (flags.events === true || (record.outcome === null && !isReport)) return;
  const { stdout, stderr } = process;
  const isSummaryBelow = stdout.isTTY && stderr.isTTY && flags.quiet !== true;
  if (!isSummaryBelow) {
    await printResult(await renderForPeople(describeRun(shown, { isBare: flags.quiet === true })));
    return;
  }
  if (isStreamed) return;
  const text =
    brief === undefined
      ? await renderForPeople(getMainText(shown))
      : renderBrief(shown, brief, { columns: getColumns(stdout), colours: coloursFor(stdout) });
  if (text !== '') await printResult(text);
}

/** What to do next with a debate that has not come to its end. */
export function listNextSteps(end: RunOutput, shown: DebateRecord, own: EndView = {}): readonly string[] {
  if (shown.status === 'exhausted') return [describeWayOn(end.snapshot.debate)];
  if (shown.status !== 'open') return [];
  const { resumeCommand = writeResumeCommand(shown), resumeOptions = [], files = [] } = own;
  const command = [resumeCommand, ...resumeOptions, ...listFileOptions(files)].join(' ');
  return [
    ...nextSteps(shown),
    ...waitingSteps(end.snapshot),
    `The debate is ${end.reason === 'paused' ? 'paused' : 'stopped'}; nothing is lost. Resume it with: ${command}`,
  ];
}

export function printNext(steps: readonly string[]): void {
  const { cyan } = coloursFor(process.stderr);
  for (const step of steps) printMessage(`${cyan('next: ')} ${step}`, NEXT_HANG);
}

/** What a run has left besides the debate itself. */
export interface Seen {
  /** Texts that this terminal has shown. */
  readonly streamed?: ReadonlySet<string>;
  /** Why the record of the run is not written. */
  readonly unwritten?: HallError;
}

/** Prints what a debate has come to, and what to do next; throws at the end where a file could not be written. */
export async function showEnd(
  hall: Hall,
  end: RunOutput,
  flags: ViewFlags,
  own: EndView,
  { streamed = new Set(), unwritten }: Seen = {},
): Promise<ExitCode> {
  const { reason, snapshot, recordFile, reportFile } = end;
  const record = toRecord(snapshot);
  const { threadId } = record;
  const commands = ['show', 'view', 'verify'].map((command) => `debate-hall ${command} ${threadId}`);
  const files = {
    ...defined({ Record: recordFile && showPath(recordFile), Report: reportFile && showPath(reportFile) }),
    ...(record.status === 'open' ? {} : { Next: commands.join(' · ') }),
  };
  const colours = coloursFor(process.stderr);
  const shown = toPrintable(withoutWords(record));
  const exit = getExitCode(reason, record, own.failOn);
  const isStreamed = wasStreamed(record, streamed);
  const isLast = own.isFollowed?.(exit, record) !== true;
  const unsaved = await writeOutputs(hall, threadId, own.files ?? [], { isLast }).catch((error: unknown) => error);
  const failed = unwritten ?? unsaved;
  // A program gets one document: the error.
  if (failed !== undefined && flags.json === true) throw failed;
  if (isLast) {
    await printOutput({ record, shown, brief: toPrintable(getVisibleBrief(snapshot)), isStreamed }, flags, own);
  }
  if (flags.quiet !== true) {
    printMessage('');
    for (const line of summaryLines(shown, files, colours)) printMessage(line, SUMMARY_HANG);
  }
  printNext(listNextSteps(end, shown, own));
  if (failed !== undefined) throw failed;
  return exit;
}
