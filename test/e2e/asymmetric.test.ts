// Asymmetric debates from the command line: seats that fail, a run that is killed, a review by hand.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  project.dispose();
});

const COMPLETE = { status: 'complete', confidence: 2 / 3 };

function withAgents(seats: object, bad: object = { misbehave: 'not-logged-in' }): void {
  project.configure({
    format: 'asymmetric',
    agents: { quick: quickRehearsal, bad: { kind: 'rehearsal', wordsPerSecond: 0, ...bad } },
    seats: { deep: 'quick', 'deep-2': 'quick', fresh: 'quick', 'fresh-2': 'quick', convergence: 'quick', ...seats },
    agentRetries: 0,
  });
}

const run = async (...args: string[]) => await project.call(['run', '--id', 'd', '-q', ...args, 'Should we?']);

describe('an asymmetric debate', () => {
  it('continues without a seat whose side has another, and says so everywhere', async () => {
    withAgents({ 'fresh-2': 'bad' });
    const done = await run('--recipe', 'quick', '-o', 'freshN=2');
    const record = await project.shown('d');
    expect(record.authority).toMatchObject({ full: false, left: [{ seat: 'fresh-2' }] });
    expect(record.result).toMatchObject({ data: { ...COMPLETE, left: [{ seat: 'fresh-2' }] } });
    expect(record.result?.headline).toContain('without Fresh 2');
    expect(done.stdout).toContain('without');
    expect((await project.call(['verify', 'd'])).code).toBe(0);
  });

  it('says from the answers how it ended, shows claims without marks, and where the record is, then and later', async () => {
    withAgents({});
    const ended = await project.call(['run', '--id', 'd', '--recipe', 'quick', 'Should we move?']);
    expect(ended.stderr).toMatch(/^Why {7}Both seats end with \w+/m);
    const { stdout: shown } = await project.call(['show', 'd']);
    expect(shown).toContain('Start with one part');
    expect(shown).not.toMatch(/^- \*\*C\d+\*\*.*\\\*/m);
    const filesIn = (text: string) => text.match(/^(?:Record|Report) .*$/gm);
    const again = await project.call(['resume', 'd']);
    expect(filesIn(ended.stderr)).toHaveLength(2);
    expect(filesIn(again.stderr)).toEqual(filesIn(ended.stderr));
  });

  it('lets nobody look things up whose point it is not to know', async () => {
    withAgents({});
    project.write('plan.md', 'We move in May.\n');
    await run('--recipe', 'standard', '--read', 'plan.md');
    const seats = project.events('d').flatMap(({ type, data }) => (type === 'look-recorded' ? [data.seat] : []));
    expect(new Set(seats)).toEqual(new Set(['experienced']));
    const refused = await project.call(['read', 'd', 'read_file', '--data', 'path=plan.md', '--seat', 'fresh']);
    expect(refused.stderr).toContain('The seat fresh cannot look things up');
  });

  it.runIf(inCampaign)(
    'pauses when the only seat of a side fails, keeps everything, and continues with another agent',
    async () => {
      withAgents({ fresh: 'bad' });
      expect((await run('--recipe', 'quick')).code).toBe(4);
      expect(await project.shown('d')).toMatchObject({ status: 'open', result: null });
      expect((await project.call(['resume', 'd', '--seat', 'fresh=quick', '-q'])).code).not.toBe(4);
      const record = await project.shown('d');
      expect(record).toMatchObject({ status: 'closed', result: { data: COMPLETE } });
    },
  );

  it.runIf(inCi)('loses only the synthesis with a convergence seat that fails', async () => {
    withAgents({ convergence: 'bad' });
    await run('--recipe', 'standard');
    const record = await project.shown('d');
    expect(record).toMatchObject({ status: 'closed', decision: null });
    expect(record.result?.data).toMatchObject({ ...COMPLETE, synthesis: null, left: [{ seat: 'convergence' }] });
  });

  it.runIf(inCampaign)('is killed in the middle and asks nothing twice when it goes on', async () => {
    withAgents({ fresh: 'bad' }, { misbehave: 'hangs', onCall: 3, limits: { firstOutputMs: 60_000, totalMs: 60_000 } });
    const running = project.start(['run', '--id', 'd', '--recipe', 'deep', '--log', 'Should we?']);
    await running.says('stderr', 'Challenges, Experienced 2: recorded');
    process.kill(running.pid, 'SIGKILL');
    await running.finished;
    project.ledgers.forgetKilled();
    const before = await project.shown('d');
    expect(before.result?.data).not.toHaveProperty('points');
    await project.call(['resume', 'd', '--seat', 'fresh=quick', '-q']);
    const record = await project.shown('d');
    const turns = record.entries.flatMap((entry) => (entry.kind === 'turn' ? [`${entry.act} ${entry.seat}`] : []));
    expect([turns.length, new Set(turns).size]).toEqual([17, 17]);
    expect(record.result?.data).toMatchObject({ status: 'complete' });
  });

  it('shows no position from the command line while another is missing', async () => {
    project.configure({ format: 'asymmetric' });
    await project.call(['open', '--id', 'd', 'Should we?']);
    await project.call(['say', 'd', '--seat', 'fresh', 'SECRET']);
    const doors = [
      ['show', 'd'],
      ['show', '--json', 'd'],
      ['export', 'd', '--format', 'markdown'],
      ['stats', 'd'],
    ];
    for (const door of doors) {
      const { stdout, stderr } = await project.call(door);
      expect([door.join(' '), `${stdout}${stderr}`.includes('SECRET')]).toEqual([door.join(' '), false]);
    }
    await project.call(['say', 'd', '--seat', 'experienced', 'Ours.']);
    expect((await project.call(['show', 'd'])).stdout).toContain('SECRET');
    await project.call(['say', 'd', '--seat', 'fresh', '--data', 'action=challenge', 'Why?']);
    await project.call(['say', 'd', '--seat', 'experienced', '--data', 'action=challenge', 'Because.']);
    await project.call(['close', 'd']);
    expect(await project.shown('d')).toMatchObject({
      outcome: 'stable-disagreement',
      result: { data: { counts: { irreducible: 2 } } },
    });
  });
});
