// `debate-hall github`: a debate as comments, and its decision as a pull request.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { topicLine } from '../../../../hall/operations/debate/opening/topic.ts';
import { listThreadComments, type ThreadComment } from '../../../../hall/operations/github/comments.ts';
import type { GitHubInput, TargetInput } from '../../../../hall/operations/github/input.ts';
import { interjectFromGitHub } from '../../../../hall/operations/github/interject.ts';
import { ratify } from '../../../../hall/operations/github/ratify.ts';
import { reportDebate } from '../../../../hall/operations/github/report.ts';
import { syncDebate } from '../../../../hall/operations/github/sync.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { OPEN_GATE } from '../../../../platform/access/gate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type ActionContext, type HallFlags, withDebate, withHall } from '../../actions/run-action.ts';
import { addCommand, Option, parseSequence, parseWhole, shared } from '../../input/options.ts';
import { printEither, printJson, printLines, printMessage, printResult } from '../../terminal/io.ts';

interface GitHubFlags extends HallFlags {
  readonly repo?: string;
  readonly maxWait: number;
  readonly discussion?: string;
  readonly issue?: string;
}

/** What every operation on GitHub gets of the flags. */
function toCall(threadId: string, flags: GitHubFlags, { signal }: ActionContext): GitHubInput & TargetInput {
  const { repo, maxWait, discussion, issue } = flags;
  return {
    ...{ threadId, signal, maxWaitMs: maxWait * 1_000, onProgress: printMessage },
    ...defined({ repo }),
    ...(discussion === undefined ? {} : { targetId: discussion, targetType: 'discussion' as const }),
    ...(issue === undefined ? {} : { targetId: issue, targetType: 'issue' as const }),
  };
}

const EXCERPT = 100;

function describeState({ event, posted, edited }: ThreadComment): string {
  if (event === null) return '';
  return ` (${posted ? 'shows' : 'became'} event ${event}${edited ? ', edited since' : ''})`;
}

export function define(github: Command): void {
  github.description('Share a debate on GitHub, bring in comments, propose the decision.');
  const acting = (name: string, description: string) =>
    addCommand(github, name, description)
      .argument('<id>', 'the debate')
      .option('--repo <owner/name>', 'the repository (default: where the debate is linked)')
      .option('--max-wait <seconds>', 'longest total wait for rate limits', parseSequence, 60);
  const toThread = shared((command) =>
    command
      .addOption(new Option('--discussion <thread>', 'number or node ID of a discussion').conflicts('issue'))
      .option('--issue <number>', 'number of an issue'),
  );

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
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async (context) => {
        const done = await syncDebate(context.hall, toCall(context.threadId, flags, context));
        await printEither(flags, done, async ({ syncedCount, adoptedCount, editedCount, comments, url, warnings }) => {
          const found = adoptedCount === 0 ? '' : `, ${adoptedCount} found there`;
          await printLines([url, `${syncedCount} posted${found}, ${editedCount} redacted, ${comments.length} in all`]);
          for (const warning of warnings) printMessage(`warning: ${warning}`);
        });
      });
    });
  toThread(acting('comments', 'List the comments in the thread, marking those that are part of the debate.'))
    .addHelpText('after', '\nExample:\n  debate-hall github comments rust-rewrite')
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async (context) => {
        const found = await listThreadComments(context.hall, toCall(context.threadId, flags, context));
        if (flags.json === true) await printJson(found);
        else if (found.comments.length === 0) printMessage(`Nobody has commented on ${found.url} yet.`);
        else {
          const lines = toPrintable(found.comments).map((comment) => {
            const excerpt = topicLine(comment.body.replace(/^<!--.*?-->\s*/, ''), EXCERPT);
            return `${comment.url}\n  ${comment.author}${describeState(comment)}: ${excerpt}`;
          });
          await printResult(lines.join('\n'));
        }
      });
    });
  toThread(acting('report', 'Keep one comment in the thread up to date with the outcome of the debate.'))
    .option('--link <address>', 'address of the whole report')
    .option('--commit <hash>', 'the commit that the debate is about')
    .option('--allow-missing', 'without such a debate, say in the comment that there is no outcome')
    .addHelpText('after', '\nExample:\n  debate-hall github report review --repo acme/shop --issue 12')
    .action(async (reference, flags) => {
      await withHall(flags, {}, async (context) => {
        const { link, commit, allowMissing } = flags;
        // What may be missing cannot be found by a part of its ID.
        const threadId = allowMissing === true ? reference : await findDebate(context.hall, reference);
        const done = await reportDebate(context.hall, {
          ...toCall(threadId, flags, context),
          ...defined({ link, commit, allowMissing }),
        });
        await printEither(flags, done, ({ url, change }) =>
          printLines([url, change === 'none' ? 'unchanged' : change]),
        );
      });
    });
  acting('ratify', 'Propose the decision of a closed debate as a decision record in a pull request.')
    .option('--number <n>', 'number of the record (default: the next free one)', parseWhole)
    .option('--path <folder>', 'folder for the records in the repository (default: docs/adr/)')
    .option('--target <thread>', 'discussion or issue to refer to (default: the linked one)')
    .addHelpText('after', '\nExample:\n  debate-hall github ratify rust-rewrite --repo acme/shop')
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async (context) => {
        const { number, path, target } = flags;
        const done = await ratify(context.hall, {
          ...toCall(context.threadId, flags, context),
          ...defined({ adrNumber: number, adrPath: path, targetId: target }),
        });
        await printEither(flags, done, async ({ pullUrl, adrPath, branch, status, warnings }) => {
          await printLines([pullUrl, `${adrPath} on ${branch}: ${status}`]);
          for (const warning of warnings) printMessage(`warning: ${warning}`);
        });
      });
    });
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
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async (context) => {
        const done = await interjectFromGitHub(context.hall, OPEN_GATE, {
          ...toCall(context.threadId, flags, context),
          commentId: flags.comment,
          ...defined({ seat: flags.seat }),
        });
        await printEither(flags, done, async ({ status, event, author }) => {
          const what = status === 'added' ? 'added' : 'was already recorded; nothing was added';
          const kind = flags.seat === undefined ? 'interjection' : 'turn';
          await printResult(`#${event} ${kind} of ${author} ${what}`);
        });
      });
    });
}
