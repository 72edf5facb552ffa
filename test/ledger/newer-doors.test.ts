// A debate that another version wrote, at every door: intact, in need of an update, and never a case for a backup.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHere } from '../mcp/support.ts';
import { callProgram } from '../support/call-program.ts';
import { inCi } from '../support/campaign.ts';
import { testEngine } from '../support/hall.ts';
import { createProject, type Project } from '../support/project.ts';
import { type Loose, openView } from '../web/support.ts';
import { CHANGES, chainAgain, readEvents, writeGood } from './other-versions.ts';

/** Their rules are newer, their format is not here, and an event is of a type that is not known. */
const IDS = ['rules', 'format', 'event'] as const;
const NAMES = ['newer rules for the outcome', 'a format that is not here', 'a type of event in the middle'];
const STATE = 'intact, but needs another version of Debate Hall to be read.';
const STEP = 'Update Debate Hall, or use the version that wrote it.';

let project: Project;
const call = (command: string, ...words: string[]) => callProgram(command, '--hall', project.debates, ...words);
const whyOf = (id: (typeof IDS)[number]) => CHANGES.find(([name]) => name === NAMES[IDS.indexOf(id)])?.[2] as RegExp;

beforeAll(async () => {
  project = createProject();
  const engine = testEngine(project.debates);
  for (const [at, id] of IDS.entries()) {
    await writeGood(engine, id);
    const change = CHANGES.find(([name]) => name === NAMES[at])?.[1];
    project.ledgers.put(id, chainAgain(change?.(readEvents(project.ledgers.text(id))) ?? []));
  }
  await writeGood(engine, 'good');
});
afterAll(() => project.dispose());

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['show', 'ID'],
  ['export', 'ID'],
  ['stats', 'ID'],
  ['watch', 'ID'],
  ['compare', 'ID', 'good'],
  ['resume', '-q', 'ID'],
  ['ask', 'ID', 'Why?', '--seat', 'wind'],
  ['fork', 'ID', '--id', 'kid'],
  ['read', 'ID', 'list_files', '--seat', 'wind'],
  ['say', 'ID', '--seat', 'wind', 'Yes.'],
  ['interject', 'ID', 'Wait.'],
  ['close', 'ID', 'Yes.'],
  ['kill', 'ID', 'Enough.'],
  ['redact', 'ID', '--event', '1', '--reason', 'a key'],
  ['outcome', 'ID', 'right'],
  ['recheck', 'ID'],
  ['sign', 'ID'],
];

describe('the command line', () => {
  it.runIf(inCi).each(COMMANDS)('%s says what the debate needs', async (command, ...more) => {
    for (const id of IDS) {
      const text = project.ledgers.text(id);
      const { code, stdout, stderr } = await call(command, ...more.map((word) => (word === 'ID' ? id : word)));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`The ledger of "${id}" is ${STATE}`);
      expect(stderr).toMatch(whyOf(id));
      expect(stderr).toContain(STEP);
      expect(stderr).not.toMatch(/damaged|backup/);
      expect(project.ledgers.text(id)).toBe(text);
    }
  });

  it('lists, counts and checks it as one that needs an update', async () => {
    for (const [command, ...more] of [['list'], ['stats'], ['verify', '--all'], ['doctor']]) {
      const { stdout } = await call(command as string, ...more);
      for (const id of IDS) expect(stdout).toContain(id);
      expect(stdout).toMatch(/needs update/i);
      expect(stdout).not.toMatch(/damaged|unreadable/i);
    }
    const rows = JSON.parse((await call('list', '--json')).stdout) as Loose[];
    expect(rows.filter(({ code }) => code === 'needs-update')).toHaveLength(IDS.length);
    const all = await call('verify', '--all', '--json');
    expect([all.code, JSON.parse(all.stdout).filter(({ ok }: Loose) => ok)]).toEqual([
      2,
      [expect.objectContaining({ threadId: 'good' })],
    ]);
    for (const id of IDS) {
      for (const command of ['verify', 'replay']) {
        const { code, stdout, stderr } = await call(command, id);
        expect(code).toBe(2);
        expect(stdout).toMatch(/^NEEDS UPDATE chain intact, rules not checked: 6 events, head [0-9a-f]{64}\. \S/);
        expect(stderr).toContain(STEP);
      }
    }
    const lines = project.ledgers.text('event').replace('Why not?', 'Why?');
    project.ledgers.put('worse', lines.replaceAll('"threadId":"event"', '"threadId":"worse"'));
    expect((await call('verify', '--all')).code).toBe(1);
    fs.rmSync(project.ledger('worse'));
  });

  it.runIf(inCi)('knows it as a ledger of its own where it is imported, and deletes it', async () => {
    const imported = await call('import', project.ledger('event'));
    expect(imported.stderr).toContain('already a Debate Hall ledger, of the debate "event"');
    expect(await call('delete', 'event', '--yes')).toMatchObject({ code: 0 });
  });
});

it.runIf(inCi)('MCP clients get a code, the state and the next step', async () => {
  const { client, call: use, close } = await connectHere(project.folder, { args: ['--hall', project.debates] });
  const take = async (name: string, more = {}): Promise<Loose> =>
    await client.callTool({ name, arguments: { thread_id: 'rules', ...more } });
  const refused = [
    await take('get_debate'),
    await take('export_debate'),
    await take('close_debate', { synthesis: 'Yes.' }),
  ];
  for (const { isError, structuredContent } of refused) {
    expect([isError, structuredContent.error]).toMatchObject([true, { code: 'needs-update', next_step: STEP }]);
  }
  const { structuredContent, content } = await take('verify_debate');
  expect(structuredContent).toMatchObject({
    ok: false,
    problems: [{ code: 'needs-update', message: expect.stringMatching(whyOf('rules')) }],
  });
  expect(content[0].text).toContain(STEP);
  const { debates } = await use('debate_history', {});
  expect(debates).toContainEqual({
    ...{ thread_id: 'rules', code: 'needs-update' },
    unreadable: expect.stringContaining(STATE),
  });
  await close();
});

it.runIf(inCi)('the page lists it, and says that its rules were not checked', async (context) => {
  const { openTab } = await openView(context, { folder: project.folder });
  const { get } = await openTab();
  expect((await get('/api/debates')).rows).toContainEqual({
    threadId: 'rules',
    code: 'needs-update',
    unreadable: expect.stringContaining(STATE),
  });
  await expect(get('/api/debates/rules')).rejects.toThrow('501 needs-update');
  expect(await get('/api/debates/rules/verify')).toMatchObject({
    ok: false,
    problems: [],
    unchecked: expect.anything(),
  });
});
