import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProject, type Project } from '../support/project.ts';

const priced = { usage: { input: 1_000, output: 50, usd: 0.02 } };

let project: Project;
beforeEach(() => {
  project = createProject();
  const unpriced = project.seat('plan', { usage: { input: 400, output: 30 } as never });
  const silent = { ...project.seat('silent'), output: { format: 'json', path: 'text' } };
  project.configure({
    agents: { priced: project.seat('priced', priced), plan: unpriced, silent },
    seats: { wind: 'priced', wall: 'plan', door: 'silent' },
    recipe: 'quick',
    agentRetries: 0,
  });
});
afterEach(() => {
  project.dispose();
});

/** Cells of a table's line: columns are two blanks apart. */
const cells = (text: string, start: string) =>
  text
    .split('\n')
    .find((line) => line.trim().startsWith(start))
    ?.trim()
    .split(/ {2,}/)
    .map((cell) => cell.replace(/[\d.]+ s$/, 'TIME'));

describe('stats', () => {
  it('of a debate shows each turn and seat, and never $0 for what was not reported', async () => {
    await project.call(['run', '--id', 'd', 'Should we?']);
    const { code, stdout } = await project.call(['stats', 'd']);
    expect(code).toBe(0);
    expect(cells(stdout, '#2')).toEqual(['#2', 'Round 1, Wind', 'priced', 'TIME', 'TIME', '1,000', '50', '$0.0200']);
    expect(cells(stdout, '#3')).toEqual(['#3', 'Round 1, Wall', 'plan', 'TIME', 'TIME', '400', '30', 'unknown']);
    expect(cells(stdout, '#4')).toEqual(['#4', 'Round 1, Door', 'silent', 'TIME', 'TIME', '–', '–', 'unknown']);
    expect(cells(stdout, 'Wall')).toEqual(['Wall', 'plan', '1', 'TIME', 'TIME', '400', '30', 'unknown']);
    expect(cells(stdout, 'All')).toEqual(['All', '3', 'TIME', 'TIME', '≥ 1,400', '≥ 80', '≥ $0.0200']);
    expect(stdout).not.toMatch(/\$0\.0+\b/);
    expect(stdout).not.toContain('\u001b');
    const { seats, total } = JSON.parse((await project.call(['stats', 'd', '--json'])).stdout);
    expect(seats[1].usage).toEqual({ inputTokens: 400, outputTokens: 30 });
    expect(total).toMatchObject({ calls: 3, callsWithoutCost: 2, callsWithoutTokens: 1 });
  });

  it('of the hall sums up by agent, and names a damaged debate', async () => {
    expect((await project.call(['stats'])).stderr).toContain('no debates');
    await project.call(['run', '--id', 'one', 'Should we?']);
    await project.call(['run', '--id', 'two', 'Should we?']);
    project.ledgers.put('broken', 'not JSON\n');
    const { code, stdout } = await project.call(['stats']);
    expect(code).toBe(0);
    expect(cells(stdout, 'priced')).toEqual([
      ...['priced', 'command', '2', '2', 'TIME', 'TIME', '2,000', '100', '$0.0400'],
    ]);
    expect(cells(stdout, 'All')?.slice(0, 3)).toEqual(['All', '2', '6']);
    expect(stdout).toMatch(/damaged {2}broken: .+/);
    expect(JSON.parse((await project.call(['stats', '--json'])).stdout)).toMatchObject({
      debates: 2,
      unreadable: [{ threadId: 'broken' }],
    });
  });

  it('of a debate that is not there is refused', async () => {
    expect(await project.call(['stats', 'nope'])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('show and the Markdown export', () => {
  it('have the figures of each seat, with tries that failed', async () => {
    project.configure({
      agents: {
        quick: { kind: 'rehearsal', wordsPerSecond: 0 },
        flaky: { kind: 'rehearsal', wordsPerSecond: 0, misbehave: 'rate-limited', onCall: 1 },
        wordy: { kind: 'rehearsal', wordsPerSecond: 0, misbehave: 'unusable', onCall: 1 },
      },
      seats: { wind: 'flaky', wall: 'wordy', door: 'quick' },
      recipe: 'quick',
    });
    await project.call(['run', '--id', 'd', 'Should we?']);
    const { stdout } = await project.call(['show', 'd']);
    expect(stdout).toMatch(/^ +Wind .+ · 1 call · no cost · 1 retry$/m);
    expect(stdout).toMatch(/^ +Wall .+ · 2 calls · no cost · 1 rejected$/m);
    expect(stdout).toMatch(/Round 1, Wind #2 flaky · .* · 2 tries$/m);
    const markdown = (await project.call(['export', 'd'])).stdout;
    expect(markdown).toContain('| 1 (1 retry) |');
    expect(markdown).toContain('| 2 (1 rejected) |');
  });
});

describe('a dry run', () => {
  it('says that there is no history, and later forecasts by what calls of the same agents took', async () => {
    const dry = ['run', '--dry-run', '--wall', 'priced', '--door', 'priced', 'Should we?'];
    expect((await project.call(dry)).stdout).toContain('this hall has no past calls of priced');
    await project.call(['run', '--id', 'd', 'Should we?']);
    const { stdout } = await project.call(dry);
    expect(stdout).toMatch(/^Estimate: .+; 3,200 tokens; \$0\.06 \(from 1 past call in this hall\)\.$/m);
    const { forecast } = JSON.parse((await project.call([...dry, '--json'])).stdout);
    expect(forecast).toMatchObject({ calls: { atLeast: 3, atMost: 3 }, tokens: { atLeast: 3_150, atMost: 3_150 } });
    expect(project.calls()).toHaveLength(3);
  });
});
