// Runs one debate for the command line: the view that was asked for, then summary and result.
import { describeWayOn } from '../../../domain/admit-event.ts';
import { defined } from '../../../domain/defined.ts';
import type { EventData } from '../../../domain/events.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import { describeLeftOut } from '../../../domain/left-out.ts';
import type { LiveEvent } from '../../../domain/live-events.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { readOpinions } from '../../../domain/results/opinions-result.ts';
import type { Severity } from '../../../domain/results/review-result.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { getMainText } from '../../../domain/words/conclusions.ts';
import { nextSteps } from '../../../domain/words/describe-ending.ts';
import { describeUnclear } from '../../../domain/words/describe-unclear.ts';
import { writeResumeCommand } from '../../../domain/words/resume-command.ts';
import type { Brief } from '../../../formats/common/brief.ts';
import { pastForecast } from '../../../hall/operations/debate/forecast/past-forecast.ts';
import { getExitCode } from '../../../hall/operations/debate/running/outcome-exit.ts';
import type { RunInput } from '../../../hall/operations/debate/running/prepare-run.ts';
import type { RunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import { runThread } from '../../../hall/operations/debate/running/run-thread.ts';
import type { Probing } from '../../../hall/operations/debate/seats/probe-agents.ts';
import { interject } from '../../../hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { getVisibleBrief } from '../../../ledger/engine/record/visibility.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { toPrintable, toPrintableJson } from '../../../support/control-characters.ts';
import { jsonPieces } from '../../../support/pieces.ts';
import { createPage, documentText } from '../render/layout/speech.ts';
import { getColumns } from '../render/layout/word-wrap.ts';
import { viewFor } from '../render/live/live-view.ts';
import { withoutWords } from '../render/record-view.ts';
import { describeRun, renderBrief, SUMMARY_HANG, summaryLines, waitingSteps } from '../render/summary.ts';
import { coloursFor, printMessage, printResult, signalReaderGone } from '../terminal/io.ts';
import { Keyboard } from '../terminal/keyboard.ts';
import { listFileOptions, type OutputFile, writeOutputs } from './output-files.ts';
import type { ActionContext } from './run-action.ts';

export interface ViewFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly log?: boolean;
  readonly events?: boolean;
}

export function printEvent(event: LiveEvent): void {
  process.stdout.write(`${toPrintableJson(event)}\n`);
}

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

/** Also for who wants to see nothing but the decision: what the seats never saw is not in it. */
export function printLeftOut({
  threadId,
  contextLeftOut,
}: Pick<EventData<'debate-opened'>, 'contextLeftOut'> & { readonly threadId?: string }): void {
  if (contextLeftOut.length === 0) return;
  const all =
    contextLeftOut.length > 1 && threadId !== undefined ? ` All of it: debate-hall show ${threadId} --evidence` : '';
  printMessage(`Left out of the context: ${describeLeftOut(toPrintable(contextLeftOut))}.${all}`);
}

/** Opens a debate that this command then runs: nobody waits for probes that decide nothing about who sits where. */
export async function openToRun(open: (probing: Probing) => Promise<Snapshot>) {
  const probing: Probing = new Map();
  const { threadId, debate } = await open(probing);
  printLeftOut(debate.opened);
  return { threadId, opened: debate.opened, probing };
}

/** What the topic was taken for, where somebody may have meant another kind of question. */
export function printUnclear(
  { question, topic }: Pick<EventData<'debate-opened'>, 'question' | 'topic'>,
  { quiet }: ViewFlags,
): void {
  const note = quiet === true ? undefined : describeUnclear(question, readSealed(topic) ?? '', 'cli');
  if (note !== undefined) printMessage(note);
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

function listNextSteps(end: RunOutput, shown: DebateRecord, own: EndView): readonly string[] {
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

/** Prints what a debate has come to, and what to do next. `streamed`: texts that this terminal has shown. */
export async function showEnd(
  hall: Hall,
  end: RunOutput,
  flags: ViewFlags,
  own: EndView = {},
  streamed: ReadonlySet<string> = new Set(),
): Promise<ExitCode> {
  const { reason, snapshot, recordFile, reportFile } = end;
  const record = toRecord(snapshot);
  const { threadId } = record;
  const commands = ['show', 'view', 'verify'].map((command) => `debate-hall ${command} ${threadId}`);
  const files = toPrintable({
    ...defined({ Record: recordFile, Report: reportFile }),
    ...(record.status === 'open' ? {} : { Next: commands.join(' · ') }),
  });
  const colours = coloursFor(process.stderr);
  const shown = toPrintable(withoutWords(record));
  const exit = getExitCode(reason, record, own.failOn);
  const isStreamed = wasStreamed(record, streamed);
  const isLast = own.isFollowed?.(exit, record) !== true;
  const written = await writeOutputs(hall, threadId, own.files ?? [], isLast).catch((error: unknown) => error);
  // A program gets one document: the error.
  if (written !== undefined && flags.json === true) throw written;
  if (isLast) {
    await printOutput({ record, shown, brief: toPrintable(getVisibleBrief(snapshot)), isStreamed }, flags, own);
  }
  if (flags.quiet !== true) {
    printMessage('');
    for (const line of summaryLines(shown, files, colours)) printMessage(line, SUMMARY_HANG);
  }
  for (const step of listNextSteps(end, shown, own)) printMessage(`${colours.cyan('next: ')} ${step}`, NEXT_HANG);
  if (written !== undefined) throw written;
  return exit;
}

/** Says what Ctrl-C does while agents are asked; returns what takes that back. */
export function announceStop(signal: AbortSignal): () => void {
  const announce = () => printMessage('Stopping the agents; the debate is saved. Press Ctrl-C again to stop at once.');
  signal.addEventListener('abort', announce, { once: true });
  return () => signal.removeEventListener('abort', announce);
}

/** Runs the debate and prints what it came to. */
export async function runAndShow(
  { hall, signal: stopped, keyboard = new Keyboard(stopped) }: ActionContext,
  flags: ViewFlags,
  input: Omit<RunInput, 'signal' | 'listen'>,
  own: EndView = {},
): Promise<ExitCode> {
  const { threadId } = input;
  await writeOutputs(hall, threadId, own.files ?? [], false);
  const view = await viewFor(flags);
  // Once nobody reads the events, as after `| head`, no more agents are called.
  const signal = flags.events === true ? AbortSignal.any([stopped, signalReaderGone(process.stdout)]) : stopped;
  const silence = announceStop(signal);
  const streamed = new Set<string>();
  const isStreaming = process.stderr.isTTY && flags.quiet !== true && flags.log !== true;
  const { name: author, screen } = keyboard;
  const forecast = view.remark === undefined ? undefined : pastForecast(hall, (sentence) => screen.remark(sentence));
  screen.attach(view);
  keyboard.attach({
    threadId,
    interject: async (content) => void (await interject(hall, { threadId, author, content })),
  });
  try {
    const end = await runThread(hall, {
      ...input,
      signal,
      listen: (event) => {
        keyboard.listen(event);
        screen.listen(event);
        forecast?.listen(event);
        if (isStreaming && 'text' in event && event.type !== 'text-delta') streamed.add(event.text);
        if (flags.events === true) printEvent(event);
      },
    });
    await forecast?.stop();
    await keyboard.idle();
    view.close();
    return await showEnd(hall, end, flags, own, streamed);
  } finally {
    silence();
    await forecast?.stop();
    view.close();
  }
}
