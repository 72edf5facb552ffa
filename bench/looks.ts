// How long the hall hears nothing else while a seat looks something up in material that was made to be slow: the most CPU time between
// two turns of the event loop, in the program itself (git runs beside it). `--write` puts the table into bench/results; `--size 0.1` makes
// everything smaller; words of a row run only those.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createGits } from '../src/material/context/git/git.ts';
import { lookUp } from '../src/material/reading/look-up.ts';
import { openSources } from '../src/material/reading/open-sources.ts';
import type { Sources } from '../src/material/reading/sources.ts';
import { createProcessRunner } from '../src/process/process-runner.ts';
import { systemClock } from '../src/support/clock.ts';
import { markdownTable, writeResult } from './report.ts';

const { values: flags, positionals: wanted } = parseArgs({
  options: { write: { type: 'boolean' }, size: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const size = Number(flags.size);
const count = (number: number) => Math.max(1, Math.round(number * size));
const MEBIBYTE = 1024 * 1024;
const FILE_CHARACTERS = count(4 * MEBIBYTE) - 10;

const root = mkdtempSync(path.join(tmpdir(), 'debate-hall-bench-looks-'));
const processes = createProcessRunner({ clock: systemClock });
const { signal } = new AbortController();
const gitIn = createGits(processes, { env: process.env, signal, sandbox: async () => undefined });

function git(folder: string, args: readonly string[], input?: string | Buffer): void {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'gc.auto=0'];
  execFileSync('git', [...person, ...args], {
    cwd: folder,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'inherit'],
    ...(input === undefined ? {} : { input }),
  });
}

function makeFolder(name: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = path.join(root, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

function makeRepository(name: string, files: Readonly<Record<string, string>>): string {
  const folder = makeFolder(name, files);
  git(folder, ['init', '-q', '-b', 'main']);
  git(folder, ['add', '-f', '.']);
  git(folder, ['commit', '-q', '-m', 'First']);
  return folder;
}

/** A commit of files that share one content, and are not on disk. */
function makeWide(name: string, names: readonly string[], text: string): string {
  const folder = makeFolder(name);
  git(folder, ['init', '-q', '-b', 'main']);
  const files = names.map((file) => `M 100644 :1 ${file}\n`).join('');
  const commit = 'commit refs/heads/main\ncommitter Ada <ada@example.org> 1790000000 +0000\ndata 3\nAll\n';
  git(
    folder,
    ['fast-import', '--quiet'],
    `blob\nmark :1\ndata ${Buffer.byteLength(text)}\n${text}\n${commit}${files}\n`,
  );
  return folder;
}

const open = async (cwd: string, specs: readonly string[]): Promise<Sources> =>
  await openSources(specs, {
    cwd,
    gitIn,
    hallFolder: path.join(cwd, 'debates'),
    signal,
    outputs: [],
    documents: [],
    leftOut: [],
    pages: [],
    fetchPage: () => Promise.reject(new Error('Nothing is fetched.')),
    decisions: async () => ({ sha256: '0'.repeat(64), decisions: [] }),
  });

interface Measured {
  /** CPU milliseconds of the longest stretch without a turn of the event loop. */
  readonly stillMs: number;
  readonly wallMs: number;
  readonly outcome: string;
}

async function watch(work: () => Promise<string>): Promise<Measured> {
  let stillMs = 0;
  let before = process.cpuUsage();
  let isOver = false;
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    stillMs = Math.max(stillMs, (user + system) / 1000);
    if (!isOver) void setImmediate(turn);
  };
  const begun = systemClock.elapsed();
  turn();
  const outcome = await work().catch((error: Error) => error.message);
  isOver = true;
  turn();
  return { stillMs, wallMs: systemClock.elapsed() - begun, outcome };
}

interface Case {
  readonly what: string;
  readonly make: () => string;
  readonly specs?: readonly string[];
  readonly looks: readonly (readonly [tool: string, input: object])[];
}

const GLOB = `${'*a'.repeat(48)}*{b,c}`;
const PATTERN = '(a|b|ab)*(c|d)';
const deep = (depth: number) => `${'a/'.repeat(depth)}c`;
/** In a repository that gives the IDs of its commits. */
const head = (folder: string) => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();

const CASES: readonly Case[] = [
  {
    what: 'a file of 4 MiB, one line',
    make: () => makeRepository('line', { 'a.txt': `${'a b '.repeat(FILE_CHARACTERS / 4)}\n` }),
    looks: [
      ['read_file', { path: 'a.txt' }],
      ['search_text', { pattern: PATTERN }],
      ['git_blame', { path: 'a.txt' }],
    ],
  },
  {
    what: 'a file of 4 MiB, short lines',
    make: () => makeRepository('lines', { 'a.txt': 'a\n'.repeat(FILE_CHARACTERS / 2) }),
    looks: [
      ['read_file', { path: 'a.txt' }],
      ['search_text', { pattern: 'a' }],
      ['search_text', { pattern: 'a', skip: 1_000_000 }],
      ['git_blame', { path: 'a.txt' }],
    ],
  },
  ...['sk-', 'eyJaaaaaaaaaa.', '://a:b', 'password=', '(?:bearer ', 'xoxa-', 'M'].map(
    (word): Case => ({
      what: `a file of 4 MiB of "${word}", for the check for secrets`,
      make: () =>
        makeRepository(`secret-${word.replace(/\W/g, '_')}`, { 'a.txt': word.repeat(FILE_CHARACTERS / word.length) }),
      looks: [['read_file', { path: 'a.txt' }]],
    }),
  ),
  {
    what: '200,000 files, a glob of 100 wildcards',
    make: () =>
      makeWide(
        'wide',
        Array.from({ length: count(200_000) }, (_, at) => `${'a'.repeat(60)}/${at % 100}/${'ab'.repeat(20)}${at}`),
        'a\n',
      ),
    specs: ['git:HEAD'],
    looks: [
      ['list_files', {}],
      ['list_files', { glob: GLOB }],
      ['list_files', { glob: `**/${'*?'.repeat(90)}` }],
      ['search_text', { pattern: 'a' }],
      ['search_text', { pattern: 'a', glob: GLOB }],
    ],
  },
  {
    what: 'a search with the most hits that git prints',
    make: () =>
      makeWide(
        'hits',
        Array.from({ length: count(600) }, (_, at) => `f${at}`),
        'a\n'.repeat(10_000),
      ),
    specs: ['git:HEAD'],
    looks: [
      ['search_text', { pattern: 'a' }],
      ['search_text', { pattern: 'a', glob: 'f1*' }],
    ],
  },
  {
    what: 'a commit of 60 MB',
    make: () => makeRepository('commit', { 'a.txt': 'a b c '.repeat(count(10_000_000)) }),
    looks: [
      ['git_show', { commit: 'HEAD' }],
      ['git_show', { commit: 'HEAD', path: 'a.txt' }],
      ['read_file', { path: 'a.txt' }],
      ['search_text', { pattern: 'b' }],
    ],
  },
  {
    what: 'a commit with a subject of 50 MB',
    make: () => {
      const folder = makeRepository('subject', { 'a.txt': 'a\n' });
      git(
        folder,
        ['commit', '-q', '--allow-empty', '--cleanup=verbatim', '-F', '-'],
        'a b c '.repeat(count(8_000_000)),
      );
      return folder;
    },
    looks: [
      ['git_log', {}],
      ['git_show', { commit: 'HEAD' }],
    ],
  },
  {
    what: '20,000 commits',
    make: () => {
      const folder = makeFolder('commits');
      git(folder, ['init', '-q', '-b', 'main']);
      const one = (at: number) =>
        `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1_790_000_000 + at} +0000\ndata 5\nMore\n\nM 100644 inline f${at % 500}\ndata 4\n${String(at).padStart(3, '0').slice(-3)}\n\n`;
      git(folder, ['fast-import', '--quiet'], Array.from({ length: count(20_000) }, (_, at) => one(at)).join(''));
      return folder;
    },
    specs: ['git:HEAD'],
    looks: [
      ['git_log', {}],
      ['git_log', { path: 'f1' }],
      ['git_blame', { path: 'f1' }],
    ],
  },
  {
    what: 'a rule of .debatehallignore with ten "**", and folders 150 deep',
    make: () => {
      const folder = makeWide(
        'rule',
        Array.from({ length: count(1_000) }, (_, at) => `${deep(150)}${at}`),
        'a\n',
      );
      writeFileSync(path.join(folder, '.debatehallignore'), `${'a/**/'.repeat(10)}b\n`);
      return folder;
    },
    specs: ['git:HEAD'],
    looks: [['list_files', {}]],
  },
  {
    what: 'a .debatehallignore of 4 MB',
    make: () => {
      const folder = makeWide(
        'rules',
        Array.from({ length: count(5_000) }, (_, at) => `a/${at}`),
        'a\n',
      );
      writeFileSync(path.join(folder, '.debatehallignore'), '*b*c*d*\n'.repeat(count(500_000)));
      return folder;
    },
    specs: ['git:HEAD'],
    looks: [['list_files', {}]],
  },
  {
    what: '200,000 files in one folder on disk',
    make: () => {
      const folder = makeRepository('entries', { 'a.txt': 'a\n' });
      for (let at = 0; at < count(200_000); at += 1) writeFileSync(path.join(folder, `f${at}`), '');
      return folder;
    },
    looks: [
      ['list_files', {}],
      ['search_text', { pattern: 'a' }],
    ],
  },
  {
    what: 'a sparse file of 10 GB, a pipe and a circle of links',
    make: () => {
      const folder = makeRepository('odd', { 'a.txt': 'a\n', 'folder/b.txt': 'b\n' });
      writeFileSync(path.join(folder, 'sparse.txt'), '');
      truncateSync(path.join(folder, 'sparse.txt'), 10_000_000_000);
      execFileSync('mkfifo', [path.join(folder, 'pipe')]);
      symlinkSync('..', path.join(folder, 'folder/up'));
      symlinkSync('one', path.join(folder, 'two'));
      symlinkSync('two', path.join(folder, 'one'));
      return folder;
    },
    looks: [
      ['list_files', {}],
      ['read_file', { path: 'sparse.txt' }],
      ['read_file', { path: 'pipe' }],
      ['read_file', { path: 'one' }],
      ['read_file', { path: 'folder/up/a.txt' }],
      ['search_text', { pattern: 'a' }],
    ],
  },
];

const rows: string[][] = [];
const toRow = (what: string, { stillMs, wallMs, outcome }: Measured) => {
  const row = [what, `${Math.round(stillMs)} ms`, `${Math.round(wallMs)} ms`, outcome];
  console.error(row.join(' | '));
  rows.push(row);
};
try {
  for (const { what, make, specs = ['.'], looks } of CASES) {
    if (wanted.length > 0 && !wanted.some((words) => what.includes(words))) continue;
    const folder = make();
    let sources: Sources | undefined;
    const opened = await watch(async () => {
      sources = await open(folder, specs);
      return `${sources.files.size} files`;
    });
    toRow(`${what}: \`--read ${specs.join(' ')}\``, opened);
    for (const [tool, input] of sources === undefined ? [] : looks) {
      const request = { tool, arguments: 'commit' in input ? { ...input, commit: head(folder) } : input };
      const all = sources;
      const measured = await watch(async () => {
        if (all === undefined) return 'nothing to read';
        const { refused, text } = await lookUp(all, '0123456789abcdef', request);
        return refused ? text.slice(0, 90) : 'answered';
      });
      const words = Object.entries(input).map(([name, value]) => `${name}=${String(value).slice(0, 20)}`);
      toRow([tool, ...words].join(' '), measured);
    }
    rmSync(folder, { recursive: true, force: true });
  }
} finally {
  await processes.close();
  rmSync(root, { recursive: true, force: true });
}
const table = markdownTable(['what', 'stands still', 'takes', 'ends'], rows);
console.log(table);
if (flags.write === true) writeResult('looks', table);
