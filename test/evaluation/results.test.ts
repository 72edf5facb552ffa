// Results of evaluations: checked against their ledgers, added to each other, and looked at.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVALUATION_SCHEMA_FILE, evaluationJsonSchema } from '../../config/build/json-schema.ts';
import { PRESETS, readArms } from '../../src/domain/evaluation/arms.ts';
import { fromCode, sayCode, toCode } from '../../src/domain/evaluation/marks.ts';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { pickAnswer } from '../../src/hall/operations/evaluation/mark-answers.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createKnowingProject, type KnowingProject, readResult } from './project.ts';

let project: KnowingProject;
const KNOWERS = {
  ann: { knows: 0.7, learns: 0.5 },
  bob: { knows: 0.6, learns: 0.5 },
  cyd: { knows: 0.5, learns: 0.5 },
};
beforeEach(() => {
  project = createKnowingProject(3);
  project.knowers(KNOWERS);
});
afterEach(() => project.dispose());

const ARMS = ['--agents', 'ann,bob,cyd', '--arms', 'one,vote:3,vote:cost,run:standard'];

describe('eval verify', () => {
  it.runIf(inCampaign)('finds what somebody changed in the file, or in a ledger', async () => {
    const { result } = await project.evaluate(...ARMS);
    const verify = async () => await project.call(['eval', 'verify', 'result.json']);
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ok: \d+ ledgers verify.*\nWhich answers are right was not checked/),
    });
    expect(await project.call(['eval', 'verify', 'result.json', '--keep', 'elsewhere'])).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringMatching(/None of the debates .*elsewhere\.\n.*--keep FOLDER/),
    });
    const forge = async (change: (copy: typeof result) => void) => {
      const copy = structuredClone(result);
      change(copy);
      project.write('result.json', copy);
      return await verify();
    };
    const [first] = result.cells;
    const forged = await forge(({ cells }) => Object.assign(cells[0] as object, { right: !first?.right }));
    expect(forged.code).toBe(EXIT.internal);
    expect(forged.stdout).toContain(`Question q0: ${first?.arm} came to something else.`);
    expect(forged.stdout).toContain('The figures are not those of the answers.');
    for (const change of [
      { sha256: '0'.repeat(64) },
      { topic: 'Which colour has another thing?' },
      { choices: ['red', 'blue', 'green'] },
      { answer: 'ranking', truth: '1>2>3' },
      { options: 4 },
    ]) {
      const other = await forge(({ questions }) => Object.assign(questions[0] as object, change));
      expect([change, other.code, other.stdout]).toEqual([
        change,
        EXIT.internal,
        expect.stringMatching(/^Question q0: \S+ asks another one/),
      ]);
    }
    const answer = await forge(({ openings }) => Object.assign(openings[0] as object, { confidence: 99 }));
    expect(answer.stdout).toMatch(/answer 1 of \w+ is another one/);
    const fewer = await forge((copy) => copy.cells.find(({ arm }) => arm === 'vote:3')?.openings.pop());
    expect(fewer.stdout).toContain('vote:3 came to something else');
    project.write('result.json', result);
    const { debate } = result.ledgers[0] as { debate: string };
    const ledger = project.path('debates', 'eval', result.id, `${debate}.jsonl`);
    fs.writeFileSync(ledger, fs.readFileSync(ledger, 'utf8').replace(/"confidence":70/, '"confidence":71'));
    expect((await verify()).stdout).toContain(`"${debate}" does not verify`);
  });
});

describe('eval merge', () => {
  it.runIf(inCampaign)('adds results arm by arm, and takes the same question of two people for one group', async () => {
    await project.evaluate(...ARMS);
    fs.renameSync(project.path('result.json'), project.path('ada.json'));
    await project.evaluate(...ARMS, '--seed', '2');
    const { code, stdout } = await project.call(['eval', 'merge', 'ada.json', 'result.json', '--json']);
    expect(code).toBe(0);
    expect(readResult(stdout)).toMatchObject({
      merged: [expect.any(String), expect.any(String)],
      statistics: { questions: 6, groups: 3, arms: [{ arm: 'one' }, {}, {}, {}] },
    });
    const twice = await project.call(['eval', 'merge', 'ada.json', 'ada.json']);
    expect([twice.code, twice.stderr]).toEqual([EXIT.usage, expect.stringContaining('is there twice')]);
  });
});

describe('the page', () => {
  it('has the table, the plot, and what was said where arms differ, with no way out for what a model wrote', async () => {
    project.write('truths.json', {});
    const { code, stderr } = await project.call([
      ...['eval', 'questions.jsonl', ...ARMS, '--html', 'page.html', '--out', 'r.json'],
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Result: r.json\nPage: page.html\n')]);
    const page = fs.readFileSync(project.path('page.html'), 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    for (const part of ['<svg', 'run:standard less one', "default-src 'none'", 'Right if it acts'])
      expect(page).toContain(part);
    expect(page).not.toMatch(/<script|javascript:|http-equiv="refresh"/i);
  });
});

describe('a hall that learns', () => {
  it.runIf(inCampaign)('gets the debates with what was right, once, and the result still verifies', async () => {
    const before = JSON.parse((await project.call(['calibration', '--json'])).stdout);
    expect(before.debates).toBe(0);
    await project.evaluate(...ARMS, '--learn');
    const calibration = JSON.parse((await project.call(['calibration', '--json'])).stdout);
    // Three openings and the final answers of debates that did not end with them; copies count once.
    expect(calibration.agents.map(({ agent }: { agent: string }) => agent).sort()).toEqual(['ann', 'bob', 'cyd']);
    expect(calibration.all.answers).toBeGreaterThanOrEqual(9);
    const again = await project.evaluate(...ARMS, '--learn', '--resume');
    expect(again.stderr).toContain('Learnt: 0 debates');
    expect((await project.call(['eval', 'verify', 'result.json'])).code).toBe(0);
  });
});

describe('a debate that a hall learnt from', () => {
  it.runIf(inCi)(
    'is named where the evaluation keeps it when it is redacted or deleted, with votes that asked the same',
    async () => {
      const { result } = await project.evaluate('--agents', 'ann,bob', '--arms', 'vote:2', '--learn');
      const [threadId = ''] = result.ledgers.map(({ debate }) => debate);
      const folder = `debates/eval/${result.id}`;
      const ledger = project.path(folder, `${threadId}.jsonl`);
      const topic = JSON.parse(fs.readFileSync(ledger, 'utf8').split('\n')[0] ?? '').data.topic.text;
      const redact = ['redact', threadId, '--event', '0', '--field', '/topic', '--reason', 'x'];
      const { stderr } = await project.call([...redact, '--hall', 'debates']);
      const other = result.ledgers.map(({ debate }) => debate).filter((id) => id !== threadId);
      const command = `debate-hall redact ${threadId} --event 0 --field /topic --reason … --hall ${folder}`;
      expect(stderr).toContain(`"${command}"`);
      expect(other.some((id) => new RegExp(`${id}.* asked the same again`).test(stderr))).toBe(true);
      expect((await project.call([...redact, '--hall', folder])).code).toBe(0);
      expect(fs.readFileSync(ledger, 'utf8')).not.toContain(topic);
      expect((await project.call(redact)).stderr).not.toContain('An evaluation keeps');
      const deleted = await project.call(['delete', threadId, '--yes']);
      expect(deleted.stderr).toContain(`delete it with "debate-hall delete ${threadId} --hall ${folder}".`);
      expect((await project.call(['delete', threadId, '--yes', '--hall', folder])).code).toBe(0);
    },
  );
});

describe('the schema', () => {
  it('is up to date: npm run schema', () => {
    const text = fs.readFileSync(EVALUATION_SCHEMA_FILE, 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(evaluationJsonSchema())));
  });
});

describe('eval export', () => {
  it.runIf(inCampaign)(
    'writes a log for each arm for Inspect, and one file for promptfoo, that say what is right',
    async () => {
      const { result } = await project.evaluate(...ARMS, '--with-questions');
      const call = async (...args: string[]) => await project.call(['eval', 'export', 'result.json', ...args]);
      expect((await call('--format', 'inspect', '--out', 'logs')).code).toBe(0);
      const names = fs.readdirSync(project.path('logs')).sort();
      expect(names).toHaveLength(4);
      for (const [index, name] of names.entries()) {
        expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\+00-00_/);
        const arm = result.arms[index]?.name;
        const log = JSON.parse(fs.readFileSync(project.path('logs', name), 'utf8'));
        expect(log).toMatchObject({ version: 2, status: 'success', eval: { task: arm, dataset: { samples: 3 } } });
        const cells = result.cells.filter((cell) => cell.arm === arm);
        const scores = log.samples.map(({ id, scores }: never) => [
          id,
          (scores as { right: { value: string } }).right.value,
        ]);
        expect(scores).toEqual(cells.map(({ question, right }) => [question, right ? 'C' : 'I']));
        expect(log.samples[0]).toMatchObject({ input: 'Which colour has thing 0?', target: 'red', events: [] });
        expect(log.samples[1]).toMatchObject({ choices: ['Yes', 'No'], target: 'No' });
        expect(log.samples[0].scores.right.answer).toMatch(/^(?:red|green|blue|no answer)$/);
      }
      for (const file of ['result.json', 'result.json/logs']) {
        const inFile = await call('--format', 'inspect', '--out', file);
        expect(inFile).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a folder (ENOTDIR)') });
      }
      expect((await call('--format', 'promptfoo', '--out', 'p.json')).code).toBe(0);
      const { results } = JSON.parse(fs.readFileSync(project.path('p.json'), 'utf8'));
      expect(results).toMatchObject({
        version: 3,
        stats: { successes: result.cells.filter(({ right }) => right).length },
      });
      expect(results.results).toHaveLength(12);
      expect(results.results[0]).toMatchObject({
        vars: { target: 'red' },
        response: { output: expect.stringMatching(/^(?:red|green|blue)$/) },
      });
    },
  );
});

describe('arms', () => {
  const reading = { agents: ['a', 'b'], names: new Set(['a', 'b', 'one']), runFormat: 'wind-wall-door' };
  it.each([
    ['one', [['one', ['a']]]],
    ['one@b', [['one', ['b']]]],
    ['vote:3', [['vote', ['a', 'b']]]],
    [
      'run:standard@a,b,a,one@b',
      [
        ['debate', ['a', 'b', 'a']],
        ['one', ['b']],
      ],
    ],
    [
      'run:standard@a:opus#high,b,panel:deep',
      [
        ['debate', ['a:opus#high', 'b']],
        ['debate', ['a', 'b']],
      ],
    ],
    [
      'vote:cost,run:quick,panel:quick',
      [
        ['vote-cost', ['a', 'b']],
        ['vote-cost', ['a', 'b']],
        ['debate', ['a', 'b']],
        ['debate', ['a', 'b']],
      ],
    ],
  ])('%s', (text, expected) => {
    const read = readArms(text, reading);
    expect(read.ok && read.arms.map(({ kind, agents }) => [kind, agents])).toEqual(expected);
  });

  it.each([
    ...['', 'two', 'vote:1', 'vote:51', 'vote:x', 'vote:cost', 'one,one', 'run:', 'one@', 'run:standard@a,,b'],
    ...['vote:3:a', 'run:standard:deep', 'run:standard:deep@a'],
  ])('refuses "%s"', (text) =>
    expect(readArms(text, reading)).toMatchObject({ ok: false, hint: expect.stringContaining('vote:cost') }),
  );

  it('of the presets can be read, for one to five agents', () => {
    for (const preset of Object.values(PRESETS)) {
      for (let count = 1; count <= 5; count += 1) {
        const agents = ['a', 'b', 'c', 'd', 'e'].slice(0, count);
        expect(readArms(preset(agents), { ...reading, agents, names: new Set(agents) }).ok).toBe(true);
      }
    }
  });
});

describe('a vote', () => {
  const answers = ([...text]: string) => text.map((each) => (each === '-' ? undefined : fromCode('choice', each)));
  it.each([
    ['112', undefined, '1', 200 / 3],
    ['1112223', undefined, null, null],
    ['11-', undefined, '1', 200 / 3],
    ['112', '2', '2', 100 / 3],
    ['111', '2', '2', 0],
    ['12', '1', '1', 50],
  ])('of %s, where %s stands, is %s by %f%%', (given, stands, code, percent) => {
    const picked = pickAnswer(answers(given), stands === undefined ? undefined : fromCode('choice', stands));
    expect(picked.answer === undefined ? null : toCode(picked.answer)).toBe(code);
    expect(picked.percent).toBe(percent);
  });
});

describe('codes', () => {
  it.each([
    ['2', 'Go'],
    ['3>1>2', 'Zig > Rust > Go'],
    ['4', '4'],
    ['none', 'none'],
    ['70%', '70%'],
    ['-1.5', '-1.5'],
  ])('%s in words: %s', (code, words) => {
    expect(sayCode(code, ['Rust', 'Go', 'Zig'])).toBe(words);
    expect(sayCode(code)).toBe(code);
  });

  it.each([
    ['choice', '2', { kind: 'option', option: 2 }],
    ['yes-no', '1', { kind: 'option', option: 1 }],
    ['ranking', '3>1>2', { kind: 'ranking', order: [3, 1, 2] }],
    ['number', '-1.5', { kind: 'number', value: '-1.5', range: null }],
    ['probability', '70%', { kind: 'probability', percent: 70 }],
    ['number', 'unsure', { kind: 'unsure' }],
    ['choice', 'none', { kind: 'none' }],
  ] as const)('of a %s: %s', (kind, code, answer) => {
    expect(fromCode(kind, code)).toEqual(answer);
    expect(toCode(answer as never)).toBe(code);
  });

  it.each([
    ['number', ['', ' ', '1e3', '0x10', '١', '5 ', 'Infinity', '1.']],
    ['probability', ['', '%', '150%', '-1%', '70', '70%%', '0.5%', '070%']],
    ['choice', ['', '0', '-1', '1.5', '1>2', '01', ' 1']],
    ['ranking', ['', '1', '1>', '>1', '0>1', '1 > 2']],
  ] as const)('no code of a %s: %j', (kind, codes) => {
    for (const code of codes) expect([code, fromCode(kind, code)]).toEqual([code, undefined]);
  });
});
