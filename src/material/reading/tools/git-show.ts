// Shows one commit: its message, and what it changed in files that can be read.
import * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';
import { createPace } from '../../../support/pace.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { cleanName } from '../../../support/text.ts';
import { DIFF_COMMAND } from '../../context/git/git.ts';
import type { GitHistory } from '../sources.ts';
import { askGit, findCommit } from './history.ts';
import { defineReadingTool, MAX_NAME_ARGUMENT, normalizeName, skipField, toPage } from './tool.ts';

const DIFF_OPTIONS = DIFF_COMMAND.slice(1).filter((option) => !option.startsWith('--find-renames'));
const WITHHELD = '(left out: it contains what looks like a secret)';

async function listChanged(history: GitHistory, id: string, path: string | undefined): Promise<readonly string[]> {
  const args = [
    'diff-tree',
    '--root',
    '-r',
    '-m',
    '--first-parent',
    '--no-commit-id',
    '--name-only',
    '--no-renames',
    '-z',
    id,
  ];
  const { stdout } = await history.repository.git(args);
  const names = stdout.split('\0').filter((name) => name !== '' && (path === undefined || name === path));
  const pace = createPace();
  const readable: string[] = [];
  for (const name of names) {
    const pause = pace();
    if (pause !== undefined) await pause;
    if (await history.mayRead(name)) readable.push(name);
  }
  return readable;
}

/** Its parts by file, or their names where there is too much to show. */
async function showDiff(history: GitHistory, id: string, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const options = ['--format=', '-m', '--first-parent', '--no-renames', ...DIFF_OPTIONS];
  try {
    const diff = await askGit(history, ['show', ...options, id, '--', ...names]);
    return splitDiff(diff).map((part) =>
      findSecret(part) === undefined ? part : `${part.split('\n')[0]}\n${WITHHELD}`,
    );
  } catch (error) {
    if (!(error instanceof HallError) || names.length === 1) throw error;
    return ['The diff is too large to show. Ask again with "path" for one of these files:', ...names.map(cleanName)];
  }
}

/** Whole files of a diff; a line inside of one never begins like this. */
const splitDiff = (text: string) => text.split(/^(?=diff --git )/m).filter((part) => part.trim() !== '');

export const gitShow = defineReadingTool({
  name: 'git_show',
  description: 'Shows a commit: author, date, message and diff. With a path, only the diff of that file.',
  input: z.object({
    commit: z
      .string()
      .regex(/^[0-9a-fA-F]{4,64}$/, { error: 'must be the ID of a commit, as git_log gives it' })
      .describe('ID of the commit'),
    path: z.string().min(1).max(MAX_NAME_ARGUMENT).optional(),
    skip: skipField,
  }),
  async run({ commit, path, skip = 0 }, sources) {
    const { history, id } = await findCommit(sources, commit);
    const wanted = path === undefined ? undefined : normalizeName(path).replace(history.prefix, '');
    const head = await askGit(history, [
      'show',
      '--no-patch',
      '--format=commit %H%nAuthor: %an%nDate: %cI%n%n%w(0,4,4)%B',
      id,
    ]);
    const names = await listChanged(history, id, wanted);
    const parts = await showDiff(history, id, names);
    const message = findSecret(head) === undefined ? head : WITHHELD;
    const lines = [message, ...parts].join('\n').split('\n');
    return toPage(`commit ${id.slice(0, 12)}`, lines, skip, () => [{ commit: id }]);
  },
});
