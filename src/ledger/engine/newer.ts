// Ledgers that are intact and that this version cannot read: something in them is newer than it is, or it lacks their format.
import type { EventData } from '../../domain/events.ts';
import { HallError, unlessRefused } from '../../domain/failures/errors.ts';
import { RULES_VERSION } from '../../domain/outcomes.ts';
import { findProblems, problemSentence } from '../../domain/values/problems.ts';
import type { AnyFormat } from '../../formats/format.ts';

/** Also for a format that only another build has. */
export const UPDATE_STEP = 'Update Debate Hall, or use the version that wrote it.';

/** `message`: what in it this version does not know. */
export function createUpdateError(threadId: string, message: string): HallError {
  const state = `The ledger of "${threadId}" is intact, but needs another version of Debate Hall to be read.`;
  return new HallError('needs-update', `${state} ${message}`, { hint: UPDATE_STEP });
}

/** `undefined` for one that is not here. */
export const findKnownFormat = (find: (id: string) => Promise<AnyFormat>, id: string) =>
  unlessRefused(() => find(id), 'not-found');

/** What of an opening this version does not know, in a sentence. `format`: that of the debate, if it is here. */
export function findUnknown(opened: EventData<'debate-opened'>, format: AnyFormat | undefined): string | undefined {
  const { hallVersion, formatVersion = 1, rulesVersion = 1, options } = opened;
  const opening = `Debate Hall ${hallVersion} opened it`;
  if (format === undefined) return `${opening} with the format "${opened.format}", which is not here.`;
  if (formatVersion > (format.version ?? 1)) return `${opening} under newer rules of the format ${format.id}.`;
  if (rulesVersion > RULES_VERSION) return `${opening} under newer rules for its outcome.`;
  if (format.options.safeParse(options, { jitless: true }).success) return undefined;
  const problems = findProblems(format.options, options, 1).map((problem) => problemSentence(problem, 'they'));
  return `${opening} with options that are not known here: ${problems.join()}.`;
}
