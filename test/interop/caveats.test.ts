// What an import says of its panel, at every door: that nobody here knows it, and that a rehearsal was one.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHere } from '../mcp/support.ts';
import { callProgram } from '../support/call-program.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';
import { type Loose, openView } from '../web/support.ts';

const QUESTION = 'Should we move the ledger to SQLite?';
const GAP = 'imported: nobody here can tell who filled its seats';

let from: Project;
let project: Project;
const call = (command: string, ...words: string[]) =>
  callProgram(command, '--hall', project.debates, '--config', project.path('debate-hall.config.json'), ...words);

beforeAll(async () => {
  // Under a name that says nothing of a rehearsal.
  from = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
  project = createProject();
  const outside = ['--hall', from.debates, '--config', from.path('debate-hall.config.json')];
  await callProgram('run', ...outside, '-q', '--id', 'good', QUESTION);
  for (const format of ['python-json', 'octave']) {
    await callProgram('export', ...outside, 'good', '--format', format, '--output', project.path(`good.${format}`));
  }
  expect(await call('import', project.path('good.python-json'))).toMatchObject({ code: 0, stdout: 'good\n' });
});
afterAll(() => {
  from.dispose();
  project.dispose();
});

it('was a debate of a full panel where it was held', () => {
  expect(fs.readFileSync(project.path('good.octave'), 'utf8')).toContain('AUTHORITY::FULL');
  expect(JSON.parse(fs.readFileSync(project.path('good.python-json'), 'utf8')).turns).toMatchObject(
    Array.from({ length: 3 }, () => ({ agent_role: 'rehearsal' })),
  );
});

describe.runIf(inCi)('an import of a rehearsal', () => {
  it.each([
    [['show', 'good'], `UNKNOWN panel (${GAP}), REHEARSAL in`],
    [['list'], 'imported, rehearsal'],
    [['recall', QUESTION], 'imported, rehearsal'],
    [['export', 'good', '--format', 'markdown'], `unknown panel: ${GAP}`],
    [['export', 'good', '--format', 'adr'], '> **Rehearsal:** seats were filled by a program without a model.'],
    [['export', 'good', '--format', 'octave'], 'AUTHORITY::UNKNOWN'],
    [['export', 'good', '--format', 'python-json'], '"agent_role":"rehearsal"'],
  ] as const)('says so to %j', async ([command, ...words], said) => {
    const { stdout } = await call(command, ...words);
    expect(stdout.replaceAll('": "', '":"')).toContain(said);
    expect(stdout).not.toMatch(/full panel/i);
  });

  it('says so in the data', async () => {
    const { authority } = JSON.parse((await call('show', 'good', '--json')).stdout);
    expect(authority).toMatchObject({ full: false, imported: true, rehearsal: ['wind', 'wall', 'door'] });
    const caveats = { full: false, imported: true, rehearsal: true };
    const page = (await call('export', 'good', '--format', 'html')).stdout;
    expect(page.includes('"full":false,"imported":true,')).toBe(true);
    expect(JSON.parse((await call('list', '--json')).stdout)).toMatchObject([caveats]);
    expect(JSON.parse((await call('recall', QUESTION, '--json')).stdout)).toMatchObject([caveats]);
  });

  it('says so to MCP clients', async () => {
    const server = await connectHere(project.folder, {
      args: ['--hall', project.debates, '--toolsets', 'core,memory'],
    });
    expect(await server.call('get_debate', { thread_id: 'good' })).toMatchObject({
      full_panel: false,
      degraded: [GAP],
      rehearsal: expect.any(Array),
    });
    const caveats = { full_panel: false, imported: true, rehearsal: true };
    expect((await server.call('debate_history', {})).debates).toMatchObject([caveats]);
    expect((await server.call('recall_decisions', { question: QUESTION })).decisions).toMatchObject([caveats]);
    await server.close();
  });

  it('says so to the page', async (context) => {
    const { get } = await (await openView(context, { folder: project.folder })).openTab();
    expect((await get('/api/debates')).rows).toMatchObject([{ imported: true, rehearsal: true } satisfies Loose]);
  });
});

it('an import that no rehearsal took part in is no full panel either, while it is open and once it is over', async () => {
  const file = JSON.parse(fs.readFileSync(project.path('good.python-json'), 'utf8'));
  for (const [id, more] of [
    ['argued', {}],
    ['open', { status: 'active', synthesis: null, turns: file.turns.slice(0, 2) }],
  ] as const) {
    const debate = { ...file, ...more, thread_id: id };
    debate.turns = debate.turns.map((turn: object) => ({ ...turn, agent_role: 'claude' }));
    fs.writeFileSync(project.path(`${id}.json`), JSON.stringify(debate));
    expect(await call('import', project.path(`${id}.json`))).toMatchObject({ code: 0 });
    expect((await call('show', id)).stdout).toContain(`UNKNOWN panel (${GAP}`);
  }
  const { stdout } = await call('list');
  expect(stdout).toMatch(/^argued .*closed manually, imported {2}/m);
  expect(stdout).toMatch(/^open .*open, imported {2}/m);
});
