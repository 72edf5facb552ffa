// Evaluations that are killed at random moments, again and again. Seeded: a round that fails can be had again by its number.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/domain/draws.ts';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import { inCampaign } from '../support/campaign.ts';
import { createKnowingProject, type KnowingProject, readLedgers, readOpenings } from './project.ts';

const KNOWERS = {
  ann: { knows: 0.7, learns: 0.5 },
  bob: { knows: 0.6, learns: 0.5 },
  cyd: { knows: 0.5, learns: 0.5 },
};
const ARMS = ['--agents', 'ann,bob,cyd', '--arms', 'one,vote:3,vote:cost,run:standard', '--seed', 'kills'];
const KILLS = 4;
/** Calls of one debate at the same time, and one debate at a time. */
const MOST_UNDER_WAY = 3;
/** Calls of a stage that is capped, which is over before the whole is. */
const CAP = 12;
const LONGEST_PAUSE_MS = 120;

function create(): KnowingProject {
  const project = createKnowingProject(3);
  project.knowers(KNOWERS);
  return project;
}

/** How often each agent is on disk with an answer about each question, copies not counted. */
function countRecorded(project: KnowingProject, id: string): ReadonlyMap<string, number> {
  const { names, events } = readLedgers(project, id);
  const counts = new Map<string, number>();
  for (const name of names) {
    let topic = '';
    for (const { type, data } of events(name)) {
      if (type === 'debate-opened') topic = readSealed(data.topic) ?? '';
      if (type !== 'turn-recorded' || data.copied !== undefined) continue;
      const key = `${data.by.agent} ${topic}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

const keysAsked = (project: KnowingProject) => project.asked().map((call) => call.replace(/^(\S+) \S+ /, '$1 '));
const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);

interface Killed {
  /** How many calls were made by then. */
  readonly calls: number;
  readonly recorded: ReadonlyMap<string, number>;
}

/** At a moment that the seed draws; `undefined` where it was over before. */
async function killAt(
  project: KnowingProject,
  id: string,
  random: () => number,
  calls: number,
): Promise<Killed | undefined> {
  const running = project.start(['eval', 'questions.jsonl', ...ARMS, '--out', 'result.json', '--resume']);
  const before = project.asked().length;
  const wanted = before + Math.floor(random() * calls);
  while (project.asked().length < wanted && running.child.exitCode === null) await pause(2);
  await pause(random() * LONGEST_PAUSE_MS);
  running.child.kill('SIGKILL');
  const { code } = await running.finished;
  project.ledgers.forgetKilled();
  return code === null ? { calls: project.asked().length, recorded: countRecorded(project, id) } : undefined;
}

describe.runIf(inCampaign)('an evaluation that is killed at random moments', () => {
  it('comes to the same, asks nothing again that is on disk, keeps its openings and its cap', async () => {
    const whole = create();
    const expected = (await whole.evaluate(...ARMS)).result;
    const { id } = expected;
    const needed = whole.asked().length;
    const answers = sum(countRecorded(whole, id));
    whole.dispose();
    for (let round = 0; round < 10; round += 1) {
      const random = createRandom(round);
      const project = create();
      const kills: Killed[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const killed = await killAt(project, id, random, Math.ceil(needed / KILLS));
        if (killed !== undefined) kills.push(killed);
      }
      const before = sum(countRecorded(project, id));
      const capped = await project.evaluate(...ARMS, '--resume', '--max-calls', `${Math.max(CAP, before)}`);
      expect([round, [0, EXIT.limit].includes(capped.code ?? -1)]).toEqual([round, true]);
      expect(sum(countRecorded(project, id))).toBeLessThanOrEqual(Math.max(CAP, before) + MOST_UNDER_WAY);

      const { code, result } = await project.evaluate(...ARMS, '--resume');
      expect([round, code]).toEqual([round, 0]);
      const { ledgers: _, ...same } = result;
      const { ledgers: __, ...first } = expected;
      expect(same).toEqual(first);
      const recorded = countRecorded(project, id);
      expect([round, sum(recorded)]).toEqual([round, answers]);
      const asked = keysAsked(project);
      expect(asked.length - needed).toBeLessThanOrEqual(MOST_UNDER_WAY * kills.length);
      for (const { calls, recorded: then } of kills) {
        const complete = [...then].filter(([key, count]) => recorded.get(key) === count).map(([key]) => key);
        expect(asked.slice(calls).filter((key) => complete.includes(key))).toEqual([]);
      }
      const ledgers = readLedgers(project, id);
      for (const name of ledgers.names.filter((each) => each.endsWith('-standard'))) {
        const { own, parent } = readOpenings(ledgers, name);
        expect(own).toHaveLength(3);
        expect(own.map(({ content }) => content)).toEqual(parent.map(({ content }) => content));
      }
      expect((await project.call(['eval', 'verify', 'result.json'])).code).toBe(0);
      project.dispose();
    }
  });
});
