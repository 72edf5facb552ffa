// Finds lines without git, in time that is linear in the text: in web pages, and in folders of a machine that has no git. It
// makes way for other work as it goes, and ends in time: a pattern of an agent can be slow all the same.
import { setImmediate } from 'node:timers/promises';
import { RE2JS } from 're2js';
import { systemClock } from '../../../support/clock.ts';
import type { PinnedFile } from '../files/pinned-files.ts';
import { UnreadableError } from '../unreadable.ts';
import type { FoundLine, Search } from './pattern.ts';

/** Characters that one search goes through; git takes far more in that time. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** Of work, waits not counted. */
const MAX_WORK_MS = 5_000;
/** Other work waits no longer than that, and for one line. */
const SLICE_MS = 50;
/** Instructions of the pattern times characters of one line: a third of a second on a slow machine. */
const MAX_LINE_STEPS = 20_000_000;

interface Compiled {
  readonly isHit: (line: string) => boolean;
  /** Longer lines would hold everything up. */
  readonly maxLine: number;
}

/** @throws UnreadableError */
function compile({ text, literal, ignoreCase }: Search): Compiled {
  try {
    const pattern = RE2JS.compile(literal ? RE2JS.quote(text) : text, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return {
      isHit: (line) => pattern.matcher(line).find(),
      maxLine: Math.floor(MAX_LINE_STEPS / pattern.programSize()),
    };
  } catch {
    throw new UnreadableError('The pattern cannot be searched for.');
  }
}

/** Called before each line: lets others work, and ends what takes too long. */
function createPace(): () => Promise<void> | undefined {
  let worked = 0;
  let since = systemClock.elapsed();
  return () => {
    const slice = systemClock.elapsed() - since;
    if (slice < SLICE_MS) return undefined;
    worked += slice;
    if (worked > MAX_WORK_MS) throw new UnreadableError('The pattern takes too long here. Try a simpler one.');
    return setImmediate().then(() => {
      since = systemClock.elapsed();
    });
  };
}

/** `read` gives the pinned text of a file. @throws UnreadableError */
export async function scanTexts(
  files: readonly PinnedFile[],
  search: Search,
  read: (name: string) => Promise<string>,
): Promise<readonly FoundLine[]> {
  const { isHit, maxLine } = compile(search);
  const pace = createPace();
  const found: FoundLine[] = [];
  let characters = 0;
  for (const { name, path } of files) {
    const text = await read(name).catch((error: unknown) => {
      if (error instanceof UnreadableError) return '';
      throw error;
    });
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw new UnreadableError('There is too much to search without git.');
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    for (const [index, line] of lines.entries()) {
      const pause = pace();
      if (pause !== undefined) await pause;
      if (line.length > maxLine)
        throw new UnreadableError(`Line ${index + 1} of ${name} is too long for this pattern. Try a simpler one.`);
      if (isHit(line)) found.push({ path, line: index + 1 });
    }
  }
  return found;
}
