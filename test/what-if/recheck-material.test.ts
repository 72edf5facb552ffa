// Which material a recheck reads again: pages of PDFs and files of folders, by the names that the record has of them.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sample } from '../support/campaign.ts';
import { makePdf } from '../support/pdf.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
});
afterEach(() => project.dispose());

type Files = Readonly<Record<string, string | readonly string[] | null>>;

/** A list is the pages of a PDF; null: there is none. */
function put(files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = project.write(name, '');
    if (content === null) fs.rmSync(file);
    else fs.writeFileSync(file, typeof content === 'string' ? content : makePdf(content));
  }
}

interface Case {
  readonly files: Files;
  readonly given: string;
  readonly later: Files;
  /** What the seats get. */
  readonly gets: readonly string[];
  readonly leftOut?: readonly string[];
  readonly changed?: readonly string[];
}

const GONE = 'it is not there any more';
const TWO = { 'm.pdf': ['One', 'Two'] };

const CASES: Readonly<Record<string, Case>> = {
  'a PDF that is as it was': { files: TWO, given: 'm.pdf', later: {}, gets: ['m.pdf:p1', 'm.pdf:p2'] },
  'a PDF that changed': {
    files: TWO,
    given: 'm.pdf',
    later: { 'm.pdf': ['One', 'Three'] },
    gets: ['m.pdf:p1', 'm.pdf:p2'],
    changed: ['m.pdf:p2'],
  },
  'a PDF with fewer pages': {
    files: TWO,
    given: 'm.pdf',
    later: { 'm.pdf': ['One'] },
    gets: ['m.pdf:p1'],
    leftOut: ['m.pdf:p2: no text of it is there any more'],
  },
  'a PDF with more pages': {
    files: TWO,
    given: 'm.pdf',
    later: { 'm.pdf': ['One', 'Two', 'Three'] },
    gets: ['m.pdf:p1', 'm.pdf:p2'],
    leftOut: ['m.pdf:p3: it was not given before'],
  },
  'a PDF that is gone': { files: TWO, given: 'm.pdf', later: { 'm.pdf': null }, gets: [], leftOut: [`m.pdf: ${GONE}`] },
  'a PDF that is gone, where a file has the name of its page': {
    files: TWO,
    given: 'm.pdf',
    later: { 'm.pdf': null, 'm.pdf:p1': 'Something else.' },
    gets: [],
    leftOut: [`m.pdf: ${GONE}`],
  },
  'a folder': {
    files: { 'docs/a.md': 'A', 'docs/m.pdf': ['One', 'Two'] },
    given: 'docs',
    later: { 'docs/a.md': 'B' },
    gets: ['docs/a.md', 'docs/m.pdf:p1', 'docs/m.pdf:p2'],
    changed: ['docs/a.md'],
  },
  'a folder of which a file is gone': {
    files: { 'docs/a.md': 'A', 'docs/b.md': 'B', 'docs/m.pdf': ['One'] },
    given: 'docs',
    later: { 'docs/a.md': null },
    gets: ['docs/b.md', 'docs/m.pdf:p1'],
    leftOut: [`docs/a.md: ${GONE}`],
  },
  'a file that is named like a past decision': {
    files: { 'decision record.md': 'Mine.' },
    given: 'decision record.md',
    later: { 'decision record.md': 'New.' },
    gets: ['decision record.md'],
    changed: ['decision record.md'],
  },
  'a file that is named like a page of a PDF': {
    files: { 'm.pdf:p1': 'Mine.', 'm.pdf': ['One'] },
    given: 'm.pdf:p1',
    later: {},
    gets: ['./m.pdf:p1'],
  },
};

describe('the material of a recheck', () => {
  it.each(sample(Object.entries(CASES), 5))(
    '%s',
    async (_, { files, given, later, gets, leftOut = [], changed = [] }) => {
      put(files);
      await project.record(['run', '--json', '--id', 'd', '--context', given, 'Keep it?']);
      const before = new Map(project.events('d').flatMap(materialOf));
      put(later);
      const dry = await project.call(['recheck', 'd', '--dry-run']);
      expect(dry.code).toBe(0);
      for (const row of leftOut) expect(dry.stderr + dry.stdout).toContain(row.split(': ')[0]);
      const { threadId, contextLeftOut } = await project.record(['recheck', 'd', '--json']);
      const now = project.events(threadId).flatMap(materialOf);
      expect(now.map(([source]) => source)).toEqual(gets);
      expect(contextLeftOut.map(({ source, reason }) => `${source}: ${reason}`)).toEqual(leftOut);
      expect(now.flatMap(([source, text]) => (before.get(source) === text ? [] : [source]))).toEqual(changed);
    },
  );
});

function materialOf(event: ReturnType<Project['events']>[number]): (readonly [string, string])[] {
  if (event.type !== 'debate-opened') return [];
  return event.data.context.map(
    ({ source, content }) => [source, 'text' in content ? String(content.text) : ''] as const,
  );
}
