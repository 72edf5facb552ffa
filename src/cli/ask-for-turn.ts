// Asks the person at the terminal for a turn: in an editor, or line by line.
import { createInterface } from 'node:readline';
import { isCancel, select } from '@clack/prompts';
import type { Prompt } from '../agents/agent.ts';
import { editText } from '../process/editor.ts';
import { stripControl } from '../support/control-characters.ts';

const COMMENT = /^#!.*$/gm;
const END = '.';

async function inline(signal: AbortSignal): Promise<string | undefined> {
  const reader = createInterface({ input: process.stdin, terminal: false });
  const stop = () => reader.close();
  signal.addEventListener('abort', stop, { once: true });
  process.stderr.write(`Write your turn. End it with a line that holds only "${END}".\n`);
  const lines: string[] = [];
  try {
    for await (const line of reader) {
      if (line === END) break;
      lines.push(line);
    }
    return signal.aborted ? undefined : lines.join('\n');
  } finally {
    signal.removeEventListener('abort', stop);
    reader.close();
  }
}

async function inEditor(editor: string, { step }: Prompt): Promise<string> {
  const corrections = step.corrections.map((issue) => `#! Your last answer could not be used: ${issue}\n`).join('');
  const template = `\n${corrections}#! ${step.label}. Lines that begin with "#!" are left out. An empty text leaves the seat open.\n`;
  return (await editText(editor, template)).replace(COMMENT, '').trim();
}

/** `undefined` when the person leaves the seat open. */
export async function askForTurn(request: {
  seat: string;
  prompt: Prompt;
  signal: AbortSignal;
}): Promise<string | undefined> {
  const { prompt, signal } = request;
  const editor = process.env['VISUAL'] ?? process.env['EDITOR'];
  // What such an answer has to look like nobody can guess.
  if (prompt.step.schema !== undefined) process.stderr.write(`\n${stripControl(prompt.request)}\n\n`);
  for (const issue of prompt.step.corrections) process.stderr.write(`! ${issue}\n`);
  const how = await select({
    message: `${prompt.step.label}: it is your turn.`,
    options: [
      ...(editor ? [{ value: 'editor' as const, label: `Write in ${editor}` }] : []),
      { value: 'inline' as const, label: 'Write here' },
      { value: 'leave' as const, label: 'Leave the seat open and pause the debate' },
    ],
    output: process.stderr,
    signal,
  });
  if (isCancel(how) || how === 'leave') return undefined;
  const text = how === 'editor' && editor ? await inEditor(editor, prompt) : await inline(signal);
  return text === undefined || text.trim() === '' ? undefined : text;
}
