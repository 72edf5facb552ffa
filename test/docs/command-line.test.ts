// docs/cli.md knows every command and option of the program.
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { read } from './documents.ts';

const text = await read('docs/cli.md');
const sections = new Map(text.split(/^### /m).map((section) => [section.slice(0, section.indexOf('\n')), section]));
const shared = text.slice(text.indexOf('## Options that all commands'), text.indexOf('## Debate'));

function leaves(command: Command, path: readonly string[] = []): { name: string; command: Command }[] {
  return command.commands.flatMap((child) => {
    const here = [...path, child.name()];
    const itself = { name: here.join(' '), command: child };
    if (child.commands.length === 0) return [itself];
    // A command with options of its own does something beside holding others.
    return [...(child.options.length > 0 ? [itself] : []), ...leaves(child, here)];
  });
}

describe('docs/cli.md', () => {
  it.each(leaves(createProgram()))('describes $name with all its options', ({ name, command }) => {
    const section = sections.get(name) ?? '';
    expect(section, `a section "### ${name}"`).not.toBe('');
    const missing = command.options.filter(
      ({ long, short }) => !`${section}${shared}`.includes(`\`${long}`) || (short && !section.includes(`\`${short}\``)),
    );
    expect(missing.map(({ flags }) => flags)).toEqual([]);
  });

  it('describes no command that is not there', () => {
    const known = leaves(createProgram()).map(({ name }) => name);
    expect([...sections.keys()].slice(1).filter((name) => !known.includes(name))).toEqual([]);
  });
});
