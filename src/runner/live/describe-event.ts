// What every live view says of an event in one sentence.

import type { LiveEvent } from '../../domain/live-events.ts';
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
