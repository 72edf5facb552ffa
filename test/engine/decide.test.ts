// What a command gives on a state, as a pure rule: who may pause, which step a turn answers, what can be redacted, which limits a run meets.
import { expect, it } from 'vitest';
import { startDebate } from '../../src/domain/debate.ts';
import { defined } from '../../src/domain/defined.ts';
import type { LedgerEvent } from '../../src/domain/events.ts';
import type { AnyFormat, Contribution } from '../../src/formats/format.ts';
import type { Command } from '../../src/ledger/engine/commands.ts';
import { decide } from '../../src/ledger/engine/decide.ts';
import { applyEvent, type Snapshot } from '../../src/ledger/engine/snapshot.ts';

const agent = { agent: 'codex', kind: 'codex' };
const open = { agent: 'open', kind: 'open' };
const seal = (text: string) => ({ salt: 'salt', sha256: 'digest', text });
const toEvent = (seq: number, type: string, data: object) =>
  ({ v: 1, seq, at: '2026-01-01T00:00:00.000Z', prev: null, hash: `${seq}`, type, data }) as unknown as LedgerEvent;

type Due = readonly { readonly id: string; readonly seat: string; readonly act: string }[];
const asked: Contribution[] = [];

function set(due: Due, ...more: readonly (readonly [string, object])[]): Snapshot {
  const format = {
    evolve: () => null,
    next: () => ({ kind: 'ask', steps: due }),
    outright: { known: ['name'] },
    admit: (_: unknown, given: Contribution) => {
      asked.push(given);
      const code = given.content;
      if (code === 'ok') return { ok: true, data: { read: 1 }, warnings: ['warned'] };
      return { ok: false, problem: { code, message: 'refused' } };
    },
  } as unknown as AnyFormat;
  const opened = toEvent(0, 'debate-opened', {
    threadId: 'd',
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    seats: ['wind', 'wall'].map((seat) => ({ seat, agent: seat === 'wind' ? agent : open })),
  });
  const log = [opened, ...more.map(([type, data], at) => toEvent(at + 1, type, data))];
  const start = { threadId: 'd', debate: startDebate(opened), format, options: {}, state: null, log };
  return log.slice(1).reduce<Snapshot>(applyEvent, start);
}

/** The data of the one event, `[]` for none, or the code of the refusal. */
function answer(snapshot: Snapshot, command: Command) {
  const decision = decide(snapshot, command, seal);
  if (!decision.ok) return decision.problem.code;
  expect(decision.drafts.length).toBeLessThan(2);
  return decision.drafts[0]?.data ?? [];
}

it('pauses for people only where all that is due was asked, and all who are waited for are due', () => {
  const subsets = Array.from({ length: 8 }, (_, bits) => ['a', 'b', 'c'].filter((_each, at) => (bits >> at) & 1));
  for (const due of subsets) {
    const snapshot = set(due.map((id) => ({ id, seat: 'wall', act: 'turn' })));
    for (const waiting of subsets) {
      for (const known of subsets) {
        const isMissing = (some: readonly string[], all: readonly string[]) => some.some((id) => !all.includes(id));
        const paused = answer(snapshot, { type: 'pause-for-people', waiting, asked: known });
        const expected =
          isMissing(waiting, due) || isMissing(due, known) ? 'not-your-turn' : { reason: 'waiting-for-person' };
        expect(paused, `${due} / ${waiting} / ${known}`).toEqual(expected);
      }
    }
  }
});

it('records a turn for the step that it answers, which must be due, and tells the rules its act', () => {
  const due = [
    { id: 'one', seat: 'wall', act: 'first' },
    { id: 'two', seat: 'wall', act: 'second' },
    { id: 'other', seat: 'wind', act: 'third' },
  ];
  for (const steps of [due, due.toReversed(), due.slice(1), due.slice(2), []]) {
    const snapshot = set(steps);
    for (const step of [undefined, 'one', 'two', 'other', 'gone']) {
      for (const act of [undefined, 'given']) {
        const own = steps.filter(({ seat }) => seat === 'wall');
        const meant = step === undefined ? own[0] : own.find(({ id }) => id === step);
        const command: Command = {
          type: 'record',
          seat: 'wall',
          content: 'ok',
          by: { agent: open },
          ...defined({ step, act }),
        };
        asked.length = 0;
        const given = answer(snapshot, command);
        if (step !== undefined && meant === undefined) {
          expect([given, asked]).toEqual(['not-your-turn', []]);
          continue;
        }
        const told = act ?? meant?.act ?? 'turn';
        expect(asked).toEqual([{ seat: 'wall', act: told, content: 'ok', data: {}, byHand: false }]);
        const recorded = {
          seat: 'wall',
          act: told,
          content: seal('ok'),
          data: { read: 1 },
          warnings: [seal('warned')],
        };
        expect(given).toEqual({ ...recorded, by: { agent: open } });
      }
    }
  }
});

it('says to people who is next and which data there are, and to agents only what the rules say', () => {
  const snapshot = set([{ id: 'one', seat: 'wall', act: 'known' }]);
  const say = (by: typeof agent, content: string, data = {}) =>
    decide(snapshot, { type: 'record', seat: 'wall', content, data, by: { agent: by } }, seal);
  const refused = (code: string, more = {}) => ({ ok: false, problem: { code, message: 'refused', ...more } });
  const next = { hint: 'Take a turn that is next: wall (known).' };
  for (const code of ['not-your-turn', 'not-active', 'rule-violation']) {
    expect(say(agent, code)).toEqual(refused(code));
    expect(say(agent, code, { other: 1 })).toEqual(refused(code));
    expect(say(open, code)).toEqual(refused(code, code === 'not-your-turn' ? next : {}));
  }
  expect(say(agent, 'ok', { other: 1 }).ok).toBe(true);
  expect(say(open, 'ok', { name: 1 }).ok).toBe(true);
  const message = 'The data of a known has no "other".';
  for (const content of ['ok', 'rule-violation']) {
    expect(say(open, content, { other: 1 })).toMatchObject({ ok: false, problem: { code: 'rule-violation', message } });
  }
  expect(say(open, 'not-your-turn', { other: 1 })).toEqual(refused('not-your-turn', next));
});

it('redacts every text that is still there, of those that were named', () => {
  const texts = {
    content: seal('a'),
    warnings: [seal('b'), { sha256: 'gone' }],
    citations: { sha256: 'gone' },
    by: { agent },
  };
  const snapshot = set([], ['turn-recorded', { seat: 'wall', ...texts }], ['run-started', { pid: 1 }]);
  const redact = (target: number, fields?: string[]) =>
    answer(snapshot, { type: 'redact', target, reason: 'r', by: 'Ada', ...(fields && { fields }) } as Command);
  const tombstone = (...fields: string[]) => ({ target: 1, fields, reason: 'r', by: 'Ada' });
  expect(redact(1)).toEqual(tombstone('/content', '/warnings/0'));
  expect(redact(1, ['/warnings/0', '/warnings/1'])).toEqual(tombstone('/warnings/0'));
  expect(redact(1, ['/warnings/1', '/citations'])).toEqual([]);
  expect(redact(1, ['/content', '/seat'])).toBe('not-found');
  expect(redact(2)).toBe('bad-input');
  expect(redact(3)).toBe('not-found');
});

it('records a limit that a run meets once, and leaves those of the rules to them', () => {
  for (const limit of ['turns', 'rounds', 'tokens', 'money', 'time'] as const) {
    const reach = (snapshot: Snapshot) => answer(snapshot, { type: 'reach-limit', limit, used: 2, max: 1 });
    const isOfRules = limit === 'turns' || limit === 'rounds';
    expect(reach(set([]))).toEqual(isOfRules ? 'rule-violation' : { limit, used: 2, max: 1 });
    expect(reach(set([], ['limit-reached', { limit, used: 1, max: 1 }]))).toEqual([]);
  }
});

it('says of a run whether it is the first', () => {
  const start: Command = { type: 'start-run', pid: 1, hallVersion: '0' };
  expect(answer(set([]), start)).toEqual({ pid: 1, hallVersion: '0', resumed: false });
  expect(answer(set([], ['run-started', {}]), start)).toMatchObject({ resumed: true });
});
