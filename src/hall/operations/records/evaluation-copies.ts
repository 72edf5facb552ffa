// Debates that "eval --learn" brought into a hall are in two places: what the evaluation keeps is a hall of its own, which stays as it is.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isNotThere, statIfThere } from '../../../support/stat-if-there.ts';
import type { Hall } from '../hall.ts';

const EVALUATIONS = 'eval';

export interface EvaluationCopy {
  readonly threadId: string;
  /** Of the hall that has the copy, as it is named from the current folder. */
  readonly folder: string;
  /** Why nobody knows what is there. */
  readonly problem?: string;
}

/** What cannot be looked at may be a copy, and keeps nobody from removing anything. */
function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `It cannot be read (${code ?? message}).`;
}

/** Whether there is a ledger with this text, or why nobody knows. */
function look(ledger: string, holds: (ledger: string) => boolean): { readonly problem?: string } | undefined {
  try {
    const found = statIfThere(ledger);
    if (found === undefined) return undefined;
    if (!found.isFile()) return { problem: 'It is no file.' };
    return holds(readFileSync(ledger, 'utf8')) ? {} : undefined;
  } catch (error) {
    return { problem: explain(error) };
  }
}

/** In evaluations of the hall, and in the hall whose evaluation this is. `holds`: whether a ledger with this text is meant. Throws nothing. */
export function listEvaluationCopies(
  { cwd, loaded }: Hall,
  threadIds: readonly string[],
  holds: (ledger: string) => boolean = () => true,
): readonly EvaluationCopy[] {
  const { hall } = loaded.config;
  const inside = join(hall, EVALUATIONS);
  const nameFolder = (folder: string) => relative(cwd, folder) || '.';
  const around = basename(dirname(hall)) === EVALUATIONS ? [dirname(dirname(hall))] : [];
  let names: readonly string[] = [];
  let hidden: readonly EvaluationCopy[] = [];
  try {
    names = readdirSync(inside).sort();
  } catch (error) {
    const problem = explain(error);
    if (!isNotThere(error)) hidden = threadIds.map((threadId) => ({ threadId, folder: nameFolder(inside), problem }));
  }
  const copies = [...names.map((name) => join(inside, name)), ...around].flatMap((folder) =>
    threadIds.flatMap((threadId) => {
      const found = look(join(folder, `${threadId}.jsonl`), holds);
      return found === undefined ? [] : [{ threadId, folder: nameFolder(folder), ...found }];
    }),
  );
  return [...hidden, ...copies];
}
