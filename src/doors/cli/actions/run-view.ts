// Runs one debate for the command line: the view that was asked for, then summary and result.
import type { EventData } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import { describeLeftOut } from '../../../domain/left-out.ts';
import type { LiveEvent } from '../../../domain/live-events.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { describeUnclear } from '../../../domain/words/describe-unclear.ts';
import { pastForecast } from '../../../hall/operations/debate/forecast/forecast-text.ts';
import type { OpenInput } from '../../../hall/operations/debate/opening/open-input.ts';
import type { RunInput } from '../../../hall/operations/debate/running/prepare-run.ts';
import { type RunOutput, readUnwrittenEnd } from '../../../hall/operations/debate/running/run-output.ts';
import { runThread } from '../../../hall/operations/debate/running/run-thread.ts';
import type { Probing } from '../../../hall/operations/debate/seats/probe-agents.ts';
import { interject } from '../../../hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { toPrintable, toPrintableJson } from '../../../support/control-characters.ts';
import { whenAborted } from '../../../support/wait.ts';
import { viewFor } from '../render/live/live-view.ts';
import { printMessage, signalReaderGone } from '../terminal/io.ts';
import { Keyboard } from '../terminal/keyboard.ts';
import { type OutputFile, writeOutputs } from './output-files.ts';
import type { ActionContext } from './run-action.ts';
import { type EndView, type Seen, showEnd, type ViewFlags } from './show-end.ts';

export function printEvent(event: LiveEvent): void {
  process.stdout.write(`${toPrintableJson(event)}\n`);
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

/**
 * Opens a debate that this command then runs and writes to these files: nobody waits for probes that decide nothing about who sits
 * where.
 */
export async function openToRun(
  hall: Hall,
  files: readonly OutputFile[],
  open: (own: Required<Pick<OpenInput, 'probing' | 'outputs'>>) => Promise<Snapshot>,
) {
  const probing: Probing = new Map();
  const { threadId, debate } = await open({ probing, outputs: files.map(({ file }) => file) });
  printLeftOut(debate.opened);
  if (debate.opened.reading !== undefined) await writeOutputs(hall, threadId, files, { isUnread: true });
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

/** Says what Ctrl-C does while agents are asked; returns what takes that back. */
export function announceStop(signal: AbortSignal): () => void {
  return whenAborted(signal, () =>
    printMessage('Stopping the agents; the debate is saved. Press Ctrl-C again to stop at once.'),
  );
}

/** Begins the debate that follows another one; when that is stopped, the error names the command that does it later. */
export async function beginNext<T>(begin: () => Promise<T>, command: string): Promise<T> {
  try {
    return await begin();
  } catch (cause) {
    const isStop = cause instanceof HallError ? cause.code === 'cancelled' : (cause as Error).name === 'AbortError';
    if (!isStop) throw cause;
    throw new HallError('cancelled', 'Stopped before the next debate began; nothing is lost.', {
      hint: `Resume with: ${command}`,
      cause,
    });
  }
}

interface Run extends Seen {
  readonly end: RunOutput;
}

/** Runs the debate under the view that the flags choose. */
export async function runUnderView(
  { hall, signal: stopped, keyboard = new Keyboard(stopped) }: ActionContext,
  flags: ViewFlags,
  input: Omit<RunInput, 'signal' | 'listen'>,
): Promise<Run> {
  const { threadId } = input;
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
    const run: Omit<Run, 'streamed'> = await runThread(hall, {
      ...input,
      signal,
      listen: (event) => {
        keyboard.listen(event);
        screen.listen(event);
        forecast?.listen(event);
        if (isStreaming && 'text' in event && event.type !== 'text-delta') streamed.add(event.text);
        if (flags.events === true) printEvent(event);
      },
    }).then(
      (end) => ({ end }),
      (error: unknown) => readUnwrittenEnd(hall, threadId, error),
    );
    await forecast?.stop();
    await keyboard.idle();
    return { ...run, streamed };
  } finally {
    silence();
    await forecast?.stop();
    view.close();
  }
}

/** Runs the debate and prints what it came to. */
export async function runAndShow(
  context: ActionContext,
  flags: ViewFlags,
  input: Omit<RunInput, 'signal' | 'listen'>,
  own: EndView,
): Promise<ExitCode> {
  await writeOutputs(context.hall, input.threadId, own.files ?? []);
  const { end, ...seen } = await runUnderView(context, flags, input);
  return await showEnd(context.hall, end, flags, own, seen);
}
