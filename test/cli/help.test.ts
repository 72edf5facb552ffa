// The help: grouped by what people want to do, on one line each, an answer and no error, with docs that are there.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { callProgram } from '../support/call-program.ts';
import { inCi } from '../support/campaign.ts';
import { commandsBelow } from '../support/commands.ts';

const program = await createProgram();

const GROUPS = ['Debate', 'Read', 'Take part', 'Share', 'Clean up', 'Set up'];

describe('the help', () => {
  it('groups the commands, the common ones first, each on a line of 80 columns', async () => {
    const { stdout } = await callProgram('--help');
    const headings = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
    expect(headings.filter((heading) => GROUPS.includes(heading ?? ''))).toEqual(GROUPS);
    expect(headings).not.toContain('Commands');
    for (const command of program.commands) expect(stdout).toMatch(new RegExp(`^  ${command.name()} .*\\.$`, 'm'));
  });

  it.each([[[]], [['--help']], [['github']], [['help']], [['help', 'github']]])(
    'is the answer to %j: on standard output, with exit code 0',
    async (words) => {
      const { code, stdout, stderr } = await callProgram(...words);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('Usage: debate-hall');
    },
  );

  it.each(['run', 'check', 'review', 'plan'])('of %s shows what people use, and all of it on request', async (name) => {
    const optionsIn = (text: string) => [...text.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, long]) => long);
    const [common, all] = await Promise.all([callProgram(name, '--help'), callProgram(name, '--help-all')]);
    expect(optionsIn(common.stdout).length).toBeLessThanOrEqual(16);
    const more = `"debate-hall ${name} --help-all" shows all.`;
    expect([common.stdout.includes(more), all.stdout.includes(more)]).toEqual([true, false]);
    const command = program.commands.find((each) => each.name() === name);
    expect(optionsIn(all.stdout)).toEqual(expect.arrayContaining(command?.options.map(({ long }) => long) ?? []));
    expect([all.code, all.stderr]).toEqual([0, '']);
  });

  it('of a command that does not exist is an unknown command', async () => {
    const { code, stderr } = await callProgram('help', 'serach');
    expect(code).toBe(2);
    expect(stderr).toContain('error: Unknown command "serach".\nnext:  Did you mean "search"?');
  });

  it.runIf(inCi).each(commandsBelow(program))('of $name names docs that are on this machine', async ({ name }) => {
    const { stdout } = await callProgram(...name.split(' '), '--help');
    const pages = [...stdout.matchAll(/^Docs: (.+)$|^Formats: (.+); their options: (.+)$/gm)].flatMap(([, ...named]) =>
      named.filter((page) => page !== undefined),
    );
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((page) => !existsSync(page))).toEqual([]);
  });

  it.each(commandsBelow(program))('of $name describes its options by phrases', ({ command }) => {
    const sentences = command.options.filter(({ description }) => /^[A-Z][a-z]|\.$/.test(description));
    expect(sentences.map(({ flags }) => flags)).toEqual([]);
  });
});
