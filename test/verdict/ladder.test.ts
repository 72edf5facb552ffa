// Debates that follow a debate, from outside: the ladder of --escalate, and blind answers to compare with.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Held, type Project } from '../support/project.ts';

const OPTIONS = ['--options', 'Rust,Go,Zig'];
const ASKED = [...OPTIONS, 'Which language?'];
const SPLIT = 6;

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

const rejects = (answer: string): Held => ({ answer, vote: 'reject' });

function configure(held: Readonly<Record<string, Held>>, settings: Record<string, unknown> = {}): void {
  const names = Object.keys(held);
  project.configure({
    agents: Object.fromEntries(names.map((name) => [name, project.holder(name, held[name] as Held)])),
    seats: Object.fromEntries(['seat-1', 'seat-2', 'seat-3'].map((seat, index) => [seat, names[index]])),
    agentRetries: 0,
    ...settings,
  });
}

/** Nobody ever agrees with anybody. */
const STUBBORN = { a: rejects('Rust'), b: rejects('Go'), c: rejects('Zig') };
/** Most give the same answer before and after the debate. */
const CALM = {
  a: { answer: 'Rust' },
  b: { answer: 'Rust' },
  c: { answer: 'Zig' },
  d: { answer: 'Rust' },
};

const debates = async () => {
  const rows = JSON.parse((await project.call(['list', '--json'])).stdout);
  return rows.toReversed().map(({ format, outcome, relation = null }: Record<string, unknown>) => ({
    ...{ format, outcome, relation },
  }));
};

const openings = () => project.calls().filter(({ act }) => act === 'opening').length;

describe('--escalate', () => {
  it('stops at a check whose answers agree', async () => {
    configure({ a: { answer: 'Go' }, b: { answer: 'Go' }, c: { answer: 'Go' } });
    const { code, stderr } = await project.call(['check', '--id', 'c', '--escalate', ...ASKED]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /1\. check, standard: 3 calls\.[\s\S]*2\. wind-wall-door, standard: [\s\S]*3\. wind-wall-door, deep/,
    );
    expect(await debates()).toHaveLength(1);
  });

  it('holds a debate of the same agents about a check that splits, and stops where that settles it', async () => {
    configure(CALM);
    const { code, stdout, stderr } = await project.call(['check', '--id', 'c', '--escalate', '--json', ...ASKED]);
    expect(code).toBe(0);
    expect(stderr).toContain('Step 2 of 3: wind-wall-door, standard');
    // One document: the last step is the result.
    const record = JSON.parse(stdout);
    expect(record).toMatchObject({ format: 'wind-wall-door', relation: { kind: 'escalation', of: 'c' } });
    expect(record.seats.map(({ agent }: { agent: { agent: string } }) => agent.agent)).toEqual(['a', 'b', 'c']);
    expect(await debates()).toMatchObject([
      { format: 'check', outcome: 'majority', relation: null },
      { format: 'wind-wall-door', outcome: 'majority', relation: { kind: 'escalation', of: 'c' } },
    ]);
    expect((await project.call(['show', record.threadId])).stdout).toContain('Continues c, which settled nothing');
    for (const format of ['markdown', 'octave', 'json'])
      expect((await project.call(['export', record.threadId, '--format', format])).stdout).toMatch(
        /settled nothing|escalation/,
      );
    expect((await project.call(['verify', '--all'])).code).toBe(0);
  });

  it.each([
    ['a,b,c,d', 'd'],
    ['a,b,a,b', 'one seat of b'],
    ['a,b,c,d,d', 'd'],
    ['a,b,c,b,d', 'one seat of b, d'],
  ])('says of the agents %s who has no seat in the next step', async (agents, unseated) => {
    configure({ ...STUBBORN, d: rejects('Go') });
    const args = ['check', '--id', 'c', '--agents', agents, '--escalate', ...ASKED];
    const { stderr } = await project.call(args);
    const without = unseated.replace(', ', ' and ');
    expect(stderr).toContain(`2. wind-wall-door, standard, without ${without}: `);
    expect(stderr).toContain(`Step 2 of 3: wind-wall-door, standard, without ${without}: `);
    const rows = JSON.parse((await project.call(['list', '--json'])).stdout);
    const { threadId: id } = rows.find(({ relation }: { relation?: { of: string } }) => relation?.of === 'c');
    const { entries } = await project.shown(id);
    expect(entries).toContainEqual(
      expect.objectContaining({ message: `Without a seat here, though in the step before, c: ${unseated}.` }),
    );
  });

  it.runIf(inCi)('keeps points of view from step to step', async () => {
    configure(CALM);
    const args = ['check', '--id', 'c', '--escalate', '--json', '--seat', 'seat-1=a+operator', ...ASKED];
    const { seats } = JSON.parse((await project.call(args)).stdout);
    expect(seats).toMatchObject([{ seat: 'wind', perspective: 'operator' }, { seat: 'wall' }, { seat: 'door' }]);
  });

  it('rehearses every seat of a last step that has more of them', async () => {
    const args = ['run', '--rehearse', '--format', 'panel', '--recipe', 'quick', '--escalate', '--dry-run', 'Tabs?'];
    const { code, stdout, stderr } = await project.call(args);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error:')]);
    expect(stdout).toContain('panel, deep');
  });

  it.runIf(inCi)('ends at the top with the code of a disagreement when nothing settles it', async () => {
    configure(STUBBORN);
    const { code } = await project.call(['check', '--id', 'c', '--escalate', '-q', ...ASKED]);
    expect(code).toBe(SPLIT);
    expect((await debates()).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['not-settled', 'not-settled', 'not-settled'],
    ]);
  });

  it.runIf(inCi)(
    'gives the last step to the agents that are configured or named for it, and asks no opening twice in a debate',
    async () => {
      configure(
        { ...STUBBORN, d: { answer: 'Go' } },
        {
          seats: { wind: 'a', wall: 'b', door: 'c' },
          escalate: { seats: { wind: 'd', wall: 'd' } },
        },
      );
      const args = ['run', '--id', 'r', '--escalate', '--escalate-seat', 'door=d:strong', '--json', ...ASKED];
      const { code, stdout } = await project.call(args);
      expect(code).toBe(0);
      const record = JSON.parse(stdout);
      expect(record).toMatchObject({ recipe: 'deep', outcome: 'agreed', relation: { kind: 'escalation', of: 'r' } });
      expect(record.seats).toMatchObject([
        ...[{ agent: { agent: 'd' } }, { agent: { agent: 'd' } }, { agent: { agent: 'd', model: 'strong' } }],
      ]);
      expect(openings()).toBe(6);
    },
  );

  it('refuses a seat that the last step does not have, before anything is opened', async () => {
    configure(STUBBORN);
    const { code, stderr } = await project.call(['check', '--escalate', '--escalate-seat', 'judge=a', ...ASKED]);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no seat "judge" in the last step.');
    expect(stderr).toContain('Its seats are wind, wall, door.');
    const alone = await project.call(['check', '--escalate-seat', 'wall=a', ...ASKED]);
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('only "--escalate" runs') });
    expect(project.calls()).toEqual([]);
    expect(await debates()).toEqual([]);
  });

  it('ends where a step meets a limit, which says nothing about the question', async () => {
    configure(STUBBORN);
    const { code } = await project.call(['check', '--escalate', '--max-tokens', '1', ...ASKED]);
    expect(code).toBe(5);
    // All seats of a check are asked at once, so its answers are in before anything is counted.
    expect(await debates()).toMatchObject([{ outcome: 'not-settled' }]);
  });

  it('shows all steps in a dry run, and asks nobody', async () => {
    configure(STUBBORN);
    const { stdout } = await project.call(['check', '--escalate', '--dry-run', ...ASKED]);
    expect(stdout).toMatch(
      /make 3 calls[\s\S]*Step 2, if the answers differ: wind-wall-door, standard: 3 to \d+ calls/,
    );
    expect(stdout).toContain('Step 3, if nothing is settled before: wind-wall-door, deep: 4 to');
    expect(project.calls()).toEqual([]);
  });

  it('says tokens and cost of each step where the past of the agents gives them', async () => {
    configure(STUBBORN);
    await project.call(['check', ...ASKED]);
    const { stdout } = await project.call(['check', '--escalate', '--dry-run', '--json', ...ASKED]);
    const { forecast, further } = JSON.parse(stdout);
    expect(forecast).toMatchObject({ tokens: { atLeast: 360 }, costMicroUsd: { atLeast: 30_000, atMost: 30_000 } });
    expect(further[1].forecast).toMatchObject({ tokens: { atLeast: 480 }, costMicroUsd: { atLeast: 40_000 } });
    const shown = await project.call(['check', '--escalate', '--dry-run', ...ASKED]);
    expect(shown.stdout).toContain('360 tokens; $0.03 (from 3 past calls in this hall)');
  });

  it.runIf(inCampaign)('goes on where it was killed, between two steps and in the middle of one', async () => {
    configure(CALM);
    expect((await project.call(['check', '--id', 'c', ...ASKED])).code).toBe(SPLIT);
    const gate = project.path('go');
    configure({ ...CALM, a: { answer: 'Rust', until: gate } });
    const killed = project.start(['resume', 'c', '--escalate', '--log']);
    await killed.says('stderr', 'Opening, Wall: recorded');
    killed.child.kill('SIGKILL');
    await killed.finished;
    project.ledgers.forgetKilled();
    const before = project.calls().filter(({ as, act }) => as === 'b' && act === 'opening').length;

    fs.writeFileSync(gate, '');
    const { code, stderr } = await project.call(['resume', 'c', '--escalate']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Step 2 of 3')]);
    expect(await debates()).toMatchObject([{ format: 'check' }, { format: 'wind-wall-door', outcome: 'majority' }]);
    expect(project.calls().filter(({ as, act }) => as === 'b' && act === 'opening')).toHaveLength(before);
    // Once all is over, nothing is asked.
    const asked = project.calls().length;
    expect((await project.call(['resume', 'c', '--escalate'])).code).toBe(0);
    expect(project.calls()).toHaveLength(asked);
  });
});

describe('--compare', () => {
  const seated = { seats: { wind: 'a', wall: 'b', door: 'c' } };

  it.runIf(inCi)('shows what the debate and a vote of its agents come to, and stats keeps count', async () => {
    configure({ ...CALM, c: { answer: 'Rust' } }, seated);
    const { code, stderr } = await project.call(['run', '--id', 'r', '--compare', '4', '--gate', 'off', ...ASKED]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/Compared +debate: \w+[^;]*; vote of 4 blind answers: Rust/);
    expect((await debates()).at(-1)).toMatchObject({ format: 'check', relation: { kind: 'comparison', of: 'r' } });
    const vote = await project.shown(JSON.parse((await project.call(['list', '--json'])).stdout)[0].threadId);
    expect(vote.seats.map(({ agent }) => agent.agent)).toEqual(['a', 'b', 'c', 'a']);

    const { comparisons } = JSON.parse((await project.call(['stats', '--json'])).stdout);
    expect(comparisons).toMatchObject([
      {
        debate: { threadId: 'r' },
        vote: { answers: 4, answer: 'Rust', total: { calls: 4, usage: { costMicroUsd: 40_000 } } },
      },
    ]);
    const { stdout } = await project.call(['stats']);
    expect(stdout).toMatch(/1 debate compared with a vote of blind answers; \d gave another answer/);
    expect(stdout).toMatch(/^ +vote of 4 +Rust +4 .*\$0\.0400/m);
    expect(stdout).toMatch(/^All votes +4 .*\$0\.0400/m);
  });

  it.runIf(inCi)('counts a debate that comes to another answer than the vote', async () => {
    configure({ a: { answer: 'Rust' }, b: { answer: 'Go' }, c: { answer: 'Go' } }, seated);
    await project.call(['run', '--id', 'r', ...ASKED]);
    configure({ a: { answer: 'Zig' }, b: { answer: 'Zig' }, c: { answer: 'Zig' } }, seated);
    const { code, stderr } = await project.call(['resume', 'r', '--compare', '3']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('debate: Go; vote of 3 blind answers: Zig')]);
    const { comparisons } = JSON.parse((await project.call(['stats', '--json'])).stdout);
    expect(comparisons).toMatchObject([{ isSame: false }]);
    expect((await project.call(['stats'])).stdout).toContain(
      '1 debate compared with a vote of blind answers; 1 gave another answer',
    );
    // It is there, so nobody is asked again.
    const asked = project.calls().length;
    await project.call(['resume', 'r', '--compare', '3']);
    expect(project.calls()).toHaveLength(asked);
  });

  it('asks nobody where a limit or a person has stopped the debate', async () => {
    configure(CALM, seated);
    const stopped = await project.call(['run', '--id', 'r', '--compare', '3', '--max-tokens', '1', ...ASKED]);
    expect(stopped.stderr).toMatch(/^Compared +not, since the debate did not come to the end of its rules$/m);
    await project.call(['run', '--id', 'k', ...ASKED]);
    await project.call(['kill', 'k', 'Stop spending.']);
    await project.call(['open', '--id', 'm', ...ASKED]);
    await project.call(['close', 'm', 'Rust.']);
    const asked = project.calls().length;
    for (const id of ['k', 'm'])
      expect((await project.call(['resume', id, '--compare', '3'])).stderr).toContain('the end of its rules');
    expect(project.calls()).toHaveLength(asked);
    expect((await debates()).map(({ format }: { format: string }) => format)).not.toContain('check');
  });

  it('is announced by a dry run, and made with as many answers as it was asked for first', async () => {
    configure(CALM, seated);
    const { stdout } = await project.call(['run', '--compare', '3', '--dry-run', ...ASKED]);
    expect(stdout).toContain('Comparison, once it is over: 3 calls more.');
    await project.call(['run', '--id', 'r', '--compare', '2', ...ASKED]);
    expect((await project.call(['resume', 'r', '--compare', '3'])).stderr).toContain('Comparing with 2 blind answers');
  });

  it.each([
    ['a question that is answered in words', ['3', 'What now?'], '--answer yes-no'],
    ['more answers than a check can have', ['13', ...ASKED], 'from 1 to 12'],
  ])('is refused for %s, before anybody is asked', async (_, asked, hint) => {
    configure(CALM, seated);
    const { code, stderr } = await project.call(['run', '--compare', ...asked]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(hint)]);
    expect(await debates()).toEqual([]);
  });
});

describe('one limit holds for all steps together', () => {
  const spent = () => Number((project.calls().length * 0.01).toFixed(2));

  it('exceeded at most by the calls under way', async () => {
    configure(STUBBORN);
    const { code } = await project.call(['check', '--id', 'c', '--escalate', '--max-usd', '0.055', ...ASKED]);
    // Three answers, and the three openings of the next step, which are asked for at once.
    expect([code, spent()]).toEqual([5, 0.06]);
  });

  it('and where nothing is left, the step is not begun until more is allowed', async () => {
    configure(STUBBORN);
    await project.call(['check', '--id', 'c', ...ASKED]);
    const more = ['resume', 'c', '--escalate', '--max-usd'];
    const refused = await project.call([...more, '0.03']);
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('"c" has used $0.03 of $0.03')]);
    expect(refused.stderr).toContain('next:  Allow more: debate-hall resume c --escalate --max-usd <amount>');
    const compared = await project.call(['resume', 'c', '--compare', '3', '--max-usd', '0.03']);
    expect([compared.code, compared.stderr]).toEqual([SPLIT, expect.stringContaining('the next step was not begun')]);
    expect(await debates()).toHaveLength(1);
    await project.call([...more, '0.05']);
    expect(spent()).toBe(0.06);
  });
});
