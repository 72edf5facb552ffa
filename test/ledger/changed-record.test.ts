// The record that people commit says what the ledger says, or `verify` names the first line that does not.
import fs from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectHere } from '../mcp/support.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
let file: string;
let written: string;
beforeAll(async () => {
  project = createProject();
  file = project.path('debates/x.oct.md');
  await project.call(['run', '--rehearse', '--recipe', 'quick', '--id', 'x', '-q', 'Should we?']);
  written = fs.readFileSync(file, 'utf8');
});
afterAll(() => project.dispose());

const verify = async (...more: string[]) => await project.call(['verify', 'x', ...more]);

const LEFT_OUT =
  /Left out: 1 record \(\*\.oct\.md\) without a ledger\. Copy the ledgers \(\*\.jsonl\) into the folder of the/;

const CHANGES: readonly (readonly [string, (text: string) => string, RegExp])[] = [
  ['an outcome', (text) => text.replace(/OUTCOME::\w+/, 'OUTCOME::rejected'), /line 1\d: it says "OUTCOME::rejected"/],
  ['words of the decision', (text) => text.replace(/SYNTHESIS::"/, '$&Not '), /it says "SYNTHESIS::"Not /],
  ['a line more', (text) => `${text}MORE::true\n`, /it says "MORE::true"/],
  ['a line less', (text) => text.replace(/.*\n$/, ''), /it ends there/],
  ['no head', (text) => text.replace(/^ {2}LEDGER_HEAD.*\n/m, ''), /first in line \d+/],
  ['another debate', (text) => text.replace('THREAD_ID::"x"', 'THREAD_ID::"y"'), /THREAD_ID::"y"/],
];

it.each(CHANGES)('is refused with %s', async (_, change, message) => {
  fs.writeFileSync(file, change(written));
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain('RECORD DIFFERS x.oct.md is not what the ledger says, first in line ');
  expect(stdout).toMatch(message);
  expect(stdout).toContain(
    'Restore it with git, or write it again: debate-hall export x --format octave --output FILE',
  );
});

it('holds with other line ends, after a fork, as an export, after later events, and where there is none', async () => {
  for (const text of [written, written.replaceAll('\n', '\r\n')]) {
    fs.writeFileSync(file, text);
    expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  }
  await project.call(['fork', 'x', '--rehearse', '--id', 'y', '-q']);
  for (const paths of [[], ['--with-paths']]) {
    await project.call(['export', 'x', '--format', 'octave', '--output', file, '--force', ...paths]);
    expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  }
  await project.call(['outcome', 'x', 'right']);
  fs.writeFileSync(file, written);
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  fs.writeFileSync(file, written.replace('STATUS::closed', 'STATUS::open'));
  expect((await verify('--json')).stdout).toContain('record-differs');
  fs.rmSync(file);
  expect((await verify()).code).toBe(0);
});

it('is compared in what decides once a text in it was redacted', async () => {
  fs.writeFileSync(file, written);
  await project.call(['redact', 'x', '--event', '2', '--reason', 'private']);
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  fs.writeFileSync(file, written);
  expect((await verify()).stderr).toContain(
    'only what decides was compared: texts were redacted since it was written.',
  );
  fs.writeFileSync(file, written.replace(/OUTCOME::\w+/, 'OUTCOME::rejected'));
  expect((await verify()).code).toBe(1);
});

it('is named where its ledger is missing, as in a clone', async () => {
  const clone = createProject();
  clone.write('debates/x.oct.md', written);
  const all = [['list'], ['search', 'we'], ['recall', 'Should we?'], ['recall', '--contradictions'], ['stats']];
  for (const command of [...all, ['show', 'last'], ...all.map((each) => [...each, '--json'])])
    expect(await clone.call(command)).toMatchObject({ stderr: expect.stringMatching(LEFT_OUT) });
  for (const command of [
    ['show', 'x'],
    ['export', 'x'],
    ['fork', 'x'],
  ])
    expect((await clone.call(command)).stderr).toContain('x.oct.md is there without its ledger');
  const verified = await clone.call(['verify', '--all']);
  expect(verified).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(LEFT_OUT) });
  expect(verified.stderr).toContain('nothing was checked');
  const { code, stderr } = await clone.call(['import', 'debates/x.oct.md']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('This is the record of "x", which holds no ledger.')]);
  expect(stderr).toContain('Copy x.jsonl from the hall that has it');
  clone.dispose();
});

it('is counted in one line where others have theirs, over MCP, too', async () => {
  for (const name of ['y', 'z']) project.write(`debates/${name}.oct.md`, written);
  const { stdout, stderr } = await project.call(['search', 'should', '--json']);
  expect(JSON.parse(stdout)).toMatchObject([{ threadId: 'x' }]);
  expect(stderr).toMatch(/^warning: Left out: 2 records \(\*\.oct\.md\) without a ledger\. .*\n$/);
  fs.writeFileSync(file, written);
  const verified = await project.call(['verify', '--all']);
  expect(verified).toMatchObject({ code: 0, stderr: expect.stringContaining('Left out: 2 records') });
  const { call, close } = await connectHere(project.folder, { args: ['--toolsets', 'core,memory'] });
  for (const [tool, args] of [
    ['debate_history', {}] as const,
    ['recall_decisions', { question: 'Should we?' }] as const,
  ])
    expect(await call(tool, args)).toMatchObject({ notices: [expect.stringContaining('Left out: 2 records')] });
  await close();
  for (const name of ['y', 'z']) fs.rmSync(project.path(`debates/${name}.oct.md`));
});

it.runIf(inCi)('is refused over MCP, and in a list of all', async () => {
  fs.writeFileSync(file, written.replace(/OUTCOME::\w+/, 'OUTCOME::rejected'));
  const { call, close } = await connectHere(project.folder);
  const { ok, problems } = (await call('verify_debate', { thread_id: 'x' })) as { ok: boolean; problems: unknown[] };
  expect([ok, problems]).toEqual([false, [expect.objectContaining({ code: 'record-differs' })]]);
  await close();
  expect(await project.call(['verify', '--all'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('x  RECORD DIFFERS x.oct.md is not'),
  });
});
