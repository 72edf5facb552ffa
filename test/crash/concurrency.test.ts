// Many processes at one debate: every event that was acknowledged is in the ledger exactly once, and the chain holds.
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign, times } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const WRITERS = times(8, 2);
const TURNS_EACH = 3;

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  project.dispose();
});

interface Acknowledged {
  readonly events: readonly { readonly seq: number; readonly hash: string; readonly type: string }[];
  readonly repeated: boolean;
}

const keysOf = (id: string) =>
  project
    .events(id)
    .flatMap((event) =>
      event.type === 'turn-recorded' || event.type === 'interjection-added' ? [event.data.key] : [],
    );

async function verified(id: string): Promise<void> {
  const { code, stdout } = await project.call(['verify', '--json', id]);
  expect([code, JSON.parse(stdout).damage]).toEqual([0, []]);
}

it(`${WRITERS} processes that write one debate at once lose nothing, and record nothing twice`, async () => {
  await project.call(['open', '--id', 'd', '--mediated', '--max-turns', '1000', '--max-rounds', '1000', 'Should we?']);
  const seats = ['wind', 'wall', 'door'];
  const writer = async (number: number) => {
    const acknowledged: Acknowledged[] = [];
    for (let turn = 0; turn < TURNS_EACH; turn += 1) {
      const key = `writer-${number}-${turn}`;
      const words = `${key} says this.`;
      const args =
        turn === 1
          ? ['interject', 'd', '--json', '--key', key, words]
          : ['say', 'd', '--json', '--seat', seats[(number + turn) % 3] as string, '--key', key, words];
      // The second process repeats the first, as someone does who is not sure that it went through.
      const both = await Promise.all([project.run(args), project.run(args)]);
      for (const { code, stdout, stderr } of both) {
        expect([code, stderr.includes('error')]).toEqual([0, false]);
        acknowledged.push(JSON.parse(stdout));
      }
      expect(both.map(({ stdout }) => JSON.parse(stdout).repeated).sort()).toEqual([false, true]);
    }
    return acknowledged;
  };
  const all = (await Promise.all(Array.from({ length: WRITERS / 2 }, (_, number) => writer(number)))).flat();

  const keys = keysOf('d');
  expect(keys).toHaveLength((WRITERS / 2) * TURNS_EACH);
  expect(new Set(keys).size).toBe(keys.length);
  const hashes = new Map(project.events('d').map(({ seq, hash }) => [seq, hash]));
  for (const { events } of all) for (const { seq, hash } of events) expect(hashes.get(seq)).toBe(hash);
  await verified('d');
});

it.runIf(inCampaign)(
  'of two runs started at once one goes on and one is refused, while a person has a say',
  async () => {
    const go = project.path('go');
    project.configure({
      agents: { waits: project.seat('waits', { until: go }) },
      seats: { wind: 'waits', wall: 'waits', door: 'waits' },
      recipe: 'quick',
    });
    await project.call(['open', '--id', 'd', 'Should we?']);
    const seats = ['--wind', 'waits', '--wall', 'waits', '--door', 'waits'];
    const runs = [0, 1].map(() => project.start(['resume', 'd', '--json', ...seats]));
    const loser = await Promise.race(runs.map(({ finished }) => finished));
    expect(loser.code).toBe(2);
    expect(JSON.parse(loser.stdout)).toMatchObject({ error: { code: 'already-running' } });
    const said = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        project.run(['interject', 'd', '--json', '--key', `k${number}`, `Point ${number}.`]),
      ),
    );
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    await expect.poll(() => project.calls().length).toBe(1);
    expect((await project.run(['say', 'd', '--seat', 'wind', '--key', 'mine', 'I speak for Wind.'])).code).toBe(0);
    fs.writeFileSync(go, '');

    const [code] = (await Promise.all(runs.map(({ finished }) => finished)))
      .map((run) => run.code)
      .filter((it) => it !== 2);
    // Seats that were opened to be taken by hand were given to agents, so the panel is not the one that it began with.
    expect([3, 4]).toContain(code);
    const keys = keysOf('d').filter((key) => key !== undefined);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(['k1', 'k2', 'k3', 'k4', 'mine']));
    await verified('d');
  },
);
