// Lists commits.
import * as z from 'zod';
import type { Place } from '../../../domain/reading/reading.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { UnreadableError } from '../unreadable.ts';
import { askGit, listRevisions, listScopeArguments, requireHistory } from './history.ts';
import { defineReadingTool, MAX_NAME_ARGUMENT, normalizeName, skipField, toPage } from './tool.ts';

const MOST = 1_000;

export const gitLog = defineReadingTool({
  name: 'git_log',
  description: 'Lists commits, the latest first: ID, date, author and subject. With a path, those that changed it.',
  input: z.object({ path: z.string().min(1).max(MAX_NAME_ARGUMENT).optional(), skip: skipField }),
  async run({ path, skip = 0 }, sources) {
    const rows: { id: string; line: string }[] = [];
    for (const history of requireHistory(sources)) {
      const wanted = path === undefined ? undefined : normalizeName(path).replace(history.prefix, '');
      if (wanted !== undefined && !(await history.mayRead(wanted))) continue;
      const paths = wanted === undefined ? listScopeArguments(history) : ['--', wanted];
      // Nobody's subject is longer, and one of a stranger could have the size of a disk.
      const format = '--format=%H%x09%cs%x09%<(100,trunc)%an%x09%<(400,trunc)%s';
      const text = await askGit(history, ['log', `--max-count=${MOST}`, format, ...listRevisions(history), ...paths]);
      for (const row of text.split('\n').filter(Boolean)) {
        const [id = '', date, author = '', ...subject] = row.split('\t');
        rows.push({ id, line: `${id.slice(0, 12)} ${date} ${author.trimEnd()}: ${subject.join(' ').trimEnd()}` });
      }
    }
    if (path !== undefined && rows.length === 0) throw new UnreadableError('No commit of this path can be read.');
    const shown = rows.filter(({ line }) => findSecret(line) === undefined);
    const seen = (count: number): Place[] => shown.slice(skip, skip + count).map(({ id }) => ({ commit: id }));
    return toPage(
      path === undefined ? 'commits' : `commits of ${path}`,
      shown.map(({ line }) => line),
      skip,
      seen,
    );
  },
});
