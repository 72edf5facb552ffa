// Files whose names are not UTF-8: everything that reads files says that it left them out, as git shows their names, and reads the others.
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getPath, parseDiff } from '../../src/domain/diffs/diff.ts';
import { decodeBytes, encodeBytes } from '../../src/domain/diffs/name-bytes.ts';
import { createGit } from '../../src/material/context/git/git.ts';
import { readDiff } from '../../src/material/context/git/review-diff.ts';
import { openPath } from '../../src/material/reading/files/open-path.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { gitSandboxHere } from '../support/git-sandbox.ts';
import { type Folder, makeFolder, sourcesOf } from './folder.ts';

const processes = createProcessRunner({ clock: systemClock });
const { signal } = new AbortController();
const NOT_UTF8 = 'a name that is not UTF-8';
const LINES = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');

let folder: Folder;

const run = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'maintenance.auto=false', ...args],
    {
      cwd: folder.path,
      encoding: 'utf8',
    },
  );
const gitHere = (cwd = folder.path) =>
  createGit(processes, { cwd, env: process.env, signal, sandbox: gitSandboxHere(processes) });
/** `name` has one character for each byte. */
const place = (name: string) => Buffer.from(join(folder.path, name), 'latin1');
const write = (name: string, text: string) => writeFileSync(place(name), text);

beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

// Other systems give a file no such name.
describe.runIf(process.platform === 'linux')('a name that is not UTF-8', () => {
  beforeEach(() => {
    run('init', '-q', '-b', 'main', '--template=');
    mkdirSync(place('d\xe9'));
    for (const name of ['changed\xe9', 'gone\xe9', 'from\xe9', 'd\xe9/plain.txt']) write(name, `${name}\n${LINES}`);
    write('to', `to\n${LINES.replaceAll('line', 'other')}`);
    write('plain.txt', 'one\n');
    run('add', '-A');
    run('commit', '-qm', 'before');
    write('changed\xe9', `changed\n${LINES}`);
    rmSync(place('gone\xe9'));
    renameSync(place('to'), place('to\xe9'));
    renameSync(place('from\xe9'), place('from'));
    write('d\xe9/plain.txt', 'changed\n');
    for (const name of ['new\xe9', 'new\xe8', '\xff\xfefirst', 'new"\xe9']) write(name, `${name}\n`);
    write('plain.txt', 'two\n');
    // It is a name, though nobody can see of what.
    write('as\xef\xbf\xbd.txt', 'new\n');
  });

  const TRACKED = ['changed\\351', 'd\\351/plain.txt', 'from', 'gone\\351', 'to\\351'];
  const NAMES = ['\\377\\376first', 'new"\\351', 'new\\350', 'new\\351', ...TRACKED].sort();
  const stage = () => run('add', '-A');
  const commit = () => {
    stage();
    run('commit', '-qm', 'after');
  };

  it.runIf(inCi).each([
    // Where a file went that git does not know yet nobody can tell from its name.
    ['on disk', {}, () => {}, ['to']],
    ['staged', { staged: true }, stage, []],
    ['in a range', { range: 'HEAD~1..HEAD' }, commit, []],
  ] as const)('is left out of a review, which says so: %s', async (_, which, prepare, more) => {
    prepare();
    const oneSided = ['from', ...(more.length > 0 ? [] : ['to\\351'])];
    const diff = await readDiff(gitHere(), { maxBytes: 100_000, allowSecrets: false, ...which });
    expect(diff.files.map(({ path }) => path)).toEqual(['as\ufffd.txt', 'plain.txt', ...more]);
    expect(diff.leftOut.map(({ source, reason, missed }) => [source, reason, missed]).sort()).toEqual(
      NAMES.map((name) => [name, oneSided.includes(name) ? `moved: only one side is ${NOT_UTF8}` : NOT_UTF8, true]),
    );
  });

  it.runIf(inCampaign)('needs no review where a .debatehallignore names it', async () => {
    write('.debatehallignore', 'changed?\nd?/\n');
    const { leftOut } = await readDiff(gitHere(), { maxBytes: 100_000, allowSecrets: false });
    expect(leftOut.filter(({ reason }) => reason === NOT_UTF8)).toHaveLength(NAMES.length - 3);
  });

  it.runIf(inCi)('is left out of a diff and a folder as context, which say so', async () => {
    const diff = await folder.collect(['git:'], { git: gitHere() });
    expect(parseDiff(diff.items[0]?.text ?? '').files.map(getPath)).toEqual(['plain.txt', 'to']);
    expect(diff.leftOut.map(({ source, missed }) => [source, missed])).toEqual(
      ['changed\\351', 'd\\351/plain.txt', 'from\\351', 'gone\\351'].map((name) => [`git: (${name})`, true]),
    );
    const found = await folder.collect(['.']);
    expect(sourcesOf(found)).toEqual(['as\ufffd.txt', 'from', 'plain.txt']);
    expect(found.leftOut.filter(({ missed }) => missed).map(({ source, reason }) => [source, reason])).toEqual(
      ['changed\\351', 'd\\351', 'new"\\351', 'new\\350', 'new\\351', 'to\\351', '\\377\\376first'].map((name) => [
        name,
        NOT_UTF8,
      ]),
    );
  });

  it.runIf(inCampaign)('is counted as left out of the files that seats may read', async () => {
    const ports = { cwd: folder.path, gitIn: gitHere, hallFolder: join(folder.path, 'debates'), outputs: [], signal };
    const open = async () => await openPath({ spec: '.', path: '.', at: 'disk' }, ports);
    const { files, pin } = await open();
    expect([files.map(({ name }) => name), pin.leftOut]).toEqual([['as\ufffd.txt', 'from', 'plain.txt'], 9]);
    rmSync(join(folder.path, '.git'), { recursive: true });
    const bare = await open();
    expect([bare.files.map(({ name }) => name), bare.pin.leftOut]).toEqual([['as\ufffd.txt', 'from', 'plain.txt'], 7]);
  });
});

it('keeps every byte that git gives, UTF-8 or not', () => {
  const bytes = [0, 0x41, 0x7f, 0x80, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff];
  const pairs = bytes.flatMap((first) => bytes.flatMap((second) => [first, second, 0x80, 0xbf]));
  const all = [...Buffer.from('naïve 日本 \ufeff\ufffd \u{1f600} \u{10ffff}'), ...pairs];
  const binary = Buffer.from(all).toString('latin1');
  const text = decodeBytes(binary);
  expect(Buffer.from(encodeBytes(text)).toString('latin1')).toBe(binary);
  expect(Buffer.from(text).toString().replaceAll('\ufffd', '')).toBe(
    Buffer.from(all).toString().replaceAll('\ufffd', ''),
  );
});
