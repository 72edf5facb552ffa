// Which words of an event are shown in and around a blind phase, of every type of event and whoever looks: held against a table of what is withheld.
import { describe, expect, it } from 'vitest';
import { startDebate } from '../../src/domain/debate.ts';
import type { EventType, LedgerEvent } from '../../src/domain/events.ts';
import { FAILURES, type FailureCode } from '../../src/domain/failures/failures.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import {
  getVisibility,
  getVisibleBrief,
  getVisibleLog,
  getVisiblePast,
  getVisibleResult,
  getVisibleTranscript,
} from '../../src/ledger/engine/record/visibility.ts';
import { applyEvent, type Snapshot } from '../../src/ledger/engine/snapshot.ts';

const sealed = (mark: string) => ({ salt: `salt-${mark}`, sha256: `digest-${mark}`, text: `text-${mark}` });
const agent = { agent: 'codex', kind: 'codex', model: 'model-asked' };
const by = {
  agent,
  sessionId: 'session-id',
  reportedModel: 'model-reported',
  author: 'author',
  promptSha256: 'digest-prompt',
};
const call = { seat: 'wall', agent, attempts: 1, act: 'turn' };
const crashed = { code: 'crashed', message: sealed('message') };
const anything = {
  seat: 'wall',
  by: 'somebody',
  content: sealed('content'),
  reason: sealed('reason'),
  message: sealed('message'),
};

/** What is in the data of an event of each type. */
const DATA: Readonly<Record<EventType, object>> = {
  'debate-opened': anything,
  'picture-given': anything,
  'turn-recorded': {
    ...{ seat: 'wall', act: 'turn', key: 'key', copied: { event: 'copied-event' }, by, content: sealed('content') },
    ...{ data: { answer: 'data-answer' }, warnings: [sealed('warning')], citations: sealed('citations') },
  },
  'look-recorded': {
    ...{ seat: 'wall', step: 'step', tool: 'tool-name', arguments: sealed('arguments'), refused: 'look-refused' },
    ...{
      seen: ['seen-place'],
      moreSeen: 'more-seen',
      sha256: 'digest-look',
      bytes: 'look-bytes',
      durationMs: 'look-time',
    },
    copied: { event: 'look-copied' },
  },
  'answer-rejected': {
    ...{ seat: 'wall', act: 'turn', copied: { event: 'copied-event' }, by },
    ...{ content: sealed('content'), issues: [sealed('issue'), sealed('second')] },
  },
  'seat-failed': { ...call, failure: crashed, partial: sealed('partial') },
  'seat-left': { seat: 'wall', reason: { ...sealed('reason'), text: 'left-for: text-message.' } },
  'seat-replaced': {
    seat: 'wall',
    from: agent,
    to: agent,
    reason: { ...sealed('reason'), text: 'left-for: text-message.' },
  },
  'note-recorded': { code: 'agent-note', seat: 'wall', message: sealed('message') },
  'seat-taken': anything,
  'interjection-added': anything,
  'run-started': anything,
  'run-paused': anything,
  'limit-reached': anything,
  'limits-raised': anything,
  'debate-extended': anything,
  'texts-redacted': anything,
  'debate-closed': anything,
  'debate-force-closed': anything,
  'outcome-recorded': anything,
  'follow-up-asked': anything,
  'follow-up-answered': anything,
  'follow-up-failed': anything,
  'thread-linked': anything,
  'comment-posted': anything,
  'comment-edited': anything,
  'adr-planned': anything,
  'adr-proposed': anything,
};

const words = (...marks: string[]) => marks.flatMap((mark) => [`salt-${mark}`, `text-${mark}`]);
const whole = (...marks: string[]) => [...words(...marks), ...marks.map((mark) => `digest-${mark}`)];
const NAMES = ['session-id', 'model-reported'];

interface Rule {
  /** Withheld in any case. */
  readonly always?: readonly string[];
  /** Withheld as well, but where nobody is left who could answer: whoever is to repair it needs to know why. */
  readonly why?: readonly string[];
  /** Stands there instead. */
  readonly instead?: readonly string[];
  readonly insteadOfWhy?: readonly string[];
}

const PART = 'It ended without a complete answer. The rest is withheld until the phase ends.';

/** All that is ever withheld: answers, what was read out of them or reported with them, what a seat looked up, and quotes. */
const WITHHELD: Partial<Readonly<Record<EventType, Rule>>> = {
  'turn-recorded': { always: [...words('content'), ...whole('warning', 'citations'), 'data-answer', ...NAMES] },
  'look-recorded': {
    always: [
      ...whole('arguments', 'look').filter((mark) => !mark.endsWith('-look') || mark.startsWith('digest')),
      ...['tool-name', 'look-refused', 'seen-place', 'more-seen', 'look-bytes', 'look-time', 'look-copied'],
    ],
    instead: ['withheld'],
  },
  'answer-rejected': {
    always: [...words('content'), ...NAMES],
    why: whole('issue', 'second'),
    insteadOfWhy: ['The problem is withheld until the phase ends.'],
  },
  'seat-failed': {
    always: [...words('partial'), 'salt-message', 'digest-message'],
    why: ['text-message'],
    insteadOfWhy: [PART],
  },
  'seat-left': { why: ['salt-reason', 'digest-reason', 'left-for', 'text-message'], insteadOfWhy: [PART] },
  'seat-replaced': { why: ['salt-reason', 'digest-reason', 'left-for', 'text-message'], insteadOfWhy: [PART] },
  'note-recorded': { always: whole('message'), instead: ['A note about the answer is withheld until the phase ends.'] },
};

const TYPES = Object.keys(DATA) as EventType[];
const toEvent = (seq: number, type: string, data: object) =>
  ({
    v: 1,
    seq,
    at: '2026-01-01T00:00:00.000Z',
    prev: null,
    hash: `hash-${seq}`,
    type,
    data,
  }) as unknown as LedgerEvent;

const OPENED = toEvent(0, 'debate-opened', {
  threadId: 'd',
  limits: { tokens: null, costMicroUsd: null, wallMs: null },
  seats: ['wind', 'wall'].map((seat) => ({ seat, agent })),
});

interface Table {
  readonly blindFrom?: number | undefined;
  readonly due?: readonly string[];
  readonly more?: readonly (readonly [string, object])[];
}

/** A debate whose phase is blind from there, whatever stands in it. */
function set({ blindFrom, due = ['wind', 'wall'], more = [] }: Table): Snapshot {
  const format = {
    initial: () => [],
    evolve: (state: readonly string[], { seq, type }: LedgerEvent) => [...state, `${seq} ${type}`],
    blindSince: () => blindFrom,
    next: () => (due.length === 0 ? { kind: 'over' } : { kind: 'ask', steps: due.map((seat) => ({ id: seat, seat })) }),
    transcript: (log: readonly LedgerEvent[]) =>
      log.map(({ seq, type }) => ({ seq, seat: type === 'interjection-added' ? undefined : 'wall' })),
    result: (log: readonly LedgerEvent[], state: unknown) => ({ of: log.length, state }),
    brief: (log: readonly LedgerEvent[], state: unknown) => ({ in: log.length, state }),
  } as unknown as AnyFormat;
  const log = [OPENED, ...more.map(([type, data], at) => toEvent(at + 1, type, data))];
  const start = {
    threadId: 'd',
    debate: startDebate(OPENED),
    format,
    options: {},
    state: format.evolve([], OPENED),
    log,
  };
  return log.slice(1).reduce<Snapshot>(applyEvent, start);
}

const failed = (seat: string, message = 'text-message') =>
  [
    'seat-failed',
    { ...call, seat, failure: { code: 'crashed', message: { ...sealed('message'), text: message } } },
  ] as const;
const START = ['run-started', {}] as const;
const PAUSE = ['run-paused', { reason: 'seat-failed' }] as const;

/** Whether the phase cannot end any more: a run is over, and all who are due have failed in it. */
const STATES: readonly (Table & { readonly isStuck: boolean })[] = [
  { isStuck: false, more: [failed('wall')] },
  { isStuck: false, more: [START, failed('wall'), failed('wind')] },
  { isStuck: false, more: [START, failed('wall'), PAUSE] },
  { isStuck: false, more: [START, failed('wall'), PAUSE], due: ['wall', 'wind'] },
  { isStuck: false, more: [START, failed('wall'), failed('wind'), PAUSE], due: [] },
  { isStuck: false, more: [START, failed('wall'), failed('wind'), PAUSE, START] },
  { isStuck: false, more: [START, failed('wall'), failed('wind'), ['limit-reached', { limit: 'tokens' }]] },
  { isStuck: false, more: [START, failed('wall'), failed('wind'), PAUSE], due: ['nobody'] },
  { isStuck: true, more: [START, failed('wall'), failed('wind'), PAUSE] },
  { isStuck: true, more: [START, failed('wall'), PAUSE], due: ['wall'] },
  { isStuck: true, more: [START, PAUSE, START, failed('wall'), failed('wind'), PAUSE] },
];

const MARK = /\b(?:salt|digest|text)-\w+|\b[a-z]+-[a-z]+\b/g;
const marksIn = (event: LedgerEvent) => new Set(JSON.stringify(event.data).match(MARK));

function check(snapshot: Snapshot, event: LedgerEvent, isBlind: boolean, isStuck: boolean) {
  const before = JSON.stringify(event);
  const shown = getVisibility(snapshot).showEvent(event);
  expect(JSON.stringify(event)).toBe(before);
  const rule: Rule = isBlind ? (WITHHELD[event.type] ?? {}) : {};
  const gone = [...(rule.always ?? []), ...(isStuck ? [] : (rule.why ?? []))];
  const said = [...(rule.instead ?? []), ...(isStuck ? [] : (rule.insteadOfWhy ?? []))];
  // Callers see by this that nothing is withheld.
  if (gone.length === 0) return expect(shown, event.type).toBe(event);
  expect(shown).not.toBe(event);
  expect({ ...shown, data: 0 }).toEqual({ ...event, data: 0 });
  const [all, left] = [marksIn(event), marksIn(shown)];
  for (const mark of gone) expect(all, `${event.type} holds ${mark}`).toContain(mark);
  expect([...all].filter((mark) => !left.has(mark)).sort(), event.type).toEqual([...new Set(gone)].sort());
  for (const sentence of said) expect(JSON.stringify(shown.data)).toContain(sentence);
  if (said.length === 0) expect(JSON.stringify(shown.data)).not.toContain('withheld');
  const digest = '0'.repeat(64);
  const nothing = { arguments: { sha256: digest }, seen: [], sha256: digest, bytes: 0, durationMs: 0 };
  if (event.type === 'look-recorded') {
    expect(shown.data).toEqual({ seat: 'wall', step: 'step', tool: 'withheld', ...nothing });
  }
  if (event.type === 'seat-failed') {
    const message = { salt: '', sha256: digest, text: isStuck ? 'text-message' : PART };
    expect(shown.data).toMatchObject({ failure: { code: 'crashed', message } });
  }
}

describe('the words of a phase', () => {
  it('are withheld in every type of event while it is blind, and in none before, after or where none is', () => {
    for (const type of TYPES) {
      for (const state of STATES) {
        const seq = (state.more?.length ?? 0) + 1;
        const event = toEvent(seq, type, DATA[type]);
        for (const blindFrom of [undefined, 1, seq, seq + 1]) {
          const snapshot = set({ ...state, blindFrom });
          check(snapshot, event, blindFrom !== undefined && blindFrom <= seq, state.isStuck);
        }
      }
    }
  });

  it('are shown once the debate is over, however it ended', () => {
    for (const end of ['debate-closed', 'debate-force-closed']) {
      const snapshot = set({ blindFrom: 1, more: [failed('wall'), [end, {}]] });
      for (const type of TYPES) check(snapshot, toEvent(3, type, DATA[type]), false, false);
      expect(getVisibleLog(snapshot)).toBe(snapshot.log);
      expect(getVisiblePast(snapshot)).toEqual({ log: snapshot.log, state: snapshot.state });
    }
  });
});

it('shows of a failure what it means, whoever failed and whether or not it is recorded', () => {
  for (const code of Object.keys(FAILURES) as FailureCode[]) {
    const meaning = `${FAILURES[code].meaning.charAt(0).toUpperCase()}${FAILURES[code].meaning.slice(1)}`;
    const rest = 'The rest is withheld until the phase ends.';
    for (const [message, unquoted, shown] of [
      ['It said X.', undefined, `${meaning}. ${rest}`],
      [`${meaning}.`, undefined, `${meaning}.`],
      ['Code 1. It said X.', 'Code 1.', `Code 1. ${rest}`],
      ['Code 1.', 'Code 1.', 'Code 1.'],
      [undefined, undefined, `${meaning}. ${rest}`],
    ] as const) {
      const failure = { code, message: message ?? '(redacted)', ...(unquoted === undefined ? {} : { unquoted }) };
      const text = message === undefined ? { sha256: 'digest-message' } : { ...sealed('message'), text: message };
      const event = toEvent(1, 'seat-failed', { ...call, failure: { ...failure, message: text } });
      for (const blindFrom of [undefined, 1]) {
        const { showFailure, showEvent } = getVisibility(set({ blindFrom }));
        const told = blindFrom === undefined ? failure.message : shown;
        expect(showFailure(failure)).toEqual({ code, message: told });
        const { data } = showEvent(event) as { data: { failure: { message: { text?: string; salt?: string } } } };
        if (told === failure.message) expect(data).toBe(event.data);
        else expect([data.failure.message.text, data.failure.message.salt]).toEqual([told, '']);
      }
    }
  }
});

it('withholds the reason why a seat left where it says what a failure of that seat said', () => {
  const told = (reason: string, ...more: (readonly [string, object])[]) => {
    const event = toEvent(more.length + 1, 'seat-left', {
      seat: 'wall',
      reason: { ...sealed('reason'), text: reason },
    });
    const shown = getVisibility(set({ blindFrom: 1, more })).showEvent(event);
    const { text } = (shown as unknown as { data: { reason: { text: string } } }).data.reason;
    expect(shown === event).toBe(text === reason);
    return text;
  };
  expect(told('left: A b', failed('wall', 'A'), failed('wall', 'A b'))).toBe(PART);
  expect(told('left: A b', failed('wall', 'A b'), failed('wall', 'A'))).toBe(PART);
  expect(told('left: A b', failed('wind', 'A b'))).toBe('left: A b');
  expect(told('left: C', failed('wall', 'A b'))).toBe('left: C');
  // A message that is a word of its meaning stands in the reason twice.
  expect(told('it ended: ended', failed('wall', 'ended'))).toBe(PART);
  expect(told('left: C', failed('wall', ''))).toBe('left: C');
  const own = { code: 'crashed', message: { ...sealed('message'), text: 'A' }, unquoted: '$&.' };
  expect(told('left: A', ['seat-failed', { ...call, failure: own }])).toMatch(/^\$&\. The rest/);
  const plain = { code: 'crashed', message: { ...sealed('message'), text: 'A' }, unquoted: 'A' };
  expect(told('left: A', ['seat-failed', { ...call, failure: plain }])).toBe('left: A');
  const other = { code: 'crashed', message: { ...sealed('message'), text: 'A' } };
  expect(told('left: A', ['turn-recorded', { ...call, failure: other, by, content: sealed('content') }])).toBe(
    'left: A',
  );
  // Nobody can say any more what it quotes.
  const redacted = ['seat-failed', { ...call, failure: { code: 'crashed', message: { sha256: 'digest' } } }] as const;
  expect(told('left: A b', redacted)).toBe(PART);
  expect(told('left: A b', redacted, failed('wall', 'A b'))).toBe(PART);
  // What fails later is not what it quotes.
  const late = { ...set({ blindFrom: 1, more: [START, failed('wall', 'C')] }) };
  const early = toEvent(1, 'seat-left', { seat: 'wall', reason: { ...sealed('reason'), text: 'left: C' } });
  expect(getVisibility(late).showEvent(early)).toBe(early);
});

it('withholds the notes that quote, and no others', () => {
  const { showEvent } = getVisibility(set({ blindFrom: 1, more: [START, failed('wall'), failed('wind'), PAUSE] }));
  for (const [code, isQuote] of Object.entries({
    ...{ 'agent-note': true, 'not-copied': true, 'session-rebuilt': true },
    ...{ 'torn-line': false, constructor: false, 'newer-version': false },
  })) {
    const event = toEvent(9, 'note-recorded', { code, message: sealed('message') });
    expect([code, showEvent(event) !== event]).toEqual([code, isQuote]);
    expect(JSON.stringify(showEvent(event)).includes('message"text')).toBe(false);
    expect(/(?:text|salt|digest)-message/.test(JSON.stringify(showEvent(event)))).toBe(!isQuote);
  }
});

it('gives log, state, transcript and result as if nothing that is withheld had been said', () => {
  const more = TYPES.slice(1)
    .filter((type) => !/^debate-|^limit|^follow|^seat-|^run-|^outcome/.test(type))
    .flatMap((type) => [[type, DATA[type]] as const, [type, DATA[type]] as const]);
  for (let from = 1; from <= more.length + 1; from += 1) {
    const snapshot = set({ blindFrom: from, more });
    const isWithheld = ({ seq, type }: LedgerEvent) =>
      seq >= from && (type === 'turn-recorded' || type === 'answer-rejected');
    const { showEvent } = getVisibility(snapshot);
    expect(getVisibleLog(snapshot)).toEqual(snapshot.log.map(showEvent));
    const heard = snapshot.log.filter((event) => !isWithheld(event));
    const state = heard.map(({ seq, type }) => `${seq} ${type}`);
    expect(getVisiblePast(snapshot)).toEqual({ log: heard.map(showEvent), state });
    expect(getVisibleResult(snapshot)).toEqual({ of: heard.length, state });
    expect(getVisibleBrief(snapshot)).toEqual({ in: heard.length, state });
    const read = snapshot.log.filter(({ seq, type }) => seq < from || type === 'interjection-added');
    expect(getVisibleTranscript(snapshot).map(({ seq }) => seq)).toEqual(read.map(({ seq }) => seq));
  }
});
