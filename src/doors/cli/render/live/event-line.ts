// What the live view and the log say of events: of a run at its beginning, and of most others in one line.
import { collapseSpace } from '../../../../domain/evidence/quote-in-text.ts';
import type { LiveEvent, LiveEventOf } from '../../../../domain/live-events.ts';
import { cutLine } from '../../../../domain/words/cut-line.ts';
import { describeLimits } from '../../../../domain/words/describe-limit.ts';
import { formatCallRange } from '../../../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../../../domain/words/label-seats.ts';
import { describeEvent, type EventWords } from '../../../../runner/live/describe-event.ts';
import type { Colours } from '../../terminal/io.ts';
import type { SeatColours } from '../layout/seat-colours.ts';

/** A longer one would push what is said out of sight; `show` has it whole. */
const LONGEST_TOPIC = 400;

type RunStarted = LiveEventOf<'run-started'>;

/** "8 to 11 calls planned", "3 calls remain", "at most 100,000 tokens, $2 of reported cost" */
export function planParts({ calls, resumed, limits }: RunStarted): string[] {
  const remain = calls?.atMost === 1 ? 'remains' : 'remain';
  const planned = calls === undefined ? [] : [`${formatCallRange(calls)} ${resumed ? remain : 'planned'}`];
  return [...planned, ...(limits === undefined ? [] : describeLimits(limits))];
}

/** What stands above a run: topic, seats, how many calls it takes, and its limits. */
export function runHeader(event: RunStarted, colours: Colours, seatColours: SeatColours): string {
  const what = event.followUp === true ? ['follow-up'] : event.resumed ? ['resumed'] : [];
  const about = [event.threadId, ...what, ...planParts(event)].join(' · ');
  const seats = event.seats
    .map(({ seat, label, agent }) => `${colours.bold(seatColours.of(seat)(label))} ${agent}`)
    .join(colours.dim(' · '));
  const isRehearsal = event.seats.some(({ agent }) => /(^|, )rehearsal$/.test(agent));
  return [
    colours.bold(cutLine(collapseSpace(event.topic), LONGEST_TOPIC)),
    colours.dim(about),
    seats,
    ...(isRehearsal ? [colours.yellow('Rehearsal: no model is called; the texts are built in.')] : []),
  ].join('\n');
}

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
