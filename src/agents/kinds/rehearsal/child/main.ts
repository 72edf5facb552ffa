// The rehearsal program: one request as JSON on standard input, JSON lines on standard output, the last one the result.
// It loads nothing but a few small files and node's own modules, since starting it is all that it costs.
import { readFileSync, writeSync } from 'node:fs';
import type { Work } from './work.ts';

/** What the parent writes to standard input, as JSON. */
export interface Request {
  readonly answer: string;
  /** Words of the answer that are printed each second; 0 prints it at once. */
  readonly wordsPerSecond: number;
  readonly misbehave?: string;
  readonly work?: Work;
}

const WORDS_AT_ONCE = 3;
const SLOW_WORDS_PER_SECOND = 20;

/** A misbehaving program is cut off at this part of its answer. */
const MIDWAY = 0.4;

function say(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

/** Groups of words with the blanks around them; joined they are the text. */
function groupWords(text: string): string[] {
  return text.match(new RegExp(`(?:\\s*\\S+){1,${WORDS_AT_ONCE}}\\s*`, 'g')) ?? [text];
}

async function stream(text: string, wordsPerSecond: number): Promise<void> {
  if (wordsPerSecond === 0) return say({ type: 'text', text });
  for (const group of groupWords(text)) {
    say({ type: 'text', text: group });
    await new Promise((resolve) => setTimeout(resolve, (1000 * WORDS_AT_ONCE) / wordsPerSecond));
  }
}

async function respond({ answer, wordsPerSecond, misbehave: mode, work }: Request): Promise<void> {
  if (work !== undefined) (await import('./work.ts')).doWork(work);
  if (mode === undefined || mode === 'slow' || mode === 'lies-about-failure') {
    await stream(answer, mode === 'slow' ? SLOW_WORDS_PER_SECOND : wordsPerSecond);
    say({ type: 'answer', text: answer });
    if (mode === 'lies-about-failure') {
      writeSync(2, 'Fatal: the rehearsal claims that it failed, after a complete answer.\n');
      process.exitCode = 1;
    }
  } else {
    // Loaded only here: node's own modules for it cost a well-behaved start several milliseconds.
    const { misbehave } = await import('./misbehave.ts');
    await misbehave(mode, { say, beginning: answer.slice(0, Math.ceil(answer.length * MIDWAY)) });
  }
}

void respond(JSON.parse(readFileSync(0, 'utf8')) as Request);
