// Shows a run as it goes on, on standard error: streamed on a terminal, one line a step in a log.

import yoctoSpinner from 'yocto-spinner';
import { describeLimit } from '../../domain/words/describe-limit.ts';
import { formatCallRange, formatDuration, summarizeCall } from '../../domain/words/format-figures.ts';
import type { LiveEvent, LiveListener } from '../../runner/live/live-events.ts';
import { systemClock } from '../../support/clock.ts';
import type { Colours } from '../terminal/io.ts';
import { createPage, createSpeechWrap, onOneLine, type Page, renderSpeech } from './speech.ts';
import { getColumns, type WordWrap, wrapText } from './word-wrap.ts';

export interface ViewOptions {
  readonly stream: NodeJS.WriteStream;
  readonly colours: Colours;
}

export interface View {
  readonly listen: LiveListener;
  /** Takes the status line away until the next event, so that somebody else can write. */
  rest(): void;
  /** Takes the status line away. */
  close(): void;
}

/** What is shown of words, whoever said them. */
interface Told {
  readonly seat?: string;
  readonly text: string;
  readonly withheld?: true;
  readonly warnings: readonly string[];
}

const WITHHELD = '   Withheld until the phase ends.';

type EventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

const AGENT_COLOURS: Readonly<Record<string, 'blue' | 'magenta' | 'green' | 'yellow'>> = {
  wind: 'blue',
  wall: 'magenta',
  door: 'green',
  mediator: 'yellow',
};

function paint(colours: Colours, seat: string, text: string): string {
  return colours.bold(colours[AGENT_COLOURS[seat] ?? 'cyan'](text));
}

/** What both forms say in one line; `undefined` for what only one of them shows. */
function oneLine(event: LiveEvent, colours: Colours): string | undefined {
  switch (event.type) {
    case 'answer-rejected':
      return colours.yellow(`! ${event.seat}: the answer cannot be used: ${onOneLine(event.issues.join(' '))}`);
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
    case 'note':
      return colours.yellow(`! ${onOneLine(event.message)}`);
    case 'limit-reached':
      return colours.yellow(`! ${describeLimit(event)}`);
    default:
      return undefined;
  }
}

function heading(event: EventOf<'run-started'>, colours: Colours): string {
  const title = onOneLine(event.topic);
  const seats = event.seats
    .map(({ seat, label, agent }) => `${paint(colours, seat, label)} ${agent}`)
    .join(colours.dim(' · '));
  const rehearsal = event.seats.some(({ agent }) => /(^|, )rehearsal$/.test(agent))
    ? `\n${colours.yellow('Rehearsal: no model is asked; the texts come from checklists.')}`
    : '';
  const resumed = event.resumed ? colours.dim(' (resumed)') : '';
  const calls = event.calls === undefined ? '' : colours.dim(` · ${formatCallRange(event.calls)}`);
  return `${colours.bold(title)}\n${colours.dim(event.threadId)}${resumed}${calls}\n${seats}${rehearsal}`;
}

/** One line for each step, with the time since the start; for files, pipes and CI. */
export function logView({ stream, colours }: ViewOptions): View {
  const startedAt = systemClock.elapsed();
  const line = (text: string) => {
    const time = colours.dim(`[${formatDuration(systemClock.elapsed() - startedAt)}]`);
    stream.write(`${time} ${onOneLine(text)}\n`);
  };
  return {
    listen: (event) => {
      const shared = oneLine(event, NO_COLOURS);
      if (shared !== undefined) line(shared);
      else if (event.type === 'run-started') {
        line(`debate ${event.threadId}${event.resumed ? ', resumed' : ''}: ${event.topic}`);
        for (const { label, agent } of event.seats) line(`${label} is ${agent}`);
        if (event.calls !== undefined) line(`it takes ${formatCallRange(event.calls)}`);
      } else if (event.type === 'seat-started') line(`${event.label}${roundOf(event)}`);
      else if (event.type === 'turn-recorded') {
        line(`${event.title}: recorded as event ${event.seq} (${summarizeCall(event.durationMs, event.usage)})`);
      } else if (event.type === 'turn-revealed') line(`${event.title}: no longer withheld`);
      else if (event.type === 'turn-taken')
        line(`${event.title}: taken by ${event.by}, recorded as event ${event.seq}`);
      else if (event.type === 'interjection') line(`${event.title}: ${event.text}`);
      else if (event.type === 'run-ended') line(`the run ended: ${event.outcome ?? event.reason}`);
    },
    rest: () => {},
    close: () => {},
  };
}

const plain = (text: string | number) => String(text);
const NO_COLOURS = new Proxy({} as Colours, { get: () => plain });

function roundOf(event: EventOf<'seat-started'>): string {
  return event.round === undefined ? '' : `, round ${event.round}`;
}

/** Streams what the first speaking seat says and keeps a status line while nothing comes. */
export class TerminalView implements View {
  readonly #stream: NodeJS.WriteStream;
  readonly #colours: Colours;
  readonly #spinner;
  readonly #speaking = new Map<string, { seat: string; label: string; since: number; heard: string }>();
  #ticker: NodeJS.Timeout | undefined;
  #streaming: string | undefined;
  #wrap: WordWrap;

  constructor({ stream, colours }: ViewOptions) {
    this.#stream = stream;
    this.#colours = colours;
    this.#wrap = createSpeechWrap(this.#page());
    this.#spinner = yoctoSpinner({ stream, handleSignals: false });
  }

  readonly listen: LiveListener = (event) => {
    switch (event.type) {
      case 'run-started':
        this.#print(`\n${this.#fit(heading(event, this.#colours))}\n`);
        break;
      case 'seat-started':
        this.#speaking.set(event.step, {
          seat: event.seat,
          label: `${event.label}${roundOf(event)}`,
          since: systemClock.elapsed(),
          heard: '',
        });
        this.#wait();
        break;
      case 'text-delta':
        this.#say(event);
        break;
      case 'turn-recorded':
        this.#recorded(event);
        break;
      case 'turn-revealed':
        this.#tell(event, event.title);
        break;
      case 'turn-taken':
        this.#tell(event, `${event.title}, taken by ${onOneLine(event.by)}`);
        break;
      case 'interjection':
        this.#tell({ ...event, warnings: [] }, onOneLine(event.title));
        break;
      default: {
        const line = oneLine(event, this.#colours);
        if (line !== undefined) this.#interrupt(line, event);
        if (event.type === 'run-ended') this.close();
      }
    }
  };

  rest(): void {
    this.#quiet();
    this.#endStreaming();
  }

  close(): void {
    this.rest();
    this.#speaking.clear();
  }

  #page(): Page {
    return createPage(this.#stream, this.#colours);
  }

  /** A line of the program's own. */
  #fit(text: string): string {
    return wrapText(text, getColumns(this.#stream), { hang: '  ' });
  }

  #print(text: string): void {
    this.#quiet();
    this.#stream.write(`${text}\n`);
  }

  #quiet(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
    if (this.#spinner.isSpinning) this.#spinner.stop();
  }

  /** The status line: who is being waited for, and for how long. */
  #wait(): void {
    if (this.#streaming !== undefined || this.#speaking.size === 0) return;
    const status = () => {
      const waiting = [...this.#speaking.values()].map(
        ({ label, since }) => `${label} ${this.#colours.dim(`(${formatDuration(systemClock.elapsed() - since)})`)}`,
      );
      this.#spinner.text = waiting.join(' · ');
    };
    status();
    if (!this.#spinner.isSpinning) this.#spinner.start();
    this.#ticker ??= setInterval(status, 500);
    this.#ticker.unref();
  }

  /** Only one seat is streamed at a time; what another one says meanwhile is shown when its turn to be shown comes. */
  #say(event: EventOf<'text-delta'>): void {
    const speaker = this.#speaking.get(event.step);
    if (speaker === undefined) return;
    const text = event.text;
    speaker.heard += text;
    if (this.#streaming === event.step) this.#stream.write(this.#wrap.write(text));
    if (this.#streaming !== undefined) return;
    this.#streaming = event.step;
    this.#wrap = createSpeechWrap(this.#page());
    this.#print(`${paint(this.#colours, event.seat, `── ${speaker.label}`)}\n`);
    this.#stream.write(this.#wrap.write(speaker.heard));
  }

  #endStreaming(): void {
    if (this.#streaming !== undefined) this.#stream.write(`${this.#wrap.flush()}\n`);
    this.#streaming = undefined;
  }

  #recorded(event: EventOf<'turn-recorded'>): void {
    const heard = this.#speaking.get(event.step)?.heard ?? '';
    this.#speaking.delete(event.step);
    const text = event.text;
    const streamed = this.#streaming === event.step;
    if (streamed) this.#endStreaming();
    else this.#print(`${paint(this.#colours, event.seat, `── ${event.title}`)}\n`);
    if (event.withheld === true) this.#print(this.#colours.dim(WITHHELD));
    else if (!streamed || heard.trim() !== text.trim()) {
      if (streamed) this.#print(this.#colours.yellow('! What was streamed is not what was answered in the end:'));
      this.#print(renderSpeech(text, this.#page()));
    }
    this.#print(this.#colours.dim(`\n   ✓ ${summarizeCall(event.durationMs, event.usage)}`));
    this.#warn(event.warnings);
  }

  /** Words that no agent of this run has just been asked for. */
  #tell({ seat, text, withheld, warnings }: Told, title: string): void {
    this.#endStreaming();
    this.#print(`${paint(this.#colours, seat ?? '', this.#fit(`── ${title}`))}\n`);
    this.#print(withheld === true ? this.#colours.dim(WITHHELD) : renderSpeech(text, this.#page()));
    this.#warn(warnings);
  }

  #warn(warnings: readonly string[]): void {
    for (const warning of warnings) this.#print(this.#fit(this.#colours.yellow(`   ! ${onOneLine(warning)}`)));
    this.#print('');
    this.#wait();
  }

  #interrupt(line: string, event: LiveEvent): void {
    if ('step' in event) {
      const speaker = this.#speaking.get(event.step);
      if (this.#streaming === event.step) this.#endStreaming();
      if (event.type === 'retrying' && speaker !== undefined) speaker.heard = '';
      else this.#speaking.delete(event.step);
    }
    this.#print(this.#fit(line));
    this.#wait();
  }
}
