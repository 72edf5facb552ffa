// Makes the reference of the command line from the program itself; run as a program it writes docs/reference/commands.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { unfoldHelp } from '../../src/doors/cli/input/options.ts';
import { createProgram } from '../../src/doors/cli/program/program.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const REFERENCE_FILE = path.join(ROOT, 'docs/reference/commands.md');
const WIDTH = 100;

/** What `--help` prints, with paths of the package as they are in the repository. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
    getOutHelpWidth: () => WIDTH,
    getOutHasColors: () => false,
  });
  unfoldHelp(command);
  command.outputHelp();
  return text.replaceAll(ROOT, '').trim();
}

function* sections(command: Command, names: readonly string[]): Generator<string> {
  for (const child of command.commands) {
    const path = [...names, child.name()];
    yield `${'#'.repeat(Math.min(path.length + 1, 3))} ${path.join(' ')}\n\n\`\`\`text\n${helpOf(child)}\n\`\`\``;
    yield* sections(child, path);
  }
}

export function renderReference(): string {
  const parts = [
    '# Commands',
    'Made from the program by `npm run reference`; what each command prints for `--help`. The [guide](../cli.md) explains how they work together.',
    ...sections(createProgram(), []),
  ];
  return `${parts.join('\n\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(path.dirname(REFERENCE_FILE), { recursive: true });
  writeFileSync(REFERENCE_FILE, renderReference());
}
