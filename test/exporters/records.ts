// Records for the exporters' tests: one that has everything, and arbitrary ones with hostile text.
import fc from 'fast-check';
import type { DebateRecord, RecordEntry } from '../../src/domain/record.ts';
import { debateRecordSchema } from '../../src/domain/record.ts';
import { anyCharacter } from '../support/any-character.ts';

const DIGEST = 'ab'.repeat(32);
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, seconds)).toISOString();

export function turn(seq: number, seat: string, text: string | null, more: object = {}): RecordEntry {
  return {
    kind: 'turn',
    seq,
    at: at(seq),
    hash: DIGEST,
    title: `Round 1, ${seat}`,
    seat,
    act: 'turn',
    round: 1,
    text,
    sha256: DIGEST,
    data: {},
    warnings: [],
    by: { agent: { agent: 'claude', kind: 'claude', vendor: 'anthropic', model: 'opus' }, durationMs: 61_000 },
    ...more,
  } as RecordEntry;
}

function seat(id: string, label: string): DebateRecord['seats'][number] {
  return {
    seat: id,
    label,
    agent: { agent: 'claude', kind: 'claude', vendor: 'anthropic', model: 'opus', effort: 'high' },
    contributions: 1,
    usage: { inputTokens: 12_000, cachedInputTokens: 5_000, outputTokens: 900, costMicroUsd: 123_400 },
    calls: 2,
    callsWithoutTokens: 0,
    callsWithoutCost: 1,
    retries: 1,
    rejected: 0,
    failed: 1,
    rebuilt: 1,
    durationMs: 61_000,
    startUpMs: 800,
    firstTextMs: 2_400,
  };
}

/** A closed debate in which almost everything happened that can happen. */
export function fullRecord(change: Partial<DebateRecord> = {}): DebateRecord {
  const cognition = (name: string) => ({ data: { cognition: name } });
  return debateRecordSchema.parse({
    threadId: '2026-11-20-which-store',
    topic: 'Which "store"?',
    format: 'wind-wall-door',
    recipe: 'standard',
    options: { order: 'fixed', maxTurns: 12, maxRounds: 4 },
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    status: 'closed',
    outcome: 'stable-disagreement',
    outcomeMeaning: 'The seats disagree, and the rules give them no further turn.',
    authority: {
      full: false,
      failed: ['wall'],
      replaced: [
        {
          seat: 'door',
          from: { agent: 'gemini', kind: 'gemini' },
          to: { agent: 'codex', kind: 'codex' },
          reason: 'it timed out',
        },
      ],
      left: [],
      silent: [],
      missed: 0,
      rehearsal: ['wind'],
      sharedVendors: ['anthropic'],
    },
    decision: '1. Keep files\n2. Measure',
    result: null,
    dissent: [{ seat: 'wall', text: 'VOTE: REJECT\nNo numbers.' }],
    openedAt: at(0),
    endedAt: at(59),
    endedBy: null,
    runningMs: 59_000,
    seats: [seat('wind', 'Wind'), seat('wall', 'Wall'), seat('door', 'Door')],
    context: [{ source: 'docs/adr/1.md', bytes: 1234, sha256: DIGEST }],
    contextLeftOut: [{ source: 'logo.png', reason: 'it is binary' }],
    usage: { inputTokens: 36_000, outputTokens: 2_700, costMicroUsd: 370_200 },
    calls: 6,
    callsWithoutTokens: 0,
    callsWithoutCost: 3,
    retries: 3,
    rejected: 1,
    failed: 1,
    rebuilt: 3,
    durationMs: 183_000,
    entries: [
      turn(2, 'wind', '- a?\n- b', cognition('PATHOS')),
      {
        kind: 'rejected',
        seq: 3,
        at: at(3),
        seat: 'wall',
        act: 'turn',
        issues: ['It is empty.'],
        by: { agent: { agent: 'codex', kind: 'codex' } },
        text: 'hm',
        sha256: DIGEST,
      },
      {
        kind: 'failure',
        seq: 4,
        at: at(4),
        seat: 'wall',
        act: 'turn',
        agent: { agent: 'codex', kind: 'codex' },
        failure: { code: 'timed-out', message: 'No answer in 300 s.' },
        attempts: 2,
        durationMs: 300_000,
        usage: { inputTokens: 700 },
      },
      turn(5, 'wall', null, { redaction: 'a key was in it' }),
      {
        kind: 'interjection',
        seq: 6,
        at: at(6),
        title: 'Interjection by ana',
        author: 'ana',
        text: 'Costs?',
        sha256: DIGEST,
      },
      {
        kind: 'replacement',
        seq: 7,
        at: at(7),
        seat: 'door',
        from: { agent: 'gemini', kind: 'gemini' },
        to: { agent: 'codex', kind: 'codex' },
        reason: 'it timed out',
      },
      turn(8, 'door', '1. Keep files\n2. Measure', cognition('LOGOS')),
      turn(9, 'wall', 'VOTE: REJECT\nNo numbers.', { act: 'vote', round: null, data: { vote: 'reject' } }),
      { kind: 'note', seq: 10, at: at(10), code: 'pick-fallback', message: 'Fixed order took over.', seat: 'wall' },
      {
        kind: 'redaction',
        seq: 11,
        at: at(11),
        target: 5,
        fields: ['/content'],
        reason: 'a key was in it',
        by: 'ana',
      },
    ],
    warnings: ['LOGOS names the tension.'],
    ledger: { events: 13, head: DIGEST },
    ...change,
  });
}

/** What seats could look up, and looks: one that says these words, and one that is withheld. */
export function readingWith(words: string): NonNullable<DebateRecord['reading']> {
  const text = words || '…';
  const look = { at: at(2), seat: 'wind', step: 'r1-wind', sha256: DIGEST };
  return {
    pins: [
      {
        ...{ kind: 'files', spec: text, at: 'disk', commit: 'ab'.repeat(20), changed: { files: 1, sha256: DIGEST } },
        ...{ files: 3, bytes: 438, leftOut: 1 },
      },
      { kind: 'history', spec: 'git:v1..v2', from: 'ab'.repeat(20), to: 'cd'.repeat(20) },
      { kind: 'decisions', spec: 'decisions', debates: 2, sha256: DIGEST },
    ],
    budget: { turnLooks: 40, turnBytes: 400_000, seatLooks: 400, seatBytes: 4_000_000 },
    seats: [{ seat: 'wind', looks: 2, bytes: 113 }],
    looks: [
      {
        ...{ ...look, seq: 1, tool: text, arguments: text, bytes: 113, durationMs: 3, moreSeen: 4 },
        seen: [{ path: text, from: 2, to: 3 }, { commit: 'abcdef1' }],
      },
      { ...look, seq: 2, tool: 'withheld', arguments: null, seen: [], bytes: 0, durationMs: 0, withheld: true },
    ],
  };
}

const HOSTILE = [
  '===END===',
  '===DEBATE_TRANSCRIPT===',
  '\nSYNTHESIS::"forged"\n',
  '",\n]\n',
  '\\u{3D}',
  '\\',
  '"',
  '</details>',
  '<!-- ',
  '-->',
  '<script>alert(1)</script>',
  '\n# Outcome\n',
  '\nTitle\n===\n',
  '\nTitle\n---\n',
  '\n```\n',
  '\n~~~ a`b\n',
  '`<b>`',
  '[x](javascript:alert(1))',
  '![x](https://example.org/x.png)',
  '\n[Outcome]: https://example.org\n',
  '@octocat',
  'Closes #12',
  'fixes https://github.com/o/r/issues/1',
  '> [!WARNING]',
  '\r',
  '\u0000\u001b[31m',
  '\u2028',
  '\u202e',
  '\ud800',
  '\ufeff',
  '[REDACTED: x]',
  '|',
  '&lt;',
  '💨',
];

/** Arbitrary Unicode, mixed with pieces that have a meaning to someone. */
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: anyCharacter }), fc.string()), { maxLength: 8 })
  .map((parts) => parts.join(''));

const spokenTurn = fc.record({
  seat: fc.constantFrom('wind', 'wall', 'door'),
  act: fc.constantFrom('turn', 'vote', 'revision', 'pick'),
  text: fc.option(hostileText, { freq: 8 }),
  round: fc.option(fc.integer({ min: 1, max: 9 })),
  cognition: fc.option(hostileText, { nil: undefined }),
  agent: hostileText.map((name) => name || 'x'),
});

export const arbitraryRecord: fc.Arbitrary<DebateRecord> = fc
  .record({
    turns: fc.array(spokenTurn, { maxLength: 6 }),
    topic: fc.option(hostileText),
    decision: fc.option(hostileText),
    words: hostileText,
  })
  .map(({ turns, topic, decision, words }) => {
    const base = fullRecord();
    const entries = turns.map(({ cognition, agent, ...rest }, index) =>
      turn(index + 1, rest.seat, rest.text, {
        ...rest,
        title: `Turn: ${words}`,
        data: { extra: words, ...(cognition === undefined ? {} : { cognition }) },
        warnings: [words],
        citations: [{ cited: words || '…', status: 'wrong', why: words || '…' }],
        by: { agent: { agent, kind: 'x' }, ...(words === '' ? {} : { author: words }) },
        ...(rest.text === null ? { redaction: words } : {}),
      }),
    );
    const last = turns.length + 1;
    return {
      ...base,
      topic,
      decision,
      reading: readingWith(words),
      warnings: [words],
      dissent: [{ seat: 'wall', text: words }],
      contextLeftOut: [{ source: words || '…', reason: words || '…' }],
      seats: base.seats.map((item) => ({ ...item, label: words })),
      entries: [
        ...entries,
        { kind: 'note', seq: last, at: at(last), code: 'note', message: words },
        {
          kind: 'interjection',
          seq: last + 1,
          at: at(last),
          title: words,
          author: words,
          source: words,
          text: words,
          sha256: '',
        },
        ...base.entries.filter((entry) => entry.kind === 'failure' || entry.kind === 'rejected'),
      ],
    };
  });
