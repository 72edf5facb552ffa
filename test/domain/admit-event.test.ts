// Which events may follow in which state of a debate: the whole table of types and states, and who may still speak, take, answer and link.
import { describe, expect, it } from 'vitest';
import { admitToDebate, checkLimits, type EventClaim } from '../../src/domain/admit-event.ts';
import { applyToDebate, type Debate, startDebate } from '../../src/domain/debate.ts';
import { OPEN_SEAT } from '../../src/domain/event-parts.ts';
import type { EventType, LedgerEvent } from '../../src/domain/events.ts';
import { MAX_PICTURES } from '../../src/domain/pictures.ts';

const event = (seq: number, type: EventType, data: object) =>
  ({ v: 1, seq, at: '2026-01-01T00:00:00.000Z', prev: null, hash: `${seq}`, type, data }) as unknown as LedgerEvent;

const codex = { agent: 'codex', kind: 'codex' };
const reason = { sha256: '', salt: '', text: 'gone' };

/** `wind` is there, `wall` has left, `door` is open, and `key` was open and is held. */
const OPENED = startDebate(
  event(0, 'debate-opened', {
    threadId: 'table',
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    seats: ['wind', 'wall', 'door', 'key'].map((seat) => ({
      seat,
      agent: seat === 'wind' || seat === 'wall' ? codex : OPEN_SEAT,
    })),
  }),
);

const follow = (debate: Debate, ...events: readonly (readonly [EventType, object])[]): Debate =>
  events.reduce((state, [type, data]) => applyToDebate(state, event(state.nextSeq, type, data)), debate);

const OPEN = follow(
  OPENED,
  ['seat-left', { seat: 'wall', reason }],
  ['seat-taken', { seat: 'key', agent: OPEN_SEAT, keySha256: 'held' }],
);
const atLimit = (limit: string) => follow(OPEN, ['limit-reached', { limit, used: 1, max: 1 }]);
const CLOSE = { outcome: 'agreed', decision: { turn: 1 }, by: 'runner' };
const CLOSED = follow(OPEN, ['debate-closed', CLOSE]);

/** o: open; r: at a limit of its rules; m: at one on tokens, money or time; c: closed; f: force-closed. */
const STATES: Readonly<Record<string, readonly Debate[]>> = {
  o: [
    OPEN,
    follow(CLOSED, ['debate-extended', {}]),
    follow(atLimit('time'), ['limits-raised', { limits: OPEN.limits }]),
  ],
  r: ['turns', 'rounds'].map(atLimit),
  m: ['tokens', 'money', 'time'].map(atLimit),
  c: [CLOSED, follow(atLimit('time'), ['debate-closed', CLOSE]), follow(atLimit('turns'), ['debate-closed', CLOSE])],
  f: [OPEN, CLOSED, atLimit('time'), atLimit('turns')].map((debate) => follow(debate, ['debate-force-closed', {}])),
};

/** In which states an event of each type may follow where nothing else stands against it. */
const FOLLOWS: Readonly<Record<EventType, string>> = {
  'debate-opened': '',
  // Only directly behind the opening.
  'picture-given': '',
  'turn-recorded': 'o',
  'look-recorded': 'o',
  'answer-rejected': 'o',
  'seat-failed': 'o',
  'seat-replaced': 'o',
  'seat-taken': 'o',
  'seat-left': 'o',
  'debate-extended': 'orc',
  'interjection-added': 'o',
  'note-recorded': 'ormcf',
  'run-started': 'o',
  'run-paused': 'ormcf',
  'limit-reached': 'o',
  'limits-raised': 'om',
  'debate-closed': 'orm',
  'debate-force-closed': 'ormc',
  'outcome-recorded': 'cf',
  'follow-up-asked': 'cf',
  // Nobody was asked.
  'follow-up-answered': '',
  'follow-up-failed': '',
  'texts-redacted': 'ormcf',
  'thread-linked': 'ormcf',
  // It is not linked.
  'comment-posted': '',
  'comment-edited': '',
  'adr-planned': 'ormcf',
  'adr-proposed': 'ormcf',
};
const TYPES = Object.keys(FOLLOWS) as EventType[];

const admits = (debate: Debate, claim: EventClaim) => admitToDebate(debate, claim) === undefined;
const codeOf = (debate: Debate, claim: EventClaim) => admitToDebate(debate, claim)?.code;

it('follows in these states and in no other, and a refusal at a limit names the limit', () => {
  for (const [letter, debates] of Object.entries(STATES)) {
    for (const debate of debates) {
      for (const type of TYPES) {
        const problem = admitToDebate(debate, { type, target: 0 });
        expect([type, letter, problem === undefined]).toEqual([type, letter, FOLLOWS[type].includes(letter)]);
        if (problem?.code !== 'not-active' || (type.startsWith('follow-up-') && type !== 'follow-up-asked')) continue;
        expect([type, problem.limit]).toEqual([type, 'rm'.includes(letter) ? debate.limitReached?.limit : undefined]);
        expect(problem.hint).toContain('table');
        if (letter === 'o') expect(problem.hint).toMatch(/^Finish it first/);
        if (letter === 'm') expect(problem.hint).toMatch(/--max-(?:tokens|usd|minutes) …; or close it/);
        if (letter === 'r') expect(problem.hint).toMatch(/^Close it with a decision/);
      }
    }
  }
});

describe('the seat of an event', () => {
  const SPEAKS = ['turn-recorded', 'seat-replaced', 'seat-left'];
  // A call may end after its seat has left.
  const ENDS = ['look-recorded', 'answer-rejected', 'seat-failed'];

  it('is there, has left, or is none of the debate', () => {
    for (const type of TYPES) {
      const codes = ['wind', 'wall', 'nobody'].map((seat) => codeOf(OPEN, { type, seat, target: 0 }));
      if (SPEAKS.includes(type)) expect([type, codes]).toEqual([type, [undefined, 'not-your-turn', 'not-found']]);
      if (ENDS.includes(type)) expect([type, codes]).toEqual([type, [undefined, undefined, 'not-found']]);
    }
  });

  it('can be taken where nobody fills it or holds its key, or the rules may still add it', () => {
    const codes = ['wind', 'wall', 'door', 'key', 'nobody'].map((seat) => codeOf(OPEN, { type: 'seat-taken', seat }));
    expect(codes).toEqual(['not-your-seat', 'not-your-turn', undefined, 'not-your-seat', undefined]);
    const left = follow(OPEN, ['seat-left', { seat: 'door', reason }]);
    expect(codeOf(left, { type: 'seat-taken', seat: 'door' })).toBe('not-your-turn');
    const replaced = follow(OPEN, ['seat-replaced', { seat: 'key', to: OPEN_SEAT }]);
    expect(codeOf(replaced, { type: 'seat-taken', seat: 'key' })).toBeUndefined();
  });
});

describe('a question after the end', () => {
  it('is put to seats that are there, each once', () => {
    const asked = (...seats: string[]) => codeOf(CLOSED, { type: 'follow-up-asked', seats });
    expect([asked('wind'), asked('wind', 'door')]).toEqual([undefined, undefined]);
    expect([asked('wind', 'wind'), asked('wind', 'wall'), asked('door', 'nobody')]).toEqual([
      'bad-input',
      'not-your-turn',
      'not-found',
    ]);
  });

  it('is answered once by each that was asked, and by nobody once the debate is open again', () => {
    for (const type of ['follow-up-answered', 'follow-up-failed'] as const) {
      const question = CLOSED.nextSeq;
      const asked = follow(CLOSED, ['follow-up-asked', { seats: ['wind', 'door'] }]);
      const answers = (debate: Debate, number = question) =>
        ['wind', 'wall', 'door', undefined].map((seat) =>
          admits(debate, { type, question: number, ...(seat !== undefined && { seat }) }),
        );
      expect(answers(asked)).toEqual([true, false, true, false]);
      expect(answers(asked, question - 1)).toEqual([false, false, false, false]);
      expect(admits(asked, { type, seat: 'wind' })).toBe(false);
      const one = follow(asked, [type, { seat: 'wind', question, by: { agent: codex } }]);
      expect(answers(one)).toEqual([false, false, true, false]);
      for (const over of [
        follow(one, [type, { seat: 'door', question, by: { agent: codex } }]),
        follow(asked, ['debate-extended', {}]),
        follow(asked, ['debate-force-closed', {}]),
      ])
        expect(answers(over)).toEqual([false, false, false, false]);
    }
  });
});

it('names an event that exists, where it has to name one', () => {
  const linked = follow(OPEN, ['thread-linked', { repo: 'a/b', kind: 'issue', targetId: 1, url: 'here' }]);
  expect(admitToDebate(OPEN, { type: 'texts-redacted', target: 9 })?.hint).toBe('Events run from 0 to 2.');
  for (const [debate, comments] of [
    [OPEN, ['not-linked', 'not-linked', 'not-linked', 'not-linked']],
    [linked, ['not-found', undefined, undefined, 'not-found']],
  ] as const) {
    const codes = (type: EventType) =>
      [undefined, 0, debate.nextSeq - 1, debate.nextSeq].map((target) =>
        codeOf(debate, { type, ...(target !== undefined && { target }) }),
      );
    expect(codes('texts-redacted')).toEqual(['not-found', undefined, undefined, 'not-found']);
    expect([codes('comment-posted'), codes('comment-edited')]).toEqual([comments, comments]);
  }
});

it('is linked once, and again only from the address that GitHub has moved', () => {
  const linked = follow(OPEN, ['thread-linked', { repo: 'a/b', kind: 'issue', targetId: 1, url: 'here' }]);
  const link = (debate: Debate, movedFrom?: string) => codeOf(debate, { type: 'thread-linked', movedFrom });
  expect([link(OPEN), link(OPEN, 'here')]).toEqual([undefined, 'not-linked']);
  expect([link(linked), link(linked, 'there'), link(linked, 'here')]).toEqual([
    'already-linked',
    'already-linked',
    undefined,
  ]);
});

it('has so many pictures and no more, all behind the opening', () => {
  let debate = OPENED;
  for (let given = 0; given < MAX_PICTURES; given += 1) {
    expect(admits(debate, { type: 'picture-given' })).toBe(true);
    expect(admits(follow(debate, ['note-recorded', { code: 'x' }]), { type: 'picture-given' })).toBe(false);
    debate = follow(debate, ['picture-given', {}]);
  }
  expect(codeOf(debate, { type: 'picture-given' })).toBe('bad-input');
});

it('takes no limit that is used up already', () => {
  const none = { tokens: null, costMicroUsd: null, wallMs: null };
  const usage = { inputTokens: 6, outputTokens: 4, costMicroUsd: 10 };
  const at = '2026-01-01T00:00:00.000Z';
  const run = { from: at, to: at.replace('000Z', '010Z'), ended: true };
  const used: Debate = { ...OPEN, usage, runs: [run] };
  for (const [name, flag] of [
    ['tokens', '--max-tokens'],
    ['costMicroUsd', '--max-usd'],
    ['wallMs', '--max-minutes'],
  ] as const) {
    const hints = [9, 10, 11].map((max) => checkLimits(used, { ...none, [name]: max })?.hint);
    expect(hints).toEqual([`Pass a higher one: ${flag} …`, `Pass a higher one: ${flag} …`, undefined]);
  }
  expect(checkLimits(used, none)).toBeUndefined();
});
