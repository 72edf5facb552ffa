// A repository with a planted fault, reviewers that find it, and a scripted author, for tests of `review --fix`.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Project } from './project.ts';

const fake = (name: string) => fileURLToPath(new URL(`../fakes/${name}`, import.meta.url));

export const FIX_BRANCH = 'debate-hall/r';
export const FINDING = {
  severity: 'P1',
  title: 'The last item is never counted',
  file: 'src/cart.js',
  line: 2,
  detail: 'The loop ends before it.',
  fix: 'Use `<=`.',
  evidence: 'items.length - 1',
};
export const cart = (end: string) => `export function count(items) {\n  return items.length${end};\n}\n`;

/** Reviewers ada and bob report `FINDING`, and writer does as it is told; see the programs of test/fakes. `more` are other agents. */
export function seatFixers(project: Project, author: object, reviewers: object = {}, more: object = {}): void {
  const shared = { kind: 'command', prompt: 'stdin', output: { format: 'json', path: 'text' } };
  const reviewer = (as: string) => {
    const told = { log: path.join(project.root, 'calls'), as, findings: [FINDING], ...reviewers };
    return { ...shared, sandbox: 'off', argv: [process.execPath, fake('reviews-change.mjs'), JSON.stringify(told)] };
  };
  const argv = [process.execPath, fake('fixes-change.mjs'), JSON.stringify(author)];
  project.configure({
    agents: {
      ...{ ada: reviewer('ada'), bob: reviewer('bob') },
      writer: { ...shared, works: true, output: { format: 'text' }, argv },
      ...more,
    },
    agentRetries: 0,
  });
}

/** A first commit, and a change of it that is not committed; gives git as the person runs it there. */
function plantChange(project: Project, before: string, after: string): (...args: string[]) => string {
  const as = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'maintenance.auto=false'];
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', project.folder, ...as, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  project.write('src/cart.js', before);
  git('init', '-q', '-b', 'main', '--template=');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  project.write('src/cart.js', after);
  return git;
}

/** A change with a fault, which `seatFixers` finds. */
export function plantFault(project: Project): (...args: string[]) => string {
  project.write('.gitignore', 'debate-hall.config.json\n');
  return plantChange(project, cart(''), cart(' - 1'));
}

/** A change for reviewers of a rehearsal, who find something in any. */
export function plantLoading(project: Project): (...args: string[]) => string {
  const sum = (count: string) => `export function sum(items) {\n  return ${count}.length;\n}\n`;
  return plantChange(project, sum('items'), sum('load(items)'));
}

/** What starts a chain of one round; options of the command follow. */
export const START_FIX = [
  ...['review', '--id', 'r', '--agents', 'ada,bob', '--rounds', '0'],
  ...['--fix', '--author', 'writer', '--trust'],
];
