// No sequence of calls gives a byte that is not in the pinned source.
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOOLS } from '../../src/material/reading/tools/tool-table.ts';
import { inCi, times } from '../support/campaign.ts';
import { readFolder } from './folder.ts';

const OUTSIDE = 'f00dcafe-outside';

test('whatever is asked for in whatever order, nothing outside is given and every answer is fenced or a sentence', async (context) => {
  const folder = await readFolder(context);
  await writeFile(join(folder.root, '..', 'outside.txt'), OUTSIDE);
  const commit = await folder.commit({
    'src/a.ts': 'inside a\n',
    'src/b.ts': 'inside b\n',
    '.env': OUTSIDE,
    'AGENTS.md': OUTSIDE,
  });
  await folder.write({ 'ignored.log': OUTSIDE, '.gitignore': 'ignored.log\n' });
  await symlink('../outside.txt', join(folder.root, 'link'));
  await symlink('..', join(folder.root, 'up'));
  const sources = await folder.open(['src', '.']);
  const place = fc.constantFrom(
    ...[
      'src/a.ts',
      'src',
      '../outside.txt',
      'link',
      'up/outside.txt',
      '.env',
      'AGENTS.md',
      'ignored.log',
      '/etc/passwd',
      '~',
    ],
    ...[
      'src/../../outside.txt',
      '..',
      '.',
      '',
      'src/a.ts\0',
      join(folder.root, '..', 'outside.txt'),
      commit,
      `${commit}:.env`,
      '--help',
    ],
  );
  const value = fc.oneof(
    place,
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant('.*'),
    fc.constant('f00d'),
    fc.constant('**'),
  );
  const names = [
    'path',
    'glob',
    'pattern',
    'commit',
    'name',
    'words',
    'line',
    'lines',
    'skip',
    'literal',
    'ignore_case',
  ];
  const call = fc.record({
    tool: fc.oneof(fc.constantFrom(...TOOLS.map(({ name }) => name)), fc.string()),
    input: fc.dictionary(fc.constantFrom(...names), value),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 6 }), async (calls) => {
      const looks = folder.looks(sources);
      for (const { tool, input } of calls) {
        const { text, refused } = await looks.get({ tool, arguments: input });
        const asked = JSON.stringify([tool, input]);
        if (!asked.includes('f00d')) expect(text).not.toContain('f00dcafe');
        expect(text).not.toContain(OUTSIDE.slice(4));
        if (!asked.includes(folder.root)) expect(text).not.toContain(folder.root);
        expect(refused || text.startsWith('<<<')).toBe(true);
      }
    }),
    {
      numRuns: times(1_000, inCi ? 30 : 8),
      examples: ['../outside.txt', '.', '..', 'src'].map(
        (path): [{ tool: string; input: Record<string, string> }[]] => [[{ tool: 'git_log', input: { path } }]],
      ),
    },
  );
});
