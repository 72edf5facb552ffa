// Rehearsed debates of every format, as pages: made once, by the command line.
import { execFileSync } from 'node:child_process';
import { createProject, type Project } from '../support/project.ts';

const RUNS: Readonly<Record<string, readonly string[]>> = {
  'wind-wall-door': ['run', '--rehearse', '--read', '.', 'Should we rewrite our backend in Rust?'],
  asymmetric: ['run', '--rehearse', '--format', 'asymmetric', 'Should we adopt event sourcing?'],
  oxford: ['run', '--rehearse', '--format', 'oxford', 'This house would adopt a monorepo'],
  panel: ['run', '--rehearse', '--format', 'panel', 'Which storage for sessions?'],
  check: ['check', '--rehearse', 'Is it safe to drop the column?'],
  review: ['review', '--rehearse', '--range', 'HEAD~1..HEAD'],
  plan: ['plan', '--rehearse', 'Move the sessions from memory to Redis'],
};

export const FORMATS = Object.keys(RUNS);

const lines = (change: (line: number) => string) =>
  Array.from({ length: 40 }, (_, index) => change(index + 1)).join('\n');

function commit(project: Project, message: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: project.folder });
  if (message === 'Begin') git('init', '-q');
  git('add', 'src');
  git('commit', '-q', '-m', message);
}

export interface Debates {
  readonly project: Project;
  readonly page: (format: string) => string;
  close(): void;
}

export async function rehearse(formats: readonly string[]): Promise<Debates> {
  const project = createProject({ agents: { rehearsal: { kind: 'rehearsal', wordsPerSecond: 0 } } });
  project.write(
    'src/store.js',
    lines((line) => `export const line${line} = ${line};`),
  );
  commit(project, 'Begin');
  project.write(
    'src/store.js',
    lines((line) => `export const line${line} = ${line === 20 ? 'eval("20")' : line};`),
  );
  project.write('src/save.js', 'export const save = (text) => fs.writeFileSync("a", text);\n');
  commit(project, 'Change');
  const page = (format: string) => project.path(`${format}.html`);
  for (const format of formats) {
    const args = RUNS[format] ?? [];
    const { code, stderr } = await project.call([...args, '--id', format, '--quiet', '--html', page(format)]);
    // Several ends of a rehearsal are no agreement, which is not what these tests are about.
    if (![0, 6].includes(code ?? -1)) throw new Error(`${format} ended with ${code}: ${stderr}`);
  }
  return { project, page, close: () => project.dispose() };
}
