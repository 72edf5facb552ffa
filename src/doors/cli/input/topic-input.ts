// Where the topic comes from: the argument, a file, or standard input.
import { HallError } from '../../../domain/failures/errors.ts';
import type { ReadInput } from '../terminal/standard-input.ts';
import { readNamedFile } from './named-file.ts';
import type { AddedBy } from './options.ts';
import type { addTopicOptions } from './run-options.ts';

/** What standard input is called as a source of context. */
export const MATERIAL = 'the material';

/** Throws `usage`, `bad-input`. */
export async function readGivenTopic(
  argument: string | undefined,
  flags: AddedBy<typeof addTopicOptions>,
  readInput: ReadInput,
): Promise<string> {
  const stdinIsContext = flags.context?.includes('-') === true;
  if (argument !== undefined && flags.file !== undefined) {
    throw new HallError('usage', 'The topic is given twice: as an argument and with --file.', {
      hint: 'Pass the file with --context if it is material.',
    });
  }
  if (argument !== undefined) return argument;
  if (flags.file === '-' || (flags.file === undefined && !stdinIsContext && process.stdin.isTTY !== true)) {
    if (stdinIsContext)
      throw new HallError('usage', 'Standard input cannot be both the topic and context.', {
        hint: 'Pass the topic as an argument, or the context as a file.',
      });
    return await readInput('the topic');
  }
  if (flags.file === undefined) {
    throw new HallError('bad-input', 'There is no topic.', {
      hint: 'Ask a question: debate-hall run "Should we rewrite our backend in Rust?"',
    });
  }
  return await readNamedFile(flags.file, 'The topic file');
}
