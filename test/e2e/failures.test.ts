// What the hall does when agents fail: typed failures, retries, stand-ins, pauses, and a panel that is never shown as
// more than it was.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, sample } from '../support/campaign.ts';
import { createProject, linesOf, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  project.dispose();
});

/** Wind and Door are well; Wall misbehaves. */
function withWall(wall: object, settings: object = {}) {
  project.configure({
    agents: { quick: quickRehearsal, bad: { kind: 'rehearsal', wordsPerSecond: 0, ...wall } },
    seats: { wind: 'quick', wall: 'bad', door: 'quick' },
    recipe: 'quick',
    agentRetries: 0,
    ...settings,
  });
}

/** Only for what falls silent, so that a slow start is no failure. */
const SILENT: Readonly<Record<string, object>> = {
  hangs: { firstOutputMs: 800 },
  'hangs-midway': { idleMs: 800 },
  'ignores-sigterm': { idleMs: 800 },
};

describe('a seat that fails', () => {
  it.runIf(inCampaign)('is tried as often as the resumed run allows', async () => {
    withWall({ misbehave: 'rate-limited' });
    await project.call(['run', '--id', 'd', 'Should we?']);
    const { entries } = await project.record(['resume', 'd', '--json', '--retries', '1']);
    expect(entries.filter(({ kind }) => kind === 'failure')).toMatchObject([{ attempts: 1 }, { attempts: 2 }]);
  });

  it.runIf(inCampaign).each(
    sample(
      [
        ['hangs', 'timed-out'],
        ['hangs-midway', 'timed-out'],
        ['ignores-sigterm', 'timed-out'],
        ['crashes', 'crashed'],
        ['crashes-midway', 'crashed'],
        ['garbage', 'unreadable'],
        ['floods', 'too-large'],
        ['refuses', 'refused'],
        ['empty', 'empty'],
        ['lies-about-success', 'crashed'],
        ['rate-limited', 'rate-limited'],
        ['not-logged-in', 'not-logged-in'],
        ['unusable', 'unusable'],
      ],
      4,
    ),
  )('that %s is recorded as %s, and the run pauses with exit code 4', async (misbehave, code) => {
    withWall({ misbehave, limits: SILENT[misbehave] ?? {} });
    const record = await project.record(['run', '--json', '--id', 'd', 'Should we?']);
    expect(record).toMatchObject({ code: 4, status: 'open', authority: { full: false, failed: ['wall'] } });
    expect(record.entries.filter(({ kind }) => kind === 'failure')).toMatchObject([
      { seat: 'wall', failure: { code } },
    ]);
    expect(project.events('d').at(-1)).toMatchObject({ type: 'run-paused', data: { reason: 'seat-failed' } });
    expect(fs.readdirSync(project.scratch)).toEqual([]);
  });

  it('keeps what it had said before it fell silent', async () => {
    withWall({ misbehave: 'hangs-midway', limits: SILENT['hangs-midway'] });
    await project.call(['run', '--id', 'd', 'Should we?']);
    const failed = project.events('d').find(({ type }) => type === 'seat-failed');
    expect(failed).toMatchObject({ data: { partial: { text: expect.stringMatching(/\w{3,}/) } } });
  });

  it('counts a complete answer although the program says that it failed, with a note', async () => {
    withWall({ misbehave: 'lies-about-failure' });
    const record = await project.record(['run', '--json', 'Should we?']);
    expect(record).toMatchObject({ code: 0, authority: { full: true } });
    expect(record.entries.find(({ kind }) => kind === 'note')).toMatchObject({ code: 'agent-note', seat: 'wall' });
  });

  it('is asked again where another try makes sense, and makes good', async () => {
    withWall({ misbehave: 'rate-limited', onCall: 1 }, { agentRetries: 2 });
    const { code, stdout } = await project.call(['run', '--events', 'Should we?']);
    expect(code).toBe(0);
    const retries = linesOf(stdout).filter(({ type }) => type === 'retrying');
    expect(retries).toMatchObject([{ seat: 'wall', attempt: 1, waitMs: 500, failure: { code: 'rate-limited' } }]);
  });

  it('is not asked again when it is not logged in', async () => {
    withWall({ misbehave: 'not-logged-in' }, { agentRetries: 2 });
    const { code, stdout } = await project.call(['run', '--events', 'Should we?']);
    expect(code).toBe(4);
    expect(linesOf(stdout).filter(({ type }) => type === 'retrying')).toEqual([]);
  });

  it('is told what was wrong with an answer that breaks the rules', async () => {
    withWall({ misbehave: 'unusable', onCall: 1 });
    const record = await project.record(['run', '--json', 'Should we?']);
    expect(record.code).toBe(0);
    expect(record.entries.find(({ kind }) => kind === 'rejected')).toMatchObject({
      seat: 'wall',
      issues: [expect.stringContaining('at most 32000')],
    });
  });
});

describe('a text that cannot be filled in', () => {
  it('of a seat that is warmed up takes nothing from the seat that speaks', async () => {
    project.configure({
      agents: { quick: quickRehearsal },
      seats: { wind: 'quick', wall: 'quick', door: 'quick' },
      recipe: 'quick',
      prompts: 'texts',
    });
    project.write('texts/wind-wall-door/wall.md', 'You are {{nope}}.');
    const { code, stderr } = await project.call(['run', '--id', 'd', 'Should we?']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('wall.md, line 1: unknown placeholder {{nope}}')]);
    const { entries } = JSON.parse((await project.call(['show', 'd', '--json'])).stdout);
    expect(entries).toMatchObject([{ kind: 'turn', seat: 'wind' }]);
  });
});

describe('a stand-in', () => {
  it('takes over, exits 3, and the panel is called degraded in every door', async () => {
    withWall(
      { misbehave: 'crashes' },
      { seats: { wind: 'quick', wall: { agent: 'bad', standIn: 'quick' }, door: 'quick' } },
    );
    const run = await project.call(['run', '--id', 'd', 'Should we?']);
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('DEGRADED');
    expect(run.stderr).toContain('Wall is taken over by quick');
    const record = await project.shown('d');
    expect(record.authority).toMatchObject({
      full: false,
      replaced: [{ seat: 'wall', from: { agent: 'bad' }, to: { agent: 'quick' } }],
    });
    expect((await project.call(['show', 'd'])).stdout).toContain('DEGRADED');
    expect((await project.call(['list'])).stdout).toContain('degraded');
    expect((await project.call(['export', 'd', '--format', 'octave'])).stdout).toContain('DEGRADED');
    expect((await project.call(['export', 'd', '--format', 'markdown'])).stdout).toContain('degraded panel');
    expect(JSON.parse((await project.call(['export', 'd', '--format', 'json'])).stdout).authority.full).toBe(false);
    expect(project.ledgers.document('d', '.oct.md')).toContain('DEGRADED');
  });

  it('that fails as well pauses the run; the failures of both are recorded', async () => {
    withWall(
      { misbehave: 'crashes' },
      {
        agents: {
          quick: quickRehearsal,
          bad: { kind: 'rehearsal', misbehave: 'crashes' },
          worse: { kind: 'rehearsal', misbehave: 'refuses' },
        },
        seats: { wind: 'quick', wall: { agent: 'bad', standIn: 'worse' }, door: 'quick' },
      },
    );
    const record = await project.record(['run', '--json', '--id', 'd', 'Should we?']);
    expect(record.code).toBe(4);
    expect(record.entries.filter(({ kind }) => kind === 'failure')).toMatchObject([
      { agent: { agent: 'bad' }, failure: { code: 'crashed' } },
      { agent: { agent: 'worse' }, failure: { code: 'refused' } },
    ]);
  });
});

describe('a paused run', () => {
  function wallFails() {
    const agents = (fail?: string) => ({
      'my-wind': project.seat('wind'),
      'my-wall': project.seat('wall', fail === undefined ? {} : { fail }),
      'my-door': project.seat('door'),
      other: project.seat('other'),
    });
    const settings = (fail?: string) => ({
      agents: agents(fail),
      seats: { wind: 'my-wind', wall: 'my-wall', door: 'my-door' },
      recipe: 'quick',
      agentRetries: 0,
    });
    project.configure(settings('HTTP 401 Unauthorized'));
    return () => project.configure(settings());
  }

  it('goes on where it stood when the agent is well again, and asks nothing twice', async () => {
    const mend = wallFails();
    expect((await project.call(['run', '--id', 'd', 'Should we?'])).code).toBe(4);
    mend();
    const resumed = await project.record(['resume', '--json', 'd']);
    expect(resumed).toMatchObject({ code: 0, outcome: 'decided', authority: { full: true } });
    expect(project.calls().map(({ as }) => as)).toEqual(['wind', 'wall', 'wall', 'door']);
  });

  it('continues with another agent in the seat, which lowers its authority', async () => {
    wallFails();
    await project.call(['run', '--id', 'd', 'Should we?']);
    const resumed = await project.record(['resume', '--json', '--wall', 'other', 'd']);
    expect(resumed).toMatchObject({ code: 3, outcome: 'decided' });
    expect(resumed.authority.replaced).toMatchObject([{ seat: 'wall', to: { agent: 'other' } }]);
    expect(project.calls().map(({ as }) => as)).toEqual(['wind', 'wall', 'other', 'door']);
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  it('names the command that gives the seat away where its agent was renamed', async () => {
    withWall({ misbehave: 'crashes' });
    await project.call(['run', '--id', 'd', 'Should we?']);
    project.configure({ agents: { quick: quickRehearsal, renamed: quickRehearsal } });
    const { code, stderr } = await project.call(['resume', 'd']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no agent "bad" any more')]);
    const [, command = ''] = /: debate-hall (resume d --seat wall=)AGENT;/.exec(stderr) ?? [];
    expect((await project.call(`${command}renamed`.split(' '))).code).toBe(3);
  });

  it('refuses a seat or an agent that does not exist, and changes nothing', async () => {
    wallFails();
    await project.call(['run', '--id', 'd', 'Should we?']);
    const before = project.ledgers.text('d');
    for (const args of [
      ['--wall', 'nobody'],
      ['--seat', 'judge=other'],
      ['--seat', 'wall'],
      ['--wall', 'my wall'],
      ['--wall', 'other', '--seat', 'judge=other'],
      ['--wall', 'other', '--wind', 'nobody'],
      ['--wall', 'other', '--wind', 'claude'],
      ['--max-tokens', '1000000', '--wall', 'other', '--wind', 'nobody'],
    ]) {
      const { code, stderr } = await project.call(['resume', 'd', ...args]);
      expect([args, code]).toEqual([args, args.includes('claude') ? 4 : 2]);
      expect(stderr).not.toContain('internal error');
      expect([args, project.ledgers.text('d')]).toEqual([args, before]);
    }
    expect((await project.call(['resume', 'no-such-debate'])).code).toBe(2);
  });

  it.each([
    ['the agent of another one is gone', { agents: ['my-wind', 'other', 'spare'] }, 'no agent "my-door" any more'],
    ['the stand-in of another one is gone', { agents: ['my-wind', 'my-door', 'other'] }, 'no agent "spare" any more'],
    ['the texts for the seats are gone', { agents: ['my-wind', 'my-door', 'other', 'spare'], prompts: 'gone' }, 'gone'],
  ])('changes no seat where %s', async (_, { agents, ...settings }, words) => {
    const all = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, project.seat(name)]));
    const well = ['my-wind', 'my-door', 'other', 'spare'];
    const broken = { 'my-wall': project.seat('wall', { fail: 'HTTP 401 Unauthorized' }) };
    const seats = { wind: 'my-wind', wall: 'my-wall', door: { agent: 'my-door', standIn: 'spare' } };
    project.configure({ agents: { ...all(well), ...broken }, seats, recipe: 'quick', agentRetries: 0 });
    expect((await project.call(['run', '--id', 'd', 'Should we?'])).code).toBe(4);
    const before = project.ledgers.text('d');
    project.configure({ agents: { ...all(agents), ...broken }, ...settings });
    const { code, stderr } = await project.call(['resume', 'd', '--wall', 'other']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(project.ledgers.text('d')).toBe(before);
  });

  it('can be helped out by a person who takes the seat', async () => {
    wallFails();
    await project.call(['run', '--id', 'd', 'Should we?']);
    expect((await project.call(['say', 'd', '--seat', 'wall', 'I take over: no.'])).code).toBe(0);
    const resumed = await project.record(['resume', '--json', 'd']);
    expect(resumed.outcome).toBe('decided');
    expect(project.calls().map(({ as }) => as)).toEqual(['wind', 'wall', 'door']);
    expect(project.calls().at(-1)?.heard).toContain('I take over: no.');
  });
});

describe('a mediated run', () => {
  function mediated(picks: string, options: object = {}) {
    project.configure({
      agents: {
        seat: project.seat('seat'),
        chair: project.seat('chair', { say: { pick: picks } }),
      },
      seats: { wind: 'seat', wall: 'seat', door: 'seat', mediator: 'chair' },
      recipe: 'quick',
      formats: { 'wind-wall-door': options },
      agentRetries: 0,
    });
  }

  it('lets the mediator pick each speaker, and ends with Door', async () => {
    mediated('NEXT: wall\nIt has the objections.');
    const record = await project.record(['run', '--json', '--mediated', '--id', 'd', 'Should we?']);
    expect(record).toMatchObject({ code: 3, outcome: 'decided', authority: { silent: ['wind'] } });
    const spoke = record.entries.flatMap((entry) =>
      entry.kind === 'turn' && entry.act === 'turn' ? [entry.seat] : [],
    );
    expect(spoke).toEqual(['wall', 'wall', 'door']);
  });

  it('asks again once after an unusable pick, then falls back to the fixed order and says so', async () => {
    mediated('I would rather not say.');
    const record = await project.record(['run', '--json', '--mediated', '--id', 'd', 'Should we?']);
    expect(record.outcome).toBe('decided');
    expect(record.entries.filter(({ kind }) => kind === 'rejected')).toHaveLength(2);
    expect(record.entries).toContainEqual(expect.objectContaining({ kind: 'note', code: 'pick-fallback' }));
    const spoke = record.entries.flatMap((entry) =>
      entry.kind === 'turn' && entry.act === 'turn' ? [entry.seat] : [],
    );
    expect(spoke).toEqual(['wind', 'wall', 'door']);
    expect((await project.call(['show', 'd'])).stdout).toContain('the fixed order has taken over');
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  it('needs no mediator when a rule picks', async () => {
    mediated('unused', { order: 'mediated', mediator: 'rule' });
    const record = await project.record(['run', '--json', 'Should we?']);
    expect(record).toMatchObject({ code: 0, outcome: 'decided' });
    expect(project.calls().map(({ as }) => as)).toEqual(['seat', 'seat', 'seat']);
  });
});

describe('a strict run', () => {
  it('refuses a turn that breaks the cognition rules and says what it lacks', async () => {
    project.configure({
      agents: { good: project.seat('good'), vague: project.seat('vague', { say: { speak: 'I am against it.' } }) },
      seats: { wind: 'good', wall: 'vague', door: 'good' },
      recipe: 'quick',
    });
    const record = await project.record(['run', '--json', '--strict', '--id', 'd', 'Should we?']);
    expect(record.code).toBe(4);
    expect(record.entries.filter(({ kind }) => kind === 'rejected')).toHaveLength(2);
    const calls = project.calls().filter(({ as }) => as === 'vague');
    expect(calls).toHaveLength(2);
    expect(calls[1]?.heard).toContain('add a part headed "Verdict:"');
    expect(record.entries.at(-1)).toMatchObject({ kind: 'failure', failure: { code: 'unusable' } });
  });
});
