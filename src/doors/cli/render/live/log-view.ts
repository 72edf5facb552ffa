// A run as a log, one line for each step with the time since the start; for files, pipes and CI.
import { formatDuration, summarizeCall } from '../../../../domain/words/format-figures.ts';
import type { LiveEvent } from '../../../../runner/live/live-events.ts';
import { systemClock } from '../../../../support/clock.ts';
import type { Colours } from '../../terminal/io.ts';
import { onOneLine } from '../layout/speech.ts';
import { eventLine } from './event-line.ts';
import { planParts } from './run-header.ts';
import type { View } from './view.ts';

const plain = (text: string | number) => String(text);
const NO_COLOURS = new Proxy({} as Colours, { get: () => plain });

function linesOf(event: LiveEvent): string[] {
  switch (event.type) {
    case 'run-started': {
      const planned = planParts(event).join('; ');
      return [
        `debate ${event.threadId}${event.followUp === true ? ', follow-up' : event.resumed ? ', resumed' : ''}: ${event.topic}`,
        ...event.seats.map(({ label, agent }) => `${label} is ${agent}`),
        ...(planned === '' ? [] : [planned]),
      ];
    }
    case 'seat-started':
      return [`${event.label}${event.round === undefined ? '' : `, round ${event.round}`}`];
    case 'turn-recorded':
      return [`${event.title}: recorded as event ${event.seq} (${summarizeCall(event.durationMs, event.usage)})`];
    case 'turn-revealed':
      return [`${event.title} is now visible`];
    case 'turn-taken':
      return [
        event.copied === undefined
          ? `${event.title}: taken by ${event.by}, recorded as event ${event.seq}`
          : `${event.title}: copied from event ${event.copied} of the parent as event ${event.seq}`,
      ];
    case 'interjection':
      return [`${event.title}: ${event.text}`];
    case 'run-ended':
      return [`the run ended: ${event.outcome ?? event.reason}`];
    default: {
      const line = eventLine(event, NO_COLOURS);
      return line === undefined ? [] : [line];
    }
  }
}

export function logView(stream: NodeJS.WriteStream, colours: Colours): View {
  const startedAt = systemClock.elapsed();
  return {
    listen: (event) => {
      for (const line of linesOf(event)) {
        const time = colours.dim(`[${formatDuration(systemClock.elapsed() - startedAt)}]`);
        stream.write(`${time} ${onOneLine(line)}\n`);
      }
    },
    rest: () => {},
    close: () => {},
  };
}
