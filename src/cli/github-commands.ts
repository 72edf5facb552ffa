// The commands that share a debate on GitHub.
import { type Command, Option } from 'commander';
import { addHallOptions, loadAction, parseSequence, parseWhole } from './input/options.ts';

export function defineGitHub(program: Command): void {
  const github = program
    .command('github')
    .summary('Show a debate to your team, take their words in, propose the decision.')
    .description('Connects a debate to a discussion or an issue, and its decision to a decision record.');
  const acting = (name: string, description: string) =>
    addHallOptions(github.command(name).description(description).argument('<id>', 'the debate'))
      .option('--repo <owner/name>', 'the repository (default: that of the linked thread)')
      .option('--max-wait <seconds>', 'longest time to wait for rate limits in all', parseSequence, 60)
      .option('--json', 'print as JSON');
  const toThread = (command: Command) =>
    command
      .addOption(new Option('--discussion <thread>', 'number or node id of a discussion').conflicts('issue'))
      .option('--issue <number>', 'number of an issue');

  toThread(acting('sync', 'Post each turn and the outcome as a comment, each exactly once.'))
    .addHelpText(
      'after',
      `
The debate is linked to the thread by the first sync; later ones need no --repo and no thread.

Examples:
  debate-hall github sync rust-rewrite --repo acme/shop --discussion 12
  debate-hall github sync rust-rewrite`,
    )
    .action(loadAction(() => import('./commands/share/github-sync.ts')));
  toThread(acting('comments', 'List the comments of the thread, with those that are part of the debate.'))
    .addHelpText('after', '\nExample:\n  debate-hall github comments rust-rewrite')
    .action(loadAction(() => import('./commands/share/github-comments.ts')));
  acting('ratify', 'Propose the decision of a closed debate as a decision record in a pull request.')
    .option('--number <n>', 'number of the record (default: the next free one)', parseWhole)
    .option('--path <folder>', 'folder of the records in the repository (default: docs/adr/)')
    .option('--target <thread>', 'discussion or issue to refer to (default: the linked one)')
    .addHelpText('after', '\nExample:\n  debate-hall github ratify rust-rewrite --repo acme/shop')
    .action(loadAction(() => import('./commands/share/github-ratify.ts')));
  toThread(acting('interject', 'Bring a comment of the thread into the debate; every later speaker sees it.'))
    .requiredOption('--comment <address>', 'address of the comment, or the number at its end')
    .addHelpText(
      'after',
      `
Examples:
  debate-hall github interject rust-rewrite --comment 2291834
  debate-hall github interject rust-rewrite --comment https://github.com/acme/shop/issues/12#issuecomment-2291834`,
    )
    .action(loadAction(() => import('./commands/share/github-interject.ts')));
}
