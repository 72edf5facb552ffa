// The format plan through the command line: to its end, without a planner who fails, and paused when nobody is left to plan.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCi, sample } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  project.dispose();
});

const bad = { kind: 'rehearsal', wordsPerSecond: 0, misbehave: 'crashes' } as const;

function withPlanners(seats: Record<string, string>, agents: object = {}): void {
  project.configure({ agents: { quick: quickRehearsal, bad, ...agents }, seats, format: 'plan', agentRetries: 0 });
}

const ALL = { 'planner-1': 'quick', 'planner-2': 'quick', 'planner-3': 'quick' };

describe('planning', () => {
  it.each(sample(['adversarial', 'consensus', 'collaborative'], 3))(
    'comes to a plan in mode %s, and verifies',
    async (mode) => {
      withPlanners(ALL);
      const record = await project.record(['run', '--json', '--id', 'd', '-o', `mode=${mode}`, 'Replace cron']);
      expect(record).toMatchObject({
        code: 0,
        status: 'closed',
        result: { data: { planned: true, degraded: false, mode } },
      });
      expect((await project.call(['verify', 'd'])).code).toBe(0);
    },
  );

  it('goes on without a planner who fails, and says so in the outcome and the exit code', async () => {
    withPlanners({ ...ALL, 'planner-2': 'bad' });
    const record = await project.record(['run', '--json', '--id', 'd', 'Replace cron']);
    expect(record).toMatchObject({
      ...{ code: 3, status: 'closed', authority: { full: false } },
      result: { data: { planned: true, degraded: true } },
    });
    expect(record.result?.headline).toContain('Degraded: Planner 2 left (1 of 3).');
  });

  it.runIf(inCi)('pauses when all planners fail at once, shows no plan, and continues with all of them', async () => {
    const seats = { 'planner-1': 'bad', 'planner-2': 'bad', 'planner-3': 'bad' };
    withPlanners(seats);
    const paused = await project.record(['run', '--json', '--id', 'd', 'Replace cron']);
    expect(paused).toMatchObject({ code: 4, status: 'open', result: { data: { planned: false, steps: [] } } });
    expect(paused.result?.headline).toBe('No plan: not all planners have planned.');
    withPlanners(seats, { bad: quickRehearsal });
    const resumed = await project.record(['resume', '--json', 'd']);
    expect(resumed).toMatchObject({ code: 0, status: 'closed', result: { data: { planned: true, degraded: false } } });
    expect(resumed.authority).toMatchObject({ full: true, left: [] });
  });
});
