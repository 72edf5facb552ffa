// The commands that take debates out of the hall, into it, and vouch for them.
import type { Command } from 'commander';
import { addHallOptions, loadAction } from '../input/options.ts';

export function defineSharing(program: Command): void {
  addHallOptions(program.command('export').description('Export a debate as a document.').argument('<id>', 'the debate'))
    .option(
      '-F, --format <file-format>',
      'html, octave, markdown, json, sarif, github-annotations, octave-v1, python-json, adr or debate-folder',
      'markdown',
    )
    .option('-o, --output <path>', 'file to write (default: standard output), or folder for debate-folder')
    .option('--with-paths', 'keep program paths and other absolute paths of this machine')
    .option('--with-ledger', 'embed the ledger, so that the page checks its chain (html)')
    .option('--force', 'overwrite existing files')
    .action(loadAction(() => import('../commands/share/export.ts')));

  addHallOptions(
    program
      .command('import')
      .summary('Import a debate from another tool.')
      .description(
        'Import a ledger from the Python debate-hall-mcp, or a debate folder from dialectic. Every turn is checked.',
      )
      .argument('<path>', '{thread_id}.json, or a folder with a debate.md'),
  )
    .option('--id <name>', 'ID for the imported debate')
    .option('--force', 'import even if it does not verify; kept as history, with the damage noted')
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/share/import.ts')));

  addHallOptions(
    program
      .command('sign')
      .summary('Sign a ledger with your SSH key.')
      .description('Sign the current head of a ledger with your SSH key. The signature is kept next to the record.')
      .argument('<id>', 'the debate'),
  )
    .option(
      '--key <file>',
      'private key, or public key whose private key is in your SSH agent (default: the key git signs with)',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall sign rust-rewrite --key ~/.ssh/id_ed25519')
    .action(loadAction(() => import('../commands/share/sign.ts')));
}
