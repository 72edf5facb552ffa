// What the command line refuses before any command begins: a sentence, the next step, and JSON for whoever asked for it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { callProgram } from '../support/call-program.ts';
import { commandsBelow } from '../support/commands.ts';
import { createProject, type Project } from '../support/project.ts';

const program = await createProgram();

/** The same call without and with --json: the message for people, the error for programs. */
async function refused(...words: string[]) {
  const { code, stdout, stderr } = await callProgram(...words);
  expect([code, stdout]).toEqual([2, '']);
  const forPrograms = await callProgram(...words, '--json');
  expect(forPrograms.code).toBe(2);
  const { error } = JSON.parse(forPrograms.stdout) as { error: { code: string; message: string; hint?: string } };
  return { said: stderr.split('\n'), error };
}

describe('an unknown option', () => {
  it.each(commandsBelow(program))('of $name is refused in words and as JSON', async ({ name, command }) => {
    // Commander looks for these first.
    const required = command.options
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ long, argChoices = ['1'] }) => [long ?? '', argChoices[0] ?? '']);
    const { said, error } = await refused(...name.split(' '), ...required, '--no-such-thing');
    expect(error).toMatchObject({ code: 'usage', message: 'Unknown option "--no-such-thing".' });
    expect(said).toEqual([`error: ${error.message}`, `next:  ${error.hint}`, '']);
    const help = command.options.some(({ long }) => long === '--help-all') ? '--help-all' : '--help';
    expect(error.hint).toBe(`See "debate-hall ${name} ${help}".`);
  });

  it('that is misspelled is answered with the one that was meant, and with nothing far-fetched', async () => {
    expect((await refused('list', '--hepl')).error.hint).toBe('Did you mean --help?');
    expect((await refused('run', '--recpie', 'quick', 'x')).error.hint).toBe('Did you mean --recipe?');
    expect((await refused('run', '--nope', 'x')).error.hint).toBe('See "debate-hall run --help-all".');
  });

  it.each([
    [['--hall', 'here', 'run', 'x'], 'Put options after the command: debate-hall COMMAND --hall'],
    [['--rehearse', 'run', 'x'], 'Put options after the command: debate-hall COMMAND --rehearse'],
    [['hall', '--from', 'debates', 'import'], 'Put options after the command: debate-hall hall COMMAND --from'],
    [['--versoin'], 'Did you mean --version?'],
    [['list', '--version'], 'Put it after the name: debate-hall --version'],
    [['github', 'sync', '-V'], 'Put it after the name: debate-hall -V'],
  ])('in the wrong place is answered with where it goes: %j', async (words, hint) => {
    expect((await refused(...words)).error.hint).toBe(hint);
  });

  it('that is a text is answered with how texts are given', async () => {
    const { error } = await refused('say', 'lunch', '--seat', 'wind', '- Soup');
    expect(error.hint).toContain('Put "--" before text that starts with "-": debate-hall say …');
    expect((await refused('list', '- Soup')).error.hint).toBe('See "debate-hall list --help".');
  });
});

describe('other words that make no sense', () => {
  it.each([
    [['serach'], 'Unknown command "serach".', 'Did you mean "search"?'],
    [['github', 'synk'], 'Unknown command "synk".', 'Did you mean "sync"?'],
    [['show'], 'The argument <id> is missing.', 'See "debate-hall show --help".'],
    [['say', 'x'], '--seat <seat> is required.', 'See "debate-hall say --help".'],
    [
      ['run', '--rounds', 'abc', 'x'],
      '"abc" is not valid for --rounds. It must be a whole number, 1 or more.',
      'See "debate-hall run --help-all".',
    ],
    [
      ['run', '--rehearse', '--compare', '0', 'Should we?'],
      '"0" is not valid for --compare. It must be a whole number from 1 to 12.',
      'See "debate-hall run --help-all".',
    ],
    [
      ['run', '--rehearse', '--compare', '13', 'Should we?'],
      '"13" is not valid for --compare. It must be a whole number from 1 to 12.',
      'See "debate-hall run --help-all".',
    ],
    [
      ['say', 'x', '--seat', 'wind', '--vote', 'no'],
      '"no" is not valid for --vote. Choose from approve, own, accept, reject.',
      'debate-hall say --help',
    ],
    [
      ['run', 'tabs', 'or', 'spaces'],
      'Too many arguments: expected 1 argument but got 3.',
      'Quote text that has spaces',
    ],
    [['replay', 'x', '--speed', '0'], 'Leave out --speed to play without pauses.', 'See "debate-hall replay --help".'],
    [['show', 'one', 'two'], 'Too many arguments: expected 1 argument but got 2.', 'See "debate-hall show --help".'],
    [
      ['plugin', 'install', 'vim'],
      '"vim" is not a valid program. Choose from claude, codex, gemini.',
      'debate-hall plugin install --help',
    ],
    [['review', '--staged', '--range', 'HEAD'], '--staged cannot be used with --range.', 'debate-hall review --help'],
    [['run', '--seat', 'wind', 'x'], '"--seat wind" is missing an agent.', 'Write --seat wind=claude:opus#high.'],
  ])('%j', async (words, message, hint) => {
    const { error } = await refused(...words);
    // A value has the code that it has at every door.
    expect(error.code).toBe(/ valid |missing|required|^Leave out/.test(message) ? 'bad-input' : 'usage');
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });
});

it.each([
  ['hall', 'import', '--from', 'no-such-folder'],
  ['trust', 'add', 'no-such-folder'],
])('a folder that is not there is refused: %s %s', async (...words) => {
  const { error } = await refused(...words);
  expect(error).toMatchObject({ code: 'bad-input', message: expect.stringContaining('There is no folder ') });
});

describe('the program as it is started', () => {
  let project: Project;
  beforeEach(() => {
    project = createProject();
  });
  afterEach(() => project.dispose());

  it('ends with code 2 and JSON on standard output, also where the words come after "--"', async () => {
    const unknown = await project.call(['run', '--json', '--nope', 'a b c']);
    expect([unknown.code, JSON.parse(unknown.stdout).error.code]).toEqual([2, 'usage']);
    const text = await project.call(['show', '--', '--json', 'x']);
    expect([text.code, text.stdout]).toEqual([2, '']);
  });
});
