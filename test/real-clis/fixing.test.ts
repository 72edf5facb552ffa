// Real CLIs as authors of a fix: they read and change a file of their working tree, in a sandbox whose only way out is their model.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import type { Behaviour } from '../model-server/server.ts';
import { startCommandLine } from '../support/project.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { type Machine, openMachine } from './machine.ts';
import type { RealCli } from './real-cli.ts';

let machine: Machine | undefined;
afterEach(async () => {
  await machine?.close();
  machine = undefined;
});

const BEFORE = 'export const answer = Number(input);\n';
const AFTER = 'export const answer = Number(input ?? 0);\n';

/** What the model does with one request after the other, and the answer that ends it. */
type Moves = (folder: string) => readonly Behaviour[];

const answers = (ids: readonly string[]) => ({
  answers: ids.map((id) => ({ id, lines: ['src/main.ts:1'], reason: 'The empty input is handled.', answer: 'fixed' })),
});
const idsIn = ({ messages }: RecordedRequest) => [
  ...new Set(messages.flatMap(({ text }) => [...text.matchAll(/^- (R1-F\d+): P/gm)].map(([, id]) => id as string))),
];

async function fixWith(cli: RealCli, moves: Moves, end: (ids: readonly string[]) => Behaviour) {
  let number = 0;
  machine = await openMachine([cli], {
    behaviour: (request) => {
      const folder = /The path of the folder is (\S+)/.exec(request.system)?.[1];
      if (folder === undefined) return { kind: 'error', status: 400, message: 'No folder is named.' };
      number += 1;
      return moves(folder)[number - 1] ?? end(idsIn(request));
    },
  });
  const { cwd, env, server } = machine;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', cwd, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      encoding: 'utf8',
    });
  await mkdir(join(cwd, 'src'));
  await writeFile(join(cwd, 'src', 'main.ts'), 'export {};\n');
  await writeFile(join(cwd, '.gitignore'), 'debate-hall.config.json\n');
  git('init', '-q', '-b', 'main', '--template=');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  await writeFile(join(cwd, 'src', 'main.ts'), BEFORE);
  await writeFile(
    join(cwd, 'debate-hall.config.json'),
    JSON.stringify({ agents: { [cli.program]: cli.settings(server.url) }, agentRetries: 0 }),
  );
  const flags = [
    'review',
    '--rehearse',
    '--id',
    'r',
    '--fix',
    '--author',
    cli.program,
    '--fix-rounds',
    '1',
    '--trust',
    '--json',
  ];
  const finished = await startCommandLine(cwd, env, flags).finished;
  return { ...finished, git, requests: server.answerRequests(), machine };
}

test('claude reads and edits a file, and has no tool that runs a command or fetches a page', async () => {
  const moves: Moves = (folder) => [
    { kind: 'tool-call', tool: 'Read', arguments: { file_path: join(folder, 'src/main.ts') } },
    {
      kind: 'tool-call',
      tool: 'Edit',
      arguments: {
        file_path: join(folder, 'src/main.ts'),
        old_string: 'Number(input)',
        new_string: 'Number(input ?? 0)',
      },
    },
    { kind: 'tool-call', tool: 'Write', arguments: { file_path: join(folder, '..', 'beside.txt'), content: 'canary' } },
  ];
  const { stdout, stderr, git, requests } = await fixWith(claude, moves, (ids) => ({
    kind: 'tool-call',
    tool: 'StructuredOutput',
    arguments: answers(ids),
  }));
  expect(JSON.parse(stdout), stderr).toMatchObject({ kind: 'fixing', rounds: 1 });
  expect(git('show', 'debate-hall/r:src/main.ts')).toBe(AFTER);
  expect(new Set(requests.flatMap(({ toolNames }) => toolNames.map(({ name }) => name)))).toEqual(
    new Set(['Read', 'Edit', 'Write', 'Glob', 'Grep', 'StructuredOutput']),
  );
  expect(git('status', '--porcelain', '--', 'src')).toBe(' M src/main.ts\n');
});

test('codex runs commands in its working tree, and none of them reaches anything else', async () => {
  const run = (cmd: string): Behaviour => ({ kind: 'tool-call', tool: 'exec_command', arguments: { cmd } });
  const moves: Moves = () => [
    run('cat src/main.ts'),
    run(
      "sed -i 's/Number(input)/Number(input ?? 0)/' src/main.ts; ls ~; cat ~/project/.git/config; curl -sS -m 3 http://1.1.1.1",
    ),
  ];
  const { stdout, stderr, git, requests } = await fixWith(codex, moves, (ids) => ({
    kind: 'answer',
    text: JSON.stringify(answers(ids)),
  }));
  expect(JSON.parse(stdout), stderr).toMatchObject({ kind: 'fixing', rounds: 1 });
  expect(git('show', 'debate-hall/r:src/main.ts')).toBe(AFTER);
  const heard =
    requests
      .at(-1)
      ?.messages.map(({ text }) => text)
      .join('\n') ?? '';
  expect(heard).toContain('Number(input)');
  expect(heard).toMatch(/curl: \(\d+\)|curl: not found/);
  expect(heard).not.toContain('repositoryformatversion');
});
