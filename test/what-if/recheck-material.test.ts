// Which material a recheck reads again: pages of PDFs and files of folders, by the names that the record has of them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { pages, servePages } from '../support/page-server.ts';
import { makePdf } from '../support/pdf.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';

const quickHall = { agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' };
let project: Project;
beforeEach(() => {
  project = createProject(quickHall);
});
afterEach(() => project.dispose());

interface Later {
  readonly git?: true;
  readonly write?: string;
  readonly commit?: string;
}

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
  'a file with signs of a glob in its name that is gone': {
    files: { 'a[1].md': 'A', 'b.md': 'B' },
    given: 'a[1].md',
    later: { 'a[1].md': null },
    gets: [],
    leftOut: [`a[1].md: ${GONE}`],
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
  it.runIf(inCi).each(sample(Object.entries(CASES), 5))(
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

test.runIf(inCampaign)(
  'of pages and git ranges, what is gone is left out, and what nobody can ask for again stays as it was',
  async (context) => {
    const served: Record<string, readonly [string, string]> = {
      '/kept': ['text/plain', 'Kept, one.'],
      '/gone': ['text/plain', 'Soon gone.'],
      '/closed': ['text/plain', 'For those who have the token.'],
      '/read': ['text/plain', 'To look up.'],
    };
    const { origin, requests } = await servePages(context, pages(served));
    project.configure({ ...quickHall, web: { privateHosts: ['127.0.0.1'] } });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
        cwd: project.folder,
        stdio: 'ignore',
      });
    git('init', '--quiet', '--initial-branch', 'main');
    project.write('a.md', 'One');
    git('add', 'a.md');
    git('commit', '--quiet', '--message', 'One');
    git('checkout', '--quiet', '-b', 'feat');
    project.write('a.md', 'Two');
    git('commit', '--quiet', '--all', '--message', 'Two');
    git('checkout', '--quiet', 'main');
    project.write('look/b.md', 'To look up');
    const given = [`${origin}/kept`, `${origin}/gone`, `${origin}/closed?token=letmein`, 'git:main..feat'];
    const looked = [`${origin}/read`, `${origin}/closed?token=letmein`, 'git:feat', 'look', 'a.md'];
    const sources = [...given.flatMap((each) => ['--context', each]), ...looked.flatMap((each) => ['--read', each])];
    await project.record(['run', '--json', '--id', 'd', ...sources, 'Keep it?']);
    const before = project.events('d').flatMap(materialOf);
    served['/kept'] = ['text/plain', 'Kept, two.'];
    served['/closed'] = ['text/plain', 'Please log in.'];
    for (const path of ['/gone', '/read']) delete served[path];
    git('branch', '-D', 'feat');
    fs.rmSync(project.path('look'), { recursive: true });
    const asked = requests.length;
    const { threadId, contextLeftOut, reading } = await project.record(['recheck', 'd', '--json']);
    const closed = `${origin}/closed?token=hidden`;
    const now = new Map(project.events(threadId).flatMap(materialOf));
    expect([...now].sort()).toEqual([
      [closed, before.find(([source]) => source === closed)?.[1]],
      [`${origin}/kept`, 'Kept, two.'],
    ]);
    expect(contextLeftOut.map(({ source, reason }) => `${source}: ${reason}`).sort()).toEqual(
      [
        `${origin}/gone: ${GONE}`,
        `${closed}: its address is recorded without what opens it`,
        `git:main..feat: ${GONE}`,
        `${origin}/read: ${GONE}`,
        `git:feat: ${GONE}`,
        `look: ${GONE}`,
      ].sort(),
    );
    expect(reading?.pins.map(({ spec }) => spec)).toEqual(['a.md']);
    const { material } = JSON.parse((await project.call(['recheck', 'd', '--last', '--json'])).stdout);
    expect(material).toMatchObject({ added: [], changed: [`${origin}/kept`] });
    expect(material.gone.sort()).toEqual(
      [`${origin}/gone`, 'git:main..feat', 'look', `${origin}/read`, 'git:feat'].sort(),
    );
    expect(requests.slice(asked).map(({ url }) => url)).not.toContain('/closed?token=hidden');
    git('rm', '--quiet', 'a.md');
    const { reading: nothing } = await project.record(['recheck', 'd', '--json']);
    expect(nothing).toBeUndefined();
  },
);

test.each<[string, Later, readonly string[]]>(
  sample(
    [
      ['that are as they were', {}, []],
      ['of which one has other words of the same length', { write: 'Two' }, ['look']],
      ['in git that are as they were', { git: true }, []],
      ['in git of which one has other words', { git: true, write: 'Two' }, ['look']],
      ['in git of which one has other words, in a commit', { git: true, write: 'Two', commit: 'look' }, ['look']],
    ],
    5,
  ),
)('a recheck says of files to look things up in, %s, what became of them', async (_, later, changed) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: project.folder,
      stdio: 'ignore',
    });
  project.write('look/a.md', 'One');
  if (later.git === true) {
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', 'look');
    git('commit', '--quiet', '--message', 'One');
  }
  await project.record(['run', '--json', '--id', 'd', '--read', 'look', 'Keep it?']);
  if (later.write !== undefined) project.write('look/a.md', later.write);
  if (later.commit !== undefined) {
    git('add', later.commit);
    git('commit', '--quiet', '--message', 'Two');
  }
  const { stderr } = await project.call(['recheck', 'd']);
  const { material } = JSON.parse((await project.call(['recheck', 'd', '--last', '--json'])).stdout);
  expect(material).toEqual({ added: [], gone: [], changed });
  expect(stderr.includes('as it was')).toBe(changed.length === 0);
});

function materialOf(event: ReturnType<Project['events']>[number]): (readonly [string, string])[] {
  if (event.type !== 'debate-opened') return [];
  return event.data.context.map(
    ({ source, content }) => [source, 'text' in content ? String(content.text) : ''] as const,
  );
}
