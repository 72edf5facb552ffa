// What the live view and the log say of an event in one line.

import { describeLimit } from '../../../domain/words/describe-limit.ts';
import { formatDuration } from '../../../domain/words/format-figures.ts';
import type { LiveEvent } from '../../../runner/live/live-events.ts';
import type { Colours } from '../../terminal/io.ts';
import { onOneLine } from '../layout/speech.ts';

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

/** `undefined` for what only one of them shows. */
export function eventLine(event: LiveEvent, colours: Colours): string | undefined {
  switch (event.type) {
    case 'answer-rejected':
      return colours.yellow(`! ${event.seat}: the answer cannot be used: ${onOneLine(event.issues.join(' '))}`);
    case 'looked-up': {
      if (event.withheld === true) return colours.dim(`· ${event.seat} looks something up`);
      const found = event.refused === true ? 'in vain' : onOneLine(event.seen.join(', '));
      const line = colours.dim(`· ${event.seat} ${LOOKS[event.tool] ?? 'looks up'} ${found}`.trimEnd());
      return event.used === undefined ? line : `${line} ${colours.yellow(`(used ${event.used})`)}`;
    }
    case 'details-revealed':
      return colours.yellow(
        `! ${event.seat === undefined ? '' : `${event.seat}, `}event ${event.seq}: ${onOneLine(event.message)}`,
      );
    case 'retrying':
      return colours.yellow(
        `! ${event.seat}: ${onOneLine(event.failure.message)} Trying again ${event.waitMs === 0 ? 'at once' : `in ${formatDuration(event.waitMs)}`} (try ${event.attempt + 1}).`,
      );
    case 'seat-failed':
      return colours.red(`✗ ${event.seat}: ${onOneLine(event.failure.message)}`);
    case 'seat-left':
      return colours.yellow(`! The debate continues without ${event.seat}: ${onOneLine(event.reason)}`);
    case 'seat-replaced':
      return colours.yellow(`! ${event.seat} is taken over by ${event.to}: ${onOneLine(event.reason)}`);
    case 'waiting-for-person':
      return colours.cyan(`? ${event.label}: waiting for a person.`);
    case 'phase-ended':
      return `${colours.bold(`» ${onOneLine(event.message)}`)}\n`;
    case 'note':
      return colours.yellow(`! ${onOneLine(event.message)}`);
    case 'limit-reached':
      return colours.yellow(`! ${describeLimit(event)}`);
    default:
      return undefined;
  }
}
