// Forks, from outside: a debate that is held again with something changed asks only what changes, and says what it copied.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventData } from '../../src/domain/events.ts';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { itInFolders } from '../support/shared-store.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
  const names = ['wind', 'wall', 'door', 'yes'];
  const says = {
    opening: JSON.stringify({ answer: 'No', confidence: 60, claims: ['It fails'], change_mind: 'Figures' }),
  };
  project.configure({
    agents: {
      ...Object.fromEntries(names.map((name) => [name, project.seat(name)])),
      new: project.seat('new', { say: says }),
      slow: project.seat('slow', { say: says, until: project.path('go') }),
    },
    seats: { wind: 'wind', wall: 'wall', door: 'door' },
    agentRetries: 0,
  });
});
afterEach(() => project.dispose());

const TOPIC = 'Should we move to a monorepo?';
const parent = async (...more: string[]) => {
  const done = await project.call(['run', '--id', 'p', '-q', ...more, TOPIC]);
  expect([done.code, done.stderr]).toEqual([0, '']);
  return project.calls().length;
};
const turns = (id: string) => project.events(id).flatMap((event) => (event.type === 'turn-recorded' ? [event] : []));
const asked = (since: number) =>
  project
    .calls()
    .slice(since)
    .map(({ as, act }) => `${as} ${act}`);
const withoutTimes = ({ data: { copied: _copied, by: _by, ...data } }: ReturnType<typeof turns>[number]) => data;

describe('a fork that changes nothing', () => {
  it.runIf(inCi)('asks nobody, costs nothing, and comes to the same words under the same seals', async () => {
    const before = await parent();
    const record = await project.record(['fork', 'p', '--id', 'f', '--json']);
    expect(asked(before)).toEqual([]);
    expect(record).toMatchObject({ code: 0, calls: 0, usage: {}, outcome: (await project.shown('p')).outcome });
    expect(turns('f').map(withoutTimes)).toEqual(turns('p').map(withoutTimes));
    const topicOf = (id: string) => (project.events(id)[0]?.data as EventData<'debate-opened'> | undefined)?.topic;
    expect(topicOf('f')).toEqual(topicOf('p'));
    expect(record.authority).toMatchObject({ full: true, copied: [{ seat: 'wind', otherWords: 0 }, {}, {}] });
    expect(record.seats.map(({ calls }) => calls)).toEqual([0, 0, 0]);
  });

  it.runIf(inCampaign)(
    'is shown with its parent, and its parent with it, at every door of the command line',
    async () => {
      await parent();
      await project.call(['fork', 'p', '--id', 'f', '-q']);
      const last = project.events('p').length - 1;
      expect((await project.call(['show', 'f'])).stdout).toContain(`Fork of p at event ${last}`);
      expect((await project.call(['show', 'f'])).stdout).toContain('Copied from event 2 of the parent');
      expect((await project.call(['show', 'p'])).stdout).toContain('Forks: f');
      expect(await project.shown('p')).toMatchObject({ forks: ['f'] });
      expect(await project.shown('f')).toMatchObject({ relation: { kind: 'fork', of: 'p', event: last } });
      for (const [format, ofFork, ofParent] of [
        ['markdown', 'Relation: Fork of p at event', 'Forks: `f`'],
        ['octave', 'KIND::fork', 'FORKS::'],
        ['json', '"kind": "fork"', '"forks"'],
      ] as const) {
        expect((await project.call(['export', 'f', '--format', format])).stdout).toContain(ofFork);
        expect((await project.call(['export', 'p', '--format', format])).stdout).toContain(ofParent);
      }
      const rows = JSON.parse((await project.call(['list', '--json'])).stdout);
      expect(rows).toContainEqual(
        expect.objectContaining({ threadId: 'f', relation: expect.objectContaining({ of: 'p' }) }),
      );
    },
  );
});

describe('the forks of a debate', () => {
  const memo = (id: string) => project.path(`debates/.hall/${id}.memo.json`);
  const print = async (...args: string[]) => (await project.run([...args, '--json'])).stdout;

  itInFolders('memos')('are found by what was kept of debates for lists, and without it', async () => {
    await parent('--recipe', 'quick');
    for (const id of ['f', 'g']) await project.call(['fork', 'p', '--id', id, '-q']);
    const rows = await print('list');
    const kept = (id: string) => fs.readFileSync(memo(id), 'utf8');
    for (const change of [
      () => {},
      () => fs.rmSync(memo('f')),
      () => fs.writeFileSync(memo('g'), kept('g').replace('"build":"', '$&x')),
      () => fs.writeFileSync(memo('f'), kept('p')),
      () => fs.truncateSync(memo('g'), kept('g').length >> 1),
    ]) {
      change();
      expect(JSON.parse(await print('show', 'p'))).toMatchObject({ forks: ['f', 'g'] });
    }
    expect(await print('list')).toBe(rows);
  });
});

describe('a fork of an imported debate', () => {
  it.runIf(inCi)('says of no seat that it was replaced, since nobody fills one', async () => {
    await parent('--recipe', 'quick');
    await project.call(['export', 'p', '--format', 'python-json', '--output', 'p.json']);
    await project.call(['import', 'p.json', '--id', 'i']);
    await project.call(['fork', 'i', '--id', 'f', '-q']);
    const { authority } = await project.shown('f');
    expect(authority).toMatchObject({ replaced: [], copied: [{ seat: 'wind', turns: 1 }, {}, {}] });
    expect((await project.call(['show', 'f'])).stdout).not.toContain('replaced');
  });
});

describe('a fork that gives one seat to another agent', () => {
  it.runIf(inCi)('asks that seat alone, copies the others, and says that they answer other words', async () => {
    const before = await parent();
    const record = await project.record(['fork', 'p', '--id', 'f', '--wall', 'new', '--json']);
    expect(asked(before)).toEqual(['new opening', 'new speak', 'new ballot']);
    expect(record).toMatchObject({ code: EXIT.degraded, calls: 3, relation: { anew: ['wall'] } });
    expect(turns('f').map(({ data }) => [data.seat, data.act])).toEqual(
      turns('p').map(({ data }) => [data.seat, data.act]),
    );
    const copied = turns('f').filter(({ data }) => data.copied !== undefined);
    expect(new Set(copied.map(({ data }) => data.seat))).toEqual(new Set(['wind', 'door']));
    expect(record.authority).toMatchObject({ full: false, replaced: [] });
    expect(record.authority.copied).toContainEqual({ seat: 'door', turns: 3, otherWords: 2 });
    const { stdout } = await project.call(['show', 'f']);
    expect(stdout).toContain('2 of 3 copied turns of Door answer words that were not said here');
    expect(stdout).toContain('where it answered other words');
    // What a fork of the fork copies was an answer to those words as well.
    const { code, authority } = await project.record(['fork', 'f', '--id', 'g', '--json']);
    expect([code, authority.full]).toEqual([EXIT.degraded, false]);
    expect(authority.copied).toContainEqual({ seat: 'door', turns: 3, otherWords: 2 });
  });

  it.runIf(inCi)('ends where the rules end it now, such as with openings that agree', async () => {
    const before = await parent();
    const record = await project.record(['fork', 'p', '--id', 'f', '--wall', 'yes', '--json']);
    expect(asked(before)).toEqual(['yes opening']);
    expect(record).toMatchObject({ code: 0, outcome: 'agreed' });
    expect(record.authority).toMatchObject({
      full: true,
      copied: [
        { seat: 'wind', turns: 1 },
        { seat: 'door', turns: 1 },
      ],
    });
  });

  it('shows in a dry run what it would ask, and writes nothing', async () => {
    const before = await parent();
    const { code, stdout } = await project.call(['fork', 'p', '--id', 'f', '--wall', 'new', '--dry-run']);
    expect([code, asked(before)]).toEqual([0, []]);
    expect(stdout).toContain('Would copy 6 turns of the parent.');
    expect(stdout).toMatch(/Would open f .* and make 1 to 8 calls\./);
    expect(project.ledgers.exists('f')).toBe(false);
  });

  it.runIf(inCampaign)('asks nothing twice when it is killed in the middle and resumed', async () => {
    const before = await parent();
    const run = project.start(['fork', 'p', '--id', 'f', '--wall', 'slow', '--log']);
    await run.says('stderr', 'Wall gives an opening');
    run.child.kill('SIGKILL');
    await run.finished;
    project.ledgers.forgetKilled();
    const copied = turns('f').length;
    fs.writeFileSync(project.path('go'), '');
    expect((await project.run(['resume', 'f', '-q'])).code).toBe(EXIT.degraded);
    expect(asked(before).filter((call) => !call.startsWith('slow'))).toEqual([]);
    expect(
      turns('f')
        .slice(0, copied)
        .map(({ data }) => data.copied?.event),
    ).toEqual(
      turns('p')
        .slice(0, copied)
        .map(({ seq }) => seq),
    );
    expect(turns('f')).toHaveLength(turns('p').length);
    expect((await project.call(['verify', 'f'])).code).toBe(0);
  });

  it.runIf(inCampaign)('can give the seat to a person, who is asked for the turns of that seat alone', async () => {
    const before = await parent('--recipe', 'quick', '-o', 'openings=false', '-o', 'ballot=false', '-o', 'gate=off');
    expect((await project.run(['fork', 'p', '--id', 'f', '--wall', 'human', '-q'])).code).toBe(EXIT.agent);
    expect(turns('f').map(({ data }) => data.seat)).toEqual(['wind']);
    await project.call(['say', 'f', '--seat', 'wall', '1. No: it costs too much.\n[VERDICT] no [EVIDENCE] none']);
    expect((await project.run(['resume', 'f', '-q'])).code).toBe(EXIT.degraded);
    expect(asked(before)).toEqual([]);
    expect(turns('f').map(({ data }) => [data.seat, data.copied !== undefined])).toEqual([
      ['wind', true],
      ['wall', false],
      ['door', true],
    ]);
  });

  it('refuses a seat that is not there, before anything is written', async () => {
    await parent();
    const { code, stderr } = await project.call(['fork', 'p', '--id', 'f', '--judge', 'new']);
    expect([code, project.ledgers.exists('f')]).toEqual([2, false]);
    expect(stderr).toContain('This debate has no seat "judge".');
  });
});

describe('a fork without an agent that its parent had', () => {
  const agents = (...names: string[]) => Object.fromEntries(names.map((name) => [name, project.seat(name)]));
  const QUICK = ['--recipe', 'quick', '-o', 'openings=false', '-o', 'ballot=false', '-o', 'gate=off'];

  it('asks nobody for what it copies, and says so before it opens', async () => {
    await parent(...QUICK);
    project.configure({ agents: agents('wall', 'other') });
    const planned = await project.call(['fork', 'p', '--id', 'f', '--door', 'other', '--dry-run']);
    expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('not configured any more')]);
    const { code } = await project.call(['fork', 'p', '--id', 'f', '--door', 'other', '-q']);
    expect(code).toBe(0);
    expect(turns('f').map(({ data }) => [data.by.agent.agent, data.copied !== undefined])).toEqual([
      ['wind', true],
      ['wall', true],
      ['other', false],
    ]);
  });

  it('is refused before it opens where that agent would have to answer', async () => {
    await parent(...QUICK);
    project.configure({ agents: agents('wind', 'other') });
    const [wind] = turns('p');
    const fork = ['fork', 'p', '--id', 'f', '--at', `${wind?.seq}`, '-q'];
    const { code, stderr } = await project.call([...fork, '--door', 'other']);
    expect([code, project.ledgers.exists('f')]).toEqual([2, false]);
    expect(stderr).toContain('There is no agent "wall" any more');
    expect(stderr).toContain('debate-hall fork p --seat wall=AGENT');
  });

  it.runIf(inCi)('stops where a turn of that agent cannot be copied, and is resumed with another one', async () => {
    await parent();
    project.configure({ agents: agents('wind', 'door', 'other') });
    const { code, stderr } = await project.call(['fork', 'p', '--id', 'f', '--at', '5', '-q']);
    expect([code, stderr]).toEqual([EXIT.agent, expect.stringContaining('debate-hall resume f --seat wall=AGENT')]);
    // Its run has an end, as one that somebody stops.
    expect(project.events('f').at(-1)).toMatchObject({ type: 'run-paused', data: { reason: 'cancelled' } });
    expect((await project.call(['resume', 'f', '--seat', 'wall=other', '-q'])).code).toBe(EXIT.degraded);
  });
});

describe('a fork without an agent, at what its parent was', () => {
  const rehearsals = (...names: string[]) => Object.fromEntries(names.map((name) => [name, quickRehearsal]));
  const NAMES = ['wind', 'wall', 'door', 'other', 'spare'];
  const SEATS = { wind: 'wind', wall: 'wall', door: 'door' };

  it.runIf(inCi).each([
    { parent: 'a debate that reads', flags: ['--read', 'kept.md'], gone: 'wind' },
    {
      parent: 'one whose stand-in is gone',
      seats: { ...SEATS, wind: { agent: 'wind', standIn: 'spare' } },
      gone: 'spare',
    },
    { parent: 'one whose seat was given away', resumed: ['--seat', 'wall=other'], gone: 'wall' },
    { parent: 'one to whom a seat was given', resumed: ['--seat', 'wall=spare'], gone: 'spare' },
    { parent: 'one in which a person has its seat', seats: { ...SEATS, wind: 'human' }, gone: 'wall' },
  ])('$parent, asks nobody for what it copies', async ({ flags = [], seats = SEATS, resumed, gone }) => {
    fs.writeFileSync(project.path('kept.md'), 'It is kept.');
    const agents = rehearsals(...NAMES);
    const failing = { ...agents, wall: project.seat('wall', { fail: 'HTTP 401 Unauthorized' }) };
    project.configure({ agents: resumed ? failing : agents, seats, recipe: 'quick', agentRetries: 0 });
    const QUICK = ['-o', 'openings=false', '-o', 'ballot=false', '-o', 'gate=off'];
    await project.call(['run', '--id', 'p', '-q', ...QUICK, ...flags, TOPIC]);
    if (seats.wind === 'human') await project.call(['say', 'p', '--seat', 'wind', '1. Yes: it holds.']);
    if (resumed ?? seats.wind === 'human') await project.call(['resume', 'p', '-q', ...(resumed ?? [])]);
    expect((await project.shown('p')).status).toBe('closed');
    const { [gone]: _, ...left } = agents;
    project.configure({ agents: left });
    for (const how of [['--dry-run'], ['-q', '--id', 'f']]) {
      const { code, stderr } = await project.call(['fork', 'p', '--door', 'other', ...how]);
      expect([code, stderr]).toEqual([expect.toSatisfy((exit) => exit === 0 || exit === EXIT.degraded), '']);
    }
    expect(turns('f').map(({ data }) => data.copied !== undefined)).toEqual([true, true, false]);
  });
});

describe('a fork at an event', () => {
  it.runIf(inCi)(
    'keeps everything up to it and asks what follows again, by the agents that sit there then',
    async () => {
      const before = await parent();
      const [, , , , wall] = turns('p');
      const record = await project.record([
        'fork',
        'p',
        '--id',
        'f',
        '--at',
        `${wall?.seq}`,
        '--wall',
        'new',
        '--json',
      ]);
      expect(asked(before).sort()).toEqual(['door ballot', 'door decide', 'new ballot', 'wind ballot']);
      expect(
        turns('f')
          .filter(({ data }) => data.copied)
          .map(({ data }) => data.copied?.event),
      ).toEqual(
        turns('p')
          .slice(0, 5)
          .map(({ seq }) => seq),
      );
      expect(record.authority).toMatchObject({
        full: false,
        replaced: [{ seat: 'wall', from: { agent: 'wall' }, to: { agent: 'new' } }],
      });
      expect(record.relation).not.toHaveProperty('anew');
      // Nobody moved: the agent that opened is not the one that answered in the end, although both are of one kind.
      expect(record.result?.data).toMatchObject({ moved: [], influence: { conformists: [] }, dissent: ['wall'] });
      expect(record.outcomeMeaning).toContain('Wall was replaced after its opening (No)');
    },
  );

  it.runIf(inCi)('refuses an event that is not there', async () => {
    await parent();
    const { code, stderr } = await project.call(['fork', 'p', '--at', '400']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no event 400.\nnext:  Events run from 0 to 11.');
  });

  it('is not possible in a blind phase that is not over, whose words nobody may read yet', async () => {
    const run = project.start(['run', '--id', 'p', '--wall', 'slow', '--log', TOPIC]);
    await run.says('stderr', 'Opening, Wind: recorded');
    run.child.kill('SIGKILL');
    await run.finished;
    project.ledgers.forgetKilled();
    const { code, stderr } = await project.call(['fork', 'p', '--id', 'f']);
    expect([code, project.ledgers.exists('f')]).toEqual([2, false]);
    expect(stderr).toContain('is blind and not over');
  });
});

describe('a fork under another rule', () => {
  it('asks a seat whose recorded turn breaks it, and says why', async () => {
    project.configure({
      agents: { loose: project.seat('loose', { say: { speak: 'Plain words.' } }), strict: project.seat('strict') },
      seats: { wind: 'strict', wall: 'loose', door: 'strict' },
    });
    const before = await parent('--recipe', 'quick', '-o', 'openings=false', '-o', 'ballot=false', '-o', 'gate=off');
    await project.call([
      'fork',
      'p',
      '--id',
      'f',
      '-o',
      'strictCognition=true',
      '-q',
      '--seat',
      'wall=strict',
      '--at',
      '4',
    ]);
    const notes = project.events('f').flatMap((event) => (event.type === 'note-recorded' ? [event.data] : []));
    expect(notes).toContainEqual(
      expect.objectContaining({
        code: 'not-copied',
        message: expect.objectContaining({
          text: expect.stringMatching(/^The turn of Wall in p cannot be copied, so Wall is asked\. Event 4: /),
        }),
      }),
    );
    expect(asked(before)[0]).toBe('strict speak');
  });

  it('says in the usual words that a rule does not exist', async () => {
    await parent();
    const { code, stderr } = await project.call(['fork', 'p', '-o', 'nonsense=1']);
    expect(code).toBe(2);
    expect(stderr).toContain('Invalid options for wind-wall-door');
  });

  it.runIf(inCi)('lets a rule reach what follows from it, such as the limit on turns from the rounds', async () => {
    const before = await parent('--recipe', 'quick', '-o', 'openings=false', '-o', 'ballot=false', '-o', 'gate=off');
    const record = await project.record(['fork', 'p', '--id', 'f', '--rounds', '6', '--json']);
    expect(record).toMatchObject({ options: { rounds: 6, maxTurns: 18 }, outcome: 'decided' });
    expect(asked(before)).toHaveLength(15);
  });
});
