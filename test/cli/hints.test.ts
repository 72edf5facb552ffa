// The commands that messages of the program name: each is there, with the options that they pass to it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { createProgram } from '../../src/doors/cli/program.ts';
import { inCi, sample } from '../support/campaign.ts';
import { commandsBelow } from '../support/commands.ts';
import { createProject, quickRehearsal } from '../support/project.ts';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
/** First lines of texts that are signed, which look like commands. */
const NO_COMMANDS = ['ledger'];

const commands = new Map(commandsBelow(await createProgram()).map(({ name, command }) => [name, command]));
const groups = new Set([...commands.keys()].map((name) => name.split(' ')[0]));

function whatIsWrong(words: readonly string[]): string | undefined {
  const [first = '', second = ''] = words;
  const command = commands.get(`${first} ${second}`) ?? commands.get(first);
  if (command === undefined) return groups.has(first) && second === '' ? undefined : 'no such command';
  const known = command.options.flatMap(({ long, short }) => [long, short]);
  const passed = words.flatMap((word) => /^--?[a-z][a-z-]*/.exec(word) ?? []);
  return passed.find((option) => !known.includes(option));
}

it.runIf(inCi)('messages name commands and options that are there', () => {
  const files = fs.readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const named = files.flatMap((file) =>
    [...fs.readFileSync(path.join(SOURCES, file), 'utf8').matchAll(/["`]debate-hall ([a-z][^"`\n\\]*)/g)].map(
      ([, words = '']) => ({ file, words: words.trim() }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  const wrong = named.flatMap(({ file, words }) => {
    const problem = whatIsWrong(words.split(/[\s=]+/));
    return problem === undefined || NO_COMMANDS.includes(words) ? [] : [`${file}: debate-hall ${words}: ${problem}`];
  });
  expect(wrong).toEqual([]);
});

it('options in a message of a command are those of the command', () => {
  const files = [...commands.keys()].map((name) => name.split(' '));
  const folder = path.join(SOURCES, 'doors/cli/commands');
  const named = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const [first = '', second = ''] = path.basename(file, '.ts').split('-');
    const own = files.filter((words) => words[0] === first && (second === '' || words[1] === second));
    const known = own.flatMap((words) => commands.get(words.join(' '))?.options.map(({ long }) => long) ?? []);
    if (!file.endsWith('.ts') || own.length === 0) return [];
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    return [...text.matchAll(/hint: ?(['"`])(.*?)\1/gs)].flatMap(([, , hint = '']) =>
      [...hint.replaceAll(/"[^"]*"|debate-hall .*/g, '').matchAll(/(?<!\S)--[a-z][a-z-]*/g)].map(([option]) => ({
        file,
        option,
        known,
      })),
    );
  });
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ option, known }) => !known.includes(option))).toEqual([]);
});

it('the way to allow what looks like a secret is one that the command has', async () => {
  const token = `ghp_${'a1b2'.repeat(5)}`;
  const project = createProject({ agents: { rehearsal: quickRehearsal } });
  project.write('questions.jsonl', `{"input": "Is ${token} right?", "target": "no"}`);
  project.write('notes.md', 'Nothing.\n');
  await project.call(['check', '--rehearse', '-q', '--id', 'd', '--context', 'notes.md', 'Should we?']);
  project.write('notes.md', `key: ${token}\n`);
  for (const words of [
    ['recheck', 'd'],
    ['eval', 'questions.jsonl', '--arms', 'one', '--rehearse'],
    ['open', `Where is ${token}?`],
    ['interject', 'd', token],
    ['fork', 'd', '--id', `a-${token}`],
  ]) {
    const { code, stderr } = await project.call(words);
    const has = commands.get(words[0] ?? '')?.options.some(({ long }) => long === '--allow-secrets') === true;
    const way = has ? 'pass --allow-secrets if' : 'set "context.allowSecrets" in the configuration if';
    expect([words[0], code, stderr]).toEqual([words[0], 2, expect.stringContaining(way)]);
    expect(stderr.includes('--allow-secrets')).toBe(has);
  }
  project.dispose();
});

it('are named as somebody types them who started the program with npx, and no folder or answer is', async () => {
  const project = createProject({ agents: { rehearsal: quickRehearsal } });
  const hall = project.path('debate-hall is here');
  const { stderr } = await project.call(
    ['check', '--rehearse', '--hall', hall, '--options', 'A debate-hall file,B', 'Which of the two?'],
    { env: { npm_lifecycle_event: 'npx' } },
  );
  expect(stderr).toContain(`${hall}/`);
  expect(stderr).toContain('A debate-hall file');
  expect(stderr).toMatch(/Next +npx debate-hall /);
  expect(stderr.match(/npx debate-hall is/)).toBeNull();
  project.dispose();
});

describe('a command that a message names', () => {
  const project = createProject({
    agentRetries: 0,
    agents: {
      broken: { kind: 'rehearsal', misbehave: 'crashes' },
      rehearsal: quickRehearsal,
      tool: { kind: 'command', argv: ['tool'], prompt: 'stdin' },
    },
  });
  const check = ['check', '--agents', 'broken,rehearsal', 'Should we?'];
  const run = ['run', '--wind', 'broken', '--wall', 'rehearsal', '--door', 'rehearsal', 'Should we?'];
  // What a review looks at: all that is not committed.
  execFileSync('git', ['init', '-q', '--template=', project.folder]);
  afterAll(() => project.dispose());

  it.each<readonly [string, readonly string[], string]>([
    ['reaches the hall of the one before', ['show', 'nope', '--hall', "Ada's hall"], `list --hall 'Ada'\\''s hall'".`],
    [
      'reaches one that no terminal can show',
      ['show', 'nope', '--hall', 'a\n\u001b[1mb'],
      `list --hall $'a\\n\\u001b[1mb'".`,
    ],
    [
      'names it behind what is in quotes',
      ['check', '--agents', 'broken,broken', '--report', 'a; (1).md', '--hall', 'h', '-q', '--id', 'odd', 'Should we?'],
      "debate-hall resume odd --report 'a; (1).md' --hall h\n",
    ],
    [
      'with its configuration',
      ['show', 'nope', '--config', 'debate-hall.config.json', '--trust'],
      'list --config debate-hall.config.json --trust".',
    ],
  ])('%s', async (_, args, named) => {
    expect((await project.call(args)).stderr).toContain(named);
  });

  it('passes no hall to a command that has none', async () => {
    const { stderr } = await project.call(['run', '--wind', 'tool', '--hall', 'h', 'Should we?'], {
      env: { DEBATE_HALL_TRUST: '' },
    });
    expect(stderr).toContain('"debate-hall trust add"');
  });

  const STOPPED: readonly (readonly [string, readonly string[], string])[] = [
    [
      'what was to follow a check',
      [...check, '--escalate', '--escalate-seat', 'wall=rehearsal'],
      '--escalate --escalate-seat wall=rehearsal',
    ],
    ['what was to follow a debate', [...run, '--compare', '3'], '--compare 3'],
    ['files', [...run, '--report', 'a b.md', '--html', 'page'], "--report 'a b.md' --html page"],
    [
      'what fails a review',
      ['review', '--agents', 'broken,broken', '--fail-on', 'P1', '--sarif', 'x'],
      '--fail-on P1 --sarif x',
    ],
  ];
  it.each(sample(STOPPED, 4))('resumes with what no ledger knows: %s', async (_, args, options) => {
    const { code, stderr } = await project.call([...args, '-q', '--id', 'stopped']);
    expect(code).toBe(EXIT.agent);
    expect(stderr).toMatch(/\(broken\): it ended without a complete answer\. Resume to ask again/);
    expect(stderr).toContain(
      `Resume it with: debate-hall ${args[0] === 'review' ? 'review --resume' : 'resume'} stopped ${options}\n`,
    );
    await project.call(['delete', 'stopped', '--yes']);
  });

  it('continues a recheck by its own command, which says in the end what it found', async () => {
    await project.call(['check', '--agents', 'rehearsal,rehearsal', '-q', '--id', 'first', 'Should we?']);
    const again = await project.call(['recheck', 'first', '--seat', 'seat-1=broken', '-q']);
    expect(again.stderr).toContain('Resume it with: debate-hall recheck first\n');
    const last = await project.call(['recheck', 'first', '--last']);
    expect(last.stderr).toContain('Resume it with "debate-hall recheck first".');
    const resumed = await project.call(['recheck', 'first', '--seat', 'seat-1=rehearsal', '-q']);
    expect(resumed.stderr).not.toContain('Resume it with');
    const { code, stderr } = await project.call(['recheck', 'first', '--last', '--seat', 'seat-1=rehearsal']);
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('--last cannot be used with --seat')]);
  });
});

describe('a command in a result', () => {
  const project = createProject({
    agents: { broken: { kind: 'rehearsal', misbehave: 'crashes' } },
    agentRetries: 0,
  });
  const hall = project.path('other hall');
  const NAMED = ['--hall', hall, '--config', 'debate-hall.config.json', '--trust'] as const;
  const SAID = ` --hall '${hall}' --config debate-hall.config.json --trust`;
  const call = async (...args: string[]) => await project.call([...args, ...NAMED]);
  afterAll(() => project.dispose());

  it.runIf(inCi)('reaches the hall that was named', async () => {
    await call('open', '--id', 'due', '-F', 'check', '-o', 'seats=2', 'Should we?');
    for (const seat of ['seat-1', 'seat-2']) await call('say', 'due', '--seat', seat, 'Yes, 80%\nIt holds.');
    expect((await call('show', 'due')).stdout).toContain(`Next: debate-hall close due${SAID}\n`);
    fs.mkdirSync(path.join(hall, '.hall', 'drafts'), { recursive: true });
    fs.writeFileSync(path.join(hall, '.hall', 'drafts', 'gone'), 'words');
    expect((await call('doctor')).stdout).toContain(`"debate-hall doctor --clean${SAID}" removes them`);
  });

  it.runIf(inCi).each([[[]], [['--summary']]])('reaches it in show %j of a debate that stopped', async (flags) => {
    const id = `stopped-${flags.length}`;
    await call('run', '--agents', 'broken,broken,broken', '-q', '--id', id, 'Should we?');
    expect((await call('show', id, ...flags)).stdout).toContain(`Continue with: debate-hall resume ${id}${SAID}\n`);
  });
});
