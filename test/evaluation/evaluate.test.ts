// Evaluations from outside: each question is asked once, all arms share what was answered, and nothing is asked twice.
import fs, { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createKnowingProject, type KnowingProject, readLedgers, readOpenings, readResult } from './project.ts';

let project: KnowingProject;
beforeEach(() => {
  project = createKnowingProject(4);
  project.knowers({
    ann: { knows: 0.7, learns: 0.5 },
    bob: { knows: 0.6, learns: 0.5 },
    cyd: { knows: 0.5, learns: 0.5 },
  });
});
afterEach(() => project.dispose());

const AGENTS = ['--agents', 'ann,bob,cyd'];
const ARMS = ['--arms', 'one,one@bob,vote:3,vote:5,vote:cost,run:standard,panel:standard'];

const ledgersIn = (id: string) => readLedgers(project, id);

describe('an evaluation', () => {
  it.runIf(inCampaign)('asks for each blind answer once, and gives every debate the same bytes', async () => {
    const { code, result } = await project.evaluate(...AGENTS, ...ARMS);
    expect(code).toBe(0);
    const openings = project.asked().filter((call) => call.includes(' opening '));
    expect(openings).toHaveLength(result.openings.length);
    const forks = ledgersIn(result.id).names.filter((name) => name.endsWith('-standard'));
    expect(forks).toHaveLength(8);
    for (const name of forks) {
      const { parent, own } = readOpenings(ledgersIn(result.id), name);
      expect(own.map(({ content, data }) => [content, data])).toEqual(
        parent.map(({ content, data }) => [content, data]),
      );
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter(({ copied }) => copied === undefined)).toEqual([]);
    }
    for (const name of inCampaign ? forks : forks.slice(0, 2)) {
      const check = await project.call(['verify', name, '--hall', `debates/eval/${result.id}`]);
      expect([check.code, check.stdout + check.stderr]).toEqual([0, expect.stringContaining('3')]);
    }
    const digests = new Set(result.questions.map(({ promptSha256 }) => promptSha256));
    expect([digests.size, digests.has(undefined)]).toEqual([4, false]);
  });

  it.runIf(inCi)('of a rehearsal says so wherever it goes', async () => {
    const files = ['--out', 'r.json', '--html', 'r.html'];
    const { stdout } = await project.call(['eval', 'questions.jsonl', '--rehearse', '--arms', 'one,vote:3', ...files]);
    await project.call(['eval', 'export', 'r.json', '--format', 'promptfoo', '--out', 'p.json']);
    await project.call(['eval', 'export', 'r.json', '--format', 'inspect', '--out', '.']);
    const log = fs.readdirSync(project.folder).find((name) => name.includes('_1-one_')) ?? '';
    const written = ['r.html', 'p.json', log].map((name) => readFileSync(project.path(name), 'utf8'));
    expect([stdout, ...written].filter((text) => !/rehearsal/i.test(text))).toEqual([]);
  });

  it.runIf(inCampaign)('counts what each arm took: votes at the price of a debate stop at its price', async () => {
    const { result } = await project.evaluate(...AGENTS, ...ARMS);
    const cellsOf = (arm: string) => result.cells.filter((cell) => cell.arm === arm);
    expect(cellsOf('one').map(({ calls, costMicroUsd }) => [calls, costMicroUsd])).toEqual(Array(4).fill([1, 10_000]));
    expect(cellsOf('vote:5').map(({ calls }) => calls)).toEqual([5, 5, 5, 5]);
    for (const debate of ['run:standard', 'panel:standard']) {
      const [votes, debates] = [cellsOf(`vote:cost of ${debate}`), cellsOf(debate)];
      expect(votes.map(({ costMicroUsd }) => costMicroUsd)).toEqual(debates.map(({ costMicroUsd }) => costMicroUsd));
      expect(debates.every(({ calls }) => calls >= 3)).toBe(true);
    }
    const paid = result.openings.reduce((sum, { calls }) => sum + calls, 0);
    const debated = result.cells
      .filter(({ debate }) => debate !== undefined)
      .reduce((sum, { calls }) => sum + calls - 3, 0);
    expect(project.asked()).toHaveLength(paid + debated);
  });

  it.runIf(inCampaign)(
    'shows a table and sentences, and neither questions nor answers in words in the file',
    async () => {
      const { stdout, code } = await project.call([
        'eval',
        'questions.jsonl',
        ...AGENTS,
        '--arms',
        'one,run:standard',
        '--out',
        'r.json',
      ]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^ARM +RIGHT/);
      expect(stdout).toContain('run:standard alone is right on');
      const { stdout: json } = await project.call([
        'eval',
        'questions.jsonl',
        ...AGENTS,
        '--arms',
        'one,run:standard',
        '--resume',
        '--json',
        '--out',
        'r.json',
      ]);
      expect(json).not.toMatch(/colour|thing|green/);
      const named = await project.call([
        'eval',
        'questions.jsonl',
        ...AGENTS,
        '--arms',
        'one,run:standard',
        '--resume',
        '--json',
        '--with-questions',
        '--out',
        'r.json',
      ]);
      expect(named.stdout).toContain('Which colour has thing 0?');
    },
  );

  it('says before any money what it would do, and asks nobody', async () => {
    const { code, stdout } = await project.call(['eval', 'questions.jsonl', ...AGENTS, ...ARMS, '--dry-run']);
    expect([code, project.asked()]).toEqual([0, []]);
    expect(stdout).toContain('4 questions, seed 1');
    expect(stdout).toMatch(/Would make \d+ to \d+ calls\./);
    expect(stdout).toContain('What 4 questions can show');
  });

  it('says before any money that a person is no agent that can be evaluated', async () => {
    const named = ['--agents', 'ann,human', '--arms', 'vote:3'];
    const { code, stderr } = await project.call(['eval', 'questions.jsonl', ...named]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/human is a person[\s\S]*Choose another agent\./)]);
    expect(project.asked()).toEqual([]);
  });

  it('says before any money that two files have one name, or that the debates have no place', async () => {
    const evaluate = async (...args: string[]) =>
      await project.call(['eval', 'questions.jsonl', ...AGENTS, ...ARMS, ...args]);
    const twice = await evaluate('--out', 'r.json', '--html', './r.json');
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('r.json is named for result and page.') });
    if (process.platform === 'linux') {
      const nowhere = await evaluate('--keep', '/proc/none');
      expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('/proc/none cannot be written') });
    }
    expect(project.asked()).toEqual([]);
  });

  it.runIf(inCi)('prints a result that cannot be written, and writes it when it is resumed', async () => {
    const evaluate = async (...args: string[]) =>
      await project.call(['eval', 'questions.jsonl', ...AGENTS, '--arms', 'one', ...args]);
    // Long enough that only its draft, whose name is longer, has no place.
    const { code, stdout, stderr } = await evaluate('--out', 'r'.repeat(255));
    expect([code, stdout]).toEqual([1, expect.stringContaining('RIGHT')]);
    expect(stderr).toContain('Then repeat the command with --resume, which asks nothing twice.');
    const before = project.asked().length;
    expect((await evaluate('--out', 'r.json', '--resume')).code).toBe(0);
    expect(project.asked()).toHaveLength(before);
    expect(JSON.parse(readFileSync(project.path('r.json'), 'utf8'))).toMatchObject({ statistics: { questions: 4 } });
  });

  it.runIf(inCampaign)('shuffles the options by the seed and knows which is which', async () => {
    project.knowers({ ann: { knows: 1 } });
    const seen = new Set<string>();
    for (const seed of ['1', '2', '3']) {
      const { result } = await project.evaluate('--agents', 'ann', '--arms', 'one', '--seed', seed);
      expect(result.cells.map(({ right }) => right)).toEqual([true, true, true, true]);
      expect(result.cells.map(({ answer }) => answer)).toEqual(result.questions.map(({ truth }) => truth));
      seen.add(JSON.stringify(result.questions.map(({ order }) => order)));
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe('an evaluation that is stopped', () => {
  it.runIf(inCampaign)(
    'keeps its cap, leaves a balanced result, and comes to the same when it is resumed',
    async () => {
      const whole = createKnowingProject(4);
      whole.knowers({
        ann: { knows: 0.7, learns: 0.5 },
        bob: { knows: 0.6, learns: 0.5 },
        cyd: { knows: 0.5, learns: 0.5 },
      });
      const expected = (await whole.evaluate(...AGENTS, ...ARMS)).result;
      const asked = whole.asked().sort();
      whole.dispose();
      const first = await project.evaluate(...AGENTS, ...ARMS, '--max-usd', '0.2');
      expect(first.code).toBe(EXIT.limit);
      expect(first.stderr).toContain('--resume');
      // 20 calls at a cent, and those under way.
      expect(project.asked().length).toBeLessThanOrEqual(22);
      const again = await project.call(['eval', 'questions.jsonl', ...AGENTS, ...ARMS]);
      expect([again.code, again.stderr]).toEqual([EXIT.usage, expect.stringContaining('--resume')]);
      const { code, result } = await project.evaluate(...AGENTS, ...ARMS, '--resume');
      expect(code).toBe(0);
      const { ledgers: _, ...same } = result;
      const { ledgers: __, ...other } = expected;
      expect(same).toEqual(other);
      expect(project.asked().sort()).toEqual(asked);
    },
  );

  it.runIf(inCampaign)(
    'says of whom its cap of dollars does not know what they cost, and still counts calls',
    async () => {
      project.knowers({ ann: { knows: 0.7 }, bob: { knows: 0.6, usd: null } });
      const args = ['--agents', 'ann,bob', '--arms', 'one,one@bob,vote:2'];
      const said = 'bob reports no cost, so --max-usd does not see its calls. Use --max-calls.';
      const dry = async (...more: string[]) =>
        (await project.call(['eval', 'questions.jsonl', ...args, '--dry-run', ...more])).stdout;
      expect(await dry('--max-usd', '1')).toContain('--max-usd sees only costs that agents report.');
      expect(await dry('--max-usd', '1', '--max-calls', '9')).not.toContain('--max-usd');
      expect(await dry()).not.toContain('--max-usd');
      const { code, stderr } = await project.evaluate(...args, '--max-usd', '1', '--max-calls', '6');
      expect(code).toBe(EXIT.limit);
      expect(stderr.split(said)).toHaveLength(2);
      expect(stderr).not.toContain('ann reports no cost');
      expect((await project.evaluate(...args, '--resume')).stderr).not.toContain(said);
    },
  );

  it.runIf(inCi)('does not say of an agent that failed, and so reported nothing, that it reports no cost', async () => {
    project.knowers({ ann: { knows: 0.7, fails: 'thing 1 ' } });
    const args = ['--agents', 'ann', '--arms', 'one,vote:2', '--max-usd', '1'];
    const { stderr } = await project.evaluate(...args);
    expect(stderr).toContain('unknown for 2 of 8 calls');
    // A vote of those that answered is not the vote that the arm is named for.
    const { stdout } = await project.call(['eval', 'questions.jsonl', ...args, '--resume']);
    expect(stdout).toContain('ann failed at 2 of 8 blind answers; votes are counted without those.');
    expect(stderr).not.toContain('reports no cost');
  });

  it('is refused when an agent answers as another model than it began with', async () => {
    project.knowers({ ann: { knows: 0.7, model: 'm-1' } });
    expect((await project.evaluate('--agents', 'ann', '--arms', 'one,vote:3', '--max-calls', '3')).code).toBe(
      EXIT.limit,
    );
    const before = project.asked().length;
    project.knowers({ ann: { knows: 0.7, model: 'm-2' } });
    const { code, stderr } = await project.evaluate('--agents', 'ann', '--arms', 'one,vote:3', '--resume');
    expect([code, project.asked().length - before]).toEqual([EXIT.agent, 1]);
    expect(stderr).toContain('ann began this evaluation as m-1 and is m-2 now.');
  });
});

describe('questions', () => {
  const TOKEN = `ghp_${'a1b2'.repeat(5)}`;

  it('with faults are named by line, field and reason, and nobody is asked', async () => {
    project.write(
      'questions.jsonl',
      [
        '{"input": "Is it so?", "target": "yes"}',
        'not json',
        '{"input": "", "target": "yes"}',
        '{"input": "Why is it so?", "target": "because"}',
        '{"input": "Which of them?", "choices": ["a", "b"], "target": "C"}',
        '{"input": "Is it so?", "target": "no", "id": 1}',
        '{"input": "Is it so?", "target": "no", "target": "yes"}',
        '{"input": "Which of both?", "choices": ["None of these", "Go", "Zig"], "target": "Go"}',
        '{"input": "Which of one?", "choices": ["Go"], "target": "Go"}',
        '{"input": "Which of two?", "choices": ["Go", "go"], "target": "A"}',
        `{"input": "Is ${TOKEN} right?", "target": "no"}`,
        `{"input": "Which key?", "choices": ["Go", "${TOKEN}"], "target": "Go"}`,
      ].join('\n'),
    );
    const { code, stderr } = await project.call(['eval', 'worth-it', 'questions.jsonl', ...AGENTS]);
    expect([code, project.asked()]).toEqual([EXIT.usage, []]);
    expect(stderr).not.toContain(TOKEN);
    for (const line of [
      'line 2: line is not JSON',
      'line 3: input is empty',
      'line 4: target is words',
      'line 5: target is none of the choices',
      'line 6: id is the same as that of line 1',
      'line 7: target is there twice',
      'line 8: choices: A seat can always say "none of these"',
      'line 9: choices: A question needs 2 to 20 options; there is 1',
      'line 10: choices: The options',
      'line 11: input: The topic looks like it contains',
      'line 12: choices: The choice looks like it contains',
      'set "context.allowSecrets" in the configuration if it is not a secret',
    ])
      expect(stderr).toContain(line);
  });

  it.runIf(inCi)('come from past debates whose outcome is known', async () => {
    await project.call(['check', '--agents', 'ann,bob', '--id', 'c', '-q', 'Is thing 1 red?']);
    expect((await project.call(['eval', 'worth-it', '--from', 'hall', ...AGENTS])).code).toBe(EXIT.usage);
    await project.call(['outcome', 'c', 'No']);
    const { code, stdout } = await project.call([
      'eval',
      '--from',
      'hall',
      '--agents',
      'ann',
      '--arms',
      'one',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(readResult(stdout).questions).toMatchObject([{ id: 'c', truth: '2', answer: 'yes-no' }]);
  });
});
