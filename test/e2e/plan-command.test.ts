// `debate-hall plan` from outside: the plan, its files, killed in the middle, and when nobody plans.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const TOPIC = 'Move the sessions from memory to Redis';
const FAST = { kind: 'rehearsal', wordsPerSecond: 0 };
const SLOW = { kind: 'rehearsal', wordsPerSecond: 60 };
const BROKEN = { kind: 'rehearsal', misbehave: 'crashes' };

let project: Project;
beforeEach(() => {
  project = createProject({
    agents: { rehearsal: { wordsPerSecond: 0 }, fast: FAST, slow: SLOW, broken: BROKEN },
    agentRetries: 0,
  });
});
afterEach(() => project.dispose());

const plan = (...args: string[]) => project.call(['plan', '--id', 'p', ...args, TOPIC]);

describe('a plan', () => {
  it('is printed, kept with its report, and written where it is wanted', async () => {
    const { stdout, stderr } = await plan('--rehearse', '--report', 'out.md', '--report', 'out.json');
    expect(stdout).toContain('Phase 1');
    expect(stderr).toContain(project.ledgers.place('p', '.md'));
    expect(fs.readFileSync(project.path('out.md'), 'utf8')).toContain(TOPIC);
    const { result } = JSON.parse(fs.readFileSync(project.path('out.json'), 'utf8'));
    expect(result.data).toMatchObject({ kind: 'plan', planned: true, degraded: false });
    const known = new Set(result.data.steps.map(({ id }: { id: string }) => id));
    for (const { dependsOn } of result.data.steps) for (const id of dependsOn) expect(known).toContain(id);
    expect((await project.call(['verify', 'p'])).code).toBe(0);
  });

  it.runIf(inCampaign)(
    'takes mode, rounds, threshold and material from its flags, and the topic from standard input',
    async () => {
      project.write('notes.md', 'Sessions live in one process.');
      const flags = [
        '--agents',
        'fast,fast',
        '--mode',
        'collaborative',
        '--rounds',
        '1',
        '--threshold',
        '50',
        '-c',
        'notes.md',
      ];
      const { stdout } = await project.run(['plan', '--json', ...flags], { stdin: TOPIC });
      const record = JSON.parse(stdout);
      expect(record.options).toMatchObject({ planners: 2, mode: 'collaborative', rounds: 1, confidenceThreshold: 50 });
      expect(record.context).toMatchObject([{ source: 'notes.md' }]);
      expect(record.topic).toBe(TOPIC);
    },
  );

  it('is not 0 when nobody plans, and 3 when one of three does not', async () => {
    const nobody = await plan('--agents', 'broken,broken,broken');
    expect(nobody.code).toBe(4);
    expect(nobody.stderr).toContain('debate-hall plan --resume p');
    const degraded = await project.call([
      'plan',
      '--id',
      'q',
      '--agents',
      'fast,broken,fast',
      '--threshold',
      '50',
      TOPIC,
    ]);
    expect([3, 6]).toContain(degraded.code);
    expect(degraded.stderr).toContain('DEGRADED');
  });

  it.runIf(inCampaign)('that was killed goes on and asks nothing twice', async () => {
    const running = project.start(['plan', '--id', 'p', '--log', '--agents', 'slow,fast,fast', TOPIC]);
    await running.says('stderr', 'recorded as event');
    running.child.kill('SIGKILL');
    await running.finished;
    project.ledgers.forgetKilled();
    const before = project.events('p');
    expect(before.some(({ type }) => type === 'debate-closed')).toBe(false);
    const resumed = await project.call(['plan', '--resume', 'p', '--report', 'out.md']);
    expect(resumed.stdout).toContain('Phase 1');
    expect(fs.readFileSync(project.path('out.md'), 'utf8')).toContain(TOPIC);
    const after = project.events('p');
    expect(after.slice(0, before.length)).toEqual(before);
    const steps = after.flatMap((event) =>
      event.type === 'turn-recorded' ? [`${event.data.seat} ${event.data.act}`] : [],
    );
    const plans = steps.filter((step) => step.endsWith(' plan'));
    expect(plans.sort()).toEqual(['planner-1 plan', 'planner-2 plan', 'planner-3 plan']);
    expect((await project.call(['verify', 'p'])).code).toBe(0);
  });

  it('that is over is shown and written again by --resume, which takes no topic and no review', async () => {
    await plan('--rehearse', '-q');
    const events = project.events('p').length;
    const again = await project.call(['plan', '--resume', 'p', '--report', 'out.json']);
    expect(again.stdout).toContain('Phase 1');
    expect(JSON.parse(fs.readFileSync(project.path('out.json'), 'utf8')).threadId).toBe('p');
    expect(project.events('p')).toHaveLength(events);
    for (const [args, why] of [
      [['plan', '--resume', 'p', TOPIC], 'keeps its topic'],
      [['plan', '--resume', 'p', '--mode', 'consensus'], '--mode'],
      [['plan', '--resume', 'p', '--seat', 'planner-1=rehearsal'], 'debate "p" is closed'],
      [['plan', '--resume', 'p', '--max-tokens', '100000'], 'debate "p" is closed'],
      [['review', '--resume', 'p'], '"p" is not a review'],
    ] as const) {
      expect(await project.call([...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
    }
  });

  it('names the seats that nobody fills when there is no agent for them', async () => {
    const flags = ['plan', '--agents', 'rehearsal,rehearsal', '--planners', '3', TOPIC];
    const { code, stderr } = await project.call(flags, { env: { PATH: '/nowhere' } });
    expect(code).toBe(4);
    expect(stderr).toContain('No usable agent found for the seat planner-3. Not installed: claude');
    expect(stderr).toContain('--seat planner-3=ollama:MODEL');
  });

  it('shows seats and calls with --dry-run, and refuses an unknown mode', async () => {
    const { code, stdout } = await plan('--rehearse', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('Planner 3: rehearsal');
    expect(project.ledgers.exists('p')).toBe(false);
    expect((await plan('--rehearse', '--mode', 'angry')).code).toBe(2);
  });
});
