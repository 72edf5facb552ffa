// What a run says, as updates of a session: each seat under its title, looks as tool calls, everything else in a line.
import type { PlanEntry, SessionUpdate, ToolKind } from '@agentclientprotocol/sdk';
import type { LiveEvent, LiveEventOf, LiveListener } from '../../domain/live-events.ts';
import { type LabelSeat, labelSeats } from '../../domain/words/label-seats.ts';
import { describeEvent, findUnstreamed } from '../../runner/live/describe-event.ts';
import { stripControl } from '../../support/control-characters.ts';

interface Part {
  title: string;
  /** Steps that are not answered yet. */
  readonly open: Set<string>;
  status: 'pending' | 'in_progress' | 'completed';
}

const roundTitle = (round: string, rounds: string | undefined) =>
  rounds === undefined ? `Round ${round}` : `Round ${round} of ${rounds}`;

/** The plan of a debate as a client shows it: its rounds, and the steps outside of them as they come. */
class DebatePlan {
  #parts: Part[] = [];
  /** Between two turns of a round, the round is still in progress. */
  #current: Part | undefined;

  follow(event: LiveEvent): void {
    if (event.type === 'seat-started') this.#begin(event);
    else if (event.type === 'turn-recorded' || event.type === 'seat-failed') this.#current?.open.delete(event.step);
    else if (event.type === 'run-ended' && event.reason === 'closed') this.#end();
  }

  get entries(): PlanEntry[] {
    return this.#parts.map(({ title, status }) => ({ content: title, priority: 'medium', status }));
  }

  #begin({ step, label, round, rounds }: Extract<LiveEvent, { type: 'seat-started' }>): void {
    const part = round === undefined ? this.#alongside(label) : this.#round(round, rounds);
    if (this.#current !== undefined && this.#current !== part) this.#current.status = 'completed';
    this.#current = part;
    part.status = 'in_progress';
    part.open.add(step);
  }

  #round(round: string, rounds: string | undefined): Part {
    for (let each = 1; each <= Number(rounds ?? 0); each += 1) this.#named(roundTitle(String(each), rounds));
    return this.#named(roundTitle(round, rounds));
  }

  /** Seats that are asked at the same time are one part: "Wind gives an opening, Wall gives an opening". */
  #alongside(label: string): Part {
    const current = this.#current;
    if (current === undefined || current.open.size === 0 || current.title.startsWith('Round '))
      return this.#named(label);
    current.title = `${current.title}, ${label}`;
    return current;
  }

  #named(title: string): Part {
    const known = this.#parts.find((part) => part.title === title);
    if (known !== undefined) return known;
    const part: Part = { title, open: new Set(), status: 'pending' };
    this.#parts.push(part);
    return part;
  }

  /** Rounds that were not needed are no part of it. */
  #end(): void {
    if (this.#current !== undefined) this.#current.status = 'completed';
    this.#parts = this.#parts.filter(({ status }) => status !== 'pending');
  }
}

export type Send = (update: SessionUpdate) => void;
export const WITHHELD = '_Withheld until the phase ends._';

/** A message of its own, so that it never runs into the one before. */
export function createMessage(text: string, from: 'agent' | 'user' = 'agent'): SessionUpdate {
  return {
    sessionUpdate: `${from}_message_chunk`,
    content: { type: 'text', text: `${stripControl(text).trim()}\n\n` },
  };
}

/** A line of the hall's own. */
export const createRemark = (text: string) => createMessage(`> ${text.replace(/\s+/g, ' ')}`);

export const addTitle = (title: string, text: string) => createMessage(`### ${title}\n\n${text}`);

const KINDS: Readonly<Record<string, ToolKind>> = { list_files: 'search', search_text: 'search', git_log: 'search' };

function lookUpdate(event: LiveEventOf<'looked-up'>, threadId: string, label: LabelSeat): SessionUpdate {
  return {
    sessionUpdate: 'tool_call',
    // A session has several debates.
    toolCallId: `look-${threadId}-${event.seq}`,
    title: stripControl(describeEvent(event, label)?.text ?? event.tool),
    kind: event.withheld === true ? 'other' : (KINDS[event.tool] ?? 'read'),
    status: event.refused === true ? 'failed' : 'completed',
  };
}

/** Structured answers are shown in their readable form, once they are recorded. */
const isData = (text: string) => /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"]|$)|```json)/.test(text);

export class Speech {
  readonly #send: Send;
  /** The author whose words the client shows already. */
  readonly #own: string;
  readonly #plan = new DebatePlan();
  #sentPlan = '[]';
  #threadId = '';
  #label = labelSeats([]);
  readonly #speaking = new Map<string, { readonly title: string; streamed: string }>();
  /** Only one seat is streamed at a time. */
  #streaming: string | undefined;
  /** Something else was said since the streaming seat said something. */
  #isInterrupted = false;

  constructor(send: Send, own: string) {
    this.#send = send;
    this.#own = own;
  }

  readonly listen: LiveListener = (event) => {
    this.#tell(event);
    this.#plan.follow(event);
    const { entries } = this.#plan;
    const plan = JSON.stringify(entries);
    if (plan !== this.#sentPlan) this.#send({ sessionUpdate: 'plan', entries });
    this.#sentPlan = plan;
  };

  /** A line of the hall's own, which breaks into no words of a seat. */
  remark(text: string): void {
    this.#say(createRemark(text));
  }

  #tell(event: LiveEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#threadId = event.threadId;
        this.#label = labelSeats(event.seats);
        break;
      case 'seat-started': {
        const round = event.round === undefined ? '' : `, round ${event.round}`;
        this.#speaking.set(event.step, { title: `${event.label}${round}`, streamed: '' });
        break;
      }
      case 'text-delta':
        this.#stream(event);
        break;
      case 'turn-recorded':
        this.#recorded(event);
        break;
      case 'turn-revealed':
      case 'turn-taken':
        this.#say(addTitle(event.title, 'withheld' in event ? WITHHELD : event.text));
        break;
      case 'interjection':
        if (event.author !== this.#own) this.#say(addTitle(event.title, event.text));
        break;
      case 'looked-up':
        this.#send(lookUpdate(event, this.#threadId, this.#label));
        break;
      default:
        this.#mention(event);
    }
  }

  #stream({ step, text }: LiveEventOf<'text-delta'>): void {
    const speaker = this.#speaking.get(step);
    if (speaker === undefined) return;
    speaker.streamed += text;
    if (this.#streaming === undefined && !isData(speaker.streamed)) {
      this.#streaming = step;
      this.#isInterrupted = false;
      this.#piece(`### ${speaker.title}\n\n${speaker.streamed}`);
    } else if (this.#streaming === step) {
      const again = this.#isInterrupted ? `### ${speaker.title}, continued\n\n` : '';
      this.#isInterrupted = false;
      this.#piece(`${again}${text}`);
    }
  }

  #recorded(event: LiveEventOf<'turn-recorded'>): void {
    const { step, title, text, withheld, warnings } = event;
    const streamed = this.#speaking.get(step)?.streamed ?? '';
    this.#speaking.delete(step);
    const wasStreamed = this.#streaming === step;
    if (wasStreamed) this.#endStream();
    const rest = wasStreamed ? findUnstreamed(event, streamed) : undefined;
    if (!wasStreamed) this.#say(addTitle(title, withheld === true ? WITHHELD : text));
    else if (rest !== undefined) this.#say(createMessage(`_${rest.why}_\n\n${rest.words}`));
    for (const warning of warnings) this.remark(warning);
  }

  #mention(event: LiveEvent): void {
    if ('step' in event) {
      const speaker = this.#speaking.get(event.step);
      if (this.#streaming === event.step) this.#endStream();
      if (event.type === 'retrying' && speaker !== undefined) speaker.streamed = '';
      else this.#speaking.delete(event.step);
    }
    const words = describeEvent(event, this.#label);
    if (words !== undefined) this.remark(words.text);
  }

  #piece(text: string): void {
    this.#send({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: stripControl(text) } });
  }

  #endStream(): void {
    if (!this.#isInterrupted) this.#piece('\n\n');
    this.#streaming = undefined;
  }

  #say(update: SessionUpdate): void {
    if (this.#streaming !== undefined && !this.#isInterrupted) {
      this.#piece('\n\n');
      this.#isInterrupted = true;
    }
    this.#send(update);
  }
}
