// Two debates side by side, in the same words at every door.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DebateComparison } from '../../src/domain/results/comparison.ts';
import {
  describeOtherTurn,
  describeSameTurns,
  describeTotals,
  nameDifference,
} from '../../src/domain/words/describe-comparison.ts';
import { describeRelation } from '../../src/domain/words/describe-relation.ts';
import { labelSeats } from '../../src/domain/words/label-seats.ts';
import { type Connected, connectHere } from '../mcp/support.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { type StartedView, startView, type Tab } from '../web/support.ts';

let project: Project;
let mcp: Connected;
let page: Tab;
let view: StartedView;
describe.runIf(inCi)('a comparison', () => {
  beforeAll(async () => {
    const seats = { wind: 'quick', wall: 'quick', door: 'quick', a: 'quick', b: 'quick', c: 'quick', writer: 'quick' };
    project = createProject({ agents: { quick: quickRehearsal, other: quickRehearsal }, seats });
    const done = async (...args: string[]) => {
      const { code, stderr } = await project.call(args);
      expect([args.join(' '), [0, 6].includes(code ?? -1) ? '' : stderr]).toEqual([args.join(' '), '']);
    };
    const topic = 'Should we move to a monorepo?';
    await done('run', '--id', 'parent', '-q', topic);
    await done('fork', 'parent', '--id', 'fork', '--wall', 'other', '-q');
    await done('run', '--format', 'panel', '--id', 'panel', '-q', topic);
    for (const id of ['left', 'right']) {
      await done('open', '--id', id, 'Where do we have lunch?');
      await done('say', id, '--seat', 'wind', 'Soup.\nBread.\nWhat else?');
      await done('say', id, '--seat', 'wall', `Too hot, says ${id}.`);
    }
    await done('redact', 'left', '--event', '1', '--reason', 'private');
    mcp = await connectHere(project.folder, { args: ['--toolsets', 'what-if'], env: project.env });
    view = await startView({ folder: project.folder });
    page = await view.openTab();
  });
  afterAll(async () => {
    await mcp.close();
    await view.close();
    project.dispose();
  });

  const FORK = 'Fork of parent at event';
  const ROWS = [
    { ids: ['parent', 'fork'], says: ['9 turns the same, 0 different', FORK, 'seat Wall'] },
    { ids: ['fork', 'parent'], says: ['9 turns the same, 0 different', FORK, 'seat Wall'] },
    { ids: ['parent', 'panel'], says: ['0 turns the same, ', 'format', 'seat Seat A'] },
    { ids: ['parent', 'left'], says: ['0 turns the same, ', 'topic', 'seat Wind'] },
    { ids: ['left', 'right'], says: ['0 turns the same, 1 different, 1 redacted'] },
    { ids: ['right', 'right'], says: ['2 turns the same, 0 different'] },
  ] as const;

  const labelled = (text: string) => text.replaceAll(/\s+/g, ' ');

  it.each(ROWS)('$ids.0 and $ids.1: $says.0', async ({ ids: [one, other], says }) => {
    const printed = labelled((await project.call(['compare', one, other])).stdout);
    const data = JSON.parse((await project.call(['compare', one, other, '--json'])).stdout);
    const told = await mcp.client.callTool({ name: 'compare_debates', arguments: { thread_id: one, other_id: other } });
    const shown: DebateComparison = await page.get(`/api/debates/${one}/compare?with=${other}`);
    const { sameTurns, otherTurns, redactedTurns, threadIds, authorities, given, results } = data;
    const count = describeSameTurns(sameTurns, otherTurns.length, redactedTurns.length);
    const label = labelSeats(shown.seats);
    const whats = [...shown.given, ...shown.results].map(({ what }) => nameDifference(what, label));
    const used = shown.totals.map((each, index) => `${threadIds[index]}: ${describeTotals(each)}`);
    const relation = shown.relation === null ? [] : [describeRelation(shown.relation, label)];

    expect(shown).toEqual(data);
    expect(told.structuredContent).toMatchObject({
      ...{ thread_ids: threadIds, same_turns: sameTurns, other_turns: otherTurns, redacted_turns: redactedTurns },
      ...{ authority: authorities, calls: data.totals.map(({ calls }: { calls: number }) => calls) },
    });
    const [content] = told.content;
    const spoken = content?.type === 'text' ? content.text : '';
    for (const text of [printed, labelled(spoken)]) {
      for (const words of [count, ...whats, ...relation]) expect(text).toContain(words);
    }
    for (const words of says) expect([...whats, count, ...relation].join()).toContain(words);
    for (const turn of [...shown.otherTurns, ...shown.redactedTurns])
      expect(printed).toContain(describeOtherTurn(turn));
    for (const line of used) expect(printed).toContain(line);
    expect(whats).toHaveLength(given.length + results.length);
  });

  it('says of a debate that is not there what can be typed', async () => {
    const refused = page.get('/api/debates/parent/compare?with=nobody');
    await expect(refused).rejects.toMatchObject({
      refusal: { code: 'not-found', hint: 'List them with "Debates".' },
    });
  });

  it('finds the other debate by the beginning of its ID', async () => {
    expect(await page.get('/api/debates/parent/compare?with=fo')).toMatchObject({ threadIds: ['parent', 'fork'] });
  });
});
