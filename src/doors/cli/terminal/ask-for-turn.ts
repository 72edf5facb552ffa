// Asks the person at the terminal for a turn: in an editor, or line by line.
import { isCancel, select } from '@clack/prompts';
import type { Prompt } from '../../../agents/agent.ts';
import { editText } from '../../../process/editor.ts';
import { stripControl } from '../../../support/control-characters.ts';
import { createPage, renderSpeech } from '../render/layout/speech.ts';
import { coloursFor, printMessage } from './io.ts';
import type { Screen } from './screen.ts';
import { listParts, type Part, parseTurnSheet, renderTurnSheet } from './turn-sheet.ts';
import { typeText } from './typed-text.ts';

export interface TurnRequest {
  readonly prompt: Prompt;
  /** Aborted when the run is stopped, and when somebody else has taken the turn. */
  readonly signal: AbortSignal;
  readonly screen: Screen;
  /** Interjections that have come since the prompt was written. */
  readonly since: () => readonly Part[];
  /** What the person wrote before and may want to use. */
  readonly draft: string | undefined;
}

type Way = 'draft' | 'editor' | 'inline' | 'read' | 'leave';

interface Choice<T extends string> {
  readonly message: string;
  readonly options: { value: T; label: string }[];
}

/** `undefined` when the signal, which Ctrl-C aborts, ends it. What happens meanwhile is shown, and the question is put again. */
export async function choose<T extends string>(
  { message, options }: Choice<T>,
  screen: Screen,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (;;) {
    const interrupt = new AbortController();
    const stop = () => interrupt.abort();
    const unsubscribe = screen.onNews(stop);
    signal.addEventListener('abort', stop, { once: true });
    // A prompt of this library is generic over a type that is not known here.
    const chosen = await select<string>({ message, options, output: process.stderr, signal: interrupt.signal });
    unsubscribe();
    signal.removeEventListener('abort', stop);
    if (!isCancel(chosen)) return chosen as T;
    if (!interrupt.signal.aborted) await pressCtrlC(signal);
    if (signal.aborted) return undefined;
    screen.show();
  }
}

/** With the keyboard in raw mode Ctrl-C is a key and no signal. */
async function pressCtrlC(signal: AbortSignal): Promise<void> {
  // Nothing else may be under way, and a process that only waits for a signal ends before it comes.
  const alive = setInterval(() => {}, 1_000);
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
    process.kill(process.pid, 'SIGINT');
  });
  clearInterval(alive);
}

async function read(prompt: Prompt, since: readonly Part[]): Promise<void> {
  const colours = coloursFor(process.stderr);
  const page = await createPage(process.stderr, colours);
  for (const { title, text } of [...listParts(prompt, since)].reverse()) {
    printMessage(`\n${colours.bold(`── ${title}`)}\n\n${renderSpeech(stripControl(text), page)}`);
  }
  printMessage('');
}

/** What was written, also when the signal came before its end; `undefined` when the person leaves the seat open. */
export async function askForTurn({ prompt, signal, screen, since, draft }: TurnRequest): Promise<string | undefined> {
  const editor = process.env['VISUAL'] ?? process.env['EDITOR'];
  // What such an answer has to look like nobody can guess.
  const form = prompt.step.plainForm ?? (prompt.step.schema === undefined ? undefined : prompt.request);
  if (form !== undefined) printMessage(`\n${stripControl(form)}\n`);
  for (const issue of prompt.step.corrections) printMessage(`! ${issue}`, '  ');
  const ways: { value: Way; label: string }[] = [
    ...(draft === undefined ? [] : [{ value: 'draft' as const, label: 'Use the text you wrote before' }]),
    ...(editor ? [{ value: 'editor' as const, label: `Write in ${editor}` }] : []),
    { value: 'inline', label: 'Write here' },
    { value: 'read', label: 'Read the debate and the question' },
    { value: 'leave', label: 'Leave the seat open and pause the debate' },
  ];
  for (;;) {
    const way = await choose({ message: `${prompt.step.label}: it is your turn.`, options: ways }, screen, signal);
    if (way === 'read') await read(prompt, since());
    else if (way === 'draft') return draft;
    else if (way === 'inline') return await typeText(screen, signal);
    else if (way === 'editor' && editor)
      return parseTurnSheet(await editText(editor, renderTurnSheet(prompt, since(), draft)));
    else return undefined;
  }
}
