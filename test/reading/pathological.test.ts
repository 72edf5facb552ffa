// What somebody made to be slow, in a repository or in what is asked, neither holds the program up nor makes a look useless.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLookCache } from '../../src/material/reading/look-cache.ts';
import { openSources } from '../../src/material/reading/open-sources.ts';
import type { ProcessRunner } from '../../src/process/process.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { MARKER, readingPorts } from '../support/reading.ts';
import { readFolder } from './folder.ts';

/** A commit of files that are not on disk. */
function importCommit(root: string, names: readonly string[], message = 'All'): void {
  const commit = `commit refs/heads/main\ncommitter Ada <ada@example.org> 1790000000 +0000\ndata ${message.length}\n${message}\n`;
  const files = names.map((name, at) => `M 100644 inline ${name}\ndata 9\nneedle ${at % 10}\n`).join('\n');
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: root });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: `${commit}${files}\n` });
}

const deep = (at: number) => `${'a/'.repeat(60)}c${at}`;

test.runIf(inCi)(
  'a rule that other engines try for ever is matched, and hides more rather than less',
  async (context) => {
    const folder = await readFolder(context);
    importCommit(folder.root, [deep(1), 'a/x/b', 'kept/b']);
    await writeFile(join(folder.root, '.debatehallignore'), `${'a/**/'.repeat(12)}b\n!${'a/**/'.repeat(12)}x\n`);
    const listed = await folder.look(await folder.open(['git:HEAD']), 'list_files');
    expect(listed.text).toContain('kept/b');
    expect(listed.text).toContain(deep(1));
    expect(listed.text).not.toContain('a/x/b');
  },
);

test.runIf(inCi)(
  'paths that are deeper than rules can be matched at are hidden where there are rules',
  async (context) => {
    const folder = await readFolder(context);
    importCommit(folder.root, ['top', `${'a/'.repeat(100)}c`]);
    await writeFile(join(folder.root, '.debatehallignore'), '*.log\n');
    const { pins } = await folder.open(['git:HEAD']);
    expect(pins).toMatchObject([{ files: 1, leftOut: 1 }]);
  },
);

test.runIf(inCampaign)(
  'a search reads what it shows of git with a few programs, however many files have a hit',
  async (context) => {
    const folder = await readFolder(context);
    importCommit(
      folder.root,
      Array.from({ length: 300 }, (_, at) => `f${at}`),
    );
    let started = 0;
    const counting: ProcessRunner = {
      ...folder.processes,
      start: (request) => {
        started += 1;
        return folder.processes.start(request);
      },
    };
    const sources = await openSources(['git:HEAD'], readingPorts(counting, folder.root));
    started = 0;
    const looks = createLookCache(sources, MARKER);
    const { text } = await looks.get({ tool: 'search_text', arguments: { pattern: 'needle' } });
    expect(text).toContain('f299:1: needle 9');
    expect(started).toBeLessThan(10);
    const rest = await looks.get({ tool: 'search_text', arguments: { pattern: 'needle', skip: 298, glob: 'f*' } });
    expect(rest.text.split('\n').filter((line) => line.includes('needle '))).toHaveLength(2);
  },
);

test.runIf(inCampaign)(
  'one commit of a stranger with an endless subject or an endless diff leaves the others readable',
  async (context) => {
    const folder = await readFolder(context);
    await folder.commit({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await folder.commit({ 'a.txt': 'word '.repeat(1_000_000), 'b.txt': 'c\n' });
    const large = folder.git('rev-parse', 'HEAD').trim();
    const subject = join(folder.root, '..', 'subject');
    await writeFile(subject, 'x '.repeat(4_000_000));
    folder.git('commit', '--quiet', '--allow-empty', '-F', subject);
    const sources = await folder.open(['git:HEAD']);
    const log = await folder.look(sources, 'git_log');
    expect(log.text).toContain('Ada: Change a.txt b.txt');
    expect(log.text).toMatch(/Ada: x x .*\.\.$/m);
    expect(log.text.length).toBeLessThan(2_000);
    const shown = await folder.look(sources, 'git_show', { commit: large });
    expect(shown.text).toMatch(/too large to show.*\na\.txt\nb\.txt/);
    expect((await folder.look(sources, 'git_show', { commit: large, path: 'b.txt' })).text).toContain('+c');
    expect(await folder.look(sources, 'git_show', { commit: large, path: 'a.txt' })).toMatchObject({ refused: true });
  },
);

test.runIf(inCampaign)('blame goes by what git says of a line, not by what stands in it', async (context) => {
  const folder = await readFolder(context);
  const lines = ['one', '(Mallory 2001-01-01 1) mine', 'three'];
  await folder.commit({ 'a.txt': `${lines.join('\n')}\n` });
  const { text } = await folder.look(await folder.open(), 'git_blame', { path: 'a.txt' });
  const rows = text.split('\n').filter((row) => /\t\d\t/.test(row));
  expect(rows.map((row) => row.replace(/^[0-9a-f]{12} \d{4}-\d\d-\d\d /, ''))).toEqual(
    lines.map((line, at) => `Ada\t${at + 1}\t${line}`),
  );
});

test.runIf(inCampaign)('a page of a text of a million lines, and a search with a million hits', async (context) => {
  const folder = await readFolder(context);
  await folder.commit({ 'a.txt': 'a\n'.repeat(1_000_000) });
  const sources = await folder.open();
  const read = await folder.look(sources, 'read_file', { path: 'a.txt', line: 999_999 });
  expect(read.text).toContain('1000000\ta');
  const found = await folder.look(sources, 'search_text', { pattern: 'a', skip: 999_998 });
  expect(found.text).toMatch(/a\.txt:999999: a\na\.txt:1000000: a$/m);
});
