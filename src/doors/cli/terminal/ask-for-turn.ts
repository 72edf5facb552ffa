// Asks the person at the terminal for a turn: in an editor, or line by line.
import { createInterface } from 'node:readline';
import { isCancel, select } from '@clack/prompts';
import type { Prompt } from '../../../agents/agent.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { once } from '../../../domain/once.ts';
import { REDACTED_TEXT } from '../../../domain/sealed/sealed.ts';
import { describePlainForm } from '../../../formats/common/labelled/blank-form.ts';
import { lendTerminal } from '../../../process/cleanup/suspension.ts';
import { editText } from '../../../process/person-programs.ts';
import { stripControl } from '../../../support/control-characters.ts';
import { whenAborted } from '../../../support/wait.ts';
import { createPage, renderSpeech } from '../render/layout/speech.ts';
import { coloursFor, printMessage } from './io.ts';
import type { Screen } from './screen.ts';

const MARK = '#!';
/** Everything that some editor may take for the end of a line: no words may slip out of the lines that are left out. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

interface Part {
  readonly title: string;
  readonly text: string;
}

/** What somebody who takes the turn has to know; `since` is what was said after they were asked. */
function listParts(
  { step, topic, pictures, transcript, personRequest }: Prompt,
  since: readonly Part[],
): readonly Part[] {
  const faults = step.corrections.map((issue) => `- ${issue}`).join('\n');
  const form = describePlainForm(step);
  return [
    ...(faults === '' ? [] : [{ title: 'Why your last answer could not be used', text: faults }]),
    ...(form === undefined ? [] : [{ title: 'How to answer', text: form }]),
    { title: 'What is asked', text: personRequest },
    { title: 'Topic', text: topic },
    ...(pictures === undefined ? [] : [{ title: 'Pictures', text: pictures.rows.join('\n') }]),
    ...transcript.map(({ title, text }) => ({ title, text: text ?? REDACTED_TEXT })),
    ...since,
  ];
}

/**
 * What the editor opens with: room for the turn, and below it, as lines that are left out, what is asked, the topic and what was said.
 * `draft` is what the person wrote before and may want to use, or the form to fill in.
 */
function renderTurnSheet(prompt: Prompt, since: readonly Part[], draft: string): string {
  const parts = listParts(prompt, since).flatMap(({ title, text }) => [
    '',
    `== ${title}`,
    '',
    ...stripControl(text).split(LINE_ENDS),
  ]);
  const notes = [
    `${prompt.step.label}: write your turn above. Lines that start with "${MARK}" are ignored; an empty text leaves the seat open.`,
    ...parts,
  ];
  const sheet = notes.flatMap((line) => line.split(LINE_ENDS)).map((line) => `${MARK} ${line}`.trimEnd());
  return `${draft}\n\n${sheet.join('\n')}\n`;
}

function parseTurnSheet(sheet: string): string {
  const lines = sheet.split(/\r?\n/).filter((line) => !line.startsWith(MARK));
  return lines.join('\n').trim();
}

/** The keyboard of a terminal that is gone cannot leave raw mode, which is no reason to lose what was typed. */
const outliveTerminal = once(() => process.stdin.on('error', () => {}));

const END = '.';

/** Everything that was typed until its end, or until the signal: then also the line that was not finished. */
async function typeText(screen: Screen, signal: AbortSignal): Promise<string> {
  if (signal.aborted) return '';
  outliveTerminal();
  const { stdin: input, stderr: output } = process;
  const reader = createInterface({ input, output, terminal: true, prompt: '> ', historySize: 0 });
  // Only now is every key one of the text.
  printMessage(`Write your turn. End it with a line that contains only "${END}".`);
  const lines: string[] = [];
  const release = whenAborted(signal, () => {
    lines.push(reader.line);
    reader.close();
  });
  const unsubscribe = screen.onNews(() => {
    output.write('\n');
    screen.show();
    reader.prompt(true);
  });
  try {
    return await new Promise((resolve) => {
      reader.on('line', (line) => {
        if (line === END) return reader.close();
        lines.push(line);
        reader.prompt();
      });
      // Of a terminal that is gone; the signal comes as well.
      reader.on('error', () => {});
      // With the keyboard in raw mode Ctrl-C is a key and no signal.
      reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      reader.on('close', () => resolve(lines.join('\n')));
      reader.prompt();
    });
  } finally {
    unsubscribe();
    release();
    output.write('\n');
  }
}

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
export async function askChoice<T extends string>(
  { message, options }: Choice<T>,
  screen: Screen,
  signal: AbortSignal,
): Promise<T | undefined> {
  outliveTerminal();
  while (!signal.aborted) {
    const interrupt = new AbortController();
    const stop = () => interrupt.abort();
    const unsubscribe = screen.onNews(stop);
    const release = whenAborted(signal, stop);
    // A prompt of this library is generic over a type that is not known here.
    const shown = { message, options, output: process.stderr, signal: interrupt.signal };
    const chosen = await lendTerminal(process.stderr, async () => await select<string>(shown));
    unsubscribe();
    release();
    if (!isCancel(chosen)) return chosen as T;
    if (!interrupt.signal.aborted) await pressCtrlC(signal);
    if (!signal.aborted) screen.show();
  }
  return undefined;
}

/** With the keyboard in raw mode Ctrl-C is a key and no signal. */
async function pressCtrlC(signal: AbortSignal): Promise<void> {
  // Nothing else may be under way, and a process that only waits for a signal ends before it comes.
  const alive = setInterval(() => {}, 1_000);
  await new Promise<void>((resolve) => {
    whenAborted(signal, resolve);
    process.kill(process.pid, 'SIGINT');
  });
  clearInterval(alive);
}

/** The first part last, next to where the person writes. */
async function show(parts: readonly Part[]): Promise<void> {
  const colours = coloursFor(process.stderr);
  const page = await createPage(process.stderr, colours);
  for (const { title, text } of parts.toReversed()) {
    printMessage(`\n${colours.bold(`── ${title}`)}\n\n${renderSpeech(stripControl(text), page)}`);
  }
  printMessage('');
}

/** What somebody is asked who has read the debate. */
export const showTask = (prompt: Prompt): Promise<void> =>
  show(listParts({ ...prompt, step: { ...prompt.step, corrections: [] }, transcript: [] }, []));

/** An editor that failed has written nothing; the person chooses again. */
function showFailure(error: unknown): undefined {
  if (!(error instanceof HallError)) throw error;
  printMessage(`! ${[error.message, error.hint].join(' ')}`, '  ');
}

/** What was written, also when the signal came before its end; `undefined` when the person leaves the seat open. */
export async function askForTurn({ prompt, signal, screen, since, draft }: TurnRequest): Promise<string | undefined> {
  const editor = process.env['VISUAL'] || process.env['EDITOR'];
  // What such an answer has to look like nobody can guess.
  const { plainForm, blankForm } = prompt.step;
  if (blankForm !== undefined) await showTask(prompt);
  else if (plainForm !== undefined) printMessage(`\n${stripControl(plainForm)}\n`);
  for (const issue of prompt.step.corrections) printMessage(`! ${issue}`, '  ');
  const ways: { value: Way; label: string }[] = [
    ...(draft === undefined ? [] : [{ value: 'draft' as const, label: 'Use the text you wrote before' }]),
    ...(editor ? [{ value: 'editor' as const, label: `Write in ${editor}` }] : []),
    { value: 'inline', label: 'Write here' },
    { value: 'read', label: 'Read the debate and the question' },
    { value: 'leave', label: 'Leave the seat open and pause the debate' },
  ];
  for (;;) {
    const way = await askChoice({ message: `${prompt.step.label}: it is your turn.`, options: ways }, screen, signal);
    if (way === 'read') await show(listParts(prompt, since()));
    else if (way === 'draft') return draft;
    else if (way === 'inline') return await typeText(screen, signal);
    else if (way === 'editor' && editor) {
      const start = draft ?? blankForm ?? '';
      const sheet = await editText(editor, renderTurnSheet(prompt, since(), start)).catch(showFailure);
      const turn = sheet === undefined ? undefined : parseTurnSheet(sheet);
      // Nobody filled in the form.
      if (turn !== undefined) return turn === blankForm ? '' : turn;
    } else return undefined;
  }
}
