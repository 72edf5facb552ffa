// Runs one debate for the command line: the view that was asked for, then summary and result.
import { defined } from '../../../domain/defined.ts';
import type { EventData } from '../../../domain/events.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import { describeLeftOut } from '../../../domain/left-out.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import type { Severity } from '../../../domain/results/review-result.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';
import { joinConclusions, listConclusions } from '../../../domain/words/conclusions.ts';
import { describeUnclear } from '../../../domain/words/describe-answer.ts';
import { nextSteps } from '../../../domain/words/describe-outcome.ts';
import { pastForecast } from '../../../hall/operations/debate/forecast/past-forecast.ts';
import { exitCodeOf } from '../../../hall/operations/debate/running/outcome-exit.ts';
import { type RunInput, type RunOutput, runThread } from '../../../hall/operations/debate/running/run-thread.ts';
import { interject } from '../../../hall/operations/debate/take-part/manual-turns.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import type { LiveEvent } from '../../../runner/live/live-events.ts';
import { toPrintable, toPrintableJson } from '../../../support/control-characters.ts';
import { jsonPieces } from '../../../support/json-pieces.ts';
import { createPage, documentText } from '../render/layout/speech.ts';
import { viewFor } from '../render/live/live-view.ts';
import { withoutWords } from '../render/record-view.ts';
import { addLabel, SUMMARY_HANG, summaryLines, waitingSteps } from '../render/summary.ts';
import { coloursFor, printMessage, printResult, signalReaderGone } from '../terminal/io.ts';
import { Keyboard } from '../terminal/keyboard.ts';

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
async function renderForPeople(text: string): Promise<string> {
  const { stdout } = process;
  return stdout.isTTY ? documentText(text, await createPage(stdout, coloursFor(stdout))) : text;
}

/** What a command shows of the end in its own way. */
export interface Shown {
  /** Printed unchanged, instead of the result or the decision. */
  readonly text?: (record: DebateRecord) => string;
  /** Called at the end of the run, whatever end it is. */
  readonly finish?: (record: DebateRecord) => Promise<void>;
  /** Another debate follows one that ends with this code, so that the result is not what the command has to print. */
  readonly isFollowed?: (exit: ExitCode) => boolean;
  /** Findings as bad as this fail a review. */
  readonly failOn?: Severity | undefined;
}

/** Also for who wants to see nothing but the decision: what the seats never saw is not in it. */
export function printLeftOut({
  threadId,
  contextLeftOut,
}: Pick<EventData<'debate-opened'>, 'threadId' | 'contextLeftOut'>): void {
  if (contextLeftOut.length === 0) return;
  const all = contextLeftOut.length > 1 ? ` All of it: debate-hall show ${threadId} --evidence` : '';
  printMessage(`Left out of the context: ${describeLeftOut(toPrintable(contextLeftOut))}.${all}`);
}

/** What the topic was taken for, where somebody may have meant another kind of question. */
export function printUnclear(
  { question, topic }: Pick<EventData<'debate-opened'>, 'question' | 'topic'>,
  { quiet }: ViewFlags,
): void {
  const note = quiet === true ? undefined : describeUnclear(question, textOf(topic) ?? '', 'cli');
  if (note !== undefined) printMessage(note);
}

/** As wide as "next:  ". */
const NEXT_HANG = ' '.repeat(7);

/** What the command gives to whoever reads its output; `shown`: the record without what cannot be printed. */
async function printOutput(record: DebateRecord, shown: DebateRecord, flags: ViewFlags, own: Shown): Promise<void> {
  if (flags.json === true) return await printResult(jsonPieces(record, 'entries', record.entries));
  if (own.text !== undefined) return await printResult(own.text(record));
  if (flags.events === true) return;
  const conclusions = listConclusions(shown);
  const text = joinConclusions(conclusions);
  if (text === undefined) return;
  const [{ title = '' } = {}] = conclusions;
  if (process.stderr.isTTY && flags.quiet !== true) printMessage(`${coloursFor(process.stderr).bold(title)}\n`);
  const isSummaryBelow = process.stdout.isTTY && flags.quiet !== true;
  await printResult(await renderForPeople(isSummaryBelow ? text : addLabel(text, shown)));
}

/** Prints what a debate has come to, and what to do next. */
export async function showEnd(end: RunOutput, flags: ViewFlags, own: Shown = {}): Promise<ExitCode> {
  const { reason, snapshot, recordFile, reportFile } = end;
  const record = toRecord(snapshot);
  const { threadId } = record;
  const files = {
    ...defined({ Record: recordFile, Report: reportFile }),
    Verify: `debate-hall verify ${threadId}`,
  };
  const colours = coloursFor(process.stderr);
  const shown = toPrintable(withoutWords(record));
  await own.finish?.(record);
  const exit = exitCodeOf(reason, record, own.failOn);
  if (own.isFollowed?.(exit) !== true) await printOutput(record, shown, flags, own);
  if (flags.quiet !== true) {
    printMessage('');
    for (const line of summaryLines(shown, files, colours)) printMessage(line, SUMMARY_HANG);
  }
  if (record.status === 'open') {
    for (const step of [...nextSteps(shown), ...waitingSteps(snapshot)])
      printMessage(`${colours.cyan('next: ')} ${step}`, NEXT_HANG);
    const by = reason === 'paused' ? 'paused' : 'stopped';
    // Which also writes the files and judges the findings again.
    const resume = ['review', 'plan'].includes(record.format) ? `${record.format} --resume` : 'resume';
    printMessage(
      `${colours.cyan('next: ')} The debate is ${by}; nothing is lost. Resume it with: debate-hall ${resume} ${threadId}`,
      NEXT_HANG,
    );
  }
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
  own: Shown = {},
): Promise<ExitCode> {
  const view = await viewFor(flags);
  // Once nobody reads the events, as after `| head`, no more agents are called.
  const signal = flags.events === true ? AbortSignal.any([stopped, signalReaderGone(process.stdout)]) : stopped;
  const silence = announceStop(signal);
  const { threadId } = input;
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
        if (flags.events === true) printEvent(event);
      },
    });
    await forecast?.stop();
    await keyboard.idle();
    view.close();
    return await showEnd(end, flags, own);
  } finally {
    silence();
    await forecast?.stop();
    view.close();
  }
}
