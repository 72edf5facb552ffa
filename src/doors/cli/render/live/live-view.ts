// The view of a run on standard error: streamed on a terminal, one line a step in a log.
import { defined } from '../../../../domain/defined.ts';
import { collapseSpace } from '../../../../domain/evidence/quote-in-text.ts';
import type { LiveEvent } from '../../../../domain/live-events.ts';
import { formatDuration, summarizeCall } from '../../../../domain/words/format-figures.ts';
import { type LabelSeat, labelSeats } from '../../../../domain/words/label-seats.ts';
import { systemClock } from '../../../../support/clock.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type Colours, coloursFor, withoutCommands } from '../../terminal/io.ts';
import { eventLine, planParts } from './event-line.ts';
import { NO_VIEW, type View } from './view.ts';

const plain = (text: string | number) => String(text);
const NO_COLOURS = new Proxy({} as Colours, { get: () => plain });

function writeLogLines(event: LiveEvent, label: LabelSeat): string[] {
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
    // A log has no words of seats, and what ends a blind phase has a line of its own below.
    case 'turn-revealed':
      return [];
    case 'turn-taken':
      return [
        event.copied === undefined
          ? `${event.title}: taken by ${event.by}, recorded as event ${event.seq}`
          : `${event.title}: copied from event ${event.copied} of the parent as event ${event.seq}`,
      ];
    case 'interjection':
      return [`${event.title}: ${event.text}`];
    case 'run-ended':
      return [
        event.followUp === true
          ? `the follow-up ${event.reason === 'closed' ? 'is over' : `stopped: ${event.reason}`}`
          : `the run ended: ${event.outcome ?? event.reason}`,
      ];
    default: {
      const line = eventLine(event, label, NO_COLOURS);
      return line === undefined ? [] : [line];
    }
  }
}

/** A run as a log, one line for each step with the time since the start; for files, pipes and CI. */
function logView(stream: NodeJS.WriteStream, colours: Colours): View {
  const startedAt = systemClock.elapsed();
  let label = labelSeats([]);
  return {
    ...NO_VIEW,
    follow: ({ seats }) => {
      label = labelSeats(seats);
    },
    listen: (event) => {
      if (event.type === 'run-started') label = labelSeats(event.seats);
      for (const line of writeLogLines(event, label)) {
        const time = colours.dim(`[${formatDuration(systemClock.elapsed() - startedAt)}]`);
        stream.write(`${time} ${withoutCommands(collapseSpace(line))}\n`);
      }
    },
  };
}

async function fullView(stream: NodeJS.WriteStream): Promise<View> {
  const [{ TerminalView }, { createPage }] = await Promise.all([
    import('./terminal-view.ts'),
    import('../layout/speech.ts'),
  ]);
  return new TerminalView(stream, await createPage(stream, coloursFor(stream)));
}

/** Streamed on a terminal, a log elsewhere, nothing when quiet. Whatever it gets is fit for a terminal. */
export async function viewFor({ quiet, log }: { readonly quiet?: boolean; readonly log?: boolean }): Promise<View> {
  const stream = process.stderr;
  if (quiet === true) return NO_VIEW;
  const isStreamed = log !== true && stream.isTTY === true;
  const view = isStreamed ? await fullView(stream) : logView(stream, coloursFor(stream));
  return {
    listen: (event: LiveEvent) => view.listen(toPrintable(event)),
    ...defined({ follow: view.follow?.bind(view), remark: view.remark?.bind(view) }),
    rest: () => view.rest(),
    close: () => view.close(),
  };
}
