// A run at a terminal: streams what the first speaking seat says, and keeps one status line below it.
import { addUsage } from '../../../../domain/calls.ts';
import type { Usage } from '../../../../domain/event-parts.ts';
import { collapseSpace } from '../../../../domain/evidence/quote-in-text.ts';
import type { LiveEvent, LiveEventOf, LiveListener } from '../../../../domain/live-events.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { summarizeCall } from '../../../../domain/words/format-figures.ts';
import { labelSeats } from '../../../../domain/words/label-seats.ts';
import { findUnstreamed } from '../../../../runner/live/describe-event.ts';
import { systemClock } from '../../../../support/clock.ts';
import { SeatColours } from '../layout/seat-colours.ts';
import { createSpeechStream, renderSpeech, type SpeechPage, type SpeechStream } from '../layout/speech.ts';
import { wrapMessage } from '../layout/word-wrap.ts';
import { eventLine, runHeader } from './event-line.ts';
import { StatusLine, type StatusProgress, statusText } from './status-line.ts';
import type { View } from './view.ts';

/** What is shown of words, whoever said them. */
interface Told {
  readonly seat?: string;
  readonly text: string;
  readonly withheld?: true;
  readonly warnings: readonly string[];
}

interface Speaker {
  readonly event: LiveEventOf<'seat-started'>;
  readonly since: number;
  streamed: string;
}

const WITHHELD = '   Withheld until the phase ends.';

const formatRound = ({ round }: LiveEventOf<'seat-started'>) => (round === undefined ? '' : `, round ${round}`);

export class TerminalView implements View {
  readonly #stream: NodeJS.WriteStream;
  readonly #page: SpeechPage;
  readonly #status: StatusLine | undefined;
  readonly #speaking = new Map<string, Speaker>();
  #seatColours: SeatColours;
  #label = labelSeats([]);
  #usage: Usage = {};
  #done = 0;
  #planned: StatusProgress['planned'];
  #streaming: { readonly step: string; readonly stream: SpeechStream } | undefined;
  /** Something else was written since the streaming seat said something. */
  #isInterrupted = false;

  constructor(stream: NodeJS.WriteStream, page: SpeechPage) {
    this.#stream = stream;
    this.#page = page;
    this.#seatColours = new SeatColours(page.colours);
    // Without escape sequences, and in CI, a line cannot be rewritten.
    if (page.colours.isColorSupported && !('CI' in process.env)) this.#status = new StatusLine(stream);
  }

  readonly listen: LiveListener = (event) => {
    switch (event.type) {
      case 'run-started':
        this.#begin(event);
        break;
      case 'seat-started':
        this.#speaking.set(event.step, { event, since: systemClock.elapsed(), streamed: '' });
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
        if (event.copied === undefined) this.#done += 1;
        this.#tell(
          event,
          `${event.title}, ${event.copied === undefined ? `taken by ${collapseSpace(event.by)}` : 'copied'}`,
        );
        break;
      case 'interjection':
        this.#tell({ ...event, warnings: [] }, collapseSpace(event.title));
        break;
      default: {
        const line = eventLine(event, this.#label, this.#page.colours);
        if (line !== undefined) this.#interrupt(line, event);
        if (event.type === 'run-ended') this.close();
      }
    }
  };

  follow({ seats, entries, usage }: DebateRecord): void {
    this.#label = labelSeats(seats);
    this.#seatColours = new SeatColours(this.#page.colours, seats);
    this.#done = entries.filter(({ kind }) => kind === 'turn').length;
    this.#usage = usage;
  }

  remark(text: string): void {
    this.#pause();
    this.#print(this.#page.colours.dim(this.#fit(text)));
  }

  rest(): void {
    this.#status?.hide();
    this.#pause();
  }

  close(): void {
    this.#status?.hide();
    this.#endStreaming();
    this.#speaking.clear();
  }

  #begin(event: LiveEventOf<'run-started'>): void {
    const { colours } = this.#page;
    this.#label = labelSeats(event.seats);
    this.#seatColours = new SeatColours(colours, event.seats);
    this.#planned = event.calls;
    this.#print(`\n${this.#fit(runHeader(event, colours, this.#seatColours))}\n`);
  }

  /** A line of the program's own. */
  #fit(text: string): string {
    return wrapMessage(text, this.#page.columns, '  ');
  }

  #print(text: string): void {
    this.#stream.write(`${text}\n`);
  }

  /** The name of whoever speaks, above the words. */
  #title(seat: string | undefined, title: string): void {
    const name = this.#page.colours.bold(this.#seatColours.of(seat)(`── ${title}`));
    this.#print(`${this.#fit(name)}\n`);
  }

  #wait(): void {
    if (this.#speaking.size === 0) this.#status?.hide();
    else this.#status?.show((columns) => this.#statusText(columns));
  }

  #statusText(columns: number): string {
    const now = systemClock.elapsed();
    const waiting = [...this.#speaking.values()].map(({ event: { label, round, rounds }, since }) => ({
      ...{ label, round, rounds },
      ms: now - since,
    }));
    const { inputTokens = 0, outputTokens = 0, costMicroUsd = 0 } = this.#usage;
    const progress = { done: this.#done, planned: this.#planned, tokens: inputTokens + outputTokens, costMicroUsd };
    return statusText(waiting, progress, columns);
  }

  /** Only one seat is streamed at a time; what another one says meanwhile is shown when its turn to be shown comes. */
  #say({ step, seat, text }: LiveEventOf<'text-delta'>): void {
    const speaker = this.#speaking.get(step);
    if (speaker === undefined) return;
    speaker.streamed += text;
    const title = `${speaker.event.label}${formatRound(speaker.event)}`;
    if (this.#streaming === undefined) {
      this.#streaming = { step, stream: createSpeechStream(this.#page, this.#seatColours.of(seat)) };
      this.#isInterrupted = false;
      this.#title(seat, title);
      this.#put(this.#streaming.stream.write(speaker.streamed));
    } else if (this.#streaming.step === step) {
      const shown = this.#streaming.stream.write(text);
      if (shown !== '' && this.#isInterrupted) this.#title(seat, `${title}, continued`);
      if (shown !== '') this.#isInterrupted = false;
      this.#put(shown);
    }
  }

  #put(text: string): void {
    if (text !== '') this.#stream.write(text);
  }

  /** Makes room for something else among the words that are streamed. */
  #pause(): void {
    if (this.#streaming === undefined || this.#isInterrupted) return;
    this.#put(`${this.#streaming.stream.pause()}\n`);
    this.#isInterrupted = true;
  }

  #endStreaming(): void {
    if (this.#streaming !== undefined) this.#put(this.#streaming.stream.flush());
    this.#streaming = undefined;
  }

  #recorded(event: LiveEventOf<'turn-recorded'>): void {
    const { step, seat, title, text, withheld, durationMs, usage, warnings } = event;
    const { colours } = this.#page;
    const streamed = this.#speaking.get(step)?.streamed ?? '';
    this.#speaking.delete(step);
    this.#done += 1;
    this.#usage = addUsage(this.#usage, usage);
    const isStreamed = this.#streaming?.step === step;
    if (isStreamed) this.#endStreaming();
    else {
      this.#pause();
      this.#title(seat, title);
    }
    if (withheld === true) this.#print(colours.dim(WITHHELD));
    else if (!isStreamed) this.#print(renderSpeech(text, this.#page, this.#seatColours.of(seat)));
    else this.#complete(event, streamed);
    this.#print(colours.dim(`\n   ✓ ${summarizeCall(durationMs, usage)}`));
    this.#warn(warnings);
  }

  #complete(event: LiveEventOf<'turn-recorded'>, streamed: string): void {
    const rest = findUnstreamed(event, streamed);
    if (rest === undefined) return;
    this.#print(this.#page.colours.dim(`\n   ${rest.why}`));
    this.#print(renderSpeech(rest.words, this.#page, this.#seatColours.of(event.seat)));
  }

  /** Words that no agent of this run has just been asked for. */
  #tell({ seat, text, withheld, warnings }: Told, title: string): void {
    const { colours } = this.#page;
    this.#pause();
    this.#title(seat, title);
    this.#print(withheld === true ? colours.dim(WITHHELD) : renderSpeech(text, this.#page, this.#seatColours.of(seat)));
    this.#warn(warnings);
  }

  #warn(warnings: readonly string[]): void {
    for (const warning of warnings) this.#print(this.#fit(this.#page.colours.yellow(`   ! ${collapseSpace(warning)}`)));
    this.#print('');
    this.#wait();
  }

  #interrupt(line: string, event: LiveEvent): void {
    if ('usage' in event) this.#usage = addUsage(this.#usage, event.usage);
    if ('step' in event) {
      const speaker = this.#speaking.get(event.step);
      if (this.#streaming?.step === event.step) this.#endStreaming();
      if (event.type === 'retrying' && speaker !== undefined) speaker.streamed = '';
      else this.#speaking.delete(event.step);
    }
    this.#pause();
    this.#print(this.#fit(line));
    this.#wait();
  }
}
