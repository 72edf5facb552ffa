// Debates that "eval --learn" brought into a hall are in two places: what the evaluation keeps is a hall of its own, which stays as it is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Hall } from '../hall.ts';

const EVALUATIONS = 'eval';

export interface EvaluationCopy {
  readonly threadId: string;
  /** Of the hall that has the copy, as it is named from the current folder. */
  readonly folder: string;
}

/** In evaluations of the hall, and in the hall whose evaluation this is. `holds`: whether a ledger with this text is meant. */
export function listEvaluationCopies(
  { cwd, loaded }: Hall,
  threadIds: readonly string[],
  holds: (ledger: string) => boolean = () => true,
): readonly EvaluationCopy[] {
  const { hall } = loaded.config;
  const inside = join(hall, EVALUATIONS);
  const names = existsSync(inside) ? readdirSync(inside).sort() : [];
  const around = basename(dirname(hall)) === EVALUATIONS ? [dirname(dirname(hall))] : [];
  return [...names.map((name) => join(inside, name)), ...around].flatMap((folder) =>
    threadIds
      .filter(
        (id) => existsSync(join(folder, `${id}.jsonl`)) && holds(readFileSync(join(folder, `${id}.jsonl`), 'utf8')),
      )
      .map((threadId) => ({ threadId, folder: relative(cwd, folder) || '.' })),
  );
}
