// docs/cli.md knows every command and option of the program.
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program/program.ts';
import { commandsBelow } from '../support/commands.ts';
import { read } from './documents.ts';

const text = await read('docs/cli.md');
const sections = new Map(text.split(/^### /m).map((section) => [section.slice(0, section.indexOf('\n')), section]));
const shared = text.slice(text.indexOf('## Options that all commands'), text.indexOf('## Debate'));

describe('docs/cli.md', () => {
  it.each(commandsBelow(createProgram()))('describes $name with all its options', ({ name, command }) => {
    const section = sections.get(name) ?? '';
    expect(section, `a section "### ${name}"`).not.toBe('');
    const missing = command.options.filter(
      ({ long, short }) => !`${section}${shared}`.includes(`\`${long}`) || (short && !section.includes(`\`${short}\``)),
    );
    expect(missing.map(({ flags }) => flags)).toEqual([]);
  });

  it('describes no command that is not there', () => {
    const known = commandsBelow(createProgram()).map(({ name }) => name);
    expect([...sections.keys()].slice(1).filter((name) => !known.includes(name))).toEqual([]);
  });
});
