// What the live view and the log say of an event in one line.
import { collapseSpace } from '../../../../domain/evidence/quote-in-text.ts';
import type { LiveEvent } from '../../../../domain/live-events.ts';
import type { LabelSeat } from '../../../../domain/words/label-seats.ts';
import { describeEvent, type EventWords } from '../../../../runner/live/describe-event.ts';
import type { Colours } from '../../terminal/io.ts';

const MARKS: Readonly<Record<EventWords['tone'], string>> = {
  look: '·',
  warning: '!',
  failure: '✗',
  question: '?',
  milestone: '»',
};

/** `undefined` for what only one of them shows. */
export function eventLine(event: LiveEvent, label: LabelSeat, colours: Colours): string | undefined {
  const words = describeEvent(event, label);
  if (words === undefined) return undefined;
  const { caution } = words;
  const line = `${MARKS[words.tone]} ${collapseSpace(words.text)}`;
  switch (words.tone) {
    case 'look':
      return caution === undefined ? colours.dim(line) : `${colours.dim(line)} ${colours.yellow(`(${caution})`)}`;
    case 'warning':
      return colours.yellow(line);
    case 'failure':
      return colours.red(line);
    case 'question':
      return colours.cyan(line);
    case 'milestone':
      return `${colours.bold(line)}\n`;
  }
}
