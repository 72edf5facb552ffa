// Where a seat that fails may leave: in every phase in which the page of its format says so, openings and ballots too.
import { expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import { format as asymmetric } from '../../src/formats/asymmetric/index.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { format as oxford } from '../../src/formats/oxford/index.ts';
import { format as panel } from '../../src/formats/panel/index.ts';
import { format as plan } from '../../src/formats/plan/index.ts';
import { format as review } from '../../src/formats/review/index.ts';
import { format as windWallDoor } from '../../src/formats/wind-wall-door/index.ts';
import { findRefusal } from '../../src/ledger/engine/snapshot.ts';
import { play } from '../contracts/games.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { sealWords } from '../support/seal-words.ts';

const OPENINGS = ['opening', 'challenge-agreement'];
const SEMI = { freshRole: 'semi-fresh', delivery: 'passive', pauseAt: 'challenge' };
const opening = (answer: string) =>
  JSON.stringify({ answer, confidence: 70, claims: ['It holds'], change_mind: 'A measurement' });
const challenge = JSON.stringify({ stands: true, case: 'Nobody asked what it costs.' });

const FORMATS: readonly AnyFormat[] = [asymmetric, oxford, panel, plan, review, windWallDoor];

/** Acts in which whoever is asked may leave, and in which nobody may. */
it.each<[string, RuleData, readonly string[], readonly string[]]>([
  ['panel', { seats: 4, gate: 'challenge' }, [...OPENINGS, 'reply', 'ballot'], ['decision']],
  ['panel', { seats: 2, gate: 'challenge' }, [], [...OPENINGS, 'reply', 'ballot', 'decision']],
  [
    'asymmetric',
    { ...SEMI, deepN: 2, freshN: 2, openings: true, gate: 'challenge', ballot: true, synthesis: true },
    [...OPENINGS, 'position', 'summary', 'challenge', 'ballot', 'converge'],
    ['review'],
  ],
  [
    'asymmetric',
    { openings: true, gate: 'challenge', ballot: true, synthesis: true },
    ['converge'],
    [...OPENINGS, 'position', 'challenge', 'ballot'],
  ],
  ['oxford', { rounds: 1, judges: 2 }, ['judgment', 'swapped-judgment'], ['argument']],
  ['review', { reviewers: 3 }, ['review', 'cross', 'dispute', 'compose', 'validate'], []],
  ['plan', { planners: 3 }, ['plan', 'critique', 'compose', 'validate'], []],
  [
    'wind-wall-door',
    { rounds: 1, openings: true, gate: 'challenge', ballot: true },
    [],
    [...OPENINGS, 'turn', 'ballot'],
  ],
])('%s with %j: in %j, not in %j', (id, given, leaving, staying) => {
  const format = FORMATS.find((each) => each.id === id) as AnyFormat;
  const asked = new Map<string, Set<boolean>>();
  play(
    format,
    format.options.parse(given),
    [0],
    {
      asked(snapshot, { seat, act }) {
        const left = findRefusal(snapshot, { type: 'seat-left', data: { seat, reason: sealWords('It failed.') } });
        asked.set(act, (asked.get(act) ?? new Set()).add(left === undefined));
        return '';
      },
      answered: () => {},
      answer({ act, sample }) {
        if (act === 'opening') return opening('Yes');
        return act === 'challenge-agreement' ? challenge : sample?.(REHEARSAL);
      },
    },
    { question: { answer: 'yes-no' } },
  );
  const expected = [...leaving.map((act) => [act, [true]]), ...staying.map((act) => [act, [false]])];
  expect(Object.fromEntries([...asked].map(([act, found]) => [act, [...found]]))).toMatchObject(
    Object.fromEntries(expected),
  );
});
