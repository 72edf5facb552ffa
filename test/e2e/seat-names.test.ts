// What people read calls seats by their labels, "Planner 3", however something went wrong; programs get their IDs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../src/domain/live-events.ts';
import { toNotice } from '../../src/domain/webhook-notices.ts';
import { Speech } from '../../src/doors/acp/speech.ts';
import { collectFacts } from '../../src/hall/operations/webhooks/deliver-notices.ts';
import { readLabels } from '../../src/ledger/engine/snapshot.ts';
import { buildNoticeBody } from '../../src/platform/webhooks/body.ts';
import { inCi } from '../support/campaign.ts';
import { testEngine } from '../support/hall.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

const FAILS = { kind: 'command', argv: ['/bin/sh', '-c', 'cat >/dev/null; exit 1'], prompt: 'stdin' };
const BABBLES = { kind: 'command', argv: ['/bin/sh', '-c', 'cat >/dev/null; echo Well.'], prompt: 'stdin' };
const ID = /\b(?:planner|reviewer)-\d/;

describe.runIf(inCi)('seats are called by their labels', () => {
  let project: Project;
  let live: LiveEvent[];
  const texts: Record<string, string> = {};

  beforeAll(async () => {
    const replaced = { agent: 'babbles', standIn: 'quick' };
    project = createProject({
      agents: { quick: quickRehearsal, fails: FAILS, babbles: BABBLES },
      seats: { 'planner-1': 'quick', 'planner-2': replaced, 'planner-3': 'fails' },
    });
    const run = await project.call([
      'plan',
      'Write a cache',
      '--planners',
      '3',
      '--retries',
      '1',
      '--id',
      'd',
      '--log',
    ]);
    texts['log of the run'] = run.stderr;
    texts['standard output'] = run.stdout;
    texts['show'] = (await project.call(['show', 'd'])).stdout;
    const again = ['--seat', 'planner-1=babbles', '--seat', 'planner-3=quick'];
    const forked = await project.call(['fork', 'd', '--id', 'f', '--events', ...again]);
    live = forked.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    texts['show of a fork'] = (await project.call(['show', 'f'])).stdout;
    texts['export of a fork'] = (await project.call(['export', 'f'])).stdout;
    texts['compare'] = (await project.call(['compare', 'd', 'f'])).stdout;
  }, 60_000);
  afterAll(() => project.dispose());

  it('in the terminal and in documents', () => {
    expect(texts['log of the run']).toMatch(/! The debate continues without Planner 3: /);
    expect(texts['show']).toMatch(/✗ Planner 3 \(fails\): /);
    expect(texts['show']).toMatch(/! Planner 2: an answer could not be used: /);
    expect(texts['show']).toMatch(/! Planner 2: babbles was replaced by quick: /);
    expect(texts['show of a fork']).toMatch(/; asks Planner 1, Planner 3 again/);
    expect(texts['compare']).toMatch(/seat Planner 3: fails → quick/);
    for (const [place, text] of Object.entries(texts)) expect([place, ID.exec(text)?.[0]]).toEqual([place, undefined]);
  });

  it('in an editor', () => {
    const said: string[] = [];
    const speech = new Speech((update) => said.push(JSON.stringify(update)), 'ana');
    for (const event of live) speech.listen(event);
    expect(said.join('\n')).toContain('Planner 1: the answer cannot be used');
    expect(ID.exec(said.join('\n'))?.[0]).toBeUndefined();
  });

  it('in a chat', async () => {
    const snapshot = await testEngine(project.debates).snapshot('d');
    const bodies = snapshot.log.flatMap((event) => {
      const notice = toNotice(event);
      if (notice === undefined) return [];
      return [buildNoticeBody('slack', notice, collectFacts({}, snapshot, notice), readLabels(snapshot))];
    });
    expect(bodies.join('\n')).toContain('Degraded: the debate continues without Planner 3');
    expect(ID.exec(bodies.join('\n'))?.[0]).toBeUndefined();
  });

  it('and as IDs for programs', async () => {
    const compared = JSON.parse((await project.call(['compare', 'd', 'f', '--json'])).stdout);
    expect(compared).toMatchObject({
      relation: { anew: ['planner-1', 'planner-3'] },
      seats: expect.arrayContaining([{ seat: 'planner-3', label: 'Planner 3' }]),
      given: expect.arrayContaining([{ what: 'seat planner-3', values: ['fails', 'quick'] }]),
    });
  });
});
