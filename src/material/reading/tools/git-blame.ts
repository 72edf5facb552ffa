// Tells who last changed the lines of a file.
import * as z from 'zod';
import { UnreadableError } from '../unreadable.ts';
import { askGit } from './history.ts';
import { defineReadingTool, lineField, linesField, MAX_NAME_ARGUMENT, normalizeName, pageOfText } from './tool.ts';

const MOST_LINES = 400;
const ROW = /^\^?([0-9a-f]+) .*?\((.*?) (\d{4}-\d\d-\d\d) +(\d+)\)/;

export const gitBlame = defineReadingTool({
  name: 'git_blame',
  description: 'Tells for lines of a file which commit changed them last, when, and whose it is.',
  input: z.object({ path: z.string().min(1).max(MAX_NAME_ARGUMENT), line: lineField, lines: linesField }),
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
