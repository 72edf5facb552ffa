// Calls `debate-hall`, which does everything; the extension only shows it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface CallOptions {
  readonly command: string;
  readonly cwd: string;
  readonly input?: string | undefined;
  /** Aborting it does what Ctrl-C does: agents are stopped, and the debate is paused. */
  readonly signal?: AbortSignal | undefined;
  /** Each line of standard output as it comes. */
  readonly onLine?: ((line: string) => void) | undefined;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program could not be started. */
export class MissingProgram extends Error {}

/** The program refused, in its own words. */
export class Refused extends Error {}

/** Its exit codes; docs/cli.md lists them. */
export const EXIT = { ok: 0, cancelled: 130 } as const;

export async function call(args: readonly string[], options: CallOptions): Promise<Ended> {
  const { command, cwd, input, signal, onLine } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stop = () => child.kill('SIGINT');
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      text[name] += piece;
    });
  }
  if (onLine !== undefined) createInterface({ input: child.stdout }).on('line', onLine);
  // A program that never reads its input closes it.
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', ({ message }) =>
        // Node names the program in both cases.
        reject(
          existsSync(cwd)
            ? new MissingProgram(`"${command}" cannot be started: ${message}`)
            : new Error(`The folder ${cwd} is not there any more.`),
        ),
      );
      child.on('close', resolve);
    });
    return { code, ...text };
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** What the program says of an error, without its labels: "There is no debate. List them with …". */
export function describeProblem({ stderr, code }: Ended): string {
  const said = stderr
    .split('\n')
    .filter((line) => /^(error|next): /.test(line))
    .map((line) => line.replace(/^(error|next):\s+/, ''));
  return said.length > 0 ? said.join(' ') : stderr.trim().split('\n').at(-1) || `debate-hall ended with code ${code}.`;
}

/** What a run ended with, and for how many it speaks: the rows of the summary, and what went wrong besides. */
export function describeEnd(ended: Ended): string {
  const sentences = ended.stderr.split('\n').flatMap((line) => {
    const [, label, words] = /^(Outcome|Why|Authority|error:) +(.+)$/.exec(line) ?? [];
    if (words === undefined) return [];
    return [label === 'Authority' ? `Authority: ${words}.` : words];
  });
  return sentences.length === 0 ? describeProblem(ended) : sentences.join(' ');
}

/** A call that has to succeed. Throws `Refused`. */
export async function succeed(args: readonly string[], options: CallOptions): Promise<Ended> {
  const ended = await call(args, options);
  if (ended.code !== EXIT.ok) throw new Refused(describeProblem(ended));
  return ended;
}
