// Debate folders of the dialectic plugin: read, checked, imported and written back. The folder is made by hand in its form.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import { readArgumentBody, writeArgumentBody } from '../../src/exchange/interop/debate-folder/argument-body.ts';
import { readDebateFolder } from '../../src/exchange/interop/debate-folder/read.ts';
import { readFrontmatter, writeFrontmatter } from '../../src/exchange/interop/debate-folder/schema.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { exportFiles } from '../../src/hall/operations/records/copies/export-debate.ts';
import { importFolder } from '../../src/hall/operations/records/copies/import-folder.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { temporaryFolder } from '../support/hall.ts';

const SAMPLE = path.join(import.meta.dirname, 'folders', 'tea');

function sample(): Map<string, string> {
  const paths = [
    'debate.md',
    'scores.json',
    ...fs.readdirSync(path.join(SAMPLE, 'arguments')).map((name) => `arguments/${name}`),
  ];
  return new Map(paths.map((name) => [name, fs.readFileSync(path.join(SAMPLE, name), 'utf8')]));
}

/** The sample with some text of one file in place of another. */
function changed(file: string, from: string | RegExp, to: string): Map<string, string> {
  const files = sample();
  const text = files.get(file) as string;
  expect(text).toMatch(from);
  return files.set(file, text.replace(from, to));
}

function without(...names: string[]): Map<string, string> {
  const files = sample();
  for (const name of names) files.delete(name);
  return files;
}

let folder: string;
let hall: Hall;
beforeEach(async () => {
  folder = temporaryFolder();
  hall = await openHall({ cwd: folder, home: folder, env: { PATH: process.env['PATH'] } });
});
afterEach(async () => {
  await hall.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('an import', () => {
  it('becomes a ledger that verifies, with the scores and totals of the folder', async () => {
    const { record, problems } = await importFolder(hall, { files: sample() });
    expect(problems).toEqual([]);
    expect(record).toMatchObject({ threadId: 'tea', format: 'oxford', status: 'closed', outcome: 'not-settled' });
    expect(record.topic).toBe('Milk belongs into the cup before the tea.');
    expect(record.result?.headline).toMatch(
      /^No winner after the opening and 1 exchange: Proposition is ahead by 0\.800/,
    );
    expect(record.result?.data).toMatchObject({
      definitions: [
        { term: 'milk', text: "cow's milk, cold" },
        { term: 'tea', text: 'black tea, hot' },
      ],
      scope: 'Tea that is drunk at home.',
      totals: { proposition: 0.4, opposition: -0.4 },
      scoreCurve: [
        { exchange: 0, proposition: 0.25, opposition: -0.25 },
        { exchange: 1, proposition: 0.4, opposition: -0.4 },
      ],
      positionSensitivity: [],
    });
    expect(record.openedAt).toBe('2025-12-08T10:00:01.123Z');
    expect(await verifyDebate(hall, { threadId: 'tea' })).toMatchObject({ ok: true });
  });

  it('warns where words are over their limits, and takes them', async () => {
    const { record } = await importFolder(hall, { files: sample() });
    const warnings = record.entries.flatMap((entry) => (entry.kind === 'turn' ? entry.warnings : []));
    expect(warnings).toEqual(['arguments[0].claim has 34 words; judges see the first 25.']);
  });

  it('is written back as the same folder', async () => {
    await importFolder(hall, { files: sample() });
    const files = new Map(
      (await exportFiles(hall, 'tea', 'debate-folder'))?.map(({ path: name, text }) => [name, text]),
    );
    const [before, after] = [readDebateFolder(sample()), readDebateFolder(files)];
    expect(after.problems).toEqual([]);
    const timeless = ({ debate }: typeof before) =>
      JSON.parse(JSON.stringify(debate, (key, value) => (key === 'scored_at' ? undefined : value)));
    expect(timeless(after)).toEqual(timeless(before));
    for (const name of sample().keys()) {
      if (name.startsWith('arguments/')) expect(files.get(name)).toBe(sample().get(name));
    }
  });

  it('goes on with a debate whose last exchange awaits its judgment, or one side', async () => {
    const scores = JSON.parse(sample().get('scores.json') as string);
    for (const id of ['prop_001', 'opp_001']) delete scores[id];
    for (const id of ['prop_000a', 'opp_000b']) scores[id].history.pop();
    scores.prop_000a.current_score = 0.2;
    scores.opp_000b.current_score = -0.2;
    const state = (phase: string) =>
      writeFrontmatter({ debate_id: 'tea', current_exchange: 1, current_phase: phase }, '# Motion\n\nMilk first.\n');
    const judging = sample().set('debate.md', state('awaiting_judgment')).set('scores.json', JSON.stringify(scores));
    const { record } = await importFolder(hall, { files: judging });
    expect(record).toMatchObject({ status: 'open', result: { data: { exchanges: 1, planned: 2, complete: false } } });
    const half = new Map(judging).set('debate.md', state('awaiting_arguments'));
    half.delete('arguments/opp_001.md');
    const { record: open } = await importFolder(hall, { files: half, threadId: 'half' });
    expect(open.entries.at(-1)).toMatchObject({ seat: 'proposition', withheld: true });
  });
});

describe('what does not fit together', () => {
  const cases: [string, Map<string, string>, string][] = [
    [
      'an attack on nothing',
      changed('arguments/prop_001.md', /opp_000c/g, 'opp_009'),
      'arguments/prop_001.md has an attack on "opp_009", which does not exist',
    ],
    [
      'an attack on the own side',
      changed('arguments/prop_001.md', /opp_000c/g, 'prop_000c'),
      'arguments/prop_001.md has an attack on "prop_000c", which is on its own side',
    ],
    [
      'an attack within the exchange',
      changed('arguments/prop_001.md', /opp_000c/g, 'opp_001'),
      'arguments/prop_001.md has an attack on "opp_001", which is not from an earlier exchange',
    ],
    [
      'an attack of an unknown kind',
      changed('arguments/prop_001.md', /warrant_attack/g, 'ad_hominem'),
      'arguments/prop_001.md has an attack on "opp_000c", whose kind "ad_hominem" is unknown',
    ],
    [
      'an attack without words',
      changed('arguments/prop_001.md', '### Attacking opp_000c', '### Attacking unknown'),
      'arguments/prop_001.md an attack in its text has no target in its head',
    ],
    [
      'totals that the scores do not give',
      changed('debate.md', '"total": 0.4', '"total": 0.5'),
      'debate.md gives the proposition 0.5 in all, but its scores sum to 0.4',
    ],
    [
      'rescores that break the zero sum',
      changed('scores.json', /"score": -0.1(?=,\s+"reasoning": "Conceded)/, '"score": 0.2'),
      'scores.json has invalid rescores: those of exchange 1 sum to 0.3; the first scores stand',
    ],
  ];

  it.each(cases)('is refused, and imported without it when forced: %s', async (_, files, message) => {
    const refused = await importFolder(hall, { files }).catch((error: HallError) => error);
    expect(refused).toBeInstanceOf(HallError);
    expect(refused).toMatchObject({ code: 'ledger-damaged' });
    expect((refused as HallError).message).toContain(message);
    const { record } = await importFolder(hall, { files, force: true });
    expect(record.entries.some((entry) => entry.kind === 'note' && entry.message.includes(message))).toBe(true);
    const curve = record.result?.data['scoreCurve'] as { proposition: number; opposition: number }[] | undefined;
    expect(curve).toHaveLength(2);
    for (const { proposition, opposition } of curve ?? []) expect(opposition).toBe(-proposition);
    expect(await verifyDebate(hall, { threadId: 'tea' })).toMatchObject({ ok: true });
  });

  it.each<[string, Map<string, string>, RegExp]>([
    ['no debate.md', without('debate.md'), /^debate.md: does not exist/],
    ['a head that is no JSON', changed('debate.md', '{', '['), /^debate.md: cannot be read: it does not begin/],
    [
      'a head that says something twice',
      changed('debate.md', '{', '{ "current_exchange": 7,'),
      /^debate.md: cannot be read: it has "current_exchange" twice in one object/,
    ],
    [
      'a score that is there twice',
      changed('scores.json', '"score": 0.25', '"score": 0.35, "score": 0.25'),
      /^scores.json: cannot be read: it has "score" twice/,
    ],
    ['a phase that is unknown', changed('debate.md', 'awaiting_arguments', 'paused'), /current_phase: must be/],
    [
      'an argument in the wrong file',
      changed('arguments/opp_001.md', '"opp_001"', '"opp_002"'),
      /^arguments\/opp_001.md: contains the argument "opp_002"/,
    ],
    [
      'an argument of the wrong side',
      changed('arguments/opp_001.md', '"side": "opp"', '"side": "prop"'),
      /is not of the side "prop" in exchange 1/,
    ],
    [
      'a score for nothing',
      without('arguments/prop_000c.md'),
      /^scores.json: scores "prop_000c", which does not exist/,
    ],
    [
      'an exchange scored in part',
      changed('scores.json', '"opp_001": {', '"opp_000d": {'),
      /"opp_000d", which does not exist/,
    ],
    [
      'an empty warrant',
      changed('arguments/prop_000c.md', 'Less to wash is a gain for whoever washes.', ' '),
      /breaks the rules.*arguments\[2\].warrant: is empty/,
    ],
    [
      'a definition that no debate here takes',
      changed('debate.md', 'black tea, hot', 'tea '.repeat(3000)),
      /^The rules of the debate are invalid: definitions.1/,
    ],
    [
      'scores that do not sum to zero',
      changed('scores.json', /"score": 0.25/, '"score": 0.35'),
      /must sum to 0, not 0.100/,
    ],
  ])('cannot be imported at all: %s', async (_, files, message) => {
    await expect(importFolder(hall, { files, force: true })).rejects.toMatchObject({ code: 'bad-input' });
    await expect(importFolder(hall, { files, force: true })).rejects.toThrow(message);
    expect(await hall.store.exists('tea')).toBe(false);
  });
});

describe('the form of a file', () => {
  const text = fc
    .string({ unit: fc.constantFrom(...'ab #*>{}"\\\n-:1.é—') })
    .map((raw) => raw.trim())
    .filter((raw) => raw !== '');
  const line = text.map((raw) => raw.replace(/\s+/g, ' '));
  const aim = fc.record({
    target: fc.constantFrom('opp_000a', 'prop_001'),
    type: fc.constantFrom('claim_attack', 'clarify'),
    content: text,
  });

  it('keeps every text of an argument', () => {
    // Texts that begin a line with a backslash before "#" or "**" look like our own escapes.
    const plain = (raw: string) => !/^\\(#|\*\*)/m.test(raw);
    const kept = text.filter((raw) => plain(raw) && !/^ | $|\*\*Relevance:/m.test(raw));
    const body = fc.record({
      grounds: fc.array(fc.record({ source: line, content: kept.filter((raw) => !/^>/m.test(raw)), relevance: kept }), {
        minLength: 1,
        maxLength: 3,
      }),
      warrant: kept,
      backing: fc.option(kept),
      qualifier: fc.option(kept),
      attacks: fc.array(
        aim.filter(({ content }) => plain(content)),
        { maxLength: 3 },
      ),
      defends: fc.array(
        aim.filter(({ content }) => plain(content)),
        { maxLength: 2 },
      ),
    });
    fc.assert(
      fc.property(kept, body, (claim, given) => {
        expect(readArgumentBody(writeArgumentBody(claim, given))).toEqual(given);
      }),
    );
  });

  it('shows the HTML of an agent as text, and reads it back as it was', () => {
    const html = 'a <img src=x onerror=alert(1)> b \\<b> c \\\\</b> d <!-- e --> f < g';
    const given = {
      grounds: [{ source: html, content: html, relevance: html }],
      ...{ warrant: html, backing: html, qualifier: html },
      attacks: [{ target: 'prop_001', type: 'claim_attack', content: html }],
      defends: [],
    };
    const written = writeArgumentBody(html, given);
    expect(written).not.toMatch(/(?<!\\)(?:\\\\)*<[A-Za-z/!?]/);
    expect(readArgumentBody(written)).toEqual(given);
  });

  it('keeps its head, whatever brackets and quotes stand in it, in ASCII', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), line, (data, body) => {
        const file = writeFrontmatter(data, body);
        expect(file.slice(0, file.indexOf('\n\n'))).toMatch(/^[\n\x20-\x7e]*$/);
        expect(readFrontmatter(` \n${file}`)).toEqual({ data: { ...data }, body });
      }),
    );
  });
});
