// `debate-hall github comments`: what people say in the thread of a debate, each with its address.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { topicLine } from '../../../../hall/operations/debate/opening/topic.ts';
import { listThreadComments, type ThreadComment } from '../../../../hall/operations/github/comments.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { callFrom, type ThreadFlags, targetFrom } from '../../actions/github-action.ts';
import { withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

const EXCERPT = 100;

function stateOf({ event, posted }: ThreadComment): string {
  if (event === null) return '';
  return posted ? ` (shows event ${event})` : ` (interjection, event ${event})`;
}

export async function run(reference: string, flags: ThreadFlags): Promise<void> {
  await withHall(flags, [], async (context) => {
    const found = await listThreadComments(context.hall, {
      ...callFrom(await findDebate(context.hall, reference), flags, context),
      ...targetFrom(flags),
    });
    if (flags.json === true) await printJson(found);
    else if (found.comments.length === 0) printMessage(`Nobody has commented on ${found.url} yet.`);
    else {
      const lines = toPrintable(found.comments).map((comment) => {
        const excerpt = topicLine(comment.body.replace(/^<!--.*?-->\s*/, ''), EXCERPT);
        return `${comment.url}\n  ${comment.author}${stateOf(comment)}: ${excerpt}`;
      });
      await printResult(lines.join('\n'));
    }
    return EXIT.ok;
  });
}
