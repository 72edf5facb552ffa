// What an empty variable of a shell makes of an option that names a file, a folder, a source or a command: an error, in every command.
import type { Command, Option } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { inCi } from '../support/campaign.ts';

const NAMED = /[<[](?:file|folder|path|source|command)[\]>]/;

const listOptions = (command: Command, path: readonly string[]): (readonly [readonly string[], Option])[] => [
  ...command.options.map((option) => [path, option] as const),
  ...command.commands.flatMap((child) => listOptions(child, [...path, child.name()])),
];

it.runIf(inCi)('is refused', async () => {
  const program = await createProgram();
  const all = listOptions(program, []).filter(([, { flags }]) => NAMED.test(flags));
  const names = all.map(([path, { long }]) => `${path.join(' ')} ${long}`);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['run', 'check', 'ask', 'review', 'plan', 'open'].map((command) => `${command} --context`),
      ...['run --read', 'review --path', 'review --test', 'list --config', 'verify --signers', 'hall export --to'],
    ]),
  );
  for (const [path, { long }] of all) {
    for (const blank of ['', ' ']) {
      const words = [...path, `${long}=${blank}`];
      await expect(program.parseAsync(words, { from: 'user' }), words.join(' ')).rejects.toThrow('must not be blank');
    }
  }
});
