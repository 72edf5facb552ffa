// The page as commands write it: `--html`, what exports leave out, and the embedded ledger.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';
import { onPostgres } from '../support/shared-store.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ agents: { rehearsal: quickRehearsal } });
});
afterEach(() => project.dispose());

const RUN = ['run', '--rehearse', '--recipe', 'quick', '--quiet'];
const html = (name: string) => fs.readFileSync(project.path(name), 'utf8');

function ledgerIn(text: string): string[] | undefined {
  const json = /id="ledger">(.*)<\/script>/.exec(text)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as string[]);
}

it.runIf(inCampaign)('is written when the debate is opened, and again at its end', async () => {
  await project.call([...RUN, '--id', 'earlier', '--html', 'page.html', 'Spaces of an earlier run?']);
  project.configure({
    agents: { slow: project.holder('slow', { answer: 'yes', until: project.path('go') }) },
    seats: everySeat('slow'),
  });
  const running = project.start(['run', '--html', 'page.html', '--id', 'd', 'Tabs?']);
  await expect.poll(() => html('page.html')).toContain('There is no outcome yet.');
  project.write('go', '');
  await running.finished;
  expect(html('page.html')).not.toContain('of an earlier run');
});

it.runIf(inCampaign).each([
  ['run', [...RUN, '--read', '.', 'Tabs?']],
  ['check', ['check', '--rehearse', '--quiet', '--read', '.', 'Tabs?']],
  ['review', ['review', '--rehearse', '--quiet', '--read']],
])('may lie in what the seats of %s read', async (_, args) => {
  project.write('a.js', 'const a = 1;\n');
  expect((await project.call(['--version'])).code).toBe(0);
  execFileSync('git', ['init', '-q'], { cwd: project.folder });
  await project.call([...RUN, '--id', 'earlier', '--html', 'page.html', 'Spaces of an earlier run?']);
  const { code, stderr } = await project.call([...args, '--html', 'page.html']);
  expect([stderr, code]).toEqual([expect.not.stringContaining('has changed'), expect.any(Number)]);
  expect([0, 3, 6]).toContain(code);
  expect(html('page.html')).toContain('<!doctype html>');
});

it.runIf(inCi)('is refused where a file is that no earlier run wrote, which stays', async () => {
  for (const [flag, name, text] of [
    ['--html', 'index.html', '<!doctype html><title>Mine</title>'],
    ['--report', 'README.md', '# Mine\n'],
    ['--report', 'package.json', '{"name": "mine"}'],
    ['--html', 'kept.jsonl', 'a ledger'],
  ] as const) {
    project.write(name, text);
    for (const more of [[], ['--read', '.'], ['--id', 'bad id', '--read', '.']]) {
      const { code, stderr } = await project.call([...RUN, flag, name, ...more, 'Tabs?']);
      expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('Debate Hall did not write it')]);
      expect(html(name)).toBe(text);
    }
  }
  expect(project.ledgers.isUntouched()).toBe(true);
});

it.runIf(inCi).each(['.html', '.md', '.json', '.oct.md', '.v1.oct.md', '.adr.md', '.python.json'])(
  'replaces the %s of an earlier run',
  async (ending) => {
    for (const id of ['one', 'two'])
      expect((await project.call([...RUN, '--id', id, '--report', `out${ending}`, 'Tabs?'])).code).toBe(0);
    expect(html(`out${ending}`)).toContain('two');
  },
);

it('is refused before a debate is opened when it cannot be written', async () => {
  const write = async (file: string) => await project.call([...RUN, '--html', file, 'Tabs?']);
  expect(await write('no/such/folder/page.html')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Create its folder first.'),
  });
  expect(await write('.')).toMatchObject({ code: 1, stderr: expect.stringContaining('It is a folder. Name a file.') });
  expect(await write('-')).toMatchObject({ code: 2, stderr: expect.stringContaining('"-" is not a file name.') });
  expect((await project.call(['list', '--json'])).stdout.trim()).toBe('[]');
});

it.each(['html', 'json', 'markdown'])(
  'leaves paths of the machine out of %s, and keeps them when asked to',
  async (format) => {
    const spec = project.write('spec.md', 'Spec.');
    await project.call([...RUN, '--id', 'd', '--context', spec, 'Tabs?']);
    const { stdout: without } = await project.call(['export', 'd', '--format', format]);
    expect(without).not.toContain('"argv"');
    expect(without).not.toContain(project.folder);
    expect(without).not.toContain(process.execPath);
    expect(without).toContain('spec.md');
    const { stdout: whole } = await project.call(['export', 'd', '--format', format, '--with-paths']);
    if (format !== 'markdown') expect(whole).toContain('"argv"');
    expect(project.ledgers.text('d')).toContain('"argv"');
  },
);

const EXPORTS = ['html', 'json', 'markdown', 'adr', 'octave'];
const OF_REVIEWS = ['sarif', 'github-annotations'];

it.runIf(inCampaign).each([
  ['review', ['review', '--agents', 'quick,quick,broken'], [...EXPORTS, ...OF_REVIEWS]],
  ['review of nobody', ['review', '--agents', 'broken,broken'], [...EXPORTS, ...OF_REVIEWS]],
  ['plan', ['plan', '--agents', 'quick,quick,broken', 'Move?'], EXPORTS],
  [
    'asymmetric',
    ['run', '-F', 'asymmetric', '-o', 'deepN=2', '--agents', 'quick,broken,quick,quick', 'Move?'],
    EXPORTS,
  ],
  ['panel', ['run', '-F', 'panel', '--agents', 'quick,quick,broken', '--seat', 'writer=quick', 'Move?'], EXPORTS],
] as const)(
  'leaves the path of a program whose seat left a debate of %s out of each export',
  async (_, args, formats) => {
    const program = project.write('of_mine/agent.sh', '#!/bin/sh\nexit 1\n');
    fs.chmodSync(program, 0o755);
    const broken = { kind: 'command', argv: [program], prompt: 'stdin' };
    project.configure({ agents: { quick: quickRehearsal, broken }, format: 'wind-wall-door', agentRetries: 0 });
    if (args[0] === 'review') execFileSync('git', ['init', '-q', project.folder]);
    await project.call([args[0], '--id', 'd', '-q', ...args.slice(1)]);
    expect((await project.shown('d')).entries).toContainEqual(
      expect.objectContaining({ failure: expect.objectContaining({ message: expect.stringContaining(program) }) }),
    );
    for (const format of formats) {
      const { code, stdout } = await project.call(['export', 'd', '--format', format]);
      expect([format, code, stdout.includes(project.folder)]).toEqual([format, 0, false]);
    }
    // A hall in a database writes none.
    const files = onPostgres ? [] : fs.readdirSync(project.debates);
    for (const file of files.filter((name) => name.endsWith('.md')))
      expect([file, html(`debates/${file}`).includes(project.folder)]).toEqual([file, false]);
  },
);

it('embeds the ledger line by line', async () => {
  await project.call([...RUN, '--id', 'd', 'Tabs?']);
  const { stdout } = await project.call(['export', 'd', '-F', 'html', '--with-ledger']);
  expect(ledgerIn(stdout)).toEqual(project.ledgers.text('d').trimEnd().split('\n'));
  const { stdout: without } = await project.call(['export', 'd', '-F', 'html']);
  expect(ledgerIn(without)).toBeUndefined();
});

it.runIf(inCi)('refuses to embed it elsewhere, and while a phase is blind', async () => {
  await project.call([...RUN, '--id', 'd', 'Tabs?']);
  expect(await project.call(['export', 'd', '-F', 'json', '--with-ledger'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--format html'),
  });
  await project.call(['open', '--id', 'blind', '--format', 'check', 'Tabs?']);
  await project.run(['say', 'blind', '--seat', 'seat-1', '--author', 'ada'], {
    stdin: '{"answer":"Yes","confidence":60,"claims":["Secret claim."],"changeMind":"Nothing."}',
  });
  const { code, stderr, stdout } = await project.call(['export', 'blind', '-F', 'html', '--with-ledger']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('still blind');
  expect((await project.call(['export', 'blind', '-F', 'html'])).stdout).not.toContain('Secret claim.');
});

it.runIf(inCi)('embeds no text that is redacted, even if the removal was interrupted', async () => {
  await project.call([...RUN, '--id', 'd', 'Tabs?']);
  const before = project.ledgers.text('d');
  const { entries } = await project.shown('d');
  const entry = entries.find((each) => each.kind === 'turn');
  const words = (entry?.kind === 'turn' ? (entry.text ?? '') : '').slice(0, 30);
  await project.call(['redact', 'd', '--event', String(entry?.seq), '--reason', 'a name']);
  const [redaction] = project.events('d').slice(-1);
  // As a kill leaves it: the redaction is recorded, and the text still there.
  project.ledgers.put('d', `${before}${project.ledgers.text('d').trimEnd().split('\n').at(-1)}\n`);
  expect(redaction?.type).toBe('texts-redacted');
  const { stdout } = await project.call(['export', 'd', '-F', 'html', '--with-ledger']);
  expect(ledgerIn(stdout)?.length).toBeGreaterThan(0);
  expect(JSON.stringify(ledgerIn(stdout))).not.toContain(JSON.stringify(words).slice(1, -1));
});
