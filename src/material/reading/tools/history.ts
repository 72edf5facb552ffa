// Tools for history: commits, what one of them changed, and who last changed the lines of a file.
import * as z from 'zod';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Place } from '../../../domain/reading/reading.ts';
import { createPace } from '../../../support/pace.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { cleanName, cleanText } from '../../../support/text.ts';
import { DIFF_COMMAND } from '../../context/git/git.ts';
import { findCommitId } from '../../context/git/repository.ts';
import { MAX_FILE_BYTES } from '../files/disk.ts';
import type { GitHistory, Sources } from '../sources.ts';
import { UnreadableError } from '../unreadable.ts';
import {
  defineReadingTool,
  lineField,
  linesField,
  MAX_NAME_ARGUMENT,
  normalizeName,
  pageOfText,
  skipField,
  toPage,
} from './tool.ts';

const NO_HISTORY = 'This debate has no history to read.';

function requireHistory({ histories }: Sources): readonly GitHistory[] {
  if (histories.length === 0) throw new UnreadableError(NO_HISTORY);
  return histories;
}

/** Commits of the history, for `git log` and its like. */
function listRevisions({ from, to }: GitHistory): readonly string[] {
  return from === undefined ? [to] : [to, `^${from}`];
}

const listScopeArguments = ({ scope }: GitHistory): readonly string[] => (scope === '' ? [] : ['--', scope]);

/** What git prints, cleaned. @throws UnreadableError; HallError `context-unreadable` for more than a file may have */
async function askGit({ repository }: GitHistory, args: readonly string[]): Promise<string> {
  const { code, stdout } = await repository.git(args, { maxBytes: MAX_FILE_BYTES });
  if (code === 0) return cleanText(stdout);
  throw new UnreadableError(
    'git cannot show it: something is missing here, as in a shallow or partial clone, or damaged.',
  );
}

/** The history that holds the commit, and its whole ID. @throws UnreadableError */
export async function findCommit(sources: Sources, commit: string): Promise<{ history: GitHistory; id: string }> {
  for (const history of requireHistory(sources)) {
    const { git } = history.repository;
    const id = await findCommitId(git, commit);
    if (id === undefined) continue;
    const isIn = async (tip: string) => (await git(['merge-base', '--is-ancestor', id, tip])).code === 0;
    if ((await isIn(history.to)) && (history.from === undefined || !(await isIn(history.from)))) return { history, id };
  }
  throw new UnreadableError('There is no such commit in the history that this debate may read.');
}

/** This command of git takes no literal path, and one with a folder in front means nothing else. */
const isIgnored = async ({ repository }: GitHistory, path: string): Promise<boolean> =>
  (await repository.git(['--no-literal-pathspecs', 'check-ignore', '--quiet', '--', `./${path}`])).code === 0;

/**
 * What became of a path that no file has: commits that can be read have it, or none of them; or it is `hidden`, and nobody learns
 * whether it is there.
 */
export async function findPast({ histories }: Sources, path: string): Promise<'committed' | 'never' | 'hidden'> {
  let isHidden = histories.length > 0;
  for (const history of histories) {
    const wanted = normalizeName(path).replace(history.prefix, '');
    if (!(await history.mayRead(wanted)) || (await isIgnored(history, wanted))) continue;
    isHidden = false;
    const args = ['log', '--max-count=1', '--format=%H', ...listRevisions(history), '--', wanted];
    if ((await askGit(history, args)) !== '') return 'committed';
  }
  return isHidden ? 'hidden' : 'never';
}

const MOST = 1_000;

export const gitLog = defineReadingTool({
  name: 'git_log',
  description: 'Lists commits, the latest first: ID, date, author and subject. With a path, those that changed it.',
  input: z.strictObject({ path: z.string().min(1).max(MAX_NAME_ARGUMENT).optional(), skip: skipField }),
  async run({ path, skip = 0 }, sources) {
    // By ID: histories may overlap.
    const rows = new Map<string, string>();
    for (const history of requireHistory(sources)) {
      const wanted = path === undefined ? undefined : normalizeName(path).replace(history.prefix, '');
      if (wanted !== undefined && !(await history.mayRead(wanted))) continue;
      const paths = wanted === undefined ? listScopeArguments(history) : ['--', wanted];
      // Nobody's subject is longer, and one of a stranger could have the size of a disk.
      const format = '--format=%H%x09%cs%x09%<(100,trunc)%an%x09%<(400,trunc)%s';
      const text = await askGit(history, ['log', `--max-count=${MOST}`, format, ...listRevisions(history), ...paths]);
      for (const row of text.split('\n').filter(Boolean)) {
        const [id = '', date, author = '', ...subject] = row.split('\t');
        rows.set(id, `${id.slice(0, 12)} ${date} ${author.trimEnd()}: ${subject.join(' ').trimEnd()}`);
      }
    }
    if (path !== undefined && rows.size === 0) throw new UnreadableError('No commit of this path can be read.');
    const shown = [...rows].filter(([, line]) => findSecret(line) === undefined);
    const seen = (count: number): Place[] => shown.slice(skip, skip + count).map(([id]) => ({ commit: id }));
    return toPage(
      path === undefined ? 'commits' : `commits of ${path}`,
      shown.map(([, line]) => line),
      skip,
      seen,
    );
  },
});

const MOST_LINES = 400;
const ROW = /^\^?([0-9a-f]+) .*?\((.*?) (\d{4}-\d\d-\d\d) +(\d+)\)/;

export const gitBlame = defineReadingTool({
  name: 'git_blame',
  description: 'Tells for lines of a file which commit changed them last, when, and whose it is.',
  input: z.strictObject({ path: z.string().min(1).max(MAX_NAME_ARGUMENT), line: lineField, lines: linesField }),
  async run({ path, line = 1, lines = MOST_LINES }, sources) {
    const name = normalizeName(path);
    const text = await sources.read(name);
    const found = sources.files.get(name);
    const history = sources.histories.find(({ repository }) => repository.root === found?.source.root);
    if (found === undefined || history === undefined) throw new UnreadableError('This file has no history to read.');
    if (found.file.blob === undefined || found.source.pin.commit === undefined) {
      throw new UnreadableError('It has changes that are not committed, so its lines cannot be traced.');
    }
    const page = pageOfText(name, text, { line, lines: Math.min(lines, MOST_LINES) });
    const to = line + page.lines.length - 1;
    const args = ['blame', '--date=short', '-l', `-L${line},${to}`, found.source.pin.commit, '--', found.file.path];
    const rows = (await askGit(history, args)).split('\n');
    const marks = new Map(
      rows.flatMap((row) => {
        const [, id = '', author = '', date = '', number = ''] = ROW.exec(row) ?? [];
        return id === '' ? [] : [[Number(number), `${id.slice(0, 12)} ${date} ${author.trim()}`] as const];
      }),
    );
    const shown = page.lines.map((each, index) => `${marks.get(line + index) ?? '?'}\t${each}`);
    return { ...page, title: `blame of ${page.title}`, lines: shown };
  },
});

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
  input: z.strictObject({
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
