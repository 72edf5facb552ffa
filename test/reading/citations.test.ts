// What became of the places that a seat cites, held against what is pinned.
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import type { Git, GitResult } from '../../src/material/context/git/git.ts';
import { checkCitations } from '../../src/material/reading/check-citations.ts';
import { inCampaign } from '../support/campaign.ts';
import { readFolder } from './folder.ts';

const NOTES = 'We don’t ship.\nThe limit is ten requests per second.\n';

test.runIf(inCampaign)(
  'only what is certain is called wrong, and what is there but cannot be read has a word of its own',
  async (context) => {
    const folder = await readFolder(context);
    await folder.commit({ 'src/gone.ts': 'export {};\n' });
    folder.git('rm', '--quiet', 'src/gone.ts');
    await symlink('notes.md', join(folder.root, 'link.md'));
    const commit = await folder.commit({
      'notes.md': NOTES,
      'Übersicht.md': NOTES,
      'my notes/plan b.md': NOTES,
      '日本.md': NOTES,
      'empty.txt': '',
      'large.txt': 'x'.repeat(5_000_000),
      'picture.txt': Buffer.from([0, 1, 2]),
      'src/index.ts': 'export const one = 1;\n',
      'lib/index.ts': 'export const two = 2;\n',
      'src/hidden.ts': 'export {};\n',
      '.debatehallignore': 'src/hidden*\n',
      '.gitignore': '*.gen.ts\n',
    });
    await folder.write({ 'src/built.gen.ts': 'export {};\n' });
    const pinned = await folder.open();
    const sources = {
      ...pinned,
      documents: [
        { name: 'given/plan.md', text: NOTES },
        { name: 'given/old.md', text: undefined },
      ],
    };
    const check = async (text: string) =>
      (await checkCitations(folder.looks(sources), [], { seat: 'wall', text })).map(
        ({ cited, status, why }) => `${status} ${cited}${why === undefined ? '' : ` (${why})`}`,
      );
    for (const [text, expected] of [
      ['Übersicht.md:1 "We don\'t ship"', ['unread Übersicht.md:1']],
      ['my notes/plan b.md:2 "The limit is … per second"', ['unread my notes/plan b.md:2']],
      ['日本.md:2 "ten requests."', ['unread 日本.md:2']],
      ['日本.md:2 "nine requests."', ['wrong 日本.md:2 (the quote is not in the file)']],
      ['empty.txt:1, Notes.md:2', ['unread empty.txt:1', 'unread Notes.md:2']],
      ['plan.md:1', ['read plan.md:1']],
      ['old.md:1', ['unreadable old.md:1 (it was redacted)']],
      ['link.md:1', ['unreadable link.md:1 (it is a link; links are not followed)']],
      ['large.txt:1', ['unreadable large.txt:1 (it has 5000000 bytes; only files of up to 4194304 bytes can be read)']],
      ['picture.txt:1', ['unreadable picture.txt:1 (it is binary, or text that is not UTF-8)']],
      ['index.ts:1 "export const two"', ['unread index.ts:1']],
      ['index.ts:1 "export const three"', ['wrong index.ts:1 (2 files have this name, and it is in none of them)']],
      ['src/gone.ts:1', ['unreadable src/gone.ts:1 (only the history has it)']],
      ['src/hidden.ts:1', ['unreadable src/hidden.ts:1 (it may not be read here)']],
      ['src/hidden-never.ts:1', ['unreadable src/hidden-never.ts:1 (it may not be read here)']],
      ['src/built.gen.ts:1', ['unreadable src/built.gen.ts:1 (it may not be read here)']],
      ['src/never.ts:1', ['wrong src/never.ts:1 (nothing that can be read has this name)']],
      ['src/../src//./index.ts:1', ['unread src/../src//./index.ts:1']],
      ['src/../src/never.ts:1', ['wrong src/../src/never.ts:1 (nothing that can be read has this name)']],
      ['src/../../other/file.ts:3, ../src/index.ts:1', []],
      ['other/never.ts:1, node.ts:18, bitnami/redis:7, db.example.com:5432, and/or:3, user@host.com:22', []],
      [`commit ${commit.slice(0, 12)}`, [`unread commit ${commit.slice(0, 12)}`]],
      ['commit 0000000a', ['wrong commit 0000000a (there is no such commit in the history that can be read)']],
      ['We commit 1000000 rows, and a commit defaced it', []],
    ] as const) {
      expect([text, await check(text)]).toEqual([text, expected]);
    }
    const withoutHistory = { ...sources, histories: [] };
    const looks = folder.looks(withoutHistory);
    expect(await checkCitations(looks, [], { seat: 'wall', text: 'commit 0000000a' })).toEqual([]);
  },
);

test('git that cannot say whether it ever had a file stops nothing, and nothing is called wrong', async (context) => {
  const folder = await readFolder(context);
  await folder.commit({ 'src/index.ts': 'export {};\n' });
  const sources = await folder.open();
  const check = async (git: Git) =>
    await checkCitations(
      folder.looks({
        ...sources,
        histories: sources.histories.map((history) => ({ ...history, repository: { ...history.repository, git } })),
      }),
      [],
      { seat: 'wall', text: 'src/index.ts:1, src/never.ts:1 and commit 0000000a' },
    );
  const known = { cited: 'src/index.ts:1', status: 'unread' };
  const { git } = sources.histories[0]?.repository ?? {};
  const withGit = (run: () => Promise<GitResult>) => Object.assign(run, git) as Git;
  for (const [run, expected] of [
    [async () => ({ code: 128, stdout: '' }), [known, expect.objectContaining({ cited: 'commit 0000000a' })]],
    [() => Promise.reject(new HallError('context-unreadable', 'git ended early: idle.')), [known]],
  ] as const) {
    expect(await check(withGit(run))).toEqual(expected);
  }
  await expect(check(withGit(() => Promise.reject(new Error('a fault'))))).rejects.toThrow('a fault');
});

test.runIf(inCampaign)('a file is read once for all citations of it', async (context) => {
  const folder = await readFolder(context);
  await folder.commit({ 'src/index.ts': NOTES, 'lib/index.ts': NOTES });
  const sources = await folder.open();
  const read = vi.fn(sources.read);
  const text = Array.from({ length: 30 }, (_, index) => `index.ts:1 "We ship ${index}"`).join(' ');
  const checked = await checkCitations(folder.looks({ ...sources, read }), [], { seat: 'wall', text });
  expect(checked.map(({ status }) => status)).toEqual(Array(30).fill('wrong'));
  expect(read).toHaveBeenCalledTimes(2);
});
