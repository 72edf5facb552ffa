// What would make a reader wait, or is swapped between check and use, is never read: pipes, files of the system, links.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readBytes } from '../../src/support/read-bytes.ts';
import { inCampaign } from '../support/campaign.ts';
import { createProject } from '../support/project.ts';

const pipe = (path: string) => {
  fs.mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
};

test.runIf(inCampaign)(
  'a pipe among the ledgers makes no command wait, and the others are still there',
  async () => {
    const project = createProject();
    expect((await project.run(['run', '--rehearse', '--recipe', 'quick', '--id', 'd', 'Should we?'])).code).toBe(0);
    pipe(join(project.debates, 'e.jsonl'));
    for (const name of ['.hall/d.live.ndjson', '.hall/f.lock', 'd.html']) pipe(join(project.debates, name));
    for (const args of [['list'], ['list', '--json'], ['doctor'], ['show', 'd'], ['stats'], ['recall', 'what']]) {
      const { code, stderr, stdout } = await project.run(args);
      expect([args, code, stderr]).toEqual([args, expect.any(Number), expect.not.stringContaining('internal')]);
      if (args[0] === 'list') expect(stdout).toContain('Should we?');
    }
    for (const args of [
      ['show', 'e'],
      ['resume', 'e'],
      ['verify', 'e'],
      ['interject', 'e', 'x'],
      ['redact', 'e', '--event', '0', '--field', '/topic', '--reason', 'x'],
    ]) {
      const { code, stderr, stdout } = await project.run(args);
      expect([args, code === 0]).toEqual([args, false]);
      expect(stderr + stdout).toContain('not a regular file');
    }
  },
  120_000,
);

test.runIf(process.platform === 'linux')(
  'a file system of the kernel is refused, and ends',
  async () => {
    const project = createProject();
    for (const place of ['/proc/self', '/proc/self/pagemap', '/sys', '/proc/self/*']) {
      for (const option of ['--read', '--context']) {
        const { code, stderr } = await project.call(['open', option, place, 'What is it?']);
        expect([place, option, code, stderr]).toEqual([
          place,
          option,
          2,
          expect.stringMatching(/belongs to the system|holds nothing|matches no file/),
        ]);
      }
    }
  },
  120_000,
);

test('a pipe that a person names is refused by what it is', async () => {
  const project = createProject();
  pipe(project.path('pipe'));
  const folder = project.path('folder');
  pipe(join(folder, 'debate.md'));
  for (const args of [
    ['run', '--rehearse', '--file', 'pipe'],
    ['run', '--rehearse', '--batch', 'pipe'],
    ['open', '--context', 'pipe', 'What is it?'],
    ['open', '--read', 'pipe', 'What is it?'],
    ['import', 'pipe'],
    ['import', 'folder'],
  ]) {
    const { code, stderr } = await project.call(args);
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining('a pipe, not a regular file')]);
  }
});

test('a path that becomes a link after it was found is not followed, wherever on the way', async () => {
  const project = createProject();
  const outside = join(project.root, 'outside');
  const inside = project.path('folder');
  for (const [folder, text] of [
    [outside, 'secret'],
    [inside, 'mine'],
  ] as const) {
    await mkdir(folder);
    await writeFile(join(folder, 'a.txt'), text);
  }
  const file = join(inside, 'a.txt');
  expect((await readBytes(file, 100, true))?.toString()).toBe('mine');
  await rename(inside, `${inside}-kept`);
  await symlink(outside, inside);
  await expect(readBytes(file, 100, true)).rejects.toMatchObject({ code: 'it was moved' });
  await rm(inside);
  await rename(`${inside}-kept`, inside);
  await rm(file);
  await symlink(join(outside, 'a.txt'), file);
  await expect(readBytes(file, 100, true)).rejects.toThrow('ELOOP');
  await rm(file);
  pipe(file);
  await expect(readBytes(file, 100, true)).rejects.toMatchObject({ code: 'a pipe, not a regular file' });
});

test('a swap that runs all the time never shows what is outside', async () => {
  const project = createProject();
  const [inside, outside, link] = [project.path('folder'), join(project.root, 'outside'), project.path('link')];
  for (const [folder, text] of [
    [outside, 'secret'],
    [inside, 'mine'],
  ] as const) {
    await mkdir(folder);
    await writeFile(join(folder, 'a.txt'), text);
  }
  await symlink(outside, link);
  const swapping = { on: true };
  const swap = (async () => {
    const spare = project.path('spare');
    while (swapping.on) {
      for (const [from, to] of [
        [inside, spare],
        [link, inside],
        [inside, link],
        [spare, inside],
      ] as const)
        await rename(from, to);
    }
  })();
  const seen = new Set<string>();
  for (let round = 0; round < 1000; round += 1) {
    const read = await readBytes(join(inside, 'a.txt'), 100, true).catch(() => undefined);
    if (read !== undefined) seen.add(read.toString());
  }
  swapping.on = false;
  await swap;
  expect(seen.has('secret')).toBe(false);
});
