// Whatever has become of a debate, each door says the same of it as `show --json`.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DebateRecord } from '../../src/domain/record.ts';
import { withoutPaths } from '../../src/exchange/without-paths.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { showDebate } from '../../src/index.ts';
import { type Connected, connectHere, type Loose } from '../mcp/support.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { storeVariables } from '../support/shared-store.ts';
import { type StartedView, startView, type Tab } from '../web/support.ts';

const IMPORTED = path.join(import.meta.dirname, '../interop/fixtures');
const TOPIC = 'Should we move to a monorepo?';
const quick = { ...quickRehearsal, vote: 'approve' };

/** What becomes of each, by commands whose first word behind the name of the debate is its ID. */
const DEBATES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'wind-wall-door': [['run', '-q', '--id', 'ID', TOPIC]],
  oxford: [['run', '-q', '--id', 'ID', '-F', 'oxford', TOPIC]],
  'five-seats': [['check', '-q', '--id', 'ID', '--agents', 'quick,quick,quick,quick,quick', TOPIC]],
  german: [['run', '-q', '--id', 'ID', '--recipe', 'quick', 'Sollen wir in ein Monorepo umziehen?']],
  'turned-out': [
    ['fork', 'wind-wall-door', '-q', '--id', 'ID'],
    ['outcome', 'ID', 'wrong', '--note', 'It took too long.'],
    ['ask', 'ID', 'And the cost?'],
  ],
  redacted: [
    ['run', '-q', '--id', 'ID', '--recipe', 'quick', TOPIC],
    ['redact', 'ID', '--event', '0', '--reason', 'private'],
    ['redact', 'ID', '--event', '2', '--reason', 'private'],
  ],
  waits: [['run', '-q', '--id', 'ID', '--wall', 'human', TOPIC]],
  stopped: [['run', '-q', '--id', 'ID', '--wall', 'broken', TOPIC]],
  limited: [['run', '-q', '--id', 'ID', '--max-turns', '4', TOPIC]],
  resumed: [
    ['run', '-q', '--id', 'ID', '--wind', 'paid', '--max-tokens', '5', TOPIC],
    ['resume', 'ID', '-q', '--max-tokens', '1000000'],
  ],
  'of-people': [
    ['open', '--id', 'ID', TOPIC],
    ['say', 'ID', '--seat', 'wind', 'One.\nTwo.\nWhich?'],
    ['close', 'ID', 'We do not.'],
  ],
  ended: [
    ['open', '--id', 'ID', TOPIC],
    ['kill', 'ID', 'Nobody came.'],
  ],
  imported: [['import', '--id', 'ID', path.join(IMPORTED, '2026-01-05-closed.json')]],
};

describe.runIf(inCi)('a debate', () => {
  let project: Project;
  let mcp: Connected;
  let view: StartedView;
  let page: Tab;
  beforeAll(async () => {
    const seats = ['wind', 'wall', 'door', 'proposition', 'opposition', 'judge'];
    project = createProject();
    const paid = project.seat('paid', { usage: { input: 10, output: 10, usd: 0.01 } });
    project.configure({
      agents: { quick, paid, broken: { kind: 'rehearsal', misbehave: 'crashes' } },
      seats: Object.fromEntries(seats.map((seat) => [seat, 'quick'])),
      agentRetries: 0,
    });
    for (const [id, commands] of Object.entries(DEBATES)) {
      for (const command of commands) await project.call(command.map((word) => (word === 'ID' ? id : word)));
    }
    mcp = await connectHere(project.folder, { args: ['--toolsets', 'core'], env: project.env });
    view = await startView({ folder: project.folder });
    page = await view.openTab();
  });
  afterAll(async () => {
    await view.close();
    await mcp.close();
    project.dispose();
  });

  it.runIf(inCi).each(Object.keys(DEBATES))('%s', async (id) => {
    const shown: DebateRecord = JSON.parse((await project.call(['show', id, '--json'])).stdout);
    const asData = (value: object) => JSON.parse(JSON.stringify(value));
    const { contents } = await mcp.client.readResource({ uri: `debate://${id}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(shown);
    expect((await page.get(`/api/debates/${id}`)).record).toEqual(asData(withoutPaths(shown)));
    const env = { ...project.env, ...storeVariables(project.folder) };
    const hall = await openHall({ cwd: project.folder, home: project.env.HOME, env });
    expect(asData(await showDebate(hall, id))).toEqual(shown);
    await hall.close();

    const label = (seat: string) => shown.seats.find((each) => each.seat === seat)?.label;
    const told: Loose = await mcp.call('get_debate', { thread_id: id });
    expect({
      topic: told.topic,
      outcome: told.outcome ?? null,
      meaning: told.outcome_meaning ?? null,
      headline: told.result,
      rehearsal: told.rehearsal ?? [],
      dissent: (told.dissent ?? []).map(({ role }: Loose) => role),
      turned_out: told.turned_out?.verdict,
    }).toEqual({
      topic: shown.topic ?? '[REDACTED]',
      outcome: shown.outcome,
      meaning: shown.outcomeMeaning,
      headline: shown.result?.headline,
      rehearsal: shown.authority.rehearsal.map(label),
      dissent: shown.dissent.map(({ seat }) => label(seat)),
      turned_out: shown.hindsight?.verdict,
    });
    if (shown.status !== 'open') expect(told.full_panel).toBe(shown.authority.full);
    const { stdout: html } = await project.call(['export', id, '--format', 'html']);
    const meaning = /<p class="outcome"><strong>[^<]*<\/strong> <span>([^<]*)<\/span>/.exec(html)?.[1];
    expect(meaning).toBe(shown.outcomeMeaning ?? undefined);
    const { debates } = await mcp.call('debate_history', { search: id });
    const row = debates.find(({ thread_id }: Loose) => thread_id === id);
    expect([row.outcome, row.full_panel, row.turned_out]).toEqual([
      shown.outcome,
      shown.authority.full,
      shown.hindsight?.verdict,
    ]);
    const { rows } = await page.get('/api/debates?limit=100');
    expect(rows.find(({ threadId }: Loose) => threadId === id)).toMatchObject({
      ...{ outcome: shown.outcome, full: shown.authority.full, rehearsal: shown.authority.rehearsal.length > 0 },
    });
  });
});
