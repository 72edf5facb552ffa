// What can be recorded about a debate that is over, by what it came to, and how each door says it.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/index.ts';
import { connect } from '../mcp/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const FILES = path.join(import.meta.dirname, '../interop/fixtures');
const RUN = ['run', '--rehearse', '--id', 'd', '-q'];
const CHECK = ['check', '--seats', '2', '--id', 'd', '-q'];

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

function answering(first: string, second: string): void {
  project.configure({
    agents: { a: project.holder('a', { answer: first }), b: project.holder('b', { answer: second }) },
    seats: { 'seat-1': 'a', 'seat-2': 'b' },
  });
}

type Start = (project: Project) => Promise<unknown>;
const calls =
  (...all: string[][]): Start =>
  async (there) => {
    for (const args of all) await there.call(args);
  };
const answers =
  (first: string, second: string, ...args: string[]): Start =>
  (there) => {
    answering(first, second);
    return there.call([...CHECK, ...args]);
  };
const imports = (name: string) => calls(['import', path.join(FILES, `2026-01-05-${name}.json`), '--id', 'd']);

const review: Start = async (there) => {
  there.write('a.js', 'two\n');
  for (const args of [
    ['init', '-q'],
    ['commit', '-q', '--allow-empty', '-m', 'nothing'],
  ]) {
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: there.folder });
  }
  await there.call(['review', '--rehearse', '--id', 'd', '-q']);
};

const LIMITED = calls(
  ['open', '--id', 'd', '-o', 'maxTurns=1', 'Why?'],
  ['say', 'd', '--seat', 'wind', '--', '- Tea\n\nWhat else?'],
  ['close', 'd', 'So.'],
);

/** Its writer says that nothing is decided. */
const tie: Start = async (there) => {
  const seats = ['a', 'b'].map((name, index) => [name, there.holder(name, { answer: index === 0 ? 'Yes' : 'No' })]);
  there.configure({ agents: Object.fromEntries(seats) });
  const panel = ['--format', 'panel', '--gate', 'off', '-o', 'seats=2', '--agents', 'a,b'];
  await there.call(['run', '--id', 'd', '-q', ...panel, '--seat', 'writer=rehearsal', 'Should we?']);
  expect((await there.shown('d')).decision).not.toBeNull();
};

const DECIDED: readonly (readonly [name: string, outcome: string, Start])[] = [
  ['a debate that decided', 'accepted', calls([...RUN, 'Should we?'])],
  ['a check that agreed', 'agreed', answers('Yes', 'Yes', 'Should we?')],
  ['a panel', 'majority', calls([...RUN, '--format', 'panel', 'Should we?'])],
  ['a review', 'majority', review],
  ['a plan', 'agreed', calls(['plan', '--rehearse', '--id', 'd', '-q', 'Build it'])],
  ['one that judges decided', 'judged', calls([...RUN, '--format', 'oxford', 'Should we?'])],
  ['one that somebody closed', 'closed-manually', calls(['open', '--id', 'd', 'Why?'], ['close', 'd', 'So.'])],
  ['one that somebody closed after a limit', 'stopped-by-limit', LIMITED],
  ['an import that was decided', 'closed-manually', imports('closed')],
];

const KILLED: Start = calls(['open', '--format', 'check', '--id', 'd', 'Should we?'], ['kill', 'd', 'Wrong question.']);
const WORDS_KILLED: Start = calls(['open', '--id', 'd', 'Why?'], ['kill', 'd', 'Wrong question.']);

/** `answer`: what can still be recorded, where the question has answers to choose from. */
const UNDECIDED: readonly (readonly [name: string, outcome: string, answer: string | undefined, Start])[] = [
  ['a closed question that was not settled', 'not-settled', 'No', answers('Yes', 'No', 'Should we?')],
  ['a tie of which somebody wrote', 'not-settled', 'No', tie],
  ['a question in words that no rule settles', 'not-settled', undefined, answers('Go', 'Rust', 'Which language?')],
  ['a closed question that was force-closed', 'force-closed', 'No', KILLED],
  ['a question in words that was force-closed', 'force-closed', undefined, WORDS_KILLED],
  ['an import that was force-closed', 'force-closed', undefined, imports('forced')],
];

describe('right, wrong and mixed', () => {
  it.runIf(inCampaign).each(DECIDED)('are taken for %s: %s', async (_name, outcome, start) => {
    await start(project);
    expect((await project.shown('d')).outcome).toBe(outcome);
    for (const word of ['right', 'wrong', 'mixed']) {
      const { code, stderr } = await project.call(['outcome', 'd', word]);
      expect([code, stderr]).toEqual([0, expect.stringContaining(`Turned out ${word}.`)]);
    }
  });

  it.runIf(inCampaign).each(UNDECIDED)('are refused for %s: %s', async (_name, outcome, answer, start) => {
    await start(project);
    expect((await project.shown('d')).outcome).toBe(outcome);
    const next = answer === undefined ? 'Read what was said with "debate-hall show d"' : 'debate-hall outcome d ANSWER';
    for (const word of ['right', 'wrong', 'mixed']) {
      const { code, stderr } = await project.call(['outcome', 'd', word]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/decided nothing[\s\S]*next: /)]);
      expect(stderr).toContain(next);
    }
    const named = await project.call(['outcome', 'd', answer ?? 'Go']);
    if (answer === undefined) expect([named.code, named.stderr]).toEqual([2, expect.stringContaining(next)]);
    else expect([named.code, named.stderr]).toEqual([0, expect.stringContaining(`Turned out: ${answer}.`)]);
  });
});

it('is void once the debate was killed, whose decision no longer stands', async () => {
  await calls(['open', '--id', 'd', 'Why?'], ['close', 'd', 'So.'], ['outcome', 'd', 'right'])(project);
  expect((await project.call(['list'])).stdout).toContain('turned out right');
  await project.call(['kill', 'd', 'Wrong question.']);
  expect((await project.call(['list'])).stdout).not.toContain('turned out');
  expect((await project.call(['show', 'd', '--summary'])).stdout).not.toContain('Hindsight');
});

it('is void where nothing was decided, though an earlier version took it', async () => {
  await answers('Yes', 'No', 'Should we?')(project);
  const hall = await openHall({ cwd: project.folder, home: project.root, env: project.env });
  const recorded = { type: 'outcome-recorded', data: { turnedOut: { verdict: 'wrong' }, by: 'Ada' } } as const;
  await hall.engine.dispatch('d', recorded);
  await hall.close();
  expect((await project.call(['list'])).stdout).not.toContain('turned out');
  expect(JSON.parse((await project.call(['calibration', '--json'])).stdout).debates).toBe(0);
  await project.call(['outcome', 'd', 'Yes']);
  expect(JSON.parse((await project.call(['calibration', '--json'])).stdout).debates).toBe(1);
});

it('of what a person decided says how that did, and nothing of the answer that its seats had given', async () => {
  answering('Yes', 'Yes');
  const seats = ['wind=a', 'wall=b', 'door=a'].flatMap((seat) => ['--seat', seat]);
  await project.call(['run', '--id', 'd', '-q', '--gate', 'off', '--max-tokens', '1', ...seats, 'Should we?']);
  await project.call(['close', 'd', 'No, we stay.', '--author', 'Ada']);
  expect((await project.call(['outcome', 'd', 'No'])).stderr).toContain('Turned out: No.');
  await project.call(['outcome', 'd', 'right']);
  expect((await project.call(['list'])).stdout).toContain('stopped by a limit, turned out right');
  const { outcomes, all } = JSON.parse((await project.call(['calibration', '--json'])).stdout);
  expect([outcomes, all.right]).toEqual([[expect.objectContaining({ right: 1, wrong: 0 })], 0]);
});

describe('whether a forecast came out', () => {
  const QUESTION = ['How likely is it that we ship in May?', '--answer', 'probability'];

  it.runIf(inCi).each([
    // Far apart, the two settle nothing.
    ['10%', '90%', 'yes', 'Turned out: it happened'],
    ['10%', '90%', 'no', 'Turned out: it did not happen'],
    ['90%', '90%', 'yes', 'Turned out right'],
    ['90%', '90%', 'no', 'Turned out wrong: it did not happen'],
    ['10%', '10%', 'yes', 'Turned out wrong: it happened'],
  ])('%s and %s, then %s', async (first, second, word, line) => {
    answering(first, second);
    await project.call([...CHECK, ...QUESTION]);
    expect((await project.call(['outcome', 'd', word])).stderr).toContain(`${line}.`);
    const words = line.replace(/^Turned out:? /, '');
    const shown = (await project.call(['show', 'd'])).stdout;
    expect(shown).toContain(`Hindsight ${words} (recorded`);
    expect(shown).toContain(`── ${line} (recorded`);
    const markdown = (await project.call(['export', 'd', '--format', 'markdown'])).stdout;
    expect(markdown).toContain(`- **Turned out:** ${words} (recorded`);
    expect(markdown).toContain(line.replace(/^Turned out:?/, '**$&**'));
    expect((await project.call(['export', 'd', '--format', 'html'])).stdout).toContain(`${words} (recorded`);
  });

  it.runIf(inCampaign)('is said over MCP', async () => {
    answering('10%', '90%');
    await project.call([...CHECK, ...QUESTION]);
    const server = await connect(project.folder, { args: ['--toolsets', 'memory'] });
    try {
      const result = await server.client.callTool({
        name: 'record_outcome',
        arguments: { thread_id: 'd', outcome: 'yes' },
      });
      expect(JSON.stringify(result.content)).toContain('d turned out: it happened.');
    } finally {
      await server.close();
    }
  });
});
