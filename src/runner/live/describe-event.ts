// What every live view says of an event in one sentence, and of a turn besides the words that it has streamed.
import type { LiveEvent } from '../../domain/live-events.ts';
import { shorten } from '../../domain/words/cut-line.ts';
import { describeLimit } from '../../domain/words/describe-limit.ts';
import { formatDuration } from '../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../domain/words/label-seats.ts';
import { BLIND_NOTICE } from '../../domain/words/missing-text.ts';
import { joinClauses } from '../../domain/words/sentence.ts';

const LOOKS: Readonly<Record<string, string>> = {
  list_files: 'lists files',
  search_text: 'searches and sees',
  read_file: 'reads',
  git_log: 'lists commits',
  git_show: 'reads',
  git_blame: 'traces',
  read_document: 'reads',
  find_decisions: 'reads earlier decisions',
};

export interface EventWords {
  readonly tone: 'look' | 'warning' | 'failure' | 'question' | 'milestone';
  readonly text: string;
  /** What is remarkable about it: "used 80% of …". */
  readonly caution?: string;
}

const warning = (text: string): EventWords => ({ tone: 'warning', text });

/** `undefined` for what each view shows in its own way. */
export function describeEvent(event: LiveEvent, label: LabelSeat): EventWords | undefined {
  switch (event.type) {
    case 'answer-rejected':
      return warning(`${label(event.seat)}: the answer cannot be used: ${joinClauses(event.issues)}`);
    case 'looked-up': {
      if (event.withheld === true) return { tone: 'look', text: `${label(event.seat)} looks something up` };
      const found = event.refused === true ? 'without success' : event.seen.join(', ');
      const text = `${label(event.seat)} ${LOOKS[event.tool] ?? 'looks up'} ${found}`.trimEnd();
      return { tone: 'look', text, ...(event.used === undefined ? {} : { caution: `used ${event.used}` }) };
    }
    case 'details-revealed':
      return warning(`${event.seat === undefined ? '' : `${label(event.seat)}, `}event ${event.seq}: ${event.message}`);
    case 'retrying':
      return warning(
        `${label(event.seat)}: ${event.failure.message} Trying again ${event.waitMs === 0 ? 'at once' : `in ${formatDuration(event.waitMs)}`} (try ${event.attempt + 1}).`,
      );
    case 'seat-failed':
      return { tone: 'failure', text: `${label(event.seat)}: ${event.failure.message}` };
    case 'seat-left':
      return warning(`The debate continues without ${label(event.seat)}: ${event.reason}`);
    case 'seat-replaced':
      return warning(`${label(event.seat)} is taken over by ${event.to}: ${event.reason}`);
    case 'waiting-for-store':
      return warning(`${event.message} The run waits for it and tries again in ${formatDuration(event.waitMs)}.`);
    case 'waiting-for-person':
      return {
        tone: 'question',
        text: `${event.label}: waiting for a person.${event.blind === true ? ` ${BLIND_NOTICE}` : ''}`,
      };
    case 'phase-ended':
      return { tone: 'milestone', text: event.message };
    case 'note':
      return warning(event.message);
    case 'limit-reached':
      return warning(describeLimit(event));
    default:
      return undefined;
  }
}

interface Unheard {
  /** A line for above the words. */
  readonly why: string;
  readonly words: string;
}

const BEGINNING = 70;

/** Enough to tell which of the words, heard already, got the number. */
const begin = (line: string) => shorten(line, BEGINNING);

/** What listeners who heard a turn word by word still miss when it is recorded; `undefined` when they have heard all of it. */
export function findUnstreamed(
  { text, said = text }: Extract<LiveEvent, { type: 'turn-recorded' }>,
  streamed: string,
): Unheard | undefined {
  if (streamed.trim() !== said.trim()) return { why: 'The final answer differs from what was streamed:', words: text };
  if (said.trim() === text.trim()) return undefined;
  const lines = new Set(said.split('\n'));
  const added = text.split('\n').flatMap((line) => (lines.has(line) ? [] : begin(line)));
  return { why: 'Recorded with numbers:', words: added.join('\n') };
}
