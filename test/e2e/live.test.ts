// More than one process at one debate: interjections, kills and watchers from outside, and what is refused.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { alive } from '../support/processes.ts';
import { createProject, everySeat, linesOf, type Project, quickRehearsal } from '../support/project.ts';
import { itInFolders } from '../support/shared-store.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  project.dispose();
});

/** Wall answers only when the returned function was called. */
function wallWaits(): () => void {
  const go = project.path('go');
  project.configure({
    agents: { a: project.seat('wind'), b: project.seat('wall', { until: go }), c: project.seat('door') },
    seats: { wind: 'a', wall: 'b', door: 'c' },
    recipe: 'quick',
  });
  return () => fs.writeFileSync(go, '');
}

async function wallIsAsked(): Promise<number> {
  await expect.poll(() => project.calls().length).toBe(2);
  return project.calls()[1]?.pid as number;
}

describe.runIf(inCampaign)('two runs of one debate', () => {
  /** What one of them has to say, once both were asked for the same. */
  const configure = (says: string) => {
    const until = project.path('go');
    const say = { speak: `${says} holds this.`, decide: `1. ${says} decides.` };
    const agents = { a: project.seat('wind', { say, until }), b: project.seat('wall', { say, until }) };
    project.configure({ agents, seats: { wind: 'a', wall: 'b', door: 'a' }, recipe: 'quick' });
  };

  itInFolders('a lock that another machine does not see')(
    'that do not see each other record one answer to each step, and both go on with it',
    async () => {
      configure('The first');
      const first = project.start(['run', '--json', '--id', 'd', 'Should we?']);
      await expect.poll(() => project.calls().length).toBe(1);
      fs.rmSync(project.path('debates', '.hall', 'd.run'));
      configure('The second');
      const second = project.start(['resume', '--json', 'd']);
      await expect.poll(() => project.calls().length).toBe(2);
      fs.writeFileSync(project.path('go'), '');
      const ends = await Promise.all([first.finished, second.finished]);
      expect(
        ends.map(({ code }) => code),
        ends.map(({ stderr }) => stderr).join(''),
      ).toEqual([0, 0]);
      const [one, other] = ends.map(({ stdout }) => JSON.parse(stdout).decision);
      expect(one).toBe(other);
      const turns = project.events('d').filter(({ type }) => type === 'turn-recorded');
      expect(turns).toHaveLength(3);
      expect(await project.call(['verify', 'd'])).toMatchObject({ code: 0 });
    },
  );
});

describe('while a run goes on', () => {
  it.runIf(inCampaign)('an interjection from another process is seen by every later seat', async () => {
    const go = wallWaits();
    const run = project.start(['run', '--json', '--id', 'd', 'Should we?']);
    await wallIsAsked();
    const said = await project.call(['interject', 'd', '--author', 'Ada', 'The budget is 40 EUR.']);
    expect(said.code).toBe(0);
    go();
    const { code, stdout } = await run.finished;
    expect(code).toBe(0);
    expect(project.calls().find(({ as }) => as === 'door')?.heard).toContain('The budget is 40 EUR.');
    expect(JSON.parse(stdout).entries.filter((entry: { kind: string }) => entry.kind === 'interjection')).toHaveLength(
      1,
    );
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  it.runIf(inCampaign)(
    'an interjection and a turn taken elsewhere are told at once to the run and to its watchers, each once',
    async () => {
      const go = wallWaits();
      const run = project.start(['run', '--events', '--id', 'd', 'Should we?']);
      await wallIsAsked();
      const watch = project.start(['watch', 'd', '--log']);
      await watch.says('stderr', 'wind holds');
      await project.call(['interject', 'd', '--author', 'Ada', 'The budget is\n40 EUR.']);
      await run.says('stdout', '"type":"interjection"');
      await watch.says('stderr', 'Interjection by Ada, from outside the seats: The budget is 40 EUR.');
      await project.call(['say', 'd', '--seat', 'wall', '--author', 'Grace', 'I was quicker.']);
      await run.says('stdout', '"type":"turn-taken"');
      const late = project.start(['watch', 'd', '--log']);
      await late.says('stderr', 'I was quicker.');
      go();
      const [ran, watched, lateWatched] = await Promise.all([run.finished, watch.finished, late.finished]);
      expect(linesOf(ran.stdout).filter(({ type }) => type === 'interjection' || type === 'turn-taken')).toMatchObject([
        { type: 'interjection', author: 'Ada', text: 'The budget is\n40 EUR.', seq: 3 },
        { type: 'turn-taken', seat: 'wall', by: 'Grace', text: 'I was quicker.', title: 'Round 1, Wall', seq: 4 },
      ]);
      expect(watched.stderr).toContain('Round 1, Wall: taken by Grace');
      expect(watched.stderr.match(/budget/g)).toHaveLength(1);
      for (const said of ['wind holds', 'budget', 'quicker', 'Round 1, Wind']) {
        expect([said, lateWatched.stderr.split(said).length - 1]).toEqual([said, 1]);
      }
    },
  );

  it('a kill from another process ends the agents within two seconds, and the run with exit code 130', async () => {
    wallWaits();
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    const pid = await wallIsAsked();
    const killed = await project.call(['kill', 'd', 'wrong question']);
    expect(killed.code).toBe(0);
    await expect.poll(() => alive(pid)).toBe(false);
    const { code, stderr } = await run.finished;
    expect(code).toBe(130);
    expect(stderr).toContain('force-closed');
    expect(await project.shown('d')).toMatchObject({
      status: 'force-closed',
      outcome: 'force-closed',
    });
    expect(project.ledgers.document('d', '.oct.md')).toContain('wrong question');
    expect((await project.call(['verify', 'd'])).code).toBe(0);
    expect((await project.call(['resume', 'd'])).code).toBe(130);
  });

  it.runIf(inCampaign)(
    'a person who takes the turn first is recorded, and the late answer of the agent is kept as rejected',
    async () => {
      const go = wallWaits();
      const run = project.start(['run', '--json', '--id', 'd', 'Should we?']);
      await wallIsAsked();
      expect((await project.call(['say', 'd', '--seat', 'wall', 'I was quicker.'])).code).toBe(0);
      go();
      const { code, stdout } = await run.finished;
      // A person in the seat of an agent is not the panel that the debate was opened with.
      expect(code).toBe(3);
      const { entries } = JSON.parse(stdout);
      expect(
        entries.filter((entry: { kind: string; seat: string }) => entry.kind === 'turn' && entry.seat === 'wall'),
      ).toMatchObject([{ text: 'I was quicker.' }]);
      expect(entries.filter((entry: { kind: string }) => entry.kind === 'rejected')).toMatchObject([{ seat: 'wall' }]);
      expect((await project.call(['verify', 'd'])).code).toBe(0);
    },
  );

  it.runIf(inCampaign)('a key that a person chose never stands in the way of a seat', async () => {
    const go = wallWaits();
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await wallIsAsked();
    expect((await project.call(['interject', 'd', '--key', 'turn-2', 'One more thing.'])).code).toBe(0);
    expect((await project.call(['interject', 'd', '--key', 'turn-3', 'And another.'])).code).toBe(0);
    go();
    const { code, stderr } = await run.finished;
    expect(stderr).not.toContain('turn-2');
    expect(code).toBe(0);
  });

  it.runIf(inCampaign)('the debate goes on when nobody reads what it says any more', async () => {
    const go = wallWaits();
    const run = project.start(['run', '--log', '--id', 'd', 'Should we?']);
    await wallIsAsked();
    run.child.stderr?.destroy();
    go();
    const { code, stdout } = await run.finished;
    expect(code).toBe(0);
    expect(stdout).toContain('Decision of door');
  });

  it.runIf(inCampaign)('a watcher ends when nobody reads what it says any more', async () => {
    const go = wallWaits();
    const decide = project.path('decide');
    project.configure({
      agents: {
        a: project.seat('wind'),
        b: project.seat('wall', { until: project.path('go') }),
        c: project.seat('door', { until: decide }),
      },
      seats: { wind: 'a', wall: 'b', door: 'c' },
      recipe: 'quick',
    });
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await wallIsAsked();
    const watch = project.start(['watch', 'd', '--events']);
    await watch.says('stdout', 'seat-started');
    watch.child.stdout?.destroy();
    go();
    expect((await watch.finished).code).toBe(0);
    expect(alive(run.pid)).toBe(true);
    fs.writeFileSync(decide, '');
    expect((await run.finished).code).toBe(0);
  });

  it.runIf(inCampaign)('a second run of the same debate is refused', async () => {
    const go = wallWaits();
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await wallIsAsked();
    const second = await project.call(['resume', '--json', 'd']);
    expect(second.code).toBe(2);
    expect(JSON.parse(second.stdout)).toMatchObject({ error: { code: 'already-running' } });
    expect(second.stderr).toContain('debate-hall watch d');
    expect((await project.call(['list'])).stdout).toContain('running');
    go();
    expect((await run.finished).code).toBe(0);
    expect(project.calls()).toHaveLength(3);
  });

  it.runIf(inCampaign)('a watcher sees the words as they come, and ends with the run', async () => {
    project.configure({
      agents: {
        // Speaks for longer than a watcher takes to start on a busy machine.
        steady: { kind: 'rehearsal', wordsPerSecond: 40, vote: 'approve' },
        quick: quickRehearsal,
        last: project.seat('door', { until: project.path('go') }),
      },
      seats: { wind: 'quick', wall: 'steady', door: 'last' },
      recipe: 'quick',
    });
    const run = project.start(['run', '--events', '--id', 'd', 'Should we?']);
    await run.says('stdout', '"type":"text-delta","seat":"wall"');
    const watch = project.start(['watch', '--events', 'd']);
    await watch.says('stdout', '"type":"text-delta","seat":"wall"');
    fs.writeFileSync(project.path('go'), '');
    const [ran, watched] = await Promise.all([run.finished, watch.finished]);
    expect([ran.code, watched.code]).toEqual([0, 0]);
    const seen = linesOf(watched.stdout);
    const deltas = seen.filter((event) => event.type === 'text-delta' && event.seat === 'wall');
    expect(deltas.length).toBeGreaterThan(5);
    expect(seen.every(({ at }) => at !== undefined && !Number.isNaN(Date.parse(at)))).toBe(true);
    expect(seen.at(-1)).toMatchObject({ type: 'run-ended', outcome: 'decided' });
  });

  it.runIf(inCampaign)('a watcher of a run that is killed hard ends too, and says how to go on', async () => {
    wallWaits();
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    const pid = await wallIsAsked();
    const watch = project.start(['watch', 'd']);
    await watch.says('stderr', 'Round 1, Wind');
    run.child.kill('SIGKILL');
    const { code, stderr } = await watch.finished;
    expect(code).toBe(0);
    expect(stderr).toContain('debate-hall resume d');
    await expect.poll(() => alive(pid)).toBe(false);
  });

  it.runIf(inCampaign)('a watcher who is stopped says so, and the run does not end with it', async () => {
    const go = wallWaits();
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await wallIsAsked();
    const watch = project.start(['watch', '--events', 'd']);
    await watch.says('stdout', '"seat":"wall"');
    watch.child.kill('SIGINT');
    const { code, stderr } = await watch.finished;
    expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining('error: Cancelled.') });
    go();
    expect((await run.finished).code).toBe(0);
  });

  it.runIf(inCampaign)('a redaction reaches what the run has told its watchers', async () => {
    const go = wallWaits();
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await wallIsAsked();
    const holding = () => project.ledgers.holding('wind holds');
    await expect.poll(holding).toContain('d.live.ndjson');
    const [turn] = project.events('d').filter(({ type }) => type === 'turn-recorded');
    const redacted = await project.call(['redact', 'd', '--event', String(turn?.seq), '--reason', 'a name']);
    expect(redacted.code).toBe(0);
    expect(holding()).toEqual([]);
    go();
    expect((await run.finished).code).toBe(0);
  });

  it.runIf(inCampaign)('a watcher of a debate that nobody runs shows it and ends', async () => {
    await project.call(['open', '--id', 'd', 'Should we?']);
    const { code, stderr } = await project.run(['watch', 'd']);
    expect(code).toBe(0);
    expect(stderr).toContain('It is not running now');
    expect((await project.call(['watch', 'nothing'])).code).toBe(2);
  });
});

describe('from inside an agent that a hall started', () => {
  it('run and resume are refused before anything is asked', async () => {
    project.configure({ agents: { seat: project.seat('seat') }, seats: everySeat('seat'), recipe: 'quick' });
    await project.call(['open', '--id', 'd', 'Should we?']);
    const env = { DEBATE_HALL_DEPTH: '1' };
    for (const args of [
      ['run', 'Should we?'],
      ['resume', 'd'],
      ['run', '--rehearse', 'Should we?'],
    ]) {
      const { code, stdout } = await project.call([...args, '--json'], { env });
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'reentrant' } });
    }
    expect(project.calls()).toEqual([]);
  });

  it.runIf(inCi)('an agent really is inside: its environment says so', async () => {
    project.configure({
      agents: {
        nested: {
          kind: 'command',
          argv: [process.execPath, '-e', 'process.stdout.write("1. depth " + process.env.DEBATE_HALL_DEPTH)'],
          prompt: 'stdin',
        },
      },
      seats: everySeat('nested'),
      recipe: 'quick',
    });
    expect((await project.call(['run', '-q', 'Should we?'])).stdout).toBe('1. depth 1\n');
  });
});
