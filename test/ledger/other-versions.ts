// Ledgers as other versions would write them: a good one with something newer in it, chained again.
import type { LedgerEvent } from '../../src/domain/events.ts';
import { eventHash } from '../../src/ledger/chain/chain.ts';
import type { Engine } from '../../src/ledger/engine/engine.ts';
import { canonicalJson } from '../../src/support/canonical.ts';
import { openRequest, person } from '../support/hall.ts';

/** An event that no type of this version has to fit. */
export type LooseEvent = Omit<LedgerEvent, 'v' | 'type' | 'data'> & {
  readonly v: number;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: of any version
  readonly data: any;
};

/** Opened, a turn, an interjection that is redacted, a turn, and a close. */
export async function writeGood(engine: Engine, threadId: string): Promise<void> {
  const by = { agent: person, author: 'Ada' };
  await engine.open(openRequest(threadId));
  await engine.dispatch(threadId, { type: 'record', seat: 'wind', content: 'Why not?', by });
  await engine.dispatch(threadId, { type: 'interjection-added', data: { author: 'Ben', content: 'my key is 1234' } });
  await engine.dispatch(threadId, { type: 'redact', target: 2, reason: 'a key', by: 'Ada' });
  await engine.dispatch(threadId, { type: 'record', seat: 'wall', content: 'no', by });
  await engine.dispatch(threadId, { type: 'close', synthesis: '1. yes', by: 'Ada' });
}

export const readEvents = (text: string): LooseEvent[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LooseEvent);

/** The same events in their order, with hashes that fit. */
export function chainAgain(events: readonly LooseEvent[]): string {
  let prev: string | null = null;
  const lines = events.map((event, seq) => {
    const placed: LooseEvent = { ...event, seq, prev };
    prev = eventHash(placed as LedgerEvent);
    return `${canonicalJson({ ...placed, hash: prev })}\n`;
  });
  return lines.join('');
}

type Change = (events: readonly LooseEvent[]) => LooseEvent[];

const inOpening =
  (members: object): Change =>
  ([first, ...rest]) => [{ ...(first as LooseEvent), data: { ...first?.data, ...members } }, ...rest];

const inEvent =
  (seq: number, change: (event: LooseEvent) => Partial<LooseEvent>): Change =>
  (events) =>
    events.map((event) => (event.seq === seq ? { ...event, ...change(event) } : event));

const withOptions =
  (options: object): Change =>
  (events) =>
    inOpening({ options: { ...events[0]?.data.options, ...options } })(events);

const sung = (event: LooseEvent) => ({
  type: 'debate-sung',
  data: { tune: event.data.content ?? { sha256: 'a'.repeat(64) }, verses: [{ lines: 3 }] },
});

/** What is newer, and what is said of it. */
export const CHANGES: readonly (readonly [string, Change, RegExp])[] = [
  ['newer rules for the outcome', inOpening({ rulesVersion: 99 }), /newer rules for its outcome/],
  ['newer rules of its format', inOpening({ formatVersion: 99 }), /newer rules of the format wind-wall-door/],
  ['a format that is not here', inOpening({ format: 'lightning' }), /with the format "lightning", which is not here/],
  ['an option that is not known', withOptions({ encore: true }), /options that are not known here: .*encore/],
  [
    'a value of an option that is not known',
    withOptions({ order: 'by-lot' }),
    /options that are not known here: order/,
  ],
  ['a field of the opening', inOpening({ mood: 'fair' }), /Event 0 has unknown fields at \/data\./],
  ['a field of a turn', inEvent(1, ({ data }) => ({ data: { ...data, mood: 'fair' } })), /Event 1 has unknown fields/],
  [
    'a field within a field',
    inEvent(4, ({ data }) => ({ data: { ...data, by: { ...data.by, mood: 'fair' } } })),
    /Event 4 has unknown fields at \/data\/by\./,
  ],
  [
    'a field of a redaction',
    inEvent(3, ({ data }) => ({ data: { ...data, ticket: 7 } })),
    /Event 3 has unknown fields/,
  ],
  ['another word in a field', inEvent(5, ({ data }) => ({ data: { ...data, outcome: 'sung' } })), /Event 5 .*outcome/],
  ['a type of event in the middle', inEvent(1, sung), /Event 1 has an unknown type\./],
  [
    'a type of event at the end',
    (events) => [...events, { ...(events[5] as LooseEvent), ...sung(events[1] as LooseEvent) }],
    /Event 6 has an unknown type\./,
  ],
  ['the next version of all events', (events) => events.map((event) => ({ ...event, v: 2 })), /Event 0 .*\/v\./],
  ['the next version of one event', inEvent(5, () => ({ v: 2 })), /Event 5 .*\/v\./],
];
