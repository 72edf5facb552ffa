import pc from 'picocolors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addTotals } from '../../src/domain/calls.ts';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import type { Calibration } from '../../src/domain/hindsight/scores.ts';
import type { OutcomeKind } from '../../src/domain/outcomes.ts';
import { hallStatsLines } from '../../src/doors/cli/render/stats-view.ts';
import type { HallStats } from '../../src/hall/operations/records/statistics/debate-stats.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

async function ok(...args: string[]) {
  const done = await project.call(args);
  expect([args.join(' '), done.code, done.stderr]).toEqual([args.join(' '), 0, expect.not.stringContaining('error:')]);
  return done.stdout;
}

/** A check whose seats are people. */
async function hold(id: string, answers: Readonly<Record<string, string>>, ...options: string[]): Promise<void> {
  const people = Object.entries(answers);
  await ok('open', '--id', id, '--format', 'check', '-o', `seats=${people.length}`, ...options, `Should we do ${id}?`);
  for (const [index, [author, answer]] of people.entries()) {
    await ok('say', id, '--seat', `seat-${index + 1}`, '--author', author, '--', `${answer}\n- a reason`);
  }
  await ok('close', id);
}

const calibration = async (...args: string[]) => JSON.parse(await ok('calibration', '--json', ...args)) as Calibration;

describe('calibration', () => {
  it.runIf(inCampaign)('says who was rightly sure, and of whom too little is known', async () => {
    for (let index = 0; index < 20; index += 1) {
      const others = index < 5 ? { Cleo: 'No, 60%' } : {};
      await hold(`d${index}`, { Ada: 'Yes, 90%', Ben: 'No, 90%', ...others });
      await ok('outcome', `d${index}`, index % 10 === 0 ? 'No' : 'Yes');
    }
    const { debates, all, agents, bands, outcomes } = await calibration();
    expect([debates, all.answers, all.right]).toEqual([20, 45, 21]);
    expect(agents).toEqual([
      { agent: 'Ada', answers: 20, right: 18, meanConfidence: 90, brier: 0.09, reliability: 0 },
      { agent: 'Ben', answers: 20, right: 2, meanConfidence: 90, brier: 0.73, reliability: 0.64 },
      { agent: 'Cleo', answers: 5, right: 1, meanConfidence: null, brier: null, reliability: null },
    ]);
    expect(bands.map(({ from, answers }) => [from, answers])).toEqual([
      [60, 5],
      [90, 40],
    ]);
    // Two against one is a majority; one against one is none, which can be neither right nor wrong.
    expect(outcomes).toEqual([{ outcome: 'majority', debates: 5, right: 1, wrong: 4, mixed: 0, enough: false }]);
    expect((await calibration('--agent', 'Ada')).agents.map(({ agent }) => agent)).toEqual(['Ada']);
    expect((await calibration('--since', '2100-01-01')).debates).toBe(0);
    const shown = await ok('calibration');
    expect(shown).toMatch(/^Cleo\s+5\s+1 of 5\s+too little data$/m);
    expect(shown).toMatch(/^Majority\s+5\s+1\s+4\s+0\s+too little data$/m);
  });

  it('leaves out rehearsals unless they are named, and says so when there is nothing', async () => {
    await project.call(['check', '--rehearse', '--id', 'd', '-q', 'Should we?']);
    await ok('outcome', 'd', 'Yes');
    expect((await calibration()).debates).toBe(0);
    for (const more of [[], ['--json']]) {
      const { stderr } = await project.call(['calibration', '--agent', 'nope', ...more]);
      expect(stderr).toContain('No matching answer of "nope" has a recorded outcome yet.');
    }
    expect((await calibration('--agent', 'rehearsal')).debates).toBe(1);
    const { stderr } = await project.call(['calibration']);
    expect(stderr).toContain('has a recorded outcome yet');
    expect(stderr).toContain('Rehearsals count only if they are named');
  });

  it('tells a person from the agent of the same name', async () => {
    await project.call(['check', '--rehearse', '--id', 'd', '-q', 'Should we?']);
    await hold('e', { rehearsal: 'Yes, 90%', Ada: 'Yes, 90%' });
    for (const id of ['d', 'e']) await ok('outcome', id, 'Yes');
    const names = (await calibration('--agent', 'rehearsal')).agents.map(({ agent }) => agent);
    expect(names).toEqual(['rehearsal']);
    expect((await calibration()).agents.map(({ agent }) => agent)).toEqual(['Ada', 'rehearsal (person)']);
  });

  it.runIf(inCi)('tells a person from the agent of the same name that has a model', async () => {
    project.configure({ agents: { good: { ...project.holder('good', { answer: 'Yes' }), model: 'm' } } });
    await project.call(['check', '--id', 'd', '-q', '--agents', 'good', 'Should we?']);
    await hold('e', { good: 'Yes, 90%', Ada: 'Yes, 90%' });
    for (const id of ['d', 'e']) await ok('outcome', id, 'Yes');
    expect((await calibration('--agent', 'good')).agents.map(({ agent }) => agent)).toEqual(['good (m)']);
    expect((await calibration('--agent', 'good (person)')).all.answers).toBe(1);
  });

  it.runIf(inCampaign)('counts an answer once that a fork copied', async () => {
    const answers = async () => (await calibration('--agent', 'rehearsal')).all.answers;
    await ok('run', '--rehearse', '--format', 'panel', '--id', 'parent', '-q', 'Should we use Postgres?');
    await ok('fork', 'parent', '--id', 'copy', '--at', '7', '-q');
    await ok('outcome', 'copy', 'wrong');
    expect(await answers()).toBe(6);
    await ok('outcome', 'parent', 'right');
    // Three openings and three ballots of the parent, and three ballots of the fork, whose openings are copies.
    expect(await answers()).toBe(9);
  });
});

describe('--weigh calibration', () => {
  const seats = ['--seat', 'seat-1=strong', '--seat', 'seat-2=weak', '--seat', 'seat-3=weaker'];
  const check = (id: string, ...more: string[]) =>
    project.call(['check', '--id', id, ...seats, ...more, `Should we do ${id}?`]);

  it.runIf(inCampaign)('counts answers by what earlier ones were worth, and replays without them', async () => {
    project.configure({
      agents: {
        strong: project.holder('strong', { answer: 'Yes' }),
        weak: project.holder('weak', { answer: 'No' }),
        weaker: project.holder('weaker', { answer: 'No' }),
        other: project.holder('other', { answer: 'No' }),
      },
    });
    await check('first', '--weigh', 'calibration');
    expect((await project.shown('first')).entries).toContainEqual(
      expect.objectContaining({
        code: 'answers-weighed',
        message: expect.stringContaining('All answers count the same'),
      }),
    );
    for (let index = 0; index < 20; index += 1) {
      await check(`d${index}`);
      await ok('outcome', `d${index}`, 'Yes');
    }
    expect((await check('weighed', '--weigh', 'calibration')).code).toBe(EXIT.disagreement);
    const [opened] = project.events('weighed');
    expect(opened).toMatchObject({
      data: { weights: [{ seat: 'seat-1', weight: expect.any(Number) }, { weight: 1 }, { weight: 1 }] },
    });
    const record = await project.shown('weighed');
    expect(record.result?.data).toMatchObject({ answer: 'Yes' });
    const panel = ['--seat', 'a=strong', '--seat', 'b=weak', '--seat', 'c=weaker', '--seat', 'writer=human'];
    await project.call(['run', '-q', '-F', 'panel', '--weigh', 'calibration', '--id', 'panel', ...panel, 'Should we?']);
    // Seat C has answered, and the writer has no vote.
    await project.call(['resume', 'panel', '-q', '--seat', 'c=other', '--seat', 'writer=strong']);
    await project.call(['fork', 'panel', '--id', 'copied', '-q']);
    const before = project.events('panel').findLast(({ data }) => 'act' in data && data.act === 'reply')?.seq;
    await project.call(['fork', 'panel', '--id', 'anew', '--at', `${before}`, '-q']);
    for (const [id, majority, notes] of [
      ['panel', 'Yes', 1],
      ['copied', 'Yes', 1],
      // Here the agent in Seat C gives the last answer, of whose past nobody knows anything.
      ['anew', 'No', 2],
    ] as const) {
      const { result, entries } = await project.shown(id);
      expect([id, result?.data]).toMatchObject([id, { openings: { majority }, ballot: { majority } }]);
      const said = entries.filter((entry) => entry.kind === 'note' && entry.code === 'answers-weighed');
      expect([id, said.length]).toEqual([id, notes]);
      await ok('verify', id);
    }
    for (const id of project.ledgers.ids()) if (id !== 'weighed') project.ledgers.drop(id);
    await ok('verify', 'weighed');
    expect((await project.shown('weighed')).result).toEqual(record.result);
  });
});

it('stats say who was right where a debate was compared with a vote', async () => {
  await project.call([
    'run',
    '--rehearse',
    '--recipe',
    'quick',
    '-o',
    'openings=true',
    '--compare',
    '3',
    '--id',
    'd',
    'Should we?',
  ]);
  await ok('outcome', 'd', 'Yes');
  const { comparisons } = JSON.parse(await ok('stats', '--json'));
  const judged = ({ answer, verdict }: { answer: string | null; verdict: string | null }) =>
    verdict === (answer === null ? null : answer === 'Yes' ? 'right' : 'wrong');
  expect(comparisons).toHaveLength(1);
  expect([judged(comparisons[0].debate), judged(comparisons[0].vote)]).toEqual([true, true]);
  expect(comparisons[0].vote.verdict).not.toBeNull();
  expect(await ok('stats')).toContain('with a recorded outcome, the debate was right in');
});

it('stats count a debate without an answer among those that were not right, and none that was killed', () => {
  const side = (answer: string | null, verdict: 'right' | 'wrong' | null, outcome: OutcomeKind = 'majority') => ({
    ...{ threadId: 'd', outcome, answer, verdict, total: addTotals([]) },
  });
  const vote = { ...side('Yes', 'right'), answers: 3 };
  const debates = [
    side('Yes', 'right'),
    side(null, null, 'not-settled'),
    side(null, null, 'force-closed'),
    side('12 to 20', null),
  ];
  const comparisons = debates.map((debate) => ({ topic: 'Should we?', debate, vote, isSame: null }));
  const stats = { ...{ debates: 0, runningMs: 0, agents: [], total: addTotals([]), comparisons, unreadable: [] } };
  const reading = { looks: 0, bytes: 0 };
  const lines = hallStatsLines({ ...stats, reading } as unknown as HallStats, {
    ...{ colours: pc.createColors(false), room: 200 },
  });
  expect(lines).toContain(
    'Of 2 with a recorded outcome, the debate was right in 1 and the vote in 2; 1 debate gave no answer',
  );
});
