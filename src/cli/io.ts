// Standard streams of the command line: results to stdout, talk to stderr, colour only on a terminal.
import pc from 'picocolors';
import { printableJson } from '../support/control-characters.ts';

export type Colours = ReturnType<typeof pc.createColors>;

/** `NO_COLOR` with any value, a dumb terminal or no terminal at all: no colour. */
export function coloursFor(stream: { readonly isTTY?: boolean }): Colours {
  const { NO_COLOR, TERM } = process.env;
  return pc.createColors(stream.isTTY === true && !NO_COLOR && TERM !== 'dumb');
}

/** Writes a result. Resolves when it is out, so that nothing is lost at exit. */
export async function printResult(text: string): Promise<void> {
  const line = text.endsWith('\n') ? text : `${text}\n`;
  await new Promise<void>((resolve) => process.stdout.write(line, () => resolve()));
}

export async function printJson(value: unknown): Promise<void> {
  await printResult(printableJson(value, 2));
}

export function talk(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** All of standard input as text. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
