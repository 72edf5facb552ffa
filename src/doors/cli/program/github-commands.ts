// The commands that share a debate on GitHub.
import { type Command, Option } from 'commander';
import { addHallOptions, loadAction, parseSequence, parseWhole } from '../input/options.ts';

export function defineGitHub(program: Command): void {
  const github = program
    .command('github')
    .summary('Share a debate on GitHub and propose its decision.')
    .description('Share a debate on GitHub, bring in comments, propose the decision.');
  const acting = (name: string, description: string) =>
    addHallOptions(github.command(name).description(description).argument('<id>', 'the debate'))
      .option('--repo <owner/name>', 'the repository (default: where the debate is linked)')
      .option('--max-wait <seconds>', 'longest total wait for rate limits', parseSequence, 60)
      .option('--json', 'print JSON');
  const toThread = (command: Command) =>
    command
      .addOption(new Option('--discussion <thread>', 'number or node ID of a discussion').conflicts('issue'))
      .option('--issue <number>', 'number of an issue');

  toThread(acting('sync', 'Post each turn and the outcome as a comment, exactly once.'))
    .addHelpText(
      'after',
      `
The first sync links the debate to the thread; later ones need neither --repo
nor a thread.

Examples:
  debate-hall github sync rust-rewrite --repo acme/shop --discussion 12
  debate-hall github sync rust-rewrite`,
    )
    .action(loadAction(() => import('../commands/github/sync.ts')));
  toThread(acting('comments', 'List the comments in the thread, marking those that are part of the debate.'))
    .addHelpText('after', '\nExample:\n  debate-hall github comments rust-rewrite')
    .action(loadAction(() => import('../commands/github/comments.ts')));
  toThread(acting('report', 'Keep one comment in the thread up to date with the outcome of the debate.'))
    .option('--link <address>', 'address of the whole report')
    .option('--commit <hash>', 'the commit that the debate is about')
    .option('--allow-missing', 'without such a debate, say in the comment that there is no outcome')
    .addHelpText('after', '\nExample:\n  debate-hall github report review --repo acme/shop --issue 12')
    .action(loadAction(() => import('../commands/github/report.ts')));
  acting('ratify', 'Propose the decision of a closed debate as a decision record in a pull request.')
    .option('--number <n>', 'number of the record (default: the next free one)', parseWhole)
    .option('--path <folder>', 'folder for the records in the repository (default: docs/adr/)')
    .option('--target <thread>', 'discussion or issue to refer to (default: the linked one)')
    .addHelpText('after', '\nExample:\n  debate-hall github ratify rust-rewrite --repo acme/shop')
    .action(loadAction(() => import('../commands/github/ratify.ts')));
  toThread(acting('interject', 'Bring a comment from the thread into the debate; every later speaker sees it.'))
    .requiredOption('--comment <address>', 'URL of the comment, or the number at its end')
    .option('--seat <seat>', 'take the comment as the turn of this seat, such as its opening')
    .addHelpText(
      'after',
      `
Examples:
  debate-hall github interject rust-rewrite --comment 2291834
  debate-hall github interject rust-rewrite --comment https://github.com/acme/shop/issues/12#issuecomment-2291834
  debate-hall github interject rust-rewrite --comment 2291840 --seat wall`,
    )
    .action(loadAction(() => import('../commands/github/interject.ts')));
}
