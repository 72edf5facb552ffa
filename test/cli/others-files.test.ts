// A file that somebody else wrote stays as it is, whichever command is asked to write there.
import fs from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { commandsBelow } from '../support/commands.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';

const TOPIC = 'Should we?';
const RESULT = ['eval', 'questions.jsonl', '--arms', 'one', '--rehearse', '--out'];

/** What each command needs besides the file. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  run: ['--rehearse', TOPIC],
  check: ['--rehearse', TOPIC],
  review: ['--rehearse'],
  plan: ['--rehearse', TOPIC],
  resume: ['d'],
  fork: ['d', '--at', '0'],
  ask: ['d', TOPIC],
  recheck: ['d'],
  export: ['d'],
  eval: ['questions.jsonl', '--arms', 'one', '--rehearse'],
  'eval worth-it': ['questions.jsonl', '--rehearse'],
  'eval which-agents': ['questions.jsonl', '--rehearse'],
  'eval merge': ['result.json', 'other.json'],
  'eval export': ['result.json', '--format', 'promptfoo'],
};
const WRITES = ['--out', '--output', '--report', '--html', '--sarif'];
const TEXTS: Readonly<Record<string, string>> = { '--report': 'notes.md', '--html': 'notes.html' };

const written = commandsBelow(await createProgram()).flatMap(({ name, command }) =>
  command.options.flatMap(({ long }) => (WRITES.includes(long ?? '') ? [[name, long as string] as const] : [])),
);

let project: Project;
beforeAll(async () => {
  project = createProject({ agents: { rehearsal: quickRehearsal } });
  project.write('questions.jsonl', '{"input": "Is 91 a prime?", "target": "no"}\n');
  await project.call(['open', '--id', 'd', TOPIC]);
  await project.call([...RESULT, 'result.json']);
  await project.call([...RESULT, 'other.json', '--seed', '2']);
});
afterAll(() => project.dispose());

it.each(written)('%s leaves it at %s', async (name, option) => {
  const words = [...name.split(' '), ...(WORDS[name] as readonly string[])];
  const file = TEXTS[option] ?? 'notes.txt';
  project.write(file, 'precious\n');
  const { code, stderr } = await project.call([...words, option, file]);
  expect([code, stderr]).toEqual([
    expect.any(Number),
    expect.stringMatching(/notes\.\w+ (?:exists, and Debate Hall did not write it|already exists)\./),
  ]);
  expect(code).not.toBe(0);
  expect(fs.readFileSync(project.path(file), 'utf8')).toBe('precious\n');
});

it.each(['export', 'merge'])('eval %s leaves what it reads', async (name) => {
  const before = fs.readFileSync(project.path('result.json'), 'utf8');
  const words = WORDS[`eval ${name}`] as readonly string[];
  const { code, stderr } = await project.call(['eval', name, ...words, '--out', './result.json']);
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('./result.json')]);
  expect(code).not.toBe(0);
  expect(fs.readFileSync(project.path('result.json'), 'utf8')).toBe(before);
});

it('what an earlier export wrote is replaced', async () => {
  const call = () =>
    project.call(['eval', 'export', 'result.json', '--format', 'promptfoo', '--out', 'promptfoo.json']);
  expect([await call(), await call()].map(({ code }) => code)).toEqual([0, 0]);
});
