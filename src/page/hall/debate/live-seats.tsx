// Seats side by side as they think, look things up and speak.
import type { ComponentChild } from 'preact';
import type { DebateRecord } from '../../../domain/record.ts';
import { formatDuration } from '../../../domain/words/format-figures.ts';
import { SeatMark, seatClass } from '../../report/seat-mark.tsx';
import { safe } from '../../report/words.ts';
import { clock } from '../clock.ts';
import type { LiveDebate, SeatActivity, SeatDoing } from './live-state.ts';

const DOING: Readonly<Record<SeatDoing, string>> = {
  thinking: 'thinking',
  speaking: 'speaking',
  answered: 'has answered',
  waiting: 'waiting for a person',
  failed: 'failed',
  left: 'left',
};

const BRIEF_LENGTH = 160;
/** From the beginning of a word on. */
function takeEnd(text: string): string {
  if (text.length <= BRIEF_LENGTH) return text;
  return `… ${text.slice(-BRIEF_LENGTH).replace(/^\S*\s+/, '')}`;
}

const WHOLE_SECONDS = 1_000;

/** "thinking, 12 s" */
function Doing({ doing, since }: SeatActivity) {
  const isUnderWay = doing === 'thinking' || doing === 'speaking' || doing === 'waiting';
  if (!isUnderWay || since === undefined) return <span class="doing">{DOING[doing]}</span>;
  const ms = Math.max(0, clock.value - Date.parse(since));
  const seconds = Math.round(ms / WHOLE_SECONDS);
  return (
    <span class="doing">
      {DOING[doing]}, {seconds < 60 ? `${seconds} s` : formatDuration(ms)}
    </span>
  );
}

interface WordsProps extends Required<Pick<LiveSeatsProps, 'isBrief' | 'show'>> {
  readonly activity: SeatActivity;
}

function Words({ activity, isBrief, show }: WordsProps) {
  const { text, isBlind, label } = activity;
  if (isBlind) {
    if (isBrief) return null;
    return <p class="blind">Blind: nobody sees what it says before all have answered.</p>;
  }
  if (text === '') return null;
  if (isBrief) {
    return (
      <p class="brief" dir="auto">
        {safe(takeEnd(text))}
      </p>
    );
  }
  return (
    <div class="speech" tabIndex={0} role="group" aria-label={`${safe(label)}, so far`}>
      {show(text)}
    </div>
  );
}

interface LiveSeatsProps {
  readonly live: LiveDebate;
  /** For the colours and letters of seats; without it there are none. */
  readonly record?: DebateRecord;
  /** A line of each. */
  readonly isBrief?: boolean;
  /** How a speech is drawn; the list of debates brings nothing for it. */
  readonly show?: (text: string) => ComponentChild;
}

export function LiveSeats({ live, record, isBrief = false, show = safe }: LiveSeatsProps) {
  return (
    <ul class={isBrief ? 'live-seats in-brief' : 'live-seats'}>
      {[...live.seats.values()].map((activity) => {
        const { seat, label, doing, looks, trouble } = activity;
        return (
          <li key={seat} class={`live-seat ${doing} ${record === undefined ? '' : seatClass(record, seat)}`}>
            <p class="who">
              {record !== undefined && <SeatMark record={record} seat={seat} />}
              <strong dir="auto">{safe(label)}</strong> <Doing {...activity} />
              {isBrief && activity.isBlind && <span class="doing">blind</span>}
            </p>
            {looks.length > 0 && !isBrief && (
              <ul class="looks">
                {looks.map((look, index) => (
                  <li key={`${index} ${look}`} dir="auto">
                    {safe(look)}
                  </li>
                ))}
              </ul>
            )}
            {trouble !== undefined && (
              <p class="trouble" dir="auto">
                {safe(trouble)}
              </p>
            )}
            <Words activity={activity} isBrief={isBrief} show={show} />
          </li>
        );
      })}
    </ul>
  );
}
