// Long reports end a run in a few lines where a person reads them: every way to end, in each format that has a report.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const REVIEWER = fileURLToPath(new URL('../fakes/reviews-change.mjs', import.meta.url));
const LONG = `**Bold** <b>title</b> \u001b[31mred [link](https://evil.example) ${'without an end '.repeat(30)}`;
const MARKS = 'Use `a < b` && *bold* <b>tag</b> #12 @foo [x](y) under_score_';

let project: Project;

const finding = (severity: string, title: string, line = 1) => ({
  ...{ severity, title, file: 'src/cart.js', line, detail: 'Detail of it.', fix: 'Fix of it.', evidence: null },
});
const reviewer = (as: string, findings: readonly object[]) => ({
  ...{ kind: 'command', sandbox: 'off', prompt: 'stdin' },
  argv: [process.execPath, REVIEWER, JSON.stringify({ log: path.join(project.root, 'log'), as, findings })],
  output: { format: 'json', path: 'text' },
});
const PLACES = Array.from({ length: 15 }, (_, index) => 10 * index + 1);
const many = PLACES.map((line, index) => {
  const severity = index < 5 ? 'P2' : index < 10 ? 'P1' : 'P0';
  return finding(severity, `${String.fromCharCode(97 + index).repeat(8)} ${index}`, line);
});

beforeAll(() => {
  project = createProject();
  project.write('src/cart.js', 'export const total = 1;\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', project.folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args]);
  git('init', '-q', '--template=');
  git('add', 'src');
  git('commit', '-q', '-m', 'Begin');
  project.write('src/cart.js', 'export const total = 2;\n');
  project.write('logo.png', 'a\u0000b');
  git('add', 'src', 'logo.png');
  git('commit', '-q', '-m', 'Add a logo');
  project.write('src/cart.js', 'export const total = 3;\n'.repeat(150));
  project.configure({
    agentRetries: 0,
    agents: {
      rehearsal: { wordsPerSecond: 0 },
      slow: { kind: 'rehearsal', wordsPerSecond: 90 },
      broken: { kind: 'rehearsal', misbehave: 'crashes' },
      none: reviewer('none', []),
      long: reviewer('long', [finding('P1', LONG)]),
      marks: reviewer('marks', [finding('P1', MARKS)]),
      many: reviewer('many', many),
    },
  });
});
afterAll(() => project.dispose());

type Stream = 'stdout' | 'stderr';

interface Place {
  /** The streams that are a terminal; what goes to the others goes to files. */
  readonly terminals?: readonly Stream[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Meanwhile it tells lines: what moves would need a real terminal. */
async function runAsPerson(args: readonly string[], { terminals = ['stdout', 'stderr'], env = {} }: Place = {}) {
  const streams = terminals.map((name) => process[name] as { isTTY?: boolean | undefined });
  const before = streams.map(({ isTTY }) => isTTY);
  for (const stream of streams) stream.isTTY = true;
  try {
    const { code, stdout, stderr } = await project.call([...args, '--log'], { env });
    return { code, raw: stdout, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) };
  } finally {
    for (const [index, stream] of streams.entries()) stream.isTTY = before[index];
  }
}

/** As it was before its lines were wrapped. */
const unwrap = (text: string) => text.replace(/\s+/g, ' ');

interface Ending {
  readonly args: readonly string[];
  readonly code: number;
  /** What standard output has, in this order, and what it has not. */
  readonly says: readonly string[];
  readonly leaves?: readonly string[];
  /** What the lines below say. */
  readonly below: string;
  readonly lines: number;
}

const plan = ['plan', '--preset', 'quick'];
const oxford = ['run', '--format', 'oxford', '--recipe', 'quick'];
const shortly = ['--max-minutes', '0.01'];
const TOPIC = 'Move the queue to Postgres';
const PARTLY = 'No reason against merging in what was reviewed: no findings.';

const ENDINGS: Readonly<Record<string, Ending>> = {
  'a plan': {
    args: [...plan, '--rehearse', TOPIC],
    ...{ code: 0, says: ['• S1 Write down', '(after S1', 'Open: Who decides', 'Scores: Planner 1'], lines: 20 },
    ...{ leaves: ['Phase 1', 'anyone can check'], below: 'Agreed. A plan of' },
  },
  'a plan without one of its planners': {
    args: [...plan, '--agents', 'rehearsal,broken,rehearsal', '--threshold', '50', TOPIC],
    ...{ code: 3, says: ['• S1 Write down'], below: 'Degraded: Planner 2 left (1 of 3)', lines: 20 },
  },
  'a plan that nobody made': {
    args: [...plan, '--agents', 'broken,broken', TOPIC],
    ...{ code: 4, says: [], lines: 0 },
    below: 'No outcome yet: the debate is open. No plan: not all planners have planned.',
  },
  'a plan at a limit': {
    args: [...plan, '--agents', 'slow,slow', ...shortly, TOPIC],
    ...{ code: 5, says: [], below: 'No plan', lines: 2 },
  },
  'an Oxford debate': {
    args: [...oxford, '--rehearse', TOPIC],
    ...{ code: 0, says: ['Judging: with the proposition first', 'Strongest: for the proposition, '], lines: 4 },
    ...{ leaves: ['Score curve', 'Motion'], below: 'Proposition wins by' },
  },
  'an Oxford debate without its judge': {
    args: [...oxford, '--seat', 'judge=broken', '--agents', 'rehearsal,rehearsal', TOPIC],
    ...{ code: 4, says: [], below: 'the debate is open. No exchange has been judged yet.', lines: 0 },
  },
  'an Oxford debate at a limit': {
    args: [...oxford, '--agents', 'slow,slow', '--seat', 'judge=slow', ...shortly, TOPIC],
    ...{ code: 5, says: [], below: 'limit', lines: 2 },
  },
  'a review that found much': {
    args: ['review', '--id', 'many', '--agents', 'many,none', '--rounds', '0', '--hall', 'debates'],
    ...{
      code: 0,
      says: [
        '• P0 F1 kkkkkkkk 10, src/cart.js:101',
        '• P1 F6 ',
        '• P2 F11 ',
        'and 3 more: debate-hall show many --hall debates\n',
      ],
    },
    ...{
      leaves: ['Detail of it', 'Fix of it', 'Files in the diff'],
      below: 'Not ready to merge: 5 P0, 5 P1.',
      lines: 13,
    },
  },
  'a review that found nothing': {
    args: ['review', '--agents', 'none,none', '--rounds', '0'],
    ...{ code: 0, says: [], below: 'Ready to merge: no findings.', lines: 0 },
  },
  'a review of a change that has a binary': {
    args: ['review', '--range', 'HEAD~1..HEAD', '--agents', 'none,none', '--rounds', '0'],
    ...{ code: 3, says: [], below: PARTLY, lines: 0 },
  },
  'a run that reviews a change that has a binary': {
    args: [
      'run',
      '--format',
      'review',
      '--context',
      'git:HEAD~1..HEAD',
      '--agents',
      'none,none',
      '-o',
      'rounds=0',
      TOPIC,
    ],
    ...{ code: 3, says: [], below: PARTLY, lines: 0 },
  },
  'a review with a hostile title': {
    args: ['review', '--agents', 'long,none', '--rounds', '0'],
    ...{
      code: 0,
      says: ['• P1 F1 **Bold** <b>title</b>', '…, src/cart.js'],
      below: 'Not ready to merge: 1 P1.',
      lines: 3,
    },
    leaves: ['\u001b[31m'],
  },
  'a review that nobody made': {
    args: ['review', '--agents', 'broken,broken'],
    ...{ code: 4, says: [], below: 'the debate is open. Not reviewed: Reviewer 1 failed: ', lines: 0 },
  },
};

it.runIf(inCampaign).each(Object.entries(ENDINGS))(
  '%s ends in few lines, and its headline comes once',
  async (_, ending) => {
    const { code, raw, stdout, stderr } = await runAsPerson(ending.args);
    expect(code, stderr).toBe(ending.code);
    let from = 0;
    for (const words of ending.says) {
      expect(stdout.slice(from)).toContain(words);
      from = stdout.indexOf(words, from) + words.length;
    }
    for (const words of ending.leaves ?? []) expect(raw).not.toContain(words);
    expect(unwrap(stderr)).toContain(ending.below);
    expect(stdout.split('\n').filter((line) => line.trim() !== '').length, stdout).toBeLessThanOrEqual(ending.lines);
  },
);

it.runIf(inCi).each<readonly [string, readonly Stream[]]>([
  ['alone', ['stdout']],
  ['as all else', ['stdout', 'stderr']],
])('gives its verdict where the result goes to a terminal %s', async (_, terminals) => {
  const isShort = terminals.includes('stderr');
  const { stdout, stderr } = await runAsPerson([...oxford, '--rehearse', TOPIC], { terminals });
  expect(unwrap(isShort ? stderr : stdout)).toContain('Proposition wins by');
  expect(stdout).toContain('Strongest: for the proposition, ');
  expect(stdout).not.toContain('Score curve');
});

it.runIf(inCampaign).each([{}, { NO_COLOR: '1' }])(
  'says with %o what seats have written as they wrote it',
  async (env) => {
    const { raw, stdout } = await runAsPerson(['review', '--agents', 'marks,none', '--rounds', '0'], { env });
    expect(stdout).toBe(`• P1 F1 ${MARKS}, src/cart.js:1\n`);
    expect(raw.includes('\u001b[1m')).toBe(!('NO_COLOR' in env));
  },
);

it.runIf(inCampaign).each([
  ['plan', 'review', [TOPIC]],
  ['review', 'plan', []],
])('names the command that resumes a %s wherever somebody may want it', async (command, other, topic) => {
  const id = `stopped-${command}`;
  const resume = `debate-hall ${command} --resume ${id}`;
  const { stderr } = await project.call([command, '--id', id, '--agents', 'broken,broken', ...topic]);
  expect(stderr).toContain(`Resume it with: ${resume}\n`);
  const hints: readonly (readonly [args: readonly string[], hint: string])[] = [
    [['outcome', id, 'right'], `Finish it first: ${resume}\n`],
    [['watch', id], `Continue with: ${resume}\n`],
    [[other, '--resume', id], `Resume it with "${resume}".`],
  ];
  for (const [args, hint] of hints) expect((await project.call(args)).stderr).toContain(hint);
});

it.runIf(inCi)('keeps the whole report for programs, files and show', async () => {
  const { stdout } = await project.call([...plan, '--id', 'whole', '--rehearse', '--report', 'whole.md', TOPIC]);
  const shown = await project.call(['show', 'whole']);
  for (const text of [stdout, shown.stdout, fs.readFileSync(project.path('whole.md'), 'utf8')]) {
    expect(text).toContain('Phase 1');
  }
});
