// The rehearsal program: one request as JSON on standard input, JSON lines on standard output, the last one the result.
// It loads nothing but a few small files and node's own modules, since starting it is all that it costs.
import { readFileSync, writeSync } from 'node:fs';
import { compose } from './compose.ts';
import type { Request } from './sheet.ts';

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

async function respond(request: Request): Promise<void> {
  const mode = request.misbehave;
  if (request.work !== undefined) (await import('./work.ts')).work(request.work);
  if (mode === undefined || mode === 'slow' || mode === 'lies-about-failure') {
    const answer = compose(request);
    await stream(answer, mode === 'slow' ? SLOW_WORDS_PER_SECOND : request.wordsPerSecond);
    say({ type: 'answer', text: answer });
    if (mode === 'lies-about-failure') {
      writeSync(2, 'Fatal: the rehearsal claims that it failed, after a complete answer.\n');
      process.exitCode = 1;
    }
  } else {
    const answer = compose(request);
    // Loaded only here: node's own modules for it cost a well-behaved start several milliseconds.
    const { misbehave } = await import('./misbehave.ts');
    await misbehave(mode, { say, beginning: answer.slice(0, Math.ceil(answer.length * MIDWAY)) });
  }
}

void respond(JSON.parse(readFileSync(0, 'utf8')) as Request);
