// What seats read in a repository of 200,000 files: nothing is left out, and a look does not need all of them in memory.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { readFolder } from './folder.ts';

const FILES = inCampaign ? 200_000 : 2_000;
const PER_FOLDER = 100;
const NEEDLE_IN = FILES - 1;

const nameOf = (index: number) => `src/part-${Math.floor(index / PER_FOLDER)}/module-${index}.ts`;

/** A commit of so many files, without writing them one by one. */
function streamOf(): string {
  const files = Array.from(
    { length: FILES },
    (_, index) => `M 100644 :${index === NEEDLE_IN ? 2 : 1} ${nameOf(index)}\n`,
  );
  const blob = (mark: number, text: string) => `blob\nmark :${mark}\ndata ${text.length}\n${text}\n`;
  const commit = 'commit refs/heads/main\ncommitter Ada <ada@example.org> 1790000000 +0000\ndata 3\nAll\n';
  return `${blob(1, 'export const value = 1;\n')}${blob(2, '// needle\n')}${commit}${files.join('')}\n`;
}

test.runIf(inCampaign)(`${FILES} files are pinned, listed, searched and read`, async (context) => {
  const folder = await readFolder(context);
  folder.git('init', '--quiet', '--initial-branch', 'main');
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder.root, input: streamOf() });
  // Some are on disk; to write all of them takes longer than everything that is tested here.
  folder.git('sparse-checkout', 'set', '--no-cone', '/src/part-0/', '/src/part-1??/');
  folder.git('reset', '--quiet', '--hard', 'main');
  const sources = await folder.open();
  expect(sources.pins).toMatchObject([{ kind: 'files', files: FILES }]);
  const found = await folder.look(sources, 'search_text', { pattern: 'needle' });
  expect(found.text).toContain(nameOf(NEEDLE_IN));
  const read = await folder.look(sources, 'read_file', { path: nameOf(NEEDLE_IN) });
  expect(read.text).toContain('// needle');
  const listed = await folder.look(sources, 'list_files', { glob: 'src/part-0/*' });
  expect(listed.text).toContain(nameOf(0));
  // The same bytes again, whatever happens to the working copy.
  const again = await folder.reopen(sources);
  expect((await folder.look(again, 'read_file', { path: nameOf(0) })).text).toContain('value = 1');
});
