import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { argumentationSchema, type ClaimResult } from '../../src/domain/claims.ts';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { inCi, sample } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

async function ok(...args: string[]) {
  const done = await project.call(args);
  expect([args.join(' '), done.code, done.stderr]).toEqual([args.join(' '), 0, expect.not.stringContaining('error:')]);
  return done;
}

const say = async (seat: string, ...words: string[]) => await ok('say', 'd', '--seat', seat, '--', ...words);
const readArgumentation = async (id = 'd') => argumentationSchema.parse((await project.shown(id)).result?.data);
const fates = (claims: readonly ClaimResult[]) => claims.map(({ id, seat, fate }) => `${id} ${seat} ${fate}`);

describe('a debate of Wind, Wall and Door', () => {
  beforeEach(async () => {
    project.write('docs/team.md', 'Two of us know Go.\nNobody knows Rust.\n');
    const options = ['--recipe', 'standard', '--options', 'Rust,Go', '--context', 'docs/team.md'];
    await ok('open', '--id', 'd', ...options, 'Which language for the new service?');
  });

  async function open() {
    await say('wind', 'Rust, 70%\n- It is safe');
    await say('wall', 'Go, 60%\n- docs/team.md:2 "Nobody knows Rust."\n- They say "all of us have shipped it before"');
    await say('door', 'Rust, 55%\n- It is fast\n- docs/team.md:1 "Two of us know Rust."');
  }

  async function debate() {
    await open();
    await say(
      'wind',
      '- **Rust**: bet\n- **Go**: else\n\nWhich is it?\n\nClaim: It is taught in a month.\nC2 rebut: people learn, docs/team.md:1 "All of us know Rust."',
    );
    await say(
      'wall',
      '[VERDICT] SOUND - Rust holds.\n\n1. [EVIDENCE] given.\n\n- **C6 concede:** two of us did\nC3 withdraw: hearsay',
    );
    await say(
      'door',
      'ANSWER: Rust\n\n1. **Decision.** Rust.\n2. The tension is x.\n\nC2 refine: Nobody knows it yet.',
    );
  }

  it('lists what became of each claim, and what nobody answered', async () => {
    await debate();
    const running = await readArgumentation();
    expect(fates(running.claims)).toContain('C1 wind open');
    await say('wind', 'Rust, 80%\nVote: own');
    await say('wall', 'Rust, 60%\nMoved by: C6\nVote: accept');
    await say('door', 'Rust, 60%\nVote: own');
    expect((await project.call(['resume', 'd'])).code).toBe(EXIT.ok);
    const { claims, influence } = await readArgumentation();
    expect(fates(claims)).toEqual([
      'C1 wind dropped',
      'C2 wall refined',
      'C3 wall withdrawn',
      'C4 door dropped',
      'C5 door dropped',
      'C6 wind conceded',
      'C7 door open',
    ]);
    const forged = expect.objectContaining({ cited: 'docs/team.md:1', status: 'wrong' });
    expect(claims[1]?.replies).toEqual([
      {
        seat: 'wind',
        seq: 4,
        move: 'rebut',
        text: 'people learn, docs/team.md:1 "All of us know Rust."',
        refinedTo: null,
        evidence: [forged],
      },
      { seat: 'door', seq: 6, move: 'refine', text: 'Nobody knows it yet.', refinedTo: 'C7' },
    ]);
    expect(claims.map(({ evidence }) => evidence.map(({ cited, status }) => `${status} ${cited}`))).toEqual([
      [],
      ['read docs/team.md:2'],
      ['wrong "all of us have shipped it before"'],
      [],
      ['wrong docs/team.md:1'],
      [],
      [],
    ]);
    expect(influence).toMatchObject({
      conformists: [],
      neverMoved: ['wind', 'door'],
      byOpeningsAlone: 'Rust',
      changedByDebate: false,
    });
    expect(influence?.seats[1]).toMatchObject({
      ...{ seat: 'wall', opening: 'Go', final: 'Rust', toward: ['wind', 'door'] },
      ...{ movedBy: { seat: 'wind', claim: 'C6' }, movedAt: 5, withoutClaim: false },
    });
    expect((await ok('show', 'd', '--evidence')).stdout).toContain(
      '  #2 Wall, C2:\n    read docs/team.md:2 "Nobody knows Rust."\n',
    );
    const { stdout } = await ok('show', 'd');
    for (const words of [
      '- C6: It is taught in a month.',
      '**Dropped (nobody answered):** C1, C4, C5',
      'Never moved: Wind, Door',
      'cites wrongly docs/team.md:1',
    ]) {
      expect(stdout).toContain(words);
    }
    expect(stdout).not.toContain('Alarm');
    expect((await ok('export', 'd', '--format', 'markdown')).stdout).toContain('### Influence');
    await ok('verify', 'd');
  });

  const debated = async () => {
    await open();
    await say('wind', '- **Rust**: bet\n- **Go**: else\n\nWhich is it?');
    await say('wall', '[VERDICT] SOUND - Rust holds.\n\n1. [EVIDENCE] given.');
    await say('door', 'ANSWER: Rust\n\n1. **Decision.** Rust.\n2. The tension is x.\n\nC5 withdraw: no');
    await say('wind', 'Rust, 80%\nVote: own');
  };

  it.each(
    sample(
      [
        ['nothing', '', true],
        ['nothing in a word', 'Moved by: none', true],
        ['a claim that stands', 'Moved by: C4', false],
        ['a claim that stands, by its name alone', 'Moved by: **c1**', false],
      ],
      4,
    ),
  )('a seat that moves and names %s: %s', async (_what, cited, isAlarm) => {
    await debated();
    await say('wall', `Rust, 60%\n${cited}\nVote: accept`);
    await say('door', 'Rust, 60%\nVote: own');
    const resumed = await project.call(['resume', 'd']);
    const { influence } = await readArgumentation();
    expect(influence?.conformists).toEqual(isAlarm ? ['wall'] : []);
    const alarm = 'Wall took over another seat’s answer, but names no claim that can have moved it.';
    for (const { stdout, stderr } of [resumed, await ok('show', 'd')]) {
      expect(`${stdout}${stderr}`.includes(alarm)).toBe(isAlarm);
    }
    expect((await ok('export', 'd', '--format', 'markdown')).stdout.includes(alarm)).toBe(isAlarm);
    await ok('verify', 'd');
  });

  it.each(
    sample(
      [
        'Wind',
        'nothing new; C4 did not convince me',
        'a back door to production was left open',
        'we hit a wall',
        'the C4 instance family is gone',
        'C5',
        'C2',
        'C99',
        'C1, C4',
      ],
      4,
    ),
  )('what is not exactly one claim of another seat that stands is sent back: %s', async (cited) => {
    await debated();
    const { code, stderr } = await project.call([
      'say',
      'd',
      '--seat',
      'wall',
      '--',
      `Rust, 60%\nMoved by: ${cited}\nVote: accept`,
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('name one of the claims C1, C4, or use null')]);
  });

  it.runIf(inCi)('keeps number and fate of a claim whose words are redacted', async () => {
    await debate();
    for (const [seat, vote] of [
      ['wind', 'Rust, 80%\nVote: own'],
      ['wall', 'Rust, 60%\nMoved by: C6\nVote: accept'],
      ['door', 'Rust, 60%\nVote: own'],
    ] as const) {
      await say(seat, vote);
    }
    await project.call(['resume', 'd']);
    const before = await readArgumentation();
    for (const seq of ['2', '4']) await ok('redact', 'd', '--event', seq, '--reason', 'private');
    const after = await readArgumentation();
    expect(fates(after.claims)).toEqual(fates(before.claims));
    expect(after.influence?.seats.map((each) => ({ ...each, opening: null }))).toEqual(
      before.influence?.seats.map((each) => ({ ...each, opening: null })),
    );
    expect(after.claims.map(({ text }) => text === null)).toEqual([false, true, true, false, false, true, false]);
    const everything = `${(await ok('show', 'd')).stdout}${(await ok('export', 'd', '--format', 'json')).stdout}`;
    for (const gone of ['taught in a month', 'people learn', 'all of us have shipped']) {
      expect([gone, everything.includes(gone)]).toEqual([gone, false]);
    }
    await ok('verify', 'd');
  });

  it('shows no claim before all openings are in, at any door', async () => {
    await say('wind', 'Rust, 71%\n- SECRET claim');
    for (const door of [
      ['show', 'd'],
      ['show', 'd', '--json'],
      ['export', 'd', '--format', 'markdown'],
      ['export', 'd', '--format', 'octave'],
      ['export', 'd', '--format', 'json'],
    ]) {
      const { stdout } = await ok(...door);
      expect([door.join(' '), stdout.includes('SECRET'), stdout.includes('"claims":[{')]).toEqual([
        door.join(' '),
        false,
        false,
      ]);
    }
  });
});

it('points of an asymmetric debate answer the claims of the openings', async () => {
  const options = ['-o', 'ballot=true', '-o', 'openings=true'];
  const point = (claim: string | null, action: string, words: string) =>
    JSON.stringify({ points: [{ point: words, claim, target: null, action, reason: 'why', resolution: null }] });
  await ok('open', '--id', 'd', '--format', 'asymmetric', ...options, 'Should we migrate this year?');
  await say('experienced', 'Yes, 80%\n- The licence ends in December\n- The team is ready');
  await say('fresh', 'No, 70%\n- Nobody has measured the load');
  await say('experienced', '1. Yes.');
  await say('fresh', '1. No.');
  await say('experienced', point('C3', 'agree', 'True: nobody has.'));
  await say('fresh', point('C1', 'challenge', 'It can be extended.'));
  await say('experienced', 'No, 60%\nMoved by: C7');
  await say('fresh', 'No, 60%');
  await project.call(['resume', 'd']);
  const { claims, influence } = await readArgumentation();
  expect(fates(claims)).toEqual([
    'C1 experienced answered',
    'C2 experienced dropped',
    'C3 fresh conceded',
    'C4 experienced dropped',
    'C5 fresh dropped',
    'C6 experienced open',
    'C7 fresh open',
  ]);
  expect(influence).toMatchObject({ conformists: [], seats: [{ movedBy: { seat: 'fresh', claim: 'C7' } }, {}] });
  await ok('redact', 'd', '--event', '6', '--reason', 'private');
  expect(fates((await readArgumentation()).claims)).toEqual(fates(claims));
  await ok('verify', 'd');
});
