// The commands that messages of the program name: each is there, with the options that they pass to it.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { inCi } from '../support/campaign.ts';
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
