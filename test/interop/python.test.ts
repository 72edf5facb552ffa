// Debates of the Python debate-hall-mcp: read, verified, imported and written back without loss. The fixtures come from
// make_fixture.py, which hashes with code of its own.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { exporter, pythonJson } from '../../src/exchange/exporters/python-json/index.ts';
import { toDrafts } from '../../src/exchange/interop/python/drafts.ts';
import { pythonTurnHash } from '../../src/exchange/interop/python/hash.ts';
import { readPythonDebate } from '../../src/exchange/interop/python/read.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { arbitraryRecord, fullRecord, turn } from '../exporters/records.ts';
import { times } from '../support/campaign.ts';
import { PYTHON } from '../support/python.ts';
import { foldDrafts } from './import.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures');
const FILES = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const frame = { importedAt: '2026-11-20T10:00:00.000Z', hallVersion: '0.1.0' };

const textOfPython = (record: Parameters<typeof pythonJson>[0]) => [...pythonJson(record)].join('');
const fixture = (name: string) => fs.readFileSync(path.join(FOLDER, `2026-01-05-${name}.json`), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into the file to damage it
type Json = any;

function problemsOf(name: string, damage: (debate: Json) => unknown): string[] {
  const debate = JSON.parse(fixture(name));
  damage(debate);
  return readPythonDebate(JSON.stringify(debate)).problems.map(({ index, field }) => `${index ?? '-'} ${field}`);
}

/** Damage that puts another value at a path such as "turns.1.role". */
const set = (target: string, value: unknown) => (debate: Json) => {
  const keys = target.split('.');
  const last = keys.pop() as string;
  keys.reduce((at, key) => at[key], debate)[last] = value;
};

const importRecord = async (text: string) => toRecord(await foldDrafts(toDrafts(readPythonDebate(text).debate, frame)));

describe('reading', () => {
  it.each(FILES)('%s verifies', (name) => {
    const { debate, problems } = readPythonDebate(fs.readFileSync(path.join(FOLDER, name), 'utf8'));
    expect(problems).toEqual([]);
    expect(debate.turns.length).toBeGreaterThan(0);
  });

  it('has the fixtures that the script writes', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'debate-hall-test-'));
    try {
      execFileSync(PYTHON, [path.join(import.meta.dirname, 'make_fixture.py'), folder]);
      expect(fs.readdirSync(folder).sort()).toEqual([...FILES].sort());
      for (const name of FILES) {
        expect(fs.readFileSync(path.join(folder, name), 'utf8')).toBe(fs.readFileSync(path.join(FOLDER, name), 'utf8'));
      }
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it.each<[string, string, string, (debate: Json) => unknown]>([
    ['a role', 'mediated', '1 role', set('turns.1.role', 'Wall')],
    ['a content', 'closed', '1 content or timestamp', set('turns.1.content', 'x')],
    ['a time', 'closed', '1 content or timestamp', set('turns.1.timestamp', '2026-01-05T10:01:01.123464Z')],
    ['a time that goes back', 'closed', '1 timestamp', set('turns.1.timestamp', '2026-01-04T10:01:01.123463Z')],
    ['something that is no time', 'closed', '0 timestamp', set('turns.0.timestamp', 'yesterday')],
    ['a hash', 'closed', '0 hash', set('turns.0.hash', '0'.repeat(64))],
    ['a hash that is gone', 'closed', '0 hash', set('turns.0.hash', '')],
    ['a previous_hash', 'closed', '2 previous_hash', set('turns.2.previous_hash', '0'.repeat(64))],
    ['the last turn', 'closed', '2 content, timestamp or hash', set('turns.2.content', '1. Something else')],
    ['a dropped turn', 'closed', '1 previous_hash', (d) => d.turns.splice(1, 1)],
    ['swapped turns', 'mediated', '0 previous_hash', (d) => d.turns.reverse()],
    ['the order', 'mediated', '0 role', set('mode', 'fixed')],
    ['a text that only looks redacted', 'closed', '1 content', set('turns.1.content', '[REDACTED: x]')],
    ['a tombstone without its audit event', 'tombstone', '1 content', set('audit_log', [])],
    ["a tombstone's reason", 'tombstone', '1 content', set('audit_log.0.reason', 'another')],
    ["a tombstone's turn", 'tombstone', '1 content', set('audit_log.0.turn_index', 0)],
    ["a tombstone's turn that is none", 'tombstone', '0 audit_log.turn_index', set('audit_log.0.turn_index', 9)],
    [
      "a tombstone's digest",
      'tombstone',
      '0 audit_log.original_content_hash',
      set('audit_log.0.original_content_hash', 'x'),
    ],
    ["an audit event's time", 'tombstone', '0 audit_log.timestamp', set('audit_log.0.timestamp', '')],
    ["an audit event's action", 'tombstone', '0 audit_log.action', set('audit_log.0.action', 'force_close')],
    ['the status', 'forced', '0 audit_log.action', set('status', 'active')],
    ['a force close that nobody ordered', 'open', '- status', set('status', 'force_closed')],
    ['a synthesis that is gone', 'closed', '- synthesis', set('synthesis', null)],
    ['more turns than allowed', 'closed', '- turns', set('max_turns', 2)],
  ])('finds %s', (_, name, expected, damage) => {
    expect(problemsOf(name, damage)).toContain(expected);
  });

  it('ties a second tombstone to what the first one left', () => {
    const redactAgain = (digest: string) => (d: Json) => {
      d.turns[1].content = '[REDACTED: again]';
      d.audit_log.push({ ...d.audit_log[0], reason: 'again', original_content_hash: digest });
    };
    // SHA-256 of "[REDACTED: a key]".
    expect(
      problemsOf('tombstone', redactAgain('213023cc35f4924e779f8c1b3fd8ce49dc27bc85b23f85b1b3d9a4dcaf20415f')),
    ).toEqual([]);
    expect(problemsOf('tombstone', redactAgain('0'.repeat(64)))).toEqual(['1 audit_log.original_content_hash']);
  });

  it('finds any change of a hashed field and a cognition that is none, and cannot find a change of another field', () => {
    const debate = JSON.parse(fixture('closed'));
    const hashed = ['role', 'content', 'timestamp', 'previous_hash', 'hash'];
    fc.assert(
      fc.property(fc.nat(2), fc.constantFrom(...Object.keys(debate.turns[0])), fc.string(), (index, field, value) => {
        fc.pre(debate.turns[index][field] !== value && !(field === 'previous_hash' && index === 0 && value === ''));
        const problems = problemsOf('closed', set(`turns.${index}.${field}`, value));
        if (hashed.includes(field) || field === 'cognition') expect(problems).not.toEqual([]);
        else expect(problems).toEqual([]);
      }),
      { numRuns: times(300, 38) },
    );
  });

  it('takes a text that merely begins like a redaction for what it is', () => {
    const record = fullRecord({
      entries: [turn(1, 'wind', '[REDACTED: x] is a word')],
      decision: null,
      outcome: null,
      status: 'open',
    });
    expect(readPythonDebate(textOfPython(record)).problems).toEqual([]);
  });

  it('knows every form of time that the program writes or accepts', () => {
    const text = fixture('whole-seconds');
    for (const zone of ['+00:00', '']) {
      expect(readPythonDebate(text.replaceAll(/(10:00:0\d)Z/g, `$1${zone}`)).problems).toEqual([]);
    }
    expect(readPythonDebate(text.replaceAll('10:00:00Z', '10:00:00.000001Z')).problems).not.toEqual([]);
  });

  it('says what is wrong with a file that is no debate', () => {
    expect(() => readPythonDebate('{')).toThrow('The file is not JSON.');
    expect(() => readPythonDebate('{"thread_id":"a","topic":"b"}')).toThrow(/mode/);
    expect(() => readPythonDebate('[]')).toThrow(/not a debate of debate-hall-mcp/);
    const twice = fixture('whole-seconds').replace('"topic"', '"topic": "Another one?", "topic"');
    expect(() => readPythonDebate(twice)).toThrow('The file has "topic" twice in one object.');
  });
});

describe('importing and going back', () => {
  it.each(['open', 'closed', 'whole-seconds', 'mediated', 'stalemate'])('%s comes back byte for byte', async (name) => {
    expect(textOfPython(await importRecord(fixture(name)))).toBe(fixture(name));
  });

  it('keeps the claims in its turns, as the rules read them', async () => {
    const debate = JSON.parse(fixture('open'));
    const [first] = debate.turns;
    const content = 'Claim: soup is cheap';
    const { role, timestamp } = first;
    Object.assign(first, { content, hash: pythonTurnHash({ role, content, timestamp, previousHash: null }) });
    debate.turns = [first];
    const text = JSON.stringify(debate);
    const record = await importRecord(text);
    expect(record.entries[0]).toMatchObject({ data: { claims: [{ as: 1 }] } });
    expect(JSON.parse(textOfPython(record)).turns).toMatchObject([{ content, hash: first.hash }]);
  });

  it('would rather not be written than not verify', async () => {
    const drafts = toDrafts(readPythonDebate(fixture('later')).debate, frame);
    const tooLong = drafts.map((draft) =>
      draft.type === 'interjection-added' ? { ...draft, data: { ...draft.data, author: 'x'.repeat(5_000) } } : draft,
    );
    await expect(foldDrafts(tooLong)).rejects.toThrow(/^The ledger of the import would not verify: /);
  });

  it('brings tombstones back, their times to the millisecond', async () => {
    const original = fixture('tombstone').replace('11:00:00.123456Z', '11:00:00.123000Z');
    expect(textOfPython(await importRecord(original))).toBe(original);
  });

  it('brings a force close back, with its reason and who did it, its time to the millisecond', async () => {
    const original = fixture('forced').replaceAll(/("audit_log": \[[^\]]*\.\d{3})\d{3}Z/g, '$1000Z');
    expect(textOfPython(await importRecord(original))).toBe(original);
  });

  it('dates a force close without turns as the file does, not as of the import', () => {
    const debate = JSON.parse(fixture('forced'));
    debate.turns = [];
    const drafts = toDrafts(readPythonDebate(JSON.stringify(debate)).debate, frame);
    expect(drafts.map(({ at }) => at.slice(0, 10))).toEqual(drafts.map(() => '2026-01-05'));
  });

  it('says what it cannot take over', async () => {
    const debate = JSON.parse(fixture('mediated'));
    const going = { ...debate, status: 'active', synthesis: null, octave_mode: false, expected_next_role: 'Wall' };
    const notes = (await importRecord(JSON.stringify(going))).entries.filter((entry) => entry.kind === 'note');
    expect(notes.map(({ message }) => message)).toEqual([
      '"Wall" was picked to speak next; that was not taken over.',
      'That its texts are not OCTAVE was not taken over.',
    ]);
  });

  it('brings tokens and comments of later versions along', async () => {
    const record = await importRecord(fixture('later'));
    const back = JSON.parse(textOfPython(record));
    const original = JSON.parse(fixture('later'));
    expect(back.turns).toEqual(original.turns);
    expect(back.injected_context).toMatchObject([{ content: 'What does it cost?', author: 'ana' }]);
    expect(record.entries.map(({ kind }) => kind)).toEqual(['turn', 'turn', 'interjection', 'turn', 'note', 'note']);
    expect(record.usage).toMatchObject({ inputTokens: 303, outputTokens: 33 });
  });

  it('records that a limit was reached, which the Python file does not', async () => {
    expect(await importRecord(fixture('at-limit'))).toMatchObject({ status: 'exhausted', outcome: 'stopped-by-limit' });
  });

  it('claims nothing of who wrote the decision, which the Python file does not say', async () => {
    expect(await importRecord(fixture('closed'))).toMatchObject({
      outcome: 'closed-manually',
      outcomeMeaning: 'The decision came with the import, whose file does not say who wrote it.',
    });
  });

  it('never makes an agreement of a stalemate', async () => {
    const record = await importRecord(fixture('stalemate'));
    expect(record.outcome).toBe('force-closed');
    expect(record.entries).toContainEqual(expect.objectContaining({ kind: 'note', code: 'imported-stalemate' }));
  });

  it('keeps original hashes and times, and times that never decrease', () => {
    const { debate } = readPythonDebate(fixture('tombstone'));
    const drafts = toDrafts(debate, frame);
    expect(drafts[2]).toMatchObject({
      at: '2026-01-05T10:01:01.123Z',
      data: { data: { pythonHash: debate.turns[1]?.hash, pythonTimestamp: '2026-01-05T10:01:01.123463Z' } },
    });
    const times = drafts.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  it.each<[string, (debate: Json) => void, RegExp]>([
    ['other roles', set('turns.1.role', 'Judge'), /Turn 1 has the role "Judge"/],
    ['other sessions', set('session_type', 'committee'), /"committee" session/],
    ['unsafe names', set('thread_id', '../x'), /thread_id "..\/x" must/],
    ['limits that no debate can have', set('max_turns', 0), /max_turns is 0/],
  ])('refuses %s', (_, change, message) => {
    const debate = JSON.parse(fixture('closed'));
    change(debate);
    expect(() => toDrafts(readPythonDebate(JSON.stringify(debate)).debate, frame)).toThrow(message);
  });
});

describe('the python-json export', () => {
  it('verifies by the hash rule, whatever was said', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const mediated = { ...record, options: { order: 'mediated' } };
        const wellFormed = JSON.parse(JSON.stringify(mediated).replace(/\\ud[89a-f]../gi, '\\ufffd')) as typeof record;
        const text = renderWhole(exporter, wellFormed);
        const problems = readPythonDebate(text).problems.filter(({ field }) => field !== 'synthesis');
        expect(problems).toEqual([]);
      }),
    );
  });

  it('leaves votes out, and counts a revision as a turn', () => {
    const record = fullRecord({
      entries: [
        turn(1, 'wind', 'a'),
        turn(2, 'wall', 'b'),
        turn(3, 'door', 'c'),
        turn(4, 'wall', 'VOTE: REJECT', { act: 'vote' }),
        turn(5, 'door', 'd', { act: 'revision' }),
      ],
      options: { order: 'fixed', maxTurns: 3, maxRounds: 1 },
    });
    const { debate, problems } = readPythonDebate(textOfPython(record));
    expect(problems).toEqual([]);
    expect(debate.turns.map(({ role, content }) => `${role} ${content}`)).toEqual([
      'Wind a',
      'Wall b',
      'Door c',
      'Door d',
    ]);
    expect(debate).toMatchObject({ mode: 'mediated', status: 'stalemate', max_turns: 4 });
  });

  it('steers no terminal, and says the same to who parses it', () => {
    const said = 'a\u009b31m \u202e b \u2066 c \u0007 d';
    const text = textOfPython(
      fullRecord({ entries: [turn(1, 'wind', said)], decision: null, outcome: null, status: 'open' }),
    );
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(JSON.parse(text).turns[0].content).toBe(said);
    expect(readPythonDebate(text).problems).toEqual([]);
  });

  it('writes a redaction of ours as a tombstone', () => {
    const { debate, problems } = readPythonDebate(
      textOfPython(fullRecord({ status: 'open', outcome: null, decision: null })),
    );
    expect(problems).toEqual([]);
    expect(debate.turns[1]?.content).toBe('[REDACTED: a key was in it]');
    expect(debate.audit_log).toMatchObject([{ action: 'tombstone', turn_index: 1, actor: 'ana' }]);
    expect(debate.turns[1]?.timestamp).toBe('2026-11-20T10:00:05Z');
  });
});
